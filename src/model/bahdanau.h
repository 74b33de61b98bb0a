// Additive energies, e_i = v . tanh(W_h h_i + W_s s) (Bahdanau et al. 2014, A.1.2), from the keys W_h h_i and the query
// W_s s. Two ways: the direct one, and one from exponentials kept once for each key and query,
//   q = 1 / (exp(2 key) exp(2 query) + 1),  tanh = 1 - 2q,  1 - tanh^2 = 4 (q - q^2),
// which needs no transcendental function for a pair. It is exact while |key| and |query| stay below 21.5.
#pragma once

#include "math/matrix.h"

namespace seq2seq {

// True where every row of W_h and W_s [H,H] (a row's weights one after the other) has an absolute sum of at most 21.5:
// the states of a GRU lie in (-1,1), so no key and no query can be larger. False for NaN.
bool exp_product_is_exact(const Real* key_weight, const Real* query_weight, Index hidden);

// v . tanh(key + query). `scratch`: H values.
Real additive_energy(const Real* key, const Real* query, const Real* v, Index hidden, Real* scratch);
// The same without its constant sum of v, from exponentials.
Real additive_energy_from_exp(const Real* exp_key, const Real* exp_query, const Real* v, Index hidden);

// For one energy's gradient d: adds d (1 - tanh^2) to d_key and to d_query, and d tanh to d_v.
void additive_energy_backward(const Real* key, const Real* query, Real d, Index hidden, Real* d_key, Real* d_query,
                              Real* d_v, Real* scratch);
// The same from exponentials: adds d (q - q^2), a quarter of the above, and -2 d q. What d_v then lacks, the sum of all
// d, is 0 behind a softmax.
void additive_energy_backward_from_exp(const Real* exp_key, const Real* exp_query, Real d, Index hidden, Real* d_key,
                                       Real* d_query, Real* d_v);

}  // namespace seq2seq
