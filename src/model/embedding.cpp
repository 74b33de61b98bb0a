#include "model/embedding.h"

#include <algorithm>

#include "math/gemm.h"
#include "model/columns.h"
#include "model/workspace.h"

namespace seq2seq {

void start_tokens(TokenProjection& p, Index vocabulary, Index columns) {
  if (p.slot_of.size() != static_cast<std::size_t>(vocabulary))
    p.slot_of.assign(static_cast<std::size_t>(vocabulary), -1);
  else
    for (const TokenId token : p.tokens) p.slot_of[static_cast<std::size_t>(token)] = -1;
  p.tokens.clear();
  p.projected_tokens = 0;
  p.slots.assign(static_cast<std::size_t>(columns), -1);
}

std::int32_t enter_token(TokenProjection& p, TokenId token) {
  std::int32_t& slot = p.slot_of[static_cast<std::size_t>(token)];
  if (slot < 0) {
    slot = static_cast<std::int32_t>(p.tokens.size());
    p.tokens.push_back(token);
  }
  return slot;
}

void project_tokens(TokenProjection& p, const InputWeights& w) {
  const Index first = p.projected_tokens, last = static_cast<Index>(p.tokens.size()), fresh = last - first;
  if (fresh == 0) return;
  Real* const embedded = grown(p.embedded, w.embedding * last);
  Real* const projected = grown(p.projected, w.outputs * last);
  for (Index u = first; u < last; ++u)
    copy_column(w.table + p.tokens[static_cast<std::size_t>(u)] * w.embedding, embedded + u * w.embedding, w.embedding);
  multiply(view(w.weight, w.embedding, w.outputs, w.stride), Transpose::yes,
           view(static_cast<const Real*>(embedded + first * w.embedding), w.embedding, fresh), Transpose::no,
           view(projected + first * w.outputs, w.outputs, fresh));
  for (Index u = first; u < last; ++u) add_column(w.bias, projected + u * w.outputs, w.outputs);
  p.projected_tokens = last;
}

void sum_by_token(TokenProjection& p, const Real* d_columns, Index stride, Index outputs, Index columns) {
  const Index count = static_cast<Index>(p.tokens.size());
  Real* const sums = p.projected.data();
  clear_column(sums, outputs * count);
  for (Index c = 0; c < columns; ++c) {
    const std::int32_t slot = p.slots[static_cast<std::size_t>(c)];
    if (slot < 0) continue;
    add_column(d_columns + c * stride, sums + slot * outputs, outputs);
  }
}

void project_tokens_backward(TokenProjection& p, const InputWeights& w, Real* d_weight) {
  const Index count = static_cast<Index>(p.tokens.size());
  const ConstView sums = view(static_cast<const Real*>(p.projected.data()), w.outputs, count);
  const View embedded = view(p.embedded.data(), w.embedding, count);
  multiply(view(static_cast<const Real*>(p.embedded.data()), w.embedding, count), Transpose::no, sums, Transpose::yes,
           view(d_weight, w.embedding, w.outputs, w.stride));
  multiply(view(w.weight, w.embedding, w.outputs, w.stride), Transpose::no, sums, Transpose::no, embedded);
}

void store_embedding_gradient(const TokenProjection& p, Index embedding, Real* d_table,
                              std::vector<std::int32_t>& touched) {
  for (std::size_t u = 0; u < p.tokens.size(); ++u) {
    copy_column(p.embedded.data() + static_cast<Index>(u) * embedding, d_table + p.tokens[u] * embedding, embedding);
    touched.push_back(p.tokens[u]);
  }
}

}  // namespace seq2seq
