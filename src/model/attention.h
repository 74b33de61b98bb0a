// Attention over the encoder's states, one query at a time: energies by the kind's own rule, softmax over the real
// source positions, context as the weighted sum. Padding gets weight exactly 0 and gradient exactly 0.
#pragma once

#include <cstdint>

#include "math/matrix.h"
#include "model/config.h"

namespace seq2seq {

// What is attended to, the same at every decoder step. Column s*B + b is position s of row b.
struct AttentionMemory {
  AttentionKind kind = AttentionKind::bahdanau;
  Index hidden = 0, rows = 0, source_length = 0;  // H, B, S
  const std::int32_t* lengths = nullptr;          // [B]
  const Real* states = nullptr;                   // [H,S*B] the encoder's h_i
  // [H,S*B] Bahdanau: W_h h_i, or exp(2 W_h h_i) with exp_product; Luong general: W_a h_i; Luong dot: the states.
  const Real* keys = nullptr;
  const Real* v = nullptr;   // [H] Bahdanau's
  bool exp_product = false;  // the query is exp(2 W_s s) likewise

  const Real* key(Index position, Index row) const { return keys + (position * rows + row) * hidden; }
  const Real* state(Index position, Index row) const { return states + (position * rows + row) * hidden; }
};

// The energies of one row's real positions. The query [H] is W_s s, exp(2 W_s s), or Luong's s. With exp_product they
// lack the constant sum of v, which the softmax does not see. `scratch` has room for H values.
void attention_energies(const AttentionMemory& memory, Index row, const Real* query, Real* energies, Real* scratch);

// alpha [S] and context [H]. Where log_alpha [S] is given it gets log(alpha), -inf at padding.
void attend(const AttentionMemory& memory, Index row, const Real* query, Real* alpha, Real* context, Real* scratch,
            Real* log_alpha = nullptr);

// Sums over all steps and rows, zeroed by the caller.
struct AttentionGradient {
  Real* d_states = nullptr;  // [H,S*B] through the contexts
  Real* d_keys = nullptr;    // [H,S*B] Bahdanau: still without the factor that finish_attention_gradient puts on
  Real* d_v = nullptr;       // [H]
};

// d_energies [S], or nullptr: what else the loss says to the energies (copying); its real positions add up to 0, as any
// gradient that comes through a softmax does. d_query [H] is written: by W_s s, or Luong's s. `scratch`: S + H values.
void attend_backward(const AttentionMemory& memory, Index row, const Real* query, const Real* alpha,
                     const Real* d_context, const Real* d_energies, const AttentionGradient& gradient, Real* d_query,
                     Real* scratch);

// After the last step: d_keys as the loss's gradient by W_h h.
void finish_attention_gradient(const AttentionMemory& memory, const AttentionGradient& gradient);

}  // namespace seq2seq
