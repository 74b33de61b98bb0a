// Any bytes are either refused with an Error or describe tensors that can be read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "formats/model_file.h"
#include "formats/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const seq2seq::SafeTensors file = seq2seq::SafeTensors::parse(bytes);
    std::uint64_t covered = 0;
    for (const seq2seq::StoredTensor& tensor : file.tensors()) {
      covered += tensor.end - tensor.begin;
      if (tensor.dtype == "F32" && file.values(tensor).size() != tensor.count()) std::abort();
    }
    if (covered > size) std::abort();
    if (seq2seq::is_model_file(file)) seq2seq::read_model_file(bytes);
  } catch (const seq2seq::Error&) {
  }
  return 0;
}
