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

// Forward and backward of the step's batch, part by part as the trainer does it, from where the trainer stands.
class Pass {
 public:
  Pass(const Seq2Seq& model, const Parameters& parameters, const Corpus& corpus, const TrainingConfig& training,
       const TrainerPosition& position)
      : gradients(parameters.shared_layout()),
        model_(model),
        parameters_(parameters),
        corpus_(corpus),
        training_(training) {
    Generator shuffling = standing_at(position.shuffling), coins = standing_at(position.coins);
    const auto plan = plan_batches(corpus.train, training.batch_size, &shuffling);
    if (static_cast<std::size_t>(position.batch) >= plan.size())
      throw Error(ErrorCode::invalid_data, "there is no batch to train on; allowed: a session with its pairs");
    examples_ = plan[static_cast<std::size_t>(position.batch)];
    batch = make_batch(corpus.train, examples_, corpus.vocabulary(), model.config().copy);
    report.step = position.step;
    report.epoch = position.epoch;
    report.epsilon = teacher_probability(training.forcing, training.epochs > 0 ? position.epoch : position.step);
    throw_coins(training.forcing, report.epsilon, batch, coins, own_);
    sampling_ = standing_at(position.sampling);
    run();
  }

  StepReport report;
  Batch batch;
  Gradients gradients;  // before clipping
  std::vector<FedRow> rows;

 private:
  void run() {
    const int parts = std::min(training_.shards, batch.rows);
    const bool mean = training_.loss == LossKind::mean;
    std::vector<std::uint8_t> own;
    Batch part;
    Feeding feeding;
    feeding.prediction = training_.forcing.prediction;
    feeding.generator = &sampling_;
    for (int which = 0; which < parts; ++which) {
      const int begin = batch.rows * which / parts, end = batch.rows * (which + 1) / parts;
      cut_rows(batch, begin, end, part);
      cut_rows(own_, batch.rows, begin, end, own);
      if (training_.forcing.schedule != ScheduleKind::teacher) feeding.own = own.data();
      const Loss loss =
          model_.forward(parameters_, part, feeding, parts > 1 ? LossKind::sum : training_.loss, workspace_);
      report.loss_sum += loss.sum;
      report.tokens += loss.tokens;
      if (!std::isfinite(report.loss_sum))
        throw Error(ErrorCode::not_finite, "the loss of the next step is infinite or NaN");
      for (int b = 0; b < part.rows; ++b)
        rows.push_back(row(part, own, b, corpus_.train[examples_[static_cast<std::size_t>(begin + b)]]));
      if (which == 0) {
        model_.backward(parameters_, part, workspace_, gradients);
      } else {
        Gradients more(parameters_.shared_layout());
        model_.backward(parameters_, part, workspace_, more);
        add_gradient(more, gradients);
      }
    }
    report.loss = mean ? report.loss_sum / static_cast<double>(report.tokens) : report.loss_sum;
    if (mean && parts > 1) {
      const Real scale = Real(1) / static_cast<Real>(report.tokens);
      for (std::size_t i = 0; i < gradients.size(); ++i) gradients.data()[i] *= scale;
    }
    report.gradient_norm = gradient_norm(gradients);
    if (!std::isfinite(report.gradient_norm))
      throw Error(ErrorCode::not_finite, "the gradient of the next step is infinite or NaN");
  }

  FedRow row(const Batch& part, const std::vector<std::uint8_t>& own, int b, const Example& example) {
    const ModelConfig& config = model_.config();
    const Index H = config.hidden_size, V = config.vocabulary_size;
    const auto label = [&](TokenId id) { return corpus_.codec.label(id, example.unknown); };
    FedRow result;
    for (const TokenId id : example.source) result.source.push_back(label(id));
    for (int t = 0; t < part.target_lengths[static_cast<std::size_t>(b)]; ++t) {
      const std::size_t column = static_cast<std::size_t>(t * part.rows + b);
      FedStep step;
      step.input = label(workspace_.fed[column]);
      step.own = own[column] != 0;
      step.truth = label(part.label[column]);
      step.loss = workspace_.token_losses[column];
      step.probability = portable_exp(-static_cast<double>(step.loss));
      if (config.copy == CopyKind::off) {
        // In the workspace the loss's gradient stands where the logits were.
        logits_.resize(static_cast<std::size_t>(V));
        const Real* const input = workspace_.head_input.data() + (static_cast<Index>(column) + part.rows) * 2 * H;
        head_forward(head_weights(config, parameters_), input, 1, logits_.data());
        step.logit = logits_[static_cast<std::size_t>(part.label[column])];
        step.prediction = label(argmax(logits_.data(), V));
      }
      result.steps.push_back(std::move(step));
    }
    return result;
  }

  const Seq2Seq& model_;
  const Parameters& parameters_;
  const Corpus& corpus_;
  const TrainingConfig& training_;
  std::vector<std::uint32_t> examples_;
  std::vector<std::uint8_t> own_;
  Generator sampling_{0};
  Workspace workspace_;
  std::vector<Real> logits_;
};

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
  if (finished())
    throw Error(ErrorCode::invalid_state, "the run is finished after " + std::to_string(steps_done()) +
                                              " steps; allowed: one with a step left, or more epochs");

  Pass pass(s.model, s.parameters, s.corpus, training, s.trainer->position());
  NextStep next;
  next.report = pass.report;
  next.source_length = pass.batch.source_length;
  next.target_length = pass.batch.target_length;
  next.rows = std::move(pass.rows);

  const Parameters& before = s.parameters;
  const Gradients& gradients = pass.gradients;
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
  if (!optimizer.step(after, clipped))
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
