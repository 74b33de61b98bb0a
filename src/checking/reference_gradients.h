// Gradients that differ although everything before them agrees: what was done to them after the backward pass, or
// before it.
#pragma once

#include <string>
#include <vector>

#include "checking/plain_model.h"
#include "checking/reference_compare.h"

namespace seq2seq {

struct GradientFinding {
  std::string id;  // empty: nothing found
  std::string sentence;
  bool exact = false;  // their numbers come out of it
};

// `ours` may hold other tensors too; those named "grad." are judged. The model has the weights.
GradientFinding judge_gradients(const std::vector<ReferenceTensor>& ours, const TheirTensors& theirs, PlainModel& model,
                                int target_length, double tolerance);

}  // namespace seq2seq
