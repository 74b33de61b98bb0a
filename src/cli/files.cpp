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

// Renaming would put a file in a folder's or a device's place.
void require_file(const std::string& path) {
  struct stat found {};
  if (path.empty()) throw Error(ErrorCode::invalid_value, "cannot write: the file's name is empty");
  if (::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
    throw Error(ErrorCode::invalid_value, "cannot write " + path + ": it is no regular file");
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
  if (failed) fail(ErrorCode::invalid_file, "read", path);
  return bytes;
}

void write_file(const std::string& name, const std::string& bytes) {
  require_file(name);
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
  good = good && ::fsync(file) == 0;
  good = ::close(file) == 0 && good;
  good = good && std::rename(beside.c_str(), path.c_str()) == 0;
  if (good) return;
  const int reason = errno;
  ::unlink(beside.c_str());
  errno = reason;
  fail(ErrorCode::invalid_state, "write", path);
}

void require_writable(const std::string& name) {
  require_file(name);
  const std::string path = behind_links(name);
  const std::string beside = name_beside(path);
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) fail(ErrorCode::invalid_value, "write", path);
  ::close(file);
  ::unlink(beside.c_str());
}

}  // namespace seq2seq::cli
