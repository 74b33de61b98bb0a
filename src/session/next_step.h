// The next training step looked at before it is taken: what it will feed, each token's loss, every tensor's gradient
// and how the optimiser will move it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "training/trainer.h"

namespace seq2seq {

struct NextStepRequest {
  std::optional<std::string> tensor;  // whose weight is followed; none: the weight with the largest gradient
  std::size_t index = 0;              // which of its values, row by row as PyTorch has them
  // 1 to 64: not the run's batch, but the watched pair with a pair that is so many places longer, fed the truth. So it
  // shows what padding does to a pair: nothing.
  int padding = 0;
};

// The decoder steps of all rows, row by row, padding left out: an entry a step in each list.
struct FedSteps {
  std::vector<int> row;             // of the batch
  std::vector<std::string> input;   // what the decoder is fed
  std::vector<int> own;             // 1: its own prediction, not the true token
  std::vector<std::string> truth;   // what it should say
  std::vector<Real> loss;           // -log p(truth)
  std::vector<double> probability;  // p(truth)
  std::vector<Real> logit;          // of the truth, and what the model would say; both empty with copying
  std::vector<std::string> prediction;
};

// One weight through the update. Moments are Adam's m and v; of SGD the first is the momentum buffer.
struct WeightMove {
  std::string tensor;
  std::size_t index = 0;
  Real before = 0, gradient = 0, clipped = 0;
  Real first_before = 0, second_before = 0, first = 0, second = 0;
  Real after = 0;
};

struct NextStep {
  StepReport report;  // as train(1) will give it, but for the end of an epoch
  int source_length = 0, target_length = 0;
  std::vector<std::vector<std::string>> sources;  // of the batch's rows
  FedSteps steps;
  double padding_weight = 0, padding_loss = 0;  // the largest attention weight on padding, loss of a padded step
  double clip_factor = 1;                       // what every gradient is multiplied by
  double clipped_norm = 0;                      // of all gradients together, after that
  // Of each parameter, in their order, Euclidean norms: of the weights, of their gradient before clipping, of the
  // update.
  std::vector<double> weights, gradients, changes;
  std::int64_t update = 0;  // Adam's t of this step
  double step_size = 0;     // Adam: learning rate / (1 - beta1^t); SGD: the learning rate
  double correction = 1;    // Adam: sqrt(1 - beta2^t), which sqrt(v) is divided by
  WeightMove weight;
  std::string digest;  // of the weights after it
};

}  // namespace seq2seq
