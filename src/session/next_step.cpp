#include "session/next_step.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "math/portable.h"
#include "model/decoder_cell.h"
#include "session/digest.h"
#include "session/state.h"
#include "text/batches.h"
#include "training/schedule.h"
#include "training/shard_gradient.h"
#include "training/shards.h"

namespace seq2seq {
namespace {

double norm(const Real* values, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  return std::sqrt(sum);
}

Generator standing_at(const Generator::State& state) {
  Generator generator(0);
  generator.restore(state);
  return generator;
}

// What of a session is looked at.
struct Looked {
  const Seq2Seq& model;
  const Parameters& parameters;
  const Corpus& corpus;
  const TrainingConfig& training;
  TrainerPosition at;
};

// A batch, and the pairs in it.
struct Rows {
  std::vector<Example> pairs;
  Batch batch;
};

// `watched`: where padding is asked for.
Rows rows_of(const Looked& s, const Example* watched, int padding) {
  constexpr int most_padding = 64;
  if (padding < 0 || padding > most_padding)
    throw Error(ErrorCode::invalid_value,
                "padding is " + std::to_string(padding) + "; allowed: 0 to " + std::to_string(most_padding));
  Rows rows;
  if (padding > 0) {
    rows.pairs.assign(2, *watched);
    Example& longer = rows.pairs.back();
    const std::size_t more = static_cast<std::size_t>(padding);
    longer.source.insert(longer.source.begin(), more, longer.source.front());
    // A word that the target has already can be said by a model that only copies, too.
    longer.target.insert(longer.target.begin(), more,
                         longer.target.empty() ? s.corpus.specials().eos : longer.target.front());
  } else {
    Generator shuffling = standing_at(s.at.shuffling);
    const auto plan = plan_batches(s.corpus.train, s.training.batch_size, &shuffling);
    if (static_cast<std::size_t>(s.at.batch) >= plan.size())
      throw Error(ErrorCode::invalid_data, "there is no batch to train on; allowed: a session with its pairs");
    for (const std::uint32_t row : plan[static_cast<std::size_t>(s.at.batch)])
      rows.pairs.push_back(s.corpus.train[row]);
  }
  std::vector<std::uint32_t> all;
  while (all.size() < rows.pairs.size()) all.push_back(static_cast<std::uint32_t>(all.size()));
  rows.batch = make_batch(rows.pairs, all, s.corpus.vocabulary(), s.model.config().copy);
  return rows;
}

// What the pass in the workspace fed and lost in row b of `part`, which is the batch's `row`.
void read_row(const Looked& s, const Workspace& w, const Batch& part, const std::vector<std::uint8_t>& own, int b,
              const Example& pair, int row, NextStep& next) {
  const ModelConfig& config = s.model.config();
  const Index H = config.hidden_size, V = config.vocabulary_size, S = part.source_length;
  const auto label = [&](TokenId id) { return s.corpus.codec.label(id, pair.unknown); };
  std::vector<std::string>& source = next.sources.emplace_back();
  for (const TokenId id : pair.source) source.push_back(label(id));
  std::vector<Real> logits(static_cast<std::size_t>(V));
  for (int t = 0; t < part.target_length; ++t) {
    const std::size_t column = static_cast<std::size_t>(t * part.rows + b);
    if (t >= part.target_lengths[static_cast<std::size_t>(b)]) {
      next.padding_loss = std::max(next.padding_loss, static_cast<double>(std::abs(w.token_losses[column])));
      continue;
    }
    if (config.attention != AttentionKind::none) {
      const Real* const alpha = w.alpha.data() + static_cast<Index>(column) * S;
      for (Index i = part.source_lengths[static_cast<std::size_t>(b)]; i < S; ++i)
        next.padding_weight = std::max(next.padding_weight, static_cast<double>(alpha[i]));
    }
    FedStep& step = next.steps.emplace_back();
    step.row = row;
    step.input = label(w.fed[column]);
    step.own = own[column] != 0;
    step.truth = label(part.label[column]);
    step.loss = w.token_losses[column];
    step.probability = portable_exp(-static_cast<double>(step.loss));
    if (config.copy != CopyKind::off) continue;
    // In the workspace the loss's gradient stands where the logits were.
    head_forward(head_weights(config, s.parameters),
                 w.head_input.data() + (static_cast<Index>(column) + part.rows) * 2 * H, 1, logits.data());
    step.logit = logits[static_cast<std::size_t>(part.label[column])];
    step.prediction = label(argmax(logits.data(), V));
  }
}

// Forward and backward, part by part as the trainer does it, from where the trainer stands.
void pass_over(const Looked& s, const Rows& rows, bool padded, NextStep& next, Gradients& gradients) {
  const TrainingConfig& training = s.training;
  const TrainerPosition& at = s.at;
  ForcingConfig forcing = training.forcing;
  if (padded) forcing.schedule = ScheduleKind::teacher;
  const Batch& batch = rows.batch;
  const bool mean = training.loss == LossKind::mean;
  const int parts = std::min(training.shards, batch.rows);
  StepReport& report = next.report;
  report.step = at.step;
  report.epoch = at.epoch;
  report.epsilon = teacher_probability(forcing, training.epochs > 0 ? at.epoch : at.step);
  next.source_length = batch.source_length;
  next.target_length = batch.target_length;

  Generator coins = standing_at(at.coins), sampling = standing_at(at.sampling);
  std::vector<std::uint8_t> own, part_own;
  throw_coins(forcing, report.epsilon, batch, coins, own);
  Batch part;
  Workspace workspace;
  Feeding feeding;
  feeding.prediction = forcing.prediction;
  feeding.generator = &sampling;
  for (int which = 0; which < parts; ++which) {
    const int begin = batch.rows * which / parts, end = batch.rows * (which + 1) / parts;
    cut_rows(batch, begin, end, part);
    cut_rows(own, batch.rows, begin, end, part_own);
    if (forcing.schedule != ScheduleKind::teacher) feeding.own = part_own.data();
    const Loss loss =
        s.model.forward(s.parameters, part, feeding, parts > 1 ? LossKind::sum : training.loss, workspace);
    report.loss_sum += loss.sum;
    report.tokens += loss.tokens;
    for (int b = 0; b < part.rows; ++b)
      read_row(s, workspace, part, part_own, b, rows.pairs[static_cast<std::size_t>(begin + b)], begin + b, next);
    if (which == 0) {
      s.model.backward(s.parameters, part, workspace, gradients);
      continue;
    }
    Gradients more(gradients.shared_layout());
    s.model.backward(s.parameters, part, workspace, more);
    add_gradient(more, gradients);
  }
  report.loss = mean ? report.loss_sum / static_cast<double>(report.tokens) : report.loss_sum;
  if (mean && parts > 1) {
    const Real scale = Real(1) / static_cast<Real>(report.tokens);
    for (std::size_t i = 0; i < gradients.size(); ++i) gradients.data()[i] *= scale;
  }
  report.gradient_norm = gradient_norm(gradients);
  if (!std::isfinite(report.loss_sum + report.gradient_norm))
    throw Error(ErrorCode::not_finite, "the next step's loss or gradient is infinite or NaN");
}

// The parameter that is asked for, and where in it. Nothing asked: where the gradient is largest.
std::pair<std::string, std::size_t> followed(const NextStepRequest& request, const Gradients& gradients) {
  const std::vector<Parameter>& list = gradients.layout().list();
  if (request.tensor) {
    const Parameter& parameter = gradients.layout().find(*request.tensor);
    if (request.index >= parameter.size)
      throw Error(ErrorCode::invalid_value, "index is " + std::to_string(request.index) + "; allowed for " +
                                                parameter.name + ": 0 to " + std::to_string(parameter.size - 1));
    return {parameter.name, request.index};
  }
  std::pair<std::string, std::size_t> best{list.front().name, 0};
  Real largest = -1;
  for (const Parameter& parameter : list) {
    const std::vector<Real> values = gradients.read(parameter.name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!(std::abs(values[i]) > largest)) continue;
      largest = std::abs(values[i]);
      best = {parameter.name, i};
    }
  }
  return best;
}

}  // namespace

NextStep Session::next_step(const NextStepRequest& request) const {
  const State& s = *state_;
  const TrainingConfig& training = s.configuration.training;
  const bool padded = request.padding != 0;  // then it is nobody's next step
  if (finished() && !padded)
    throw Error(ErrorCode::invalid_state, "the run is finished after " + std::to_string(steps_done()) +
                                              " steps; allowed: one with a step left, or more epochs");

  NextStep next;
  Gradients gradients(s.parameters.shared_layout());
  const Looked looked{s.model, s.parameters, s.corpus, training, s.trainer->position()};
  pass_over(looked, rows_of(looked, padded ? &s.watched() : nullptr, request.padding), padded, next, gradients);

  const Parameters& before = s.parameters;
  Gradients clipped = gradients;
  clip_gradients(clipped, training.clip_norm);
  if (training.clip_norm > 0) next.clip_factor = std::min(1.0, training.clip_norm / (next.report.gradient_norm + 1e-6));
  next.clipped_norm = gradient_norm(clipped);

  const auto [name, index] = followed(request, gradients);
  const auto value = [name = name, index = index](const Parameters& of) { return of.read(name)[index]; };
  const Optimizer& moments = s.trainer->optimizer();
  WeightMove& weight = next.weight;
  weight.tensor = name;
  weight.index = index;
  weight.before = value(before);
  weight.gradient = value(gradients);
  weight.clipped = value(clipped);
  weight.first_before = value(moments.first_moment());
  weight.second_before = value(moments.second_moment());

  // The update, by a copy of the session's optimiser, with its moments.
  Parameters after = before;
  Optimizer optimizer = moments;
  if (!optimizer.step(after, clipped) && !padded)
    throw Error(ErrorCode::not_finite, "the next step would make the weights diverge; their norm may be at most 1e6");
  weight.after = value(after);
  weight.first = value(optimizer.first_moment());
  weight.second = value(optimizer.second_moment());
  next.update = optimizer.steps_taken();
  next.step_size = training.learning_rate;
  if (training.optimizer != OptimizerKind::sgd) {
    const double t = static_cast<double>(next.update);
    next.step_size /= 1 - portable_pow(training.beta1, t);
    next.correction = std::sqrt(1 - portable_pow(training.beta2, t));
  }
  next.digest = seq2seq::digest(after);

  for (const Parameter& p : before.layout().list()) {
    std::vector<Real> change(after.at(p), after.at(p) + p.size);
    for (std::size_t i = 0; i < p.size; ++i) change[i] -= before.at(p)[i];
    next.tensors.push_back(
        {p.name, p.shape, norm(before.at(p), p.size), norm(gradients.at(p), p.size), norm(change.data(), p.size)});
  }
  return next;
}

}  // namespace seq2seq
