#include "model/attention.h"

#include <algorithm>
#include <limits>

#include "math/activations.h"
#include "model/bahdanau.h"
#include "model/columns.h"

namespace seq2seq {

void attention_energies(const AttentionMemory& m, Index row, const Real* query, Real* energies, Real* scratch) {
  const Index length = m.lengths[row];
  switch (m.kind) {
    case AttentionKind::bahdanau:
      if (m.exp_product)
        for (Index s = 0; s < length; ++s) energies[s] = additive_energy_from_exp(m.key(s, row), query, m.v, m.hidden);
      else
        for (Index s = 0; s < length; ++s) energies[s] = additive_energy(m.key(s, row), query, m.v, m.hidden, scratch);
      return;
    case AttentionKind::luong_dot:
    case AttentionKind::luong_general:
      for (Index s = 0; s < length; ++s) energies[s] = dot_product(m.key(s, row), query, m.hidden);
      return;
    case AttentionKind::none:  // all weight on the last state
      std::fill_n(energies, length, -std::numeric_limits<Real>::infinity());
      energies[length - 1] = 0;
      return;
  }
}

void attend(const AttentionMemory& m, Index row, const Real* query, Real* alpha, Real* context, Real* scratch,
            Real* log_alpha) {
  const Index length = m.lengths[row];
  attention_energies(m, row, query, alpha, scratch);
  if (log_alpha == nullptr) {
    softmax_weights(alpha, length);
  } else {
    std::copy_n(alpha, length, log_alpha);
    const Real log_sum = softmax(alpha, length);
    for (Index s = 0; s < length; ++s) log_alpha[s] -= log_sum;
    std::fill(log_alpha + length, log_alpha + m.source_length, -std::numeric_limits<Real>::infinity());
  }
  std::fill(alpha + length, alpha + m.source_length, Real(0));
  clear_column(context, m.hidden);
  for (Index s = 0; s < length; ++s)
    if (alpha[s] != 0) add_scaled(alpha[s], m.state(s, row), context, m.hidden);
}

void attend_backward(const AttentionMemory& m, Index row, const Real* query, const Real* alpha, const Real* d_context,
                     const Real* d_energies, const AttentionGradient& g, Real* d_query, Real* scratch) {
  const Index length = m.lengths[row], hidden = m.hidden;
  const auto column = [&m, row, hidden](Real* base, Index s) { return base + (s * m.rows + row) * hidden; };
  if (d_query != nullptr) clear_column(d_query, hidden);
  Real* const d = scratch;  // [S] by the energies
  Real mean = 0;            // sum of alpha * d_alpha
  for (Index s = 0; s < length; ++s) {
    if (alpha[s] != 0) add_scaled(alpha[s], d_context, column(g.d_states, s), hidden);
    d[s] = dot_product(d_context, m.state(s, row), hidden);
    mean += alpha[s] * d[s];
  }
  if (m.kind == AttentionKind::none) return;
  for (Index s = 0; s < length; ++s) {
    d[s] = alpha[s] * (d[s] - mean);
    if (d_energies != nullptr) d[s] += d_energies[s];
  }
  if (m.kind != AttentionKind::bahdanau) {
    for (Index s = 0; s < length; ++s) {
      add_scaled(d[s], query, column(g.d_keys, s), hidden);
      add_scaled(d[s], m.key(s, row), d_query, hidden);
    }
    return;
  }
  for (Index s = 0; s < length; ++s) {
    if (m.exp_product)
      additive_energy_backward_from_exp(m.key(s, row), query, d[s], hidden, column(g.d_keys, s), d_query, g.d_v);
    else
      additive_energy_backward(m.key(s, row), query, d[s], hidden, column(g.d_keys, s), d_query, g.d_v,
                               scratch + m.source_length);
  }
  const Real factor = m.exp_product ? 4 : 1;
  for (Index i = 0; i < hidden; ++i) d_query[i] *= factor * m.v[i];
}

void finish_attention_gradient(const AttentionMemory& m, const AttentionGradient& g) {
  if (m.kind != AttentionKind::bahdanau) return;
  const Real factor = m.exp_product ? 4 : 1;
  for (Index column = 0; column < m.rows * m.source_length; ++column)
    for (Index i = 0; i < m.hidden; ++i) g.d_keys[column * m.hidden + i] *= factor * m.v[i];
}

}  // namespace seq2seq
