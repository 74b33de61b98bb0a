#include "training/trainer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/message.h"
#include "base/number_text.h"
#include "training/schedule.h"
#include "training/shard_gradient.h"
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
  Gradients gradients;
  std::optional<Gradients> part_gradients;  // as large as the weights: made by the first step that has parts
  Workspace workspace;
  Generator coins, shuffling, sampling;
  TrainerPosition position;                           // its generators but `shuffling` are filled in on request only
  const std::vector<Batch>* epoch_batches = nullptr;  // nullptr: the epoch's order has not been drawn yet
  bool updated = false;  // the weights from before the last update stand in the gradients' place
  std::vector<std::uint8_t> own, part_own;
  Batch part;
  // A step that is done in parts: what its report begins with, and the generators before it.
  struct Begun {
    StepReport report;
    Generator::State coins, sampling;
  };
  std::optional<Begun> begun;

  const Batch& next_batch();
  StepReport begin_step(const Batch& batch);
  Loss forward(const Batch& batch, const std::vector<std::uint8_t>& own_inputs, LossKind kind);
  int parts_of(const Batch& batch) const { return std::min(config.shards, batch.rows); }
  Gradients& gradients_of_part();
  Loss part_forward_backward(const Batch& batch, int which, Gradients& target);
  Loss forward_backward(const Batch& batch);
  Loss whole_loss(Loss total, int parts);
  StepReport finish_step(StepReport report, const Loss& loss);
  void finish_epoch(StepReport& report);
  [[noreturn]] void fail(const std::string& what) const;
};

const Batch& Trainer::State::next_batch() {
  if (epoch_batches == nullptr) {
    epoch_batches = &batch_source(position.epoch, shuffling);
    if (epoch_batches->empty())
      throw_error(ErrorCode::invalid_data, {"there are 0 batches to train on; allowed: 1 or more"});
  }
  if (static_cast<std::size_t>(position.batch) >= epoch_batches->size())
    throw_error(ErrorCode::invalid_data, {"the run stands at batch ", position.batch, " of its epoch; these data have ",
                                          epoch_batches->size(), "; allowed: those that it was trained on"});
  return (*epoch_batches)[static_cast<std::size_t>(position.batch)];
}

StepReport Trainer::State::begin_step(const Batch& batch) {
  StepReport report;
  report.step = position.step;
  report.epoch = position.epoch;
  report.epsilon = teacher_probability(config.forcing, config.epochs > 0 ? report.epoch : report.step);
  throw_coins(config.forcing, report.epsilon, batch, coins, own);
  return report;
}

Loss Trainer::State::forward(const Batch& batch, const std::vector<std::uint8_t>& own_inputs, LossKind kind) {
  Feeding feeding;
  // Without a coin the whole target is known beforehand, which the model runs as one block.
  if (config.forcing.schedule != ScheduleKind::teacher) feeding.own = own_inputs.data();
  feeding.prediction = config.forcing.prediction;
  feeding.generator = &sampling;
  return model.forward(parameters, batch, feeding, kind, workspace);
}

Gradients& Trainer::State::gradients_of_part() {
  if (!part_gradients) part_gradients.emplace(parameters.shared_layout());
  return *part_gradients;
}

// Of a loss that is not finite there is no gradient.
Loss Trainer::State::part_forward_backward(const Batch& batch, int which, Gradients& target) {
  const int parts = parts_of(batch), begin = batch.rows * which / parts, end = batch.rows * (which + 1) / parts;
  if (parts > 1) {
    cut_rows(batch, begin, end, part);
    cut_rows(own, batch.rows, begin, end, part_own);
  }
  const Batch& rows = parts > 1 ? part : batch;
  // Of several parts each is summed, and the whole is divided by its tokens in the end.
  const Loss loss = parts > 1 ? forward(part, part_own, LossKind::sum) : forward(batch, own, config.loss);
  if (std::isfinite(loss.sum)) {
    if (&target == &gradients) updated = false;
    model.backward(parameters, rows, workspace, target);
  }
  return loss;
}

Loss Trainer::State::forward_backward(const Batch& batch) {
  const int parts = parts_of(batch);
  Loss total;
  for (int which = 0; which < parts && std::isfinite(total.sum); ++which) {
    const Loss loss = part_forward_backward(batch, which, which == 0 ? gradients : gradients_of_part());
    total.sum += loss.sum;
    total.tokens += loss.tokens;
    if (which > 0 && std::isfinite(total.sum)) add_gradient(*part_gradients, gradients);
  }
  return whole_loss(total, parts);
}

// From the sum over parts to the configured loss and its gradient.
Loss Trainer::State::whole_loss(Loss total, int parts) {
  const bool mean = config.loss == LossKind::mean;
  total.value = mean ? total.sum / static_cast<double>(total.tokens) : total.sum;
  if (!mean || parts == 1) return total;
  const Real scale = Real(1) / static_cast<Real>(total.tokens);
  Real* const values = gradients.tracked_data();  // rows that are 0 stay 0
  for (std::size_t i = 0; i < gradients.size(); ++i) values[i] *= scale;
  return total;
}

StepReport Trainer::State::finish_step(StepReport report, const Loss& loss) {
  report.loss = loss.value;
  report.loss_sum = loss.sum;
  report.tokens = loss.tokens;
  if (!std::isfinite(loss.sum)) {
    if (updated) Optimizer::undo(parameters, gradients);
    updated = false;
    fail(std::isnan(loss.sum) ? "the loss became NaN" : "the loss became infinite");
  }
  report.gradient_norm = clip_gradients(gradients, config.clip_norm);
  if (!std::isfinite(report.gradient_norm)) fail("the gradient's norm became infinite or NaN");
  updated = optimizer.step(parameters, gradients);
  if (!updated) {
    Optimizer::undo(parameters, gradients);
    fail("the weights diverged (their norm passed 1e6)");
  }

  ++position.step;
  ++position.batch;
  position.epoch_loss += config.loss == LossKind::mean ? loss.sum : loss.value;
  position.epoch_tokens += loss.tokens;
  if (static_cast<std::size_t>(position.batch) == epoch_batches->size()) finish_epoch(report);
  return report;
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
  throw_error(ErrorCode::not_finite, {what, " at step ", position.step, " (epoch ", position.epoch, "); learning rate ",
                                      config.learning_rate, " is likely too high; the weights are the last good ones"});
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
  if (s.begun)
    throw_error(ErrorCode::invalid_state,
                {"this step was begun in parts; allowed: to finish it from its parts, or to give it up"});
  const Batch& batch = s.next_batch();
  const StepReport report = s.begin_step(batch);
  return s.finish_step(report, s.forward_backward(batch));
}

int Trainer::parts() {
  const Batch& batch = state_->next_batch();
  const ForcingConfig& forcing = state_->config.forcing;
  // What a model draws for one part depends on how much was drawn for those before.
  if (forcing.schedule != ScheduleKind::teacher && forcing.prediction == OwnPrediction::sample) return 1;
  return state_->parts_of(batch);
}

std::string Trainer::compute_part(int which) {
  State& s = *state_;
  const int count = parts();
  if (which < 0 || which >= count)
    throw_error(ErrorCode::invalid_value, {"part is ", which, "; allowed: 0 to ", count - 1});
  const Batch& batch = s.next_batch();
  if (count != s.parts_of(batch))
    throw_error(ErrorCode::invalid_state, {"what is drawn for one part depends on the part before; allowed: step"});
  if (!s.begun) {
    State::Begun begun{{}, s.coins.state(), s.sampling.state()};
    begun.report = s.begin_step(batch);
    s.begun = begun;
  }
  Gradients& found = s.gradients_of_part();
  return pack_gradient(s.part_forward_backward(batch, which, found), found);
}

StepReport Trainer::step_from(const std::vector<std::string_view>& parts) {
  State& s = *state_;
  if (!s.begun) throw_error(ErrorCode::invalid_state, {"no step was begun; allowed: compute_part first"});
  const std::size_t count = static_cast<std::size_t>(s.parts_of(s.next_batch()));
  if (parts.size() != count)
    throw_error(ErrorCode::invalid_value, {"there are ", parts.size(), " parts; allowed: ", count});
  Loss total;
  for (std::size_t i = 0; i < count && std::isfinite(total.sum); ++i) {
    const bool held = std::exchange(s.updated, false);
    const Loss loss = add_packed(parts[i], i == 0, s.gradients);
    if (i == 0 && !std::isfinite(loss.sum)) s.updated = held;  // nothing was written
    total.sum += loss.sum;
    total.tokens += loss.tokens;
  }
  const StepReport report = std::exchange(s.begun, std::nullopt)->report;
  return s.finish_step(report, s.whole_loss(total, static_cast<int>(count)));
}

void Trainer::give_up_step() {
  State& s = *state_;
  if (!s.begun) return;
  s.coins.restore(s.begun->coins);
  s.sampling.restore(s.begun->sampling);
  s.begun.reset();
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
const Workspace& Trainer::workspace() const { return state_->workspace; }
const std::vector<std::uint8_t>& Trainer::last_coins() const { return state_->own; }
Optimizer& Trainer::optimizer() { return state_->optimizer; }
const Optimizer& Trainer::optimizer() const { return state_->optimizer; }

TrainerPosition Trainer::position() const {
  TrainerPosition position = state_->position;
  position.optimizer_steps = state_->optimizer.steps_taken();
  position.coins = state_->begun ? state_->begun->coins : state_->coins.state();
  position.sampling = state_->begun ? state_->begun->sampling : state_->sampling.state();
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
  s.begun.reset();
  s.updated = false;
}

}  // namespace seq2seq
