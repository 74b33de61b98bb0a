// Files of the command line. The engine itself takes and gives bytes.
#pragma once

#include <initializer_list>
#include <string>

namespace seq2seq::cli {

// "-" reads stdin. Error(invalid_file) naming the path and the system's reason.
std::string read_file(const std::string& path);

// The next line of stdin, without its end; false where there is none. Error(invalid_file) as read_file.
bool read_line(std::string& line);

// Whole or not at all: writes beside the file and renames, so that a failed or interrupted run leaves the old file as
// it was. The file keeps its permissions. From here on Ctrl-C no longer ends the program at once. Error(invalid_state)
// naming the path and the system's reason.
void write_file(const std::string& path, const std::string& bytes);

struct InputFile {
  const char* option;
  const std::string& path;  // empty: not given; "-": stdin
};

// Refuses a path for --out that cannot be written, or is one of the files read, before the work is done that would be
// written there. Error(invalid_value).
void require_writable(const std::string& path, std::initializer_list<InputFile> inputs);

}  // namespace seq2seq::cli
