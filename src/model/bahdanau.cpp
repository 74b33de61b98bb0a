#include "model/bahdanau.h"

#include <cmath>

#include "math/activations.h"
#include "math/vectors.h"

namespace seq2seq {
namespace {

Real lanes_sum(const Real4& v) {
  Real lanes[4];
  store4(lanes, v);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

bool rows_stay_below(const Real* weight, Index hidden, Real limit) {
  for (Index row = 0; row < hidden; ++row) {
    Real sum = 0;
    for (Index i = 0; i < hidden; ++i) sum += std::fabs(weight[row * hidden + i]);
    if (!(sum <= limit)) return false;
  }
  return true;
}

}  // namespace

bool exp_product_is_exact(const Real* key_weight, const Real* query_weight, Index hidden) {
  const Real limit = Real(21.5);
  return rows_stay_below(key_weight, hidden, limit) && rows_stay_below(query_weight, hidden, limit);
}

Real additive_energy(const Real* key, const Real* query, const Real* v, Index hidden, Real* scratch) {
  for (Index i = 0; i < hidden; ++i) scratch[i] = key[i] + query[i];
  tanh_array(scratch, scratch, hidden);
  Real energy = 0;
  for (Index i = 0; i < hidden; ++i) energy += v[i] * scratch[i];
  return energy;
}

void additive_energy_backward(const Real* key, const Real* query, Real d, Index hidden, Real* d_key, Real* d_query,
                              Real* d_v, Real* scratch) {
  for (Index i = 0; i < hidden; ++i) scratch[i] = key[i] + query[i];
  tanh_array(scratch, scratch, hidden);
  for (Index i = 0; i < hidden; ++i) {
    const Real t = scratch[i], inner = d * (1 - t * t);
    d_key[i] += inner;
    d_query[i] += inner;
    d_v[i] += d * t;
  }
}

Real additive_energy_from_exp(const Real* exp_key, const Real* exp_query, const Real* v, Index hidden) {
  const Real4 one = splat4(1);
  Real4 sums = splat4(0);
  Index i = 0;
  for (; i + 4 <= hidden; i += 4) sums = sums + load4(v + i) / (load4(exp_key + i) * load4(exp_query + i) + one);
  Real sum = lanes_sum(sums);
  for (; i < hidden; ++i) sum += v[i] / (exp_key[i] * exp_query[i] + 1);
  return -2 * sum;
}

void additive_energy_backward_from_exp(const Real* exp_key, const Real* exp_query, Real d, Index hidden, Real* d_key,
                                       Real* d_query, Real* d_v) {
  const Real4 one = splat4(1), gradient = splat4(d), twice = splat4(-2 * d);
  Index i = 0;
  for (; i + 4 <= hidden; i += 4) {
    const Real4 q = one / (load4(exp_key + i) * load4(exp_query + i) + one);
    const Real4 inner = gradient * (q - q * q);
    store4(d_key + i, load4(d_key + i) + inner);
    store4(d_query + i, load4(d_query + i) + inner);
    store4(d_v + i, load4(d_v + i) + twice * q);
  }
  for (; i < hidden; ++i) {
    const Real q = 1 / (exp_key[i] * exp_query[i] + 1);
    const Real inner = d * (q - q * q);
    d_key[i] += inner;
    d_query[i] += inner;
    d_v[i] += -2 * d * q;
  }
}

}  // namespace seq2seq
