// How a run trains. Ranges, defaults and sentences for people stand in formats/configuration.cpp, in one table.
#pragma once

#include <cstdint>
#include <string>

#include "model/seq2seq.h"

namespace seq2seq {

enum class OptimizerKind { adam, adamw, sgd };
enum class ScheduleKind { teacher, free, linear, exponential, inverse_sigmoid };
enum class Coin { token, sequence };

// epsilon_k, the probability of feeding the true token (Bengio et al. 2015, section 2.4). k is the epoch where the run
// is counted in epochs, else the step.
struct ForcingConfig {
  ScheduleKind schedule = ScheduleKind::teacher;
  double linear_steps = 200;       // K of max(floor, 1 - k/K)
  double exponential_base = 0.98;  // base of base^k
  double sigmoid_scale = 20;       // s of s / (s + exp(k/s))
  double floor = 0;                // epsilon never falls below it
  Coin coin = Coin::token;
  OwnPrediction prediction = OwnPrediction::argmax;
};

struct TrainingConfig {
  OptimizerKind optimizer = OptimizerKind::adam;
  double learning_rate = 1e-3;
  double weight_decay = 0;
  double momentum = 0;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;  // Adam's
  double clip_norm = 0;                               // 0: no clipping
  int batch_size = 1;
  std::int64_t epochs = 200;  // 0: count steps instead
  std::int64_t steps = 0;     // used where epochs is 0
  LossKind loss = LossKind::sum;
  ForcingConfig forcing;
  int validation_interval = 1;  // epochs between validations (where there is held-out data); 0: never
  int patience = 0;             // validations without a better loss before the run stops; 0: never
  int shards = 1;               // parts a batch is cut into, gradients summed in order
  // Decimal text of any 64-bit integer, signed or not; PyTorch's rule uses its low 32 bits.
  std::uint64_t seed = 99;
};

}  // namespace seq2seq
