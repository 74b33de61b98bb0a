// Runs steps over a list of batches: order, forcing, forward, backward, clipping, update, validation, and the guard
// against NaN.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "model/seq2seq.h"
#include "model/workspace.h"
#include "training/config.h"
#include "training/optimizer.h"

namespace seq2seq {

struct StepReport {
  std::int64_t step = 0;    // updates done before this one
  std::int64_t epoch = 0;   // epochs done before this one
  bool epoch_ends = false;  // this was the epoch's last batch
  double loss = 0;          // of the forward pass, before this step's update; sum or mean as configured
  double loss_sum = 0;      // over real tokens
  std::int64_t tokens = 0;
  double epsilon = 1;        // probability of a true token at this step
  double gradient_norm = 0;  // before clipping
  double epoch_loss = 0;     // at epoch_ends: for `sum` the mean over batches of their losses, for `mean` over tokens
  bool validated = false;    // this epoch's end was a validation
  double validation_loss = 0;
};

// Gives the batches of an epoch in their order. Called at each epoch's beginning with the run's shuffling generator.
// The list stays valid until the next call.
using BatchSource = std::function<const std::vector<Batch>&(std::int64_t epoch, Generator& shuffling)>;

// The loss on held-out data with the weights as they are; called at the end of every validation_interval-th epoch.
using Validation = std::function<double()>;

// Where a run stands between two steps. Together with the weights and the optimiser's moments it resumes a run so that
// it goes on bit for bit as if it had not been interrupted.
struct TrainerPosition {
  std::int64_t step = 0, epoch = 0;
  std::int64_t batch = 0;            // batches done in this epoch
  std::int64_t optimizer_steps = 0;  // Adam's t
  double epoch_loss = 0;             // sums over the batches done in this epoch
  std::int64_t epoch_tokens = 0;
  double best_validation = 0;  // meaningful where validations > 0
  std::int64_t validations = 0, validations_without_gain = 0;
  Generator::State coins, sampling;
  Generator::State shuffling;  // as it stood when this epoch began: the epoch's order is drawn again from it
};

class Trainer {
 public:
  // `parameters` and `model` outlive the trainer. Streams: coins use seed + 1, shuffling seed + 2, sampling seed + 3
  // (each a generator of its own, so that one does not move another).
  Trainer(const Seq2Seq& model, Parameters& parameters, const TrainingConfig& config, BatchSource batches,
          Validation validation = {});

  bool finished() const;  // the configured epochs or steps are done, or patience is used up
  // One batch. Throws Error(not_finite) with the cause and step: the loss, the gradients or the weights became NaN or
  // infinite, or the weights' norm passed Optimizer::largest_norm. The weights are then the last whose loss was finite.
  StepReport step();

  // The same step done in parts, which trainers in several workers share out: each stands at the same step with the
  // same weights, computes some of the parts, and finishes the step from all of them. Which of them computed what
  // leaves no trace: the parts are summed in order, as step() does, bit for bit.
  int parts();  // of the next step: `shards`, at most its rows; 1 where parts depend on each other
  std::string compute_part(int which);  // its loss and gradient as bytes (shard_gradient.h)
  StepReport step_from(const std::vector<std::string_view>& parts);  // every part in order; throws as step does
  void give_up_step();  // one that was begun in parts and cannot be finished: back to before it

  void set_learning_rate(double rate);
  void configure(const TrainingConfig& config);  // the table's live fields; the others keep their value
  std::int64_t steps_done() const;
  std::int64_t epochs_done() const;
  const Workspace& workspace() const;                   // of the last step's last part
  const std::vector<std::uint8_t>& last_coins() const;  // [T,B] of the last step

  TrainerPosition position() const;
  void restore(const TrainerPosition& position);
  Optimizer& optimizer();
  const Optimizer& optimizer() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace seq2seq
