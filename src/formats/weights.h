// Weights between a safetensors file and the model's parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/safetensors.h"
#include "model/parameters.h"

namespace seq2seq {

// The sizes and variant that a file's names and shapes speak of: V and E from enc.emb.weight, H from
// enc.gru.weight_hh_l0, attention from dec.attn.*, copying from gate.*. A pure pointer and a model without copying have
// the same tensors but for dec.fc; unk_id stays -1. Throws Error(invalid_file) where a tensor is missing, and where the
// metadata's own V, E or H (if it has them as text) say otherwise.
ModelConfig model_config_of(const SafeTensors& file);

// All of `layout`'s tensors from the file, in one piece: either every one fits, or one Error(invalid_file) lists all
// missing, unknown and mis-shaped names, and nothing has been changed. Names beginning with "optimizer." belong to a
// checkpoint and are passed over. A value that is NaN or infinite is refused by name and index.
Parameters read_parameters(const SafeTensors& file, const std::shared_ptr<const ParameterLayout>& layout,
                           const std::string& prefix = {});

// In PyTorch's order and shapes; names are prefixed (checkpoints write the moments as "optimizer.exp_avg." + name).
std::vector<NamedTensor> to_tensors(const Parameters& parameters, const std::string& prefix = {});

}  // namespace seq2seq
