#include "support/fixtures.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace fixtures {

std::string directory() {
  const char* named = std::getenv("SEQ2SEQ_FIXTURES");
  return named != nullptr && *named != '\0' ? named : SEQ2SEQ_DEFAULT_FIXTURES;
}

std::string read_bytes(const std::string& name) {
  const std::string path = directory() + "/" + name;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("no fixture at " + path);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

Json load(const std::string& name) { return Json::parse(read_bytes(name)); }

}  // namespace fixtures
