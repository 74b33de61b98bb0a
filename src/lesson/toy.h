// The lesson's toy: V 10, E 6, H 8, one pair of ids. BOS is 0 and EOS is 3; there are no other special ids.
#pragma once

#include <cstdint>
#include <vector>

#include "model/seq2seq.h"

namespace seq2seq::lesson {

constexpr TokenId toy_bos = 0, toy_eos = 3;
inline std::vector<TokenId> toy_source() { return {2, 5, 1, 3}; }
inline std::vector<TokenId> toy_target() { return {4, 6, toy_eos}; }

struct Toy {
  explicit Toy(std::uint64_t seed);  // encoder, then decoder, drawn from the seed
  Seq2Seq model;
  Parameters parameters;
};

Batch toy_batch();

}  // namespace seq2seq::lesson
