// Runs steps over a list of batches: order, forcing, forward, backward, clipping, update, and the guard against NaN.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/context.h"
#include "model/seq2seq.h"
#include "model/workspace.h"
#include "training/config.h"
#include "training/optimizer.h"

namespace seq2seq {

struct StepReport {
  std::int64_t step = 0;      // updates done before this one
  std::int64_t epoch = 0;     // epochs done before this one
  bool epoch_ends = false;    // this was the epoch's last batch
  double loss = 0;            // of the forward pass, before this step's update; sum or mean as configured
  double loss_sum = 0;        // over real tokens
  std::int64_t tokens = 0;
  double epsilon = 1;         // probability of a true token at this step
  double gradient_norm = 0;   // before clipping
  double epoch_loss = 0;      // at epoch_ends: for `sum` the mean over batches of their losses, for `mean` over tokens
};

// Gives the batches of an epoch in their order. Called at each epoch's beginning with the run's shuffling generator.
using BatchSource = std::function<const std::vector<Batch>&(std::int64_t epoch, Generator& shuffling)>;

class Trainer {
 public:
  // `parameters` outlives the trainer. Streams: coins use seed + 1, shuffling seed + 2, sampling seed + 3 (each a
  // generator of its own, so that one does not move another).
  Trainer(const Seq2Seq& model, Parameters& parameters, const TrainingConfig& config, BatchSource batches);

  bool finished() const;      // the configured epochs or steps are done
  StepReport step();          // one batch. Throws Error(not_finite) with the cause and step; the parameters are then
                              // those before the step.
  void set_learning_rate(double rate);
  std::int64_t steps_done() const;
  std::int64_t epochs_done() const;
  const Gradients& gradients() const;
  const Workspace& workspace() const;
  const std::vector<std::uint8_t>& last_coins() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace seq2seq
