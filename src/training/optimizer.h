// Adam, AdamW and SGD as PyTorch defines them, over the whole contiguous buffer in one loop.
#pragma once

#include <cstdint>
#include <memory>

#include "model/parameters.h"
#include "training/config.h"

namespace seq2seq {

// The norm of all gradients together; where it exceeds clip_norm > 0 every gradient is scaled by
// clip_norm / (norm + 1e-6), as torch.nn.utils.clip_grad_norm_ does. Returns the norm before.
double clip_gradients(Gradients& gradients, double clip_norm);

class Optimizer {
 public:
  Optimizer(const TrainingConfig& config, std::shared_ptr<const ParameterLayout> layout);
  void set_learning_rate(double rate) { config_.learning_rate = rate; }
  void step(Parameters& parameters, const Gradients& gradients);
  std::int64_t steps_taken() const { return steps_; }

  // For checkpoints: exp_avg / exp_avg_sq of Adam; momentum_buffer (the first) of SGD.
  Parameters& first_moment() { return first_; }
  Parameters& second_moment() { return second_; }
  void set_steps_taken(std::int64_t steps) { steps_ = steps; }

 private:
  TrainingConfig config_;
  Parameters first_, second_;
  std::int64_t steps_ = 0;
};

}  // namespace seq2seq
