// Files of the command line. The engine itself takes and gives bytes.
#pragma once

#include <string>

namespace seq2seq::cli {

// "-" reads stdin. Error(invalid_file) naming the path and the system's reason.
std::string read_file(const std::string& path);

// Whole or not at all: writes beside the file and renames, so that a failed or interrupted run leaves the old file as
// it was. Error(invalid_state) naming the path and the system's reason.
void write_file(const std::string& path, const std::string& bytes);

// Refuses a path that cannot be written before the work is done that would be written there. Error(invalid_value).
void require_writable(const std::string& path);

}  // namespace seq2seq::cli
