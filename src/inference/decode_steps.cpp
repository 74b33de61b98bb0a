#include "inference/decode_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/message.h"
#include "math/activations.h"
#include "math/portable.h"
#include "model/copy.h"
#include "model/decoder_cell.h"
#include "model/workspace.h"

namespace seq2seq {
namespace {

void check(const DecodeStepsOptions& options, const Batch& batch, int extended) {
  if (batch.rows != 1)
    throw_error(ErrorCode::invalid_value, {"a decode is followed for one source; the batch has ", batch.rows});
  if (options.steps < 1) throw_error(ErrorCode::invalid_value, {"steps is ", options.steps, "; allowed: 1 or more"});
  if (options.top < 0) throw_error(ErrorCode::invalid_value, {"top is ", options.top, "; allowed: 0 or more"});
  const auto check_id = [extended](const char* what, TokenId id) {
    if (id < 0 || id >= extended)
      throw_error(ErrorCode::invalid_token, {what, " is ", id, "; allowed: 0 to ", extended - 1});
  };
  check_id("the BOS id", options.bos);
  check_id("the EOS id", options.eos);
  for (const TokenId id : options.inputs)
    if (id != own_prediction) check_id("an input", id);
  for (const TokenId id : options.expected) check_id("an expected token", id);
}

// The likeliest tokens, the lower id first on ties.
std::vector<TokenId> likeliest(const Matrix& log_probabilities, int count) {
  std::vector<TokenId> ids(static_cast<std::size_t>(log_probabilities.rows()));
  std::iota(ids.begin(), ids.end(), 0);
  const auto kept = ids.begin() + std::min<std::ptrdiff_t>(count, static_cast<std::ptrdiff_t>(ids.size()));
  std::partial_sort(ids.begin(), kept, ids.end(), [&](TokenId a, TokenId b) {
    const Real first = log_probabilities(a, 0), second = log_probabilities(b, 0);
    return first > second || (first == second && a < b);
  });
  ids.erase(kept, ids.end());
  return ids;
}

}  // namespace

std::vector<DecodedStep> decode_steps(const Seq2Seq& model, const Parameters& parameters, const Batch& batch,
                                      const DecodeStepsOptions& options) {
  const ModelConfig& config = model.config();
  const int V = config.vocabulary_size;
  check(options, batch, config.copy == CopyKind::off ? V : batch.extended_size);
  Workspace workspace;
  model.encode(parameters, batch, workspace);
  Matrix state, log_probabilities, attention;
  model.initial_state(workspace, {0}, state);

  std::vector<DecodedStep> run;
  TokenId next = options.bos;
  bool ended = false;
  for (int t = 0; t < options.steps; ++t) {
    const std::size_t at = static_cast<std::size_t>(t);
    DecodedStep step;
    step.given = at < options.inputs.size() && options.inputs[at] != own_prediction;
    const TokenId fed = step.given ? options.inputs[at] : next;
    step.input = fed < V ? fed : config.unk_id;
    model.step(parameters, batch, workspace, {0}, {fed}, state, log_probabilities, attention);
    // A NaN compares false with everything: it would be shown as if token 0 had been chosen.
    for (Index i = 0; i < log_probabilities.rows(); ++i)
      if (std::isnan(log_probabilities(i, 0)))
        throw_error(ErrorCode::not_finite, {"the log-probability of token ", i, " at step ", t,
                                            " is NaN; the model's weights cannot be used"});
    step.top = likeliest(log_probabilities, std::max(options.top, 1));
    step.prediction = step.top.front();
    if (options.top == 0) step.top.clear();
    for (const TokenId id : step.top)
      step.top_probabilities.push_back(portable_exp(static_cast<double>(log_probabilities(id, 0))));
    step.state.assign(state.data(), state.data() + state.size());
    if (config.attention != AttentionKind::none)
      step.alpha.assign(attention.data(), attention.data() + attention.size());
    if (config.copy == CopyKind::pointer_generator)
      step.p_gen = static_cast<double>(sigmoid_scalar(copy_gate_score(
          copy_gate(config, parameters), workspace.step_head_input.data(),
          workspace.step_tokens.embedded.data() + workspace.step_tokens.slots[0] * config.embedding_size)));
    if (at < options.expected.size()) {
      step.has_loss = true;
      step.loss = -static_cast<double>(log_probabilities(options.expected[at], 0));
    }
    ended = ended || step.prediction == options.eos;
    step.ended = ended;
    next = step.prediction;
    run.push_back(std::move(step));
    if (ended && options.stop) break;
  }
  return run;
}

std::vector<double> state_distances(const std::vector<std::vector<Real>>& one,
                                    const std::vector<std::vector<Real>>& other) {
  std::vector<double> distances;
  for (std::size_t t = 0; t < std::min(one.size(), other.size()); ++t) {
    if (one[t].size() != other[t].size())
      throw_error(ErrorCode::invalid_value, {"the states of step ", t, " have ", one[t].size(), " and ",
                                             other[t].size(), " values; allowed: as many of each"});
    double sum = 0;
    for (std::size_t i = 0; i < one[t].size(); ++i) {
      const double difference = static_cast<double>(one[t][i]) - static_cast<double>(other[t][i]);
      sum += difference * difference;
    }
    if (!std::isfinite(sum))
      throw_error(ErrorCode::invalid_value, {"a state of step ", t, " holds a value that is no finite number"});
    distances.push_back(std::sqrt(sum));
  }
  return distances;
}

}  // namespace seq2seq
