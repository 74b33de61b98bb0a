#include "session/digest.h"

#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "weights are hashed as they lie in memory");

namespace seq2seq {

std::string digest(const Parameters& parameters) {
  std::vector<Real> values;
  values.reserve(parameters.size());
  for (const Parameter& parameter : parameters.layout().list()) {
    const std::vector<Real> part = parameters.read(parameter.name);
    values.insert(values.end(), part.begin(), part.end());
  }
  std::uint64_t hash = XXH3_64bits(values.data(), values.size() * sizeof(Real));
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace seq2seq
