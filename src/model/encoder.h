// The encoder: embedding and GRU, left to right, every state kept.
#pragma once

#include "model/parameters.h"
#include "model/workspace.h"

namespace seq2seq {

// Fills the encoder's part of the workspace. Uses `source` and `source_lengths` of the batch, which are checked
// already.
void encoder_forward(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& workspace);

// From d_encoder_states and d_first_state: every enc.* gradient, written whole.
void encoder_backward(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& workspace,
                      Gradients& gradients);

}  // namespace seq2seq
