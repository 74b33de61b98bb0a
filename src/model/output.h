// The output head and its loss: logits = W_fc [h; c] + b, loss = -log softmax(logits)[label].
#pragma once

#include "math/gemm.h"
#include "math/generator.h"
#include "math/matrix.h"
#include "model/batch.h"

namespace seq2seq {

struct HeadWeights {
  const Real* weight;  // [2H,V] a token's weights a column
  const Real* bias;    // [V]
  Index inputs, vocabulary;
};

// logits [V,columns] from head inputs [2H,columns]. `packed`: the weights, where many calls share them.
void head_forward(const HeadWeights& head, const Real* inputs, Index columns, Real* logits,
                  const PackedMatrix* packed = nullptr);
void pack_head(const HeadWeights& head, PackedMatrix& packed);
// From the logits' gradient: d_inputs [2H,columns], and d_weight and d_bias, written whole.
void head_backward(const HeadWeights& head, const Real* inputs, const Real* d_logits, Index columns, Real* d_inputs,
                   Real* d_weight, Real* d_bias);

// Returns -log P(label) and leaves in place of the logits the gradient of `weight` times it.
Real softmax_cross_entropy(Real* logits, Index vocabulary, TokenId label, Real weight);

// In place: the logarithms of the softmax.
void log_softmax(Real* logits, Index n, Real* scratch);

// The lowest id among the largest values. NaN is never larger.
TokenId argmax(const Real* values, Index n);
// Draws an id from the distribution whose logarithms are given, with one call of uniform(): the first id at which the
// running sum of probabilities exceeds the draw. `scratch`: n values.
TokenId draw(const Real* log_probabilities, Index n, Generator& generator, Real* scratch);

}  // namespace seq2seq
