#include "session/next_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/message.h"
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

constexpr int most_added_padding = 64;

// The Euclidean norm of each parameter.
void norms(const Parameters& of, std::vector<double>& to) {
  for (const Parameter& p : of.layout().list()) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size; ++i) sum += static_cast<double>(of.at(p)[i]) * static_cast<double>(of.at(p)[i]);
    to.push_back(std::sqrt(sum));
  }
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

// The pairs of a batch: some of a pool.
struct Rows {
  const std::vector<Example>& pool;
  std::vector<std::uint32_t> which;
};

// The watched pair, and one that is so many places longer.
std::vector<Example> with_longer(const Example& pair, int padding, TokenId eos) {
  if (padding < 0 || padding > most_added_padding)
    throw_error(ErrorCode::invalid_value, {"padding is ", padding, "; allowed: 0 to ", most_added_padding});
  std::vector<Example> pairs(2, pair);
  Example& longer = pairs.back();
  const std::size_t more = static_cast<std::size_t>(padding);
  longer.source.insert(longer.source.begin(), more, pair.source.front());
  // A word that the target has already can be said by a model that only copies, too.
  longer.target.insert(longer.target.begin(), more, pair.target.empty() ? eos : pair.target.front());
  return pairs;
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
    FedSteps& to = next.steps;
    const TokenId truth = part.label[column];
    to.row.push_back(row);
    to.input.push_back(label(w.fed[column]));
    to.own.push_back(own[column]);
    to.truth.push_back(label(truth));
    to.loss.push_back(w.token_losses[column]);
    to.probability.push_back(portable_exp(-static_cast<double>(w.token_losses[column])));
    if (config.copy != CopyKind::off) continue;
    // In the workspace the loss's gradient stands where the logits were.
    head_forward(head_weights(config, s.parameters),
                 w.head_input.data() + (static_cast<Index>(column) + part.rows) * 2 * H, 1, logits.data());
    to.logit.push_back(logits[static_cast<std::size_t>(truth)]);
    to.prediction.push_back(label(argmax(logits.data(), V)));
  }
}

// Forward and backward, part by part as the trainer does it, from where the trainer stands.
void pass_over(const Looked& s, const Rows& rows, bool padded, NextStep& next, Gradients& gradients) {
  const TrainingConfig& training = s.training;
  const TrainerPosition& at = s.at;
  const Batch batch = make_batch(rows.pool, rows.which, s.corpus.vocabulary(), s.model.config().copy);
  ForcingConfig forcing = training.forcing;
  if (padded) forcing.schedule = ScheduleKind::teacher;
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
      read_row(s, workspace, part, part_own, b, rows.pool[rows.which[static_cast<std::size_t>(begin + b)]], begin + b,
               next);
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
}

// The parameter that is asked for, and where in it. Nothing asked: where the gradient is largest.
std::pair<std::string, std::size_t> followed(const NextStepRequest& request, const Gradients& gradients) {
  const std::vector<Parameter>& list = gradients.layout().list();
  if (request.tensor) {
    const Parameter& parameter = gradients.layout().find(*request.tensor);
    if (request.index >= parameter.size)
      throw_error(ErrorCode::invalid_value,
                  {"index is ", request.index, "; allowed for ", parameter.name, ": 0 to ", parameter.size - 1});
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
  const Parameters& before = s.parameters;
  const TrainingConfig& training = s.configuration.training;
  const bool padded = request.padding != 0;  // then it is nobody's next step
  if (finished() && !padded)
    throw_error(ErrorCode::invalid_state, {"the run is finished; allowed: one with a step left"});

  NextStep next;
  Gradients gradients(before.shared_layout());
  const Looked looked{s.model, before, s.corpus, training, s.trainer->position()};
  if (padded) {
    const auto pairs = with_longer(s.watched(), request.padding, s.corpus.specials().eos);
    pass_over(looked, {pairs, {0, 1}}, padded, next, gradients);
  } else {
    Generator shuffling = standing_at(looked.at.shuffling);
    const auto plan = plan_batches(s.corpus.train, training.batch_size, &shuffling);
    const std::size_t batch = static_cast<std::size_t>(looked.at.batch);
    if (batch >= plan.size())
      throw_error(ErrorCode::invalid_data, {"there is no batch to train on; allowed: own pairs"});
    pass_over(looked, {s.corpus.train, plan[batch]}, padded, next, gradients);
  }

  const auto [name, index] = followed(request, gradients);
  const auto value = [name = name, index = index](const Parameters& of) { return of.read(name)[index]; };
  Parameters after = before;
  Optimizer optimizer = s.trainer->optimizer();  // with its moments
  WeightMove& weight = next.weight;
  weight.tensor = name;
  weight.index = index;
  weight.before = value(before);
  weight.gradient = value(gradients);
  weight.first_before = value(optimizer.first_moment());
  weight.second_before = value(optimizer.second_moment());
  norms(before, next.weights);
  norms(gradients, next.gradients);

  clip_gradients(gradients, training.clip_norm);
  if (training.clip_norm > 0) next.clip_factor = std::min(1.0, training.clip_norm / (next.report.gradient_norm + 1e-6));
  next.clipped_norm = gradient_norm(gradients);
  weight.clipped = value(gradients);

  const bool finite = std::isfinite(next.report.loss_sum + next.report.gradient_norm);
  if (!(optimizer.step(after, gradients) && finite) && !padded)
    throw_error(ErrorCode::not_finite, {"the next step would make the weights diverge"});
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

  Real* const change = after.data();
  for (std::size_t i = 0; i < after.size(); ++i) change[i] -= before.data()[i];
  norms(after, next.changes);
  return next;
}

}  // namespace seq2seq
