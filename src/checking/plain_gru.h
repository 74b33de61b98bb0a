// One step of a GRU in plain arithmetic, as PyTorch defines it or otherwise.
#pragma once

#include "checking/plain_tape.h"
#include "checking/plain_variant.h"

namespace seq2seq {

struct GruWeights {
  PlainWeight &input, &state;            // (3H,I), (3H,H), gates r, z, n
  PlainWeight &input_bias, &state_bias;  // (3H)
};
struct GruSteps {
  PlainTape::Node r = 0, z = 0, n = 0, state = 0;
};

// An x that is narrower than the input weights meets their first columns.
GruSteps plain_gru(PlainTape& tape, const GruWeights& weights, const GruVariant& variant, PlainTape::Node x,
                   PlainTape::Node h);

}  // namespace seq2seq
