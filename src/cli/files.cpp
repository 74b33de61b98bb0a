#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "cli/interrupt.h"

namespace seq2seq::cli {
namespace {

[[noreturn]] void fail(ErrorCode code, const char* what, const std::string& path) {
  throw Error(code, std::string("cannot ") + what + " " + path + ": " + std::strerror(errno));
}

// The file that a path leads to: renaming would put a file in a link's place.
std::string behind_links(std::string path) {
  constexpr int most = 40;  // as the system follows
  for (int hops = 0; hops < most; ++hops) {
    std::error_code no_link;
    const std::filesystem::path next = std::filesystem::read_symlink(path, no_link);
    if (no_link) return path;  // or nothing there yet
    path = (std::filesystem::path(path).parent_path() / next).string();
  }
  errno = ELOOP;
  fail(ErrorCode::invalid_value, "write", path);
}

// Renaming would put a file in a folder's or a device's place, and in that of one that may not be written. True where
// there is a file already, whose place is taken.
bool require_file(const std::string& path, struct stat& found) {
  if (path.empty()) throw Error(ErrorCode::invalid_value, "cannot write: the file's name is empty");
  if (::stat(path.c_str(), &found) != 0) return false;
  if (!S_ISREG(found.st_mode))
    throw Error(ErrorCode::invalid_value, "cannot write " + path + ": it is no regular file");
  constexpr mode_t writable = S_IWUSR | S_IWGRP | S_IWOTH;  // whoever may write everything is asked as well
  if ((found.st_mode & writable) == 0 || ::access(path.c_str(), W_OK) != 0)
    throw Error(ErrorCode::invalid_value, "cannot write " + path + ": it is write-protected");
  return true;
}

std::string name_beside(const std::string& path) { return path + ".part-" + std::to_string(::getpid()); }

}  // namespace

std::string read_file(const std::string& path) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail(ErrorCode::invalid_file, "read", path);
  std::string bytes;
  char block[1 << 16];
  std::size_t count = 0;
  while ((count = std::fread(block, 1, sizeof block, file)) > 0) bytes.append(block, count);
  const bool failed = std::ferror(file) != 0;
  const int reason = errno;
  if (file != stdin) std::fclose(file);
  errno = reason;
  if (failed) fail(ErrorCode::invalid_file, "read", path == "-" ? "stdin" : path);
  return bytes;
}

bool read_line(std::string& line) {
  line.clear();
  int c = 0;
  while ((c = std::getc(stdin)) != EOF && c != '\n') line += static_cast<char>(c);
  if (std::ferror(stdin) != 0) fail(ErrorCode::invalid_file, "read", "stdin");
  return c != EOF || !line.empty();
}

void write_file(const std::string& name, const std::string& bytes) {
  catch_interrupts();  // what is done is kept
  struct stat old {};
  const bool keeps = require_file(name, old);
  const std::string path = behind_links(name);
  const std::string beside = name_beside(path);
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(ErrorCode::invalid_state, "write", path);
  std::size_t done = 0;
  bool good = true;
  while (good && done < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    good = count > 0;
    if (good) done += static_cast<std::size_t>(count);
  }
  // Its owner as far as we may; the permissions after that, which a change of owner takes away.
  if (keeps && ::fchown(file, old.st_uid, old.st_gid) != 0) errno = 0;
  good = good && (!keeps || ::fchmod(file, old.st_mode & 07777) == 0);
  good = good && ::fsync(file) == 0;
  good = ::close(file) == 0 && good;
  good = good && std::rename(beside.c_str(), path.c_str()) == 0;
  if (good) return;
  const int reason = errno;
  ::unlink(beside.c_str());
  errno = reason;
  fail(ErrorCode::invalid_state, "write", path);
}

void require_writable(const std::string& name, std::initializer_list<InputFile> inputs) {
  struct stat old {};
  require_file(name, old);
  for (const InputFile& input : inputs) {
    const std::string read = input.path == "-" ? "/dev/stdin" : input.path;
    std::error_code one_is_missing;
    if (std::filesystem::equivalent(read, name, one_is_missing))
      throw Error(ErrorCode::invalid_value, "--out " + name + " is the file that " + input.option + " " + input.path +
                                                " reads; allowed: another file");
  }
  const std::string path = behind_links(name);
  const std::string beside = name_beside(path);
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) fail(ErrorCode::invalid_value, "write", path);
  ::close(file);
  ::unlink(beside.c_str());
}

}  // namespace seq2seq::cli
