#include "model/copy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/activations.h"
#include "model/columns.h"

namespace seq2seq {
namespace {

constexpr Real minus_infinity = -std::numeric_limits<Real>::infinity();

Real log_sigmoid(Real x) { return -log1p_exp(-x); }

// log(e^a + e^b)
Real log_add(Real a, Real b) {
  if (a == minus_infinity) return b;
  if (b == minus_infinity) return a;
  return std::max(a, b) + log1p_exp(-std::fabs(a - b));
}

// Logarithm of the attention that the positions holding the word have together.
Real log_pointed(const SourceWords& words, TokenId word, const Real* log_alpha) {
  Real sum = minus_infinity;
  for (Index i = 0; i < words.length; ++i)
    if (words[i] == word) sum = log_add(sum, log_alpha[i]);
  return sum;
}

// In place of log_alpha: the gradient by the energies of `weight` times -log_pointed.
void pointed_backward(const SourceWords& words, TokenId word, Real weight, Real pointed, const Real* alpha,
                      Real* log_alpha) {
  for (Index i = 0; i < words.length; ++i) {
    const Real share = words[i] == word ? exp_scalar(log_alpha[i] - pointed) : Real(0);
    log_alpha[i] = weight * (alpha[i] - share);
  }
}

}  // namespace

SourceWords source_words(const Batch& batch, Index row) {
  return {batch.source_extended.data() + row, batch.rows, batch.source_lengths[static_cast<std::size_t>(row)]};
}

Real copy_gate_score(const CopyGate& gate, const Real* head_input, const Real* embedded) {
  return dot_product(gate.context, head_input + gate.hidden, gate.hidden) +
         dot_product(gate.state, head_input, gate.hidden) + dot_product(gate.input, embedded, gate.embedding) +
         gate.bias[0];
}

void copy_gate_backward(const CopyGate& gate, const TokenProjection& tokens, const Real* head_input,
                        const Real* d_scores, Index columns, const CopyGateGradient& gradient, Real* d_head_input,
                        Real* by_token) {
  const Index H = gate.hidden, count = static_cast<Index>(tokens.tokens.size());
  std::fill_n(gradient.context, H, Real(0));
  std::fill_n(gradient.state, H, Real(0));
  std::fill_n(gradient.input, gate.embedding, Real(0));
  gradient.bias[0] = 0;
  std::fill_n(by_token, count, Real(0));
  for (Index c = 0; c < columns; ++c) {
    const std::int32_t slot = tokens.slots[static_cast<std::size_t>(c)];
    if (slot < 0) continue;
    const Real d = d_scores[c];
    add_scaled(d, head_input + c * 2 * H, gradient.state, H);
    add_scaled(d, head_input + c * 2 * H + H, gradient.context, H);
    add_scaled(d, gate.state, d_head_input + c * 2 * H, H);
    add_scaled(d, gate.context, d_head_input + c * 2 * H + H, H);
    gradient.bias[0] += d;
    by_token[slot] += d;
  }
  for (Index u = 0; u < count; ++u)
    add_scaled(by_token[u], tokens.embedded.data() + u * gate.embedding, gradient.input, gate.embedding);
}

void copy_gate_input_backward(const CopyGate& gate, const Real* by_token, TokenProjection& tokens) {
  for (Index u = 0; u < static_cast<Index>(tokens.tokens.size()); ++u)
    add_scaled(by_token[u], gate.input, tokens.embedded.data() + u * gate.embedding, gate.embedding);
}

Real pointer_loss(const SourceWords& words, TokenId label, Real weight, const Real* alpha, Real* log_alpha) {
  const Real pointed = log_pointed(words, label, log_alpha);
  pointed_backward(words, label, weight, pointed, alpha, log_alpha);
  return -pointed;
}

Real pointer_generator_loss(const SourceWords& words, TokenId label, Real weight, Index vocabulary, const Real* alpha,
                            Real score, Real* logits, Real* log_alpha, Real* d_score) {
  const bool known = label < vocabulary;
  const Real logit = known ? logits[label] : minus_infinity;
  const Real log_sum = softmax(logits, vocabulary);
  const Real generated = known ? log_sigmoid(score) + (logit - log_sum) : minus_infinity;
  const Real pointed = log_pointed(words, label, log_alpha);
  const Real copied = log_sigmoid(-score) + pointed;
  const Real log_probability = log_add(generated, copied);
  // How much of P(label) each way gives; together 1.
  const Real generated_share = exp_scalar(generated - log_probability);
  const Real copied_share = exp_scalar(copied - log_probability);

  if (known) logits[label] -= 1;
  for (Index i = 0; i < vocabulary; ++i) logits[i] *= weight * generated_share;
  pointed_backward(words, label, weight * copied_share, pointed, alpha, log_alpha);
  // Two forms of the same; each keeps its digits on its side of 0.
  *d_score = weight * (score > 0 ? copied_share - sigmoid_scalar(-score) : sigmoid_scalar(score) - generated_share);
  return -log_probability;
}

void extended_log_probabilities(const SourceWords& words, Index vocabulary, Index extended, const Real* log_alpha,
                                const Real* log_vocabulary, Real score, Real* out) {
  std::fill_n(out, extended, minus_infinity);
  Real log_copy = 0;
  if (log_vocabulary != nullptr) {
    const Real log_generate = log_sigmoid(score);
    log_copy = log_sigmoid(-score);
    for (Index i = 0; i < vocabulary; ++i) out[i] = log_generate + log_vocabulary[i];
  }
  for (Index i = 0; i < words.length; ++i) out[words[i]] = log_add(out[words[i]], log_copy + log_alpha[i]);
}

}  // namespace seq2seq
