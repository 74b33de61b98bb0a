// What people do differently, each with a switch of the plain model that computes what it does to the numbers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checking/plain_variant.h"
#include "checking/reference_tensors.h"

namespace seq2seq {

struct Deviation {
  std::string id;        // "gate-order"; the same for encoder, decoder and both
  std::string sentence;  // what they do, and what we do
  std::function<void(Variant&)> apply;
};

// All that make sense for the model and the pair, likelier ones first. `extra_biases`: the dump has biases in its
// attention.
std::vector<Deviation> hypotheses(const ModelConfig& config, const ReferencePair& pair, LossKind kind,
                                  bool extra_biases);

// What most often makes this tensor differ: for differences that no hypothesis reproduces.
std::string usual_causes(const std::string& tensor);

}  // namespace seq2seq
