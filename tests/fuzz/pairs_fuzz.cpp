// Any bytes are either refused with an Error or rows of text in normal form, both sides filled.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/error.h"
#include "text/pairs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte chooses the options, the rest is the file.
  seq2seq::PairsOptions options;
  options.separator = static_cast<seq2seq::SeparatorKind>(data[0] % 5);
  options.encoding = static_cast<seq2seq::EncodingKind>(data[0] / 5 % 4);
  try {
    const seq2seq::Pairs pairs = seq2seq::parse_pairs(reinterpret_cast<const char*>(data + 1), size - 1, options);
    for (const seq2seq::TextPair& row : pairs.rows)
      if (row.source.empty() || row.target.empty() || row.row < 1) std::abort();
  } catch (const seq2seq::Error&) {
  }
  return 0;
}
