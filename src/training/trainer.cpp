#include "training/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "training/schedule.h"
#include "training/shards.h"

namespace seq2seq {

struct Trainer::State {
  State(const Seq2Seq& the_model, Parameters& the_parameters, const TrainingConfig& the_config, BatchSource the_batches,
        Validation the_validation)
      : model(the_model),
        parameters(the_parameters),
        config(the_config),
        batch_source(std::move(the_batches)),
        validation(std::move(the_validation)),
        optimizer(config, parameters.shared_layout()),
        gradients(parameters.shared_layout()),
        part_gradients(parameters.shared_layout()),
        coins(config.seed + 1),
        shuffling(config.seed + 2),
        sampling(config.seed + 3) {
    position.shuffling = shuffling.state();
  }

  const Seq2Seq& model;
  Parameters& parameters;
  TrainingConfig config;
  BatchSource batch_source;
  Validation validation;
  Optimizer optimizer;
  Gradients gradients, part_gradients;
  Workspace workspace;
  Generator coins, shuffling, sampling;
  TrainerPosition position;                           // its generators but `shuffling` are filled in on request only
  const std::vector<Batch>* epoch_batches = nullptr;  // nullptr: the epoch's order has not been drawn yet
  bool updated = false;                               // the optimiser holds the weights from before the last update
  std::vector<std::uint8_t> own, part_own;
  Batch part;

  const Batch& next_batch();
  Loss forward_backward(const Batch& batch);
  Loss part_forward(const Batch& batch, const std::vector<std::uint8_t>& own_inputs, LossKind kind);
  void finish_epoch(StepReport& report);
  [[noreturn]] void fail(const std::string& what) const;
};

const Batch& Trainer::State::next_batch() {
  if (epoch_batches == nullptr) {
    position.shuffling = shuffling.state();
    epoch_batches = &batch_source(position.epoch, shuffling);
    if (epoch_batches->empty())
      throw Error(ErrorCode::invalid_data, "there are 0 batches to train on; allowed: 1 or more");
  }
  if (static_cast<std::size_t>(position.batch) >= epoch_batches->size())
    throw Error(ErrorCode::invalid_state, "the run stands at batch " + std::to_string(position.batch) +
                                              " of its epoch; these data have " +
                                              std::to_string(epoch_batches->size()));
  return (*epoch_batches)[static_cast<std::size_t>(position.batch)];
}

Loss Trainer::State::part_forward(const Batch& batch, const std::vector<std::uint8_t>& own_inputs, LossKind kind) {
  Feeding feeding;
  // Without a coin the whole target is known beforehand, which the model runs as one block.
  if (config.forcing.schedule != ScheduleKind::teacher) feeding.own = own_inputs.data();
  feeding.prediction = config.forcing.prediction;
  feeding.generator = &sampling;
  return model.forward(parameters, batch, feeding, kind, workspace);
}

Loss Trainer::State::forward_backward(const Batch& batch) {
  const int shards = std::min(config.shards, batch.rows);
  if (shards == 1) {
    const Loss loss = part_forward(batch, own, config.loss);
    if (std::isfinite(loss.sum)) model.backward(parameters, batch, workspace, gradients);
    return loss;
  }
  Loss total;
  for (int shard = 0; shard < shards; ++shard) {
    const int begin = batch.rows * shard / shards, end = batch.rows * (shard + 1) / shards;
    cut_rows(batch, begin, end, part);
    cut_rows(own, batch.rows, begin, end, part_own);
    const Loss loss = part_forward(part, part_own, LossKind::sum);
    total.sum += loss.sum;
    total.tokens += loss.tokens;
    if (!std::isfinite(loss.sum)) break;
    Gradients& target = shard == 0 ? gradients : part_gradients;
    model.backward(parameters, part, workspace, target);
    if (shard > 0)
      for (std::size_t i = 0; i < gradients.size(); ++i) gradients.data()[i] += part_gradients.data()[i];
  }
  total.value = total.sum;
  if (config.loss == LossKind::mean) {
    total.value = total.sum / static_cast<double>(total.tokens);
    const Real scale = Real(1) / static_cast<Real>(total.tokens);
    for (std::size_t i = 0; i < gradients.size(); ++i) gradients.data()[i] *= scale;
  }
  return total;
}

void Trainer::State::finish_epoch(StepReport& report) {
  report.epoch_ends = true;
  const double count = static_cast<double>(config.loss == LossKind::mean ? position.epoch_tokens : position.batch);
  report.epoch_loss = position.epoch_loss / count;
  ++position.epoch;
  position.batch = 0;
  position.epoch_loss = 0;
  position.epoch_tokens = 0;
  epoch_batches = nullptr;
  position.shuffling = shuffling.state();

  if (!validation || config.validation_interval == 0 || position.epoch % config.validation_interval != 0) return;
  report.validated = true;
  report.validation_loss = validation();
  const bool better = position.validations == 0 || report.validation_loss < position.best_validation;
  ++position.validations;
  if (better) {
    position.best_validation = report.validation_loss;
    position.validations_without_gain = 0;
  } else {
    ++position.validations_without_gain;
  }
}

void Trainer::State::fail(const std::string& what) const {
  throw Error(ErrorCode::not_finite, what + " at step " + std::to_string(position.step) + " (epoch " +
                                         std::to_string(position.epoch) + "); learning rate " +
                                         number_text(config.learning_rate) +
                                         " is likely too high; the weights are the last good ones");
}

Trainer::Trainer(const Seq2Seq& model, Parameters& parameters, const TrainingConfig& config, BatchSource batches,
                 Validation validation)
    : state_(std::make_shared<State>(model, parameters, config, std::move(batches), std::move(validation))) {}

bool Trainer::finished() const {
  const TrainingConfig& config = state_->config;
  const TrainerPosition& at = state_->position;
  if (config.patience > 0 && at.validations_without_gain >= config.patience) return true;
  return config.epochs > 0 ? at.epoch >= config.epochs : at.step >= config.steps;
}

StepReport Trainer::step() {
  State& s = *state_;
  const Batch& batch = s.next_batch();
  StepReport report;
  report.step = s.position.step;
  report.epoch = s.position.epoch;
  report.epsilon = teacher_probability(s.config.forcing, s.config.epochs > 0 ? report.epoch : report.step);
  throw_coins(s.config.forcing, report.epsilon, batch, s.coins, s.own);

  const Loss loss = s.forward_backward(batch);
  report.loss = loss.value;
  report.loss_sum = loss.sum;
  report.tokens = loss.tokens;
  if (!std::isfinite(loss.sum)) {
    if (s.updated) s.optimizer.undo(s.parameters);
    s.updated = false;
    s.fail(std::isnan(loss.sum) ? "the loss became NaN" : "the loss became infinite");
  }
  report.gradient_norm = clip_gradients(s.gradients, s.config.clip_norm);
  if (!std::isfinite(report.gradient_norm)) s.fail("the gradient's norm became infinite or NaN");
  s.updated = s.optimizer.step(s.parameters, s.gradients);
  if (!s.updated) {
    s.optimizer.undo(s.parameters);
    s.fail("the weights diverged (their norm passed 1e6)");
  }

  ++s.position.step;
  ++s.position.batch;
  s.position.epoch_loss += s.config.loss == LossKind::mean ? loss.sum : loss.value;
  s.position.epoch_tokens += loss.tokens;
  if (static_cast<std::size_t>(s.position.batch) == s.epoch_batches->size()) s.finish_epoch(report);
  return report;
}

void Trainer::set_learning_rate(double rate) {
  state_->config.learning_rate = rate;
  state_->optimizer.set_learning_rate(rate);
}

void Trainer::configure(const TrainingConfig& config) {
  TrainingConfig next = config;
  const TrainingConfig& now = state_->config;
  next.optimizer = now.optimizer;
  next.batch_size = now.batch_size;
  next.loss = now.loss;
  next.shards = now.shards;
  next.seed = now.seed;
  state_->config = next;
  state_->optimizer.configure(next);
}

std::int64_t Trainer::steps_done() const { return state_->position.step; }
std::int64_t Trainer::epochs_done() const { return state_->position.epoch; }
const Gradients& Trainer::gradients() const { return state_->gradients; }
const Workspace& Trainer::workspace() const { return state_->workspace; }
const std::vector<std::uint8_t>& Trainer::last_coins() const { return state_->own; }
Optimizer& Trainer::optimizer() { return state_->optimizer; }
const Optimizer& Trainer::optimizer() const { return state_->optimizer; }

TrainerPosition Trainer::position() const {
  TrainerPosition position = state_->position;
  position.optimizer_steps = state_->optimizer.steps_taken();
  position.coins = state_->coins.state();
  position.sampling = state_->sampling.state();
  return position;
}

void Trainer::restore(const TrainerPosition& position) {
  State& s = *state_;
  s.position = position;
  s.optimizer.set_steps_taken(position.optimizer_steps);
  s.coins.restore(position.coins);
  s.sampling.restore(position.sampling);
  s.shuffling.restore(position.shuffling);
  s.epoch_batches = nullptr;
  s.updated = false;
}

}  // namespace seq2seq
