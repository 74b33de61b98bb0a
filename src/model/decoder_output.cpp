#include "model/decoder_output.h"

#include <algorithm>

#include "model/columns.h"
#include "model/copy.h"
#include "model/decoder_cell.h"
#include "model/output.h"

namespace seq2seq {
namespace {

Index column_count(const Workspace& w) { return Index{w.target_length} * w.rows; }
Index real_count(const Workspace& w) { return static_cast<Index>(w.output_columns.size()); }
bool has_padding(const Workspace& w) { return real_count(w) < column_count(w); }

}  // namespace

void start_outputs(const ModelConfig& config, const Batch& batch, Workspace& w) {
  const Index H = config.hidden_size, columns = Index{batch.target_length} * batch.rows;
  w.output_slots.assign(static_cast<std::size_t>(columns), -1);
  w.output_columns.clear();
  w.output_columns.reserve(static_cast<std::size_t>(columns));
  for (Index c = 0; c < columns; ++c) {
    if (c / batch.rows >= batch.target_lengths[static_cast<std::size_t>(c % batch.rows)]) continue;
    w.output_slots[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(w.output_columns.size());
    w.output_columns.push_back(static_cast<std::int32_t>(c));
  }
  grown(w.token_losses, columns);
  if (config.copy == CopyKind::pointer) return;
  grown(w.logits, real_count(w) * config.vocabulary_size);
  if (has_padding(w)) grown(w.output_input, 2 * H * real_count(w));
  if (config.copy != CopyKind::pointer_generator) return;
  grown(w.gate_scores, columns);
  grown(w.d_gate_scores, columns);
}

void output_forward(const ModelConfig& config, const Parameters& parameters, Index first, Index last, Workspace& w,
                    const PackedMatrix* packed_head) {
  if (config.copy == CopyKind::pointer) return;
  const Index H = config.hidden_size;
  const Real* const all = w.head_input.data() + w.rows * 2 * H;
  const auto begin = std::lower_bound(w.output_columns.begin(), w.output_columns.end(), first * w.rows);
  const auto end = std::lower_bound(begin, w.output_columns.end(), last * w.rows);
  const Index slot = begin - w.output_columns.begin(), count = end - begin;
  const Real* inputs = all + slot * 2 * H;
  if (has_padding(w)) {
    Real* to = w.output_input.data() + slot * 2 * H;
    inputs = to;
    for (auto c = begin; c != end; ++c, to += 2 * H) copy_column(all + *c * 2 * H, to, 2 * H);
  }
  head_forward(head_weights(config, parameters), inputs, count, w.logits.data() + slot * config.vocabulary_size,
               packed_head);
  if (config.copy != CopyKind::pointer_generator) return;
  const CopyGate gate = copy_gate(config, parameters);
  for (auto c = begin; c != end; ++c, inputs += 2 * H) {
    const std::size_t column = static_cast<std::size_t>(*c);
    w.gate_scores[column] = copy_gate_score(
        gate, inputs, w.decoder_tokens.embedded.data() + w.decoder_tokens.slots[column] * config.embedding_size);
  }
}

double output_losses(const ModelConfig& config, const Batch& batch, Real weight, Workspace& w) {
  const Index V = config.vocabulary_size, S = w.source_length;
  double sum = 0;
  std::fill_n(w.token_losses.begin(), column_count(w), Real(0));
  Real* logits = w.logits.data();
  for (const std::int32_t c : w.output_columns) {
    const std::size_t column = static_cast<std::size_t>(c);
    const TokenId label = batch.label[column];
    Real& token_loss = w.token_losses[column];
    if (config.copy == CopyKind::off) {
      token_loss = softmax_cross_entropy(logits, V, label, weight);
    } else {
      const SourceWords words = source_words(batch, c % batch.rows);
      const Real* const alpha = w.alpha.data() + c * S;
      Real* const log_alpha = w.log_alpha.data() + c * S;
      token_loss = config.copy == CopyKind::pointer
                       ? pointer_loss(words, label, weight, alpha, log_alpha)
                       : pointer_generator_loss(words, label, weight, V, alpha, w.gate_scores[column], logits,
                                                log_alpha, w.d_gate_scores.data() + c);
    }
    if (config.copy != CopyKind::pointer) logits += V;
    sum += static_cast<double>(token_loss);
  }
  return sum;
}

void output_backward(const ModelConfig& config, const Parameters& parameters, Workspace& w, Real* d_values) {
  const Index H = config.hidden_size, columns = column_count(w), count = real_count(w);
  const ParameterOffsets& at = parameters.layout().offsets();
  Real* const d_inputs = grown(w.d_head_input, 2 * H * columns);
  if (config.copy == CopyKind::pointer) {
    std::fill_n(d_inputs, 2 * H * columns, Real(0));
    return;
  }
  const Real* const inputs = w.head_input.data() + w.rows * 2 * H;
  const HeadWeights head = head_weights(config, parameters);
  if (has_padding(w)) {
    const Real* from = grown(w.d_output_input, 2 * H * count);
    head_backward(head, w.output_input.data(), w.logits.data(), count, w.d_output_input.data(),
                  d_values + at.head_weight, d_values + at.head_bias);
    std::fill_n(d_inputs, 2 * H * columns, Real(0));
    for (const std::int32_t c : w.output_columns) {
      copy_column(from, d_inputs + c * 2 * H, 2 * H);
      from += 2 * H;
    }
  } else {
    head_backward(head, inputs, w.logits.data(), count, d_inputs, d_values + at.head_weight, d_values + at.head_bias);
  }
  if (config.copy != CopyKind::pointer_generator) return;
  copy_gate_backward(
      copy_gate(config, parameters), w.decoder_tokens, inputs, w.d_gate_scores.data(), columns,
      {d_values + at.gate_context, d_values + at.gate_state, d_values + at.gate_input, d_values + at.gate_bias},
      d_inputs, grown(w.d_score_by_token, static_cast<Index>(w.decoder_tokens.tokens.size())));
}

}  // namespace seq2seq
