#include "model/batch.h"

#include <algorithm>
#include <string>

#include "base/message.h"

namespace seq2seq {
namespace {

std::size_t cell_of(const Batch& batch, int step, int row) {
  return static_cast<std::size_t>(step) * static_cast<std::size_t>(batch.rows) + static_cast<std::size_t>(row);
}

void check_count(const char* name, std::size_t found, std::int64_t expected) {
  if (static_cast<std::int64_t>(found) == expected) return;
  throw_error(ErrorCode::invalid_data,
              {"the batch's ", name, " has ", found, " entries; its sizes ask for ", expected});
}

void check_length(const char* name, int row, int found, int least, int most) {
  if (found >= least && found <= most) return;
  throw_error(ErrorCode::invalid_data,
              {"row ", row, " has ", name, " of length ", found, "; allowed are ", least, " to ", most});
}

void check_token(const char* name, int row, int position, TokenId found, int size) {
  if (found >= 0 && found < size) return;
  throw_error(ErrorCode::invalid_token,
              {name, " token ", found, " in row ", row, ", position ", position, "; allowed are 0 to ", size - 1});
}

// `values` as a double, so that the product itself cannot overflow.
void check_activations(const char* of, double values) {
  if (values <= static_cast<double>(most_activations)) return;
  throw_error(ErrorCode::invalid_value, {"the batch needs ", static_cast<std::int64_t>(values), " values for ", of,
                                         "; allowed are ", most_activations, ": take fewer or shorter rows"});
}

bool source_has(const Batch& batch, int row, TokenId token) {
  for (int s = 0; s < batch.source_lengths[static_cast<std::size_t>(row)]; ++s)
    if (batch.source_extended[cell_of(batch, s, row)] == token) return true;
  return false;
}

}  // namespace

void check_sources(const Batch& batch, const ModelConfig& config) {
  const int B = batch.rows, S = batch.source_length;
  if (B < 1) throw_error(ErrorCode::invalid_data, {"the batch has ", B, " rows; at least 1 is needed"});
  if (S < 1) throw_error(ErrorCode::invalid_data, {"the batch's sources are empty; at least 1 token is needed"});
  const std::int64_t cells = std::int64_t{B} * S;
  check_activations("the encoder's gates", 4.0 * config.hidden_size * B * (S + 1.0));
  check_count("source", batch.source.size(), cells);
  check_count("source_lengths", batch.source_lengths.size(), B);
  const bool copies = config.copy != CopyKind::off;
  if (copies) {
    check_count("source_extended", batch.source_extended.size(), cells);
    if (batch.extended_size < config.vocabulary_size)
      throw_error(ErrorCode::invalid_data, {"the batch's extended_size is ", batch.extended_size,
                                            "; it must be at least the vocabulary's ", config.vocabulary_size});
  }
  for (int b = 0; b < B; ++b) {
    const int length = batch.source_lengths[static_cast<std::size_t>(b)];
    check_length("a source", b, length, 1, S);
    for (int s = 0; s < length; ++s) {
      const std::size_t cell = cell_of(batch, s, b);
      check_token("source", b, s, batch.source[cell], config.vocabulary_size);
      if (copies) check_token("extended source", b, s, batch.source_extended[cell], batch.extended_size);
    }
  }
}

void check_targets(const Batch& batch, const ModelConfig& config) {
  const int B = batch.rows, T = batch.target_length;
  const std::int64_t cells = std::int64_t{B} * std::max(T, 0);
  check_activations("the decoder's gates", 5.0 * config.hidden_size * B * (T + 1.0));
  check_activations("the attention weights", 1.0 * B * T * batch.source_length);
  check_activations("the logits", 1.0 * config.vocabulary_size * B * T);
  check_count("input", batch.input.size(), cells);
  check_count("label", batch.label.size(), cells);
  check_count("target_lengths", batch.target_lengths.size(), B);
  const bool copies = config.copy != CopyKind::off;
  std::int64_t tokens = 0;
  for (int b = 0; b < B; ++b) {
    const int length = batch.target_lengths[static_cast<std::size_t>(b)];
    check_length("a target", b, length, 0, T);
    tokens += length;
    for (int t = 0; t < length; ++t) {
      const std::size_t cell = cell_of(batch, t, b);
      const TokenId label = batch.label[cell];
      check_token("input", b, t, batch.input[cell], config.vocabulary_size);
      check_token("label", b, t, label, copies ? batch.extended_size : config.vocabulary_size);
      const bool generated = config.copy != CopyKind::pointer && label < config.vocabulary_size;
      if (!generated && !source_has(batch, b, label))
        throw_error(ErrorCode::invalid_data,
                    {"label ", label, " in row ", b, ", position ", t, " cannot be produced: it is ",
                     (config.copy == CopyKind::pointer ? "" : "neither in the vocabulary nor "),
                     (config.copy == CopyKind::pointer ? "not " : ""), "in the row's source"});
    }
  }
  if (tokens == 0) throw_error(ErrorCode::invalid_data, {"the batch has no target token; at least 1 is needed"});
}

}  // namespace seq2seq
