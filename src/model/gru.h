// The gated recurrent unit as PyTorch defines it (Cho et al. 2014, with the reset gate behind the product):
//   r = sigmoid(W_ir x + b_ir + W_hr h + b_hr)        z likewise
//   n = tanh(W_in x + b_in + r * (W_hn h + b_hn))     h' = (1 - z) * n + z * h
// One column at a time; a gate column holds n, r, z and n_h = W_hn h + b_hn, H values each.
#pragma once

#include "math/matrix.h"

namespace seq2seq {

// [4H] what is added to n, r, z and n_h whatever the input: b_in, b_ir + b_hr, b_iz + b_hz, b_hn.
// input_bias [3H] lies as n, r, z; state_bias [3H] as r, z, n.
void add_up_gru_bias(const Real* input_bias, const Real* state_bias, Index hidden, Real* bias);
// From the sums over all columns, d_projected [3H,count] and n_h's rows of d_gates (`stride` apart): both biases'
// gradients.
void gru_bias_gradient(const Real* d_projected, Index count, const Real* d_gates, Index stride, Index columns,
                       Index hidden, Real* d_input_bias, Real* d_state_bias);

// Sums of products and biases in, activated gates in place and the new state out.
void gru_activate(Real* gates, const Real* previous, Real* state, Index hidden);
// d_state: the loss's gradient by the new state in; out, the part that goes to the previous state past the gates (z).
// gates [4H]: as gru_activate left them in; out, the gradient by the sums of n, r, z and by n_h; rows r, z, n_h are
// what W_hh's backward needs.
void gru_gradient(Real* gates, const Real* previous, Real* d_state, Index hidden);

}  // namespace seq2seq
