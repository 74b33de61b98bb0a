#include "model/seq2seq.h"

#include <algorithm>
#include <string>

#include "base/message.h"
#include "model/decoder.h"
#include "model/encoder.h"
#include "model/workspace.h"

namespace seq2seq {
Seq2Seq::Seq2Seq(const ModelConfig& config)
    : config_(config), layout_(std::make_shared<const ParameterLayout>(config)) {}

Loss Seq2Seq::forward(const Parameters& parameters, const Batch& batch, const Feeding& feeding, LossKind kind,
                      Workspace& workspace) const {
  check_sources(batch, config_);
  check_targets(batch, config_);
  if (feeding.own != nullptr && feeding.prediction == OwnPrediction::sample && feeding.generator == nullptr)
    throw_error(ErrorCode::invalid_value, {"sampled predictions need a generator; there is none"});
  workspace.holds = Workspace::Holds::nothing;
  encoder_forward(config_, parameters, batch, workspace);
  decoder_prepare(config_, parameters, workspace);
  const Loss loss = decoder_forward(config_, parameters, batch, feeding, kind, workspace);
  workspace.holds = Workspace::Holds::pass;
  return loss;
}

void Seq2Seq::backward(const Parameters& parameters, const Batch& batch, Workspace& workspace,
                       Gradients& gradients) const {
  if (workspace.rows != batch.rows || workspace.source_length != batch.source_length ||
      workspace.target_length != batch.target_length || workspace.holds != Workspace::Holds::pass)
    throw_error(ErrorCode::invalid_state, {"backward needs the workspace of this batch's forward pass"});
  workspace.holds = Workspace::Holds::nothing;
  gradients.clear_touched();
  decoder_backward(config_, parameters, batch, workspace, gradients);
  encoder_backward(config_, parameters, batch, workspace, gradients);
}

void Seq2Seq::encode(const Parameters& parameters, const Batch& batch, Workspace& workspace) const {
  check_sources(batch, config_);
  encoder_forward(config_, parameters, batch, workspace);
  decoder_prepare(config_, parameters, workspace);
  workspace.target_length = 0;
  workspace.holds = Workspace::Holds::sources;
}

void Seq2Seq::initial_state(const Workspace& workspace, const std::vector<int>& rows, Matrix& state) const {
  const Index H = config_.hidden_size, B = workspace.rows;
  state.resize(H, static_cast<Index>(rows.size()));
  const Real* const last = workspace.encoder_states.data() + workspace.source_length * B * H;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (rows[j] < 0 || rows[j] >= B)
      throw_error(ErrorCode::invalid_value, {"there is no row ", rows[j], " in a batch of ", B});
    std::copy_n(last + rows[j] * H, H, state.data() + static_cast<Index>(j) * H);
  }
}

void Seq2Seq::step(const Parameters& parameters, const Batch& batch, Workspace& workspace, const std::vector<int>& rows,
                   const std::vector<TokenId>& tokens, Matrix& state, Matrix& log_probabilities,
                   Matrix& attention) const {
  if (workspace.rows != batch.rows || workspace.source_length != batch.source_length ||
      workspace.holds == Workspace::Holds::nothing)
    throw_error(ErrorCode::invalid_state, {"step needs the workspace of this batch's encode"});
  const std::size_t N = rows.size();
  if (tokens.size() != N || state.cols() != static_cast<Index>(N) || state.rows() != config_.hidden_size)
    throw_error(ErrorCode::invalid_value, {"step was given ", N, " rows, ", tokens.size(), " tokens and ", state.cols(),
                                           " states; it needs as many of each"});
  const int most = config_.copy == CopyKind::off ? config_.vocabulary_size : batch.extended_size;
  if (static_cast<std::int64_t>(N) > most_activations / most)
    throw_error(ErrorCode::invalid_value,
                {"step was given ", N, " hypotheses; a vocabulary of ", most, " allows ", most_activations / most});
  for (std::size_t j = 0; j < N; ++j) {
    if (rows[j] < 0 || rows[j] >= batch.rows)
      throw_error(ErrorCode::invalid_value, {"there is no row ", rows[j], " in a batch of ", batch.rows});
    if (tokens[j] < 0 || tokens[j] >= most)
      throw_error(ErrorCode::invalid_token,
                  {"token ", tokens[j], " of hypothesis ", j, "; allowed are 0 to ", most - 1});
  }
  if (N == 0) {
    log_probabilities.resize(most, 0);
    attention.resize(workspace.source_length, 0);
    return;
  }
  decoder_step(config_, parameters, batch, workspace, rows, tokens, state, log_probabilities, attention);
}

}  // namespace seq2seq
