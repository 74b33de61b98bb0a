// The dump of one forward and one backward pass: weights, every tensor in between, gradients. Ours is written here;
// docs/check-your-implementation.md says how others write theirs.
#pragma once

#include <string>
#include <vector>

#include "checking/reference_tensors.h"
#include "formats/safetensors.h"
#include "model/parameters.h"

namespace seq2seq {

// What the engine computes for the pair without its padding: the trace's tensors in their order (teacher forcing), then
// "loss", then the gradients from the head back to the encoder's embedding. Throws as the trace does.
std::vector<ReferenceTensor> engine_tensors(const Seq2Seq& model, const Parameters& parameters,
                                            const ReferencePair& pair, LossKind kind);

// The same as a file, weights first.
std::string write_reference_dump(const Seq2Seq& model, const Parameters& parameters, const ReferencePair& pair,
                                 LossKind kind);

// A dump under whatever names it has.
struct ReferenceDump {
  ReferencePair pair;
  SafeTensors file;
  std::vector<std::string> notes;  // what was set right while reading
};

// Metadata: source, target and bos, numbers as text; source_length and target_length where there is padding. Throws
// Error(invalid_file) naming what is missing or no number.
ReferenceDump read_reference_dump(std::string_view bytes);

}  // namespace seq2seq
