// What the decoder is fed at each step of training: the batch's input, or the model's own prediction.
#pragma once

#include "model/parameters.h"
#include "model/seq2seq.h"
#include "model/workspace.h"

namespace seq2seq {

// Whether any real input after the first step is a prediction. If not, all steps' inputs are known beforehand.
bool feeds_own(const Batch& batch, const Feeding& feeding);

// Enters step t's inputs into `fed` and `decoder_tokens`. A prediction is made from step t-1's logits, gate scores and
// attention as they stand in the workspace, row by row in the batch's order; a copied word outside the vocabulary is
// fed as UNK.
void enter_inputs(const ModelConfig& config, const Batch& batch, const Feeding& feeding, Index t, Workspace& workspace);

}  // namespace seq2seq
