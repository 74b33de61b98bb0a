// Finds out by trying what somebody does differently.
#pragma once

#include <string>
#include <vector>

#include "checking/plain_model.h"
#include "checking/reference_compare.h"

namespace seq2seq {

struct Cause {
  std::string id;        // "gate-order", ...; "usual" for a list of what it often is
  std::string sentence;  // what they do, and what we do
  std::string tensor;    // the first that it makes differ
  int step = -1;
  bool tested = true;                     // their numbers come out of it
  std::vector<std::string> alternatives;  // other sentences that reproduce as much
};

struct Explanation {
  std::vector<Cause> causes;  // in the order of the tensors
  bool complete = false;      // with all of them, everything in the dump comes out
};

// `start` is what shapes have already said. The plain model holds their weights.
Explanation explain(PlainModel& model, const ModelConfig& config, const ReferencePair& pair, LossKind kind,
                    const Variant& start, bool extra_biases, const TheirTensors& theirs, double tolerance);

}  // namespace seq2seq
