// Any text is either refused with an Error or a configuration that survives being written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "formats/configuration.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  seq2seq::Configuration configuration;
  try {
    configuration = seq2seq::parse_configuration(text);
  } catch (const seq2seq::Error&) {
    return 0;
  }
  const std::string written = seq2seq::to_json(configuration);
  if (seq2seq::to_json(seq2seq::parse_configuration(written)) != written) std::abort();
  return 0;
}
