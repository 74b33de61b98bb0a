// What the decoder makes of its steps: logits and gate scores of the real target tokens, their losses, the gradients of
// both. Padding costs nothing here: the head is most of the work of a large model, and columns without a token are left
// out of its products.
#pragma once

#include "model/batch.h"
#include "model/parameters.h"
#include "model/workspace.h"

namespace seq2seq {

// Which columns stand for a token, and room for what they give.
void start_outputs(const ModelConfig& config, const Batch& batch, Workspace& workspace);

// The logits [V] of a column of T*B that is no padding.
inline const Real* output_logits(const Workspace& w, Index column, Index vocabulary) {
  return w.logits.data() + w.output_slots[static_cast<std::size_t>(column)] * vocabulary;
}

// Logits and gate scores of the steps [first, last). `packed_head`: where steps are done one by one.
void output_forward(const ModelConfig& config, const Parameters& parameters, Index first, Index last,
                    Workspace& workspace, const PackedMatrix* packed_head = nullptr);

// The summed loss; leaves in place the gradients by logits, energies and gate scores of `weight` times each token's.
double output_losses(const ModelConfig& config, const Batch& batch, Real weight, Workspace& workspace);

// From what output_losses left: d_head_input, and the gradients of head and copy gate in `d_values`.
void output_backward(const ModelConfig& config, const Parameters& parameters, Workspace& workspace, Real* d_values);

}  // namespace seq2seq
