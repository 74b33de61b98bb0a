// Embedding and the GRU's input product, once for each distinct token of a batch: a token that occurs forty times is
// looked up, multiplied and differentiated once.
#pragma once

#include <cstdint>
#include <vector>

#include "math/matrix.h"
#include "model/batch.h"

namespace seq2seq {

struct TokenProjection {
  std::vector<std::int32_t> slot_of;  // [V] -1: the token does not occur
  std::vector<TokenId> tokens;        // [U] in order of first appearance
  std::vector<std::int32_t> slots;    // [columns] each column's token; -1: padding
  Index projected_tokens = 0;         // the first so many are projected
  std::vector<Real> embedded;         // [E,U]; from project_tokens_backward on, its gradient
  std::vector<Real> projected;        // [3H,U] W_ih x plus biases, rows n, r, z; from sum_by_token on, their gradient
};

// The input weights as they lie: column j holds the weights of output row j.
struct InputWeights {
  const Real* table;   // [E,V] the embedding, a token's vector a column
  const Real* weight;  // [E,3H] with `stride` between columns
  Index stride;
  const Real* bias;  // [3H]
  Index embedding, outputs;
};

// Forgets the tokens of the batch before.
void start_tokens(TokenProjection& projection, Index vocabulary, Index columns);
// The slot of a token, entered if it is new.
std::int32_t enter_token(TokenProjection& projection, TokenId token);
// Projects what was entered since the last call. A token's bits do not depend on which others are projected with it.
void project_tokens(TokenProjection& projection, const InputWeights& weights);

// In place of what was projected: the columns' gradients added up token by token, rows [0,outputs) of `columns`
// columns.
void sum_by_token(TokenProjection& projection, const Real* d_columns, Index stride, Index outputs, Index columns);
// From those sums: d_weight [E,3H], written whole, and in place of what was embedded its gradient.
void project_tokens_backward(TokenProjection& projection, const InputWeights& weights, Real* d_weight);
// Writes the gradient by `embedded` to the tokens' rows of the gradient, which was 0, and notes the rows.
void store_embedding_gradient(const TokenProjection& projection, Index embedding, Real* d_table,
                              std::vector<std::int32_t>& touched);

}  // namespace seq2seq
