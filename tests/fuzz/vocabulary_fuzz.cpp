// Any text either is refused with an Error or goes to tokens and ids and back without loss.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "text/tokeniser.h"
#include "text/unicode.h"
#include "text/vocabulary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto kind = data[0] % 2 == 0 ? seq2seq::TokeniserKind::characters : seq2seq::TokeniserKind::words;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  try {
    const std::string normal = seq2seq::normal_text(text);
    const std::vector<std::string> tokens = seq2seq::tokenise(kind, text);
    if (seq2seq::detokenise(kind, tokens) != normal) std::abort();
    seq2seq::TokenCounts counts;
    for (const std::string& token : tokens) ++counts[token];
    const auto vocabulary = seq2seq::Vocabulary::from_counts(counts, 0, 1);
    const auto again = seq2seq::Vocabulary::from_tokens(vocabulary.tokens(), vocabulary.specials());
    for (const std::string& token : tokens)
      if (vocabulary.token(again.find(token)) != token) std::abort();
  } catch (const seq2seq::Error&) {
  }
  return 0;
}
