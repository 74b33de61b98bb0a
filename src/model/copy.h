// Copying from the source. Pointer-generator (See et al. 2017, eq. 8 and 9), over the vocabulary extended by the
// source's unknown words:
//   P(w) = p_gen softmax(logits)[w] + (1 - p_gen) sum of alpha_i where source word i is w
//   p_gen = sigmoid(g),  g = w_h . context + w_s . state + w_x . x + b
// with the state after the step and x the embedding of the step's input. Pure pointer (Vinyals et al. 2015): the second
// sum alone. All in logarithms: 1 - p_gen loses its digits in float long before it is 0, log sigmoid(-g) does not.
#pragma once

#include "math/matrix.h"
#include "model/batch.h"
#include "model/embedding.h"

namespace seq2seq {

// One row's source in extended ids; word i is ids[i * stride].
struct SourceWords {
  const TokenId* ids;
  Index stride, length;
  TokenId operator[](Index i) const { return ids[i * stride]; }
};
SourceWords source_words(const Batch& batch, Index row);

struct CopyGate {
  const Real* context;  // [H] w_h
  const Real* state;    // [H] w_s
  const Real* input;    // [E] w_x
  const Real* bias;     // [1] b
  Index hidden, embedding;
};

// g of one column; head_input is [state; context].
Real copy_gate_score(const CopyGate& gate, const Real* head_input, const Real* embedded);

// Where the gate's gradients go.
struct CopyGateGradient {
  Real* context;
  Real* state;
  Real* input;
  Real* bias;
};
// From d_scores [columns] (those of padding are 0): the gate's gradients, written whole, and what it adds to
// d_head_input [2H,columns]. `by_token` [U] gets the scores' gradients added up for each distinct token, for
// copy_gate_input_backward.
void copy_gate_backward(const CopyGate& gate, const TokenProjection& tokens, const Real* head_input,
                        const Real* d_scores, Index columns, const CopyGateGradient& gradient, Real* d_head_input,
                        Real* by_token);
// What the gate adds to the gradient that stands in `embedded` [E,U] by then.
void copy_gate_input_backward(const CopyGate& gate, const Real* by_token, TokenProjection& tokens);

// -log P(label) of the pure pointer. log_alpha [S] in; out, the gradient of `weight` times the loss by the energies.
Real pointer_loss(const SourceWords& words, TokenId label, Real weight, const Real* alpha, Real* log_alpha);

// -log P(label) of the pointer-generator. Besides log_alpha also the logits [V] are replaced by their gradient, and
// d_score is written.
Real pointer_generator_loss(const SourceWords& words, TokenId label, Real weight, Index vocabulary, const Real* alpha,
                            Real score, Real* logits, Real* log_alpha, Real* d_score);

// log P over the extended vocabulary, -inf where nothing gives the word. Pure pointer: log_vocabulary is nullptr.
void extended_log_probabilities(const SourceWords& words, Index vocabulary, Index extended, const Real* log_alpha,
                                const Real* log_vocabulary, Real score, Real* out);

}  // namespace seq2seq
