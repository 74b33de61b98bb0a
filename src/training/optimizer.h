// Adam, AdamW and SGD as PyTorch defines them, over the whole contiguous buffer in one loop.
#pragma once

#include <cstdint>
#include <memory>

#include "model/parameters.h"
#include "training/config.h"

namespace seq2seq {

// The Euclidean norm of all gradients together.
double gradient_norm(const Gradients& gradients);

// Scales every gradient by min(1, clip_norm / (norm + 1e-6)) where clip_norm > 0, as
// torch.nn.utils.clip_grad_norm_ does. Returns the norm before.
double clip_gradients(Gradients& gradients, double clip_norm);

class Optimizer {
 public:
  // Weights whose Euclidean norm is beyond this have diverged: a freshly drawn model of the largest size allowed has
  // 2e4, and float32's steps are 0.06 at 1e6.
  static constexpr double largest_norm = 1e6;

  Optimizer(const TrainingConfig& config, std::shared_ptr<const ParameterLayout> layout);
  // Rates, decay, momentum, betas and epsilon act from the next step on; the kind of optimiser stays.
  void configure(const TrainingConfig& config);
  void set_learning_rate(double rate) { config_.learning_rate = rate; }

  // One update. Afterwards the weights from before it stand in the gradients' place, which nobody needs any more: a
  // copy of their own would be a fifth buffer as large as the model. False where the weights' norm is beyond
  // largest_norm or no number; `undo` then gives the weights from before back (the moments keep the gradient).
  bool step(Parameters& parameters, Gradients& gradients);
  static void undo(Parameters& parameters, const Gradients& before) { parameters = before; }
  std::int64_t steps_taken() const { return steps_; }

  // For checkpoints: exp_avg / exp_avg_sq of Adam; momentum_buffer (the first) of SGD.
  Parameters& first_moment() { return first_; }
  Parameters& second_moment() { return second_; }
  const Parameters& first_moment() const { return first_; }
  const Parameters& second_moment() const { return second_; }
  void set_steps_taken(std::int64_t steps) { steps_ = steps; }

 private:
  TrainingConfig config_;
  Parameters first_, second_;
  std::int64_t steps_ = 0;
};

}  // namespace seq2seq
