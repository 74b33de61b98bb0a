#include "model/gru.h"

#include <algorithm>

#include "math/activations.h"
#include "math/vectors.h"
#include "model/columns.h"

namespace seq2seq {

void add_up_gru_bias(const Real* input_bias, const Real* state_bias, Index hidden, Real* bias) {
  copy_column(input_bias, bias, hidden);
  for (Index i = 0; i < 2 * hidden; ++i) bias[hidden + i] = input_bias[hidden + i] + state_bias[i];
  copy_column(state_bias + 2 * hidden, bias + 3 * hidden, hidden);
}

void gru_bias_gradient(const Real* d_projected, Index count, const Real* d_gates, Index stride, Index columns,
                       Index hidden, Real* d_input_bias, Real* d_state_bias) {
  clear_column(d_input_bias, 3 * hidden);
  for (Index c = 0; c < count; ++c) add_column(d_projected + c * 3 * hidden, d_input_bias, 3 * hidden);
  copy_column(d_input_bias + hidden, d_state_bias, 2 * hidden);  // r and z see both biases alike
  Real* const d_n_h = d_state_bias + 2 * hidden;
  clear_column(d_n_h, hidden);
  for (Index c = 0; c < columns; ++c) add_column(d_gates + c * stride + 3 * hidden, d_n_h, hidden);
}

void gru_activate(Real* gates, const Real* previous, Real* state, Index hidden) {
  Real* const n = gates;
  Real* const r = gates + hidden;
  Real* const z = r + hidden;
  const Real* const n_h = z + hidden;
  sigmoid_array(r, r, 2 * hidden);
  Index i = 0;
  for (; i + 4 <= hidden; i += 4) store4(n + i, load4(n + i) + load4(r + i) * load4(n_h + i));
  for (; i < hidden; ++i) n[i] += r[i] * n_h[i];
  tanh_array(n, n, hidden);
  const Real4 one = splat4(1);
  for (i = 0; i + 4 <= hidden; i += 4) {
    const Real4 keep = load4(z + i);
    store4(state + i, (one - keep) * load4(n + i) + keep * load4(previous + i));
  }
  for (; i < hidden; ++i) state[i] = (1 - z[i]) * n[i] + z[i] * previous[i];
}

void gru_gradient(Real* gates, const Real* previous, Real* d_state, Index hidden) {
  Real* const n = gates;
  Real* const r = gates + hidden;
  Real* const z = r + hidden;
  Real* const n_h = z + hidden;
  const Real4 one = splat4(1);
  Index i = 0;
  for (; i + 4 <= hidden; i += 4) {
    const Real4 d = load4(d_state + i), new_state = load4(n + i), reset = load4(r + i), keep = load4(z + i);
    const Real4 d_n = d * (one - keep) * (one - new_state * new_state);
    store4(n + i, d_n);
    store4(r + i, d_n * load4(n_h + i) * reset * (one - reset));
    store4(z + i, d * (load4(previous + i) - new_state) * keep * (one - keep));
    store4(n_h + i, d_n * reset);
    store4(d_state + i, d * keep);
  }
  for (; i < hidden; ++i) {
    const Real d = d_state[i], new_state = n[i], reset = r[i], keep = z[i];
    const Real d_n = d * (1 - keep) * (1 - new_state * new_state);
    n[i] = d_n;
    r[i] = d_n * n_h[i] * reset * (1 - reset);
    z[i] = d * (previous[i] - new_state) * keep * (1 - keep);
    n_h[i] = d_n * reset;
    d_state[i] = d * keep;
  }
}

}  // namespace seq2seq
