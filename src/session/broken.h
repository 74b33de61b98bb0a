// A session's pass beside one with a mistake in it, in tokens as people see them (checking/broken_run.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checking/broken_run.h"

namespace seq2seq {

struct BrokenRequest {
  std::string mistake;                        // one of mistake_names()
  std::optional<std::string> source, target;  // neither: the watched pair
  // So many places are added behind the pair, as a longer pair in the same batch would. PAD stands there, EOS where the
  // task has no PAD.
  int source_padding = 0, target_padding = 0;
};

struct ShownBrokenRun {
  std::vector<std::string> source, target;  // as the mistaken pass saw them: EOS and padding included
  std::vector<std::string> our_inputs, their_inputs, our_predictions, their_predictions;
  std::vector<BrokenTensor> tensors;
  int first = -1;
};

}  // namespace seq2seq
