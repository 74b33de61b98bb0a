// The decoder: at each step attention reads the state before the step, the GRU takes [embedding; context], and the head
// reads [new state; context] (Bahdanau et al. 2014, A.2, with the lesson's GRU and head).
#pragma once

#include <vector>

#include "model/attention.h"
#include "model/parameters.h"
#include "model/seq2seq.h"
#include "model/workspace.h"

namespace seq2seq {

// What the decoder needs once for a batch of encoded sources: keys, biases, packed weights.
void decoder_prepare(const ModelConfig& config, const Parameters& parameters, Workspace& workspace);

// The encoded sources as attention sees them. Points into parameters, batch and workspace.
AttentionMemory attention_memory(const ModelConfig& config, const Parameters& parameters, const Batch& batch,
                                 const Workspace& workspace);

// All T steps and the loss; the gradient of the logits stands in the workspace afterwards.
Loss decoder_forward(const ModelConfig& config, const Parameters& parameters, const Batch& batch,
                     const Feeding& feeding, LossKind kind, Workspace& workspace);

// Every dec.* and gate.* gradient written whole; leaves d_encoder_states and d_first_state for the encoder.
void decoder_backward(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& workspace,
                      Gradients& gradients);

// One step of N hypotheses, as Seq2Seq::step describes it; the arguments are checked already.
void decoder_step(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& workspace,
                  const std::vector<int>& rows, const std::vector<TokenId>& tokens, Matrix& state,
                  Matrix& log_probabilities, Matrix& attention);

}  // namespace seq2seq
