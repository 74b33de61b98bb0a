#include "model/output.h"

#include <algorithm>

#include "math/activations.h"
#include "math/gemm.h"
#include "model/columns.h"

namespace seq2seq {

void pack_head(const HeadWeights& head, PackedMatrix& packed) {
  packed.pack(view(head.weight, head.inputs, head.vocabulary), Transpose::yes);
}

void head_forward(const HeadWeights& head, const Real* inputs, Index columns, Real* logits,
                  const PackedMatrix* packed) {
  const ConstView from = view(inputs, head.inputs, columns);
  const View to = view(logits, head.vocabulary, columns);
  if (packed != nullptr)
    multiply(*packed, from, to);
  else
    multiply(view(head.weight, head.inputs, head.vocabulary), Transpose::yes, from, Transpose::no, to);
  for (Index c = 0; c < columns; ++c) add_column(head.bias, logits + c * head.vocabulary, head.vocabulary);
}

void head_backward(const HeadWeights& head, const Real* inputs, const Real* d_logits, Index columns, Real* d_inputs,
                   Real* d_weight, Real* d_bias) {
  const ConstView d = view(d_logits, head.vocabulary, columns);
  multiply(view(head.weight, head.inputs, head.vocabulary), Transpose::no, d, Transpose::no,
           view(d_inputs, head.inputs, columns));
  multiply(view(inputs, head.inputs, columns), Transpose::no, d, Transpose::yes,
           view(d_weight, head.inputs, head.vocabulary));
  std::fill_n(d_bias, head.vocabulary, Real(0));
  for (Index c = 0; c < columns; ++c) add_column(d_logits + c * head.vocabulary, d_bias, head.vocabulary);
}

Real softmax_cross_entropy(Real* logits, Index vocabulary, TokenId label, Real weight) {
  const Real logit = logits[label];
  const Real loss = softmax(logits, vocabulary) - logit;
  logits[label] -= 1;
  for (Index i = 0; i < vocabulary; ++i) logits[i] *= weight;
  return loss;
}

void log_softmax(Real* logits, Index n, Real* scratch) {
  std::copy_n(logits, n, scratch);
  const Real log_sum = softmax(scratch, n);
  for (Index i = 0; i < n; ++i) logits[i] -= log_sum;
}

TokenId argmax(const Real* values, Index n) {
  Index best = 0;
  for (Index i = 1; i < n; ++i)
    if (values[i] > values[best]) best = i;
  return static_cast<TokenId>(best);
}

TokenId draw(const Real* log_probabilities, Index n, Generator& generator, Real* scratch) {
  exp_array(log_probabilities, scratch, n);
  const double u = generator.uniform();
  double sum = 0;
  Index last = 0;  // the last id with any probability, should rounding leave the sum below the draw
  for (Index i = 0; i < n; ++i) {
    if (!(scratch[i] > 0)) continue;
    last = i;
    sum += static_cast<double>(scratch[i]);
    if (sum > u) break;
  }
  return static_cast<TokenId>(last);
}

}  // namespace seq2seq
