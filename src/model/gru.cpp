#include "model/gru.h"

#include <algorithm>

#include "math/activations.h"
#include "model/columns.h"

namespace seq2seq {

void add_up_gru_bias(const Real* input_bias, const Real* state_bias, Index hidden, Real* bias) {
  std::copy_n(input_bias, hidden, bias);
  for (Index i = 0; i < 2 * hidden; ++i) bias[hidden + i] = input_bias[hidden + i] + state_bias[i];
  std::copy_n(state_bias + 2 * hidden, hidden, bias + 3 * hidden);
}

void gru_bias_gradient(const Real* d_projected, Index count, const Real* d_gates, Index stride, Index columns,
                       Index hidden, Real* d_input_bias, Real* d_state_bias) {
  std::fill_n(d_input_bias, 3 * hidden, Real(0));
  for (Index c = 0; c < count; ++c) add_column(d_projected + c * 3 * hidden, d_input_bias, 3 * hidden);
  std::copy_n(d_input_bias + hidden, 2 * hidden, d_state_bias);  // r and z see both biases alike
  Real* const d_n_h = d_state_bias + 2 * hidden;
  std::fill_n(d_n_h, hidden, Real(0));
  for (Index c = 0; c < columns; ++c) add_column(d_gates + c * stride + 3 * hidden, d_n_h, hidden);
}

void gru_activate(Real* gates, const Real* previous, Real* state, Index hidden) {
  Real* const n = gates;
  Real* const r = gates + hidden;
  Real* const z = r + hidden;
  const Real* const n_h = z + hidden;
  sigmoid_array(r, r, 2 * hidden);
  for (Index i = 0; i < hidden; ++i) n[i] += r[i] * n_h[i];
  tanh_array(n, n, hidden);
  for (Index i = 0; i < hidden; ++i) state[i] = (1 - z[i]) * n[i] + z[i] * previous[i];
}

void gru_gradient(const Real* gates, const Real* previous, Real* d_state, Real* d_gates, Index hidden) {
  const Real* const n = gates;
  const Real* const r = gates + hidden;
  const Real* const z = r + hidden;
  const Real* const n_h = z + hidden;
  Real* const d_n = d_gates;
  Real* const d_r = d_gates + hidden;
  Real* const d_z = d_r + hidden;
  Real* const d_n_h = d_z + hidden;
  for (Index i = 0; i < hidden; ++i) {
    const Real d = d_state[i];
    const Real dn = d * (1 - z[i]) * (1 - n[i] * n[i]);
    d_n[i] = dn;
    d_r[i] = dn * n_h[i] * r[i] * (1 - r[i]);
    d_z[i] = d * (previous[i] - n[i]) * z[i] * (1 - z[i]);
    d_n_h[i] = dn * r[i];
    d_state[i] = d * z[i];
  }
}

}  // namespace seq2seq
