// One step of the decoder for some columns, the same in training, where a column is a row of the batch, and in search,
// where it is a hypothesis.
#pragma once

#include "model/attention.h"
#include "model/copy.h"
#include "model/output.h"
#include "model/parameters.h"
#include "model/workspace.h"

namespace seq2seq {

// Rows of a gate column: n, r, z, n_h, and W_s s where attention has one.
struct GateRows {
  Index column, recurrent;  // all of it; the part that the recurrent product fills, from r on
  explicit GateRows(const ModelConfig& config)
      : column((config.attention == AttentionKind::bahdanau ? 5 : 4) * Index{config.hidden_size}),
        recurrent(column - config.hidden_size) {}
};

struct DecoderCell {
  Index columns;
  const std::int32_t* slots;  // [columns] into the projected tokens; -1: padding
  const int* rows;            // [columns] the batch row each column belongs to; nullptr: column j is row j
  const Real* previous;       // [H,columns] states before the step
  Index previous_stride;
  Real* gates;      // [5H,columns] or [4H,columns]
  Real* next;       // [2H,columns] states after the step and contexts
  Real* alpha;      // [S,columns]
  Real* log_alpha;  // [S,columns], or nullptr without copying

  Index row(Index column) const { return rows == nullptr ? column : rows[column]; }
};

void run_cell(const ModelConfig& config, const AttentionMemory& memory, const TokenProjection& tokens,
              Workspace& workspace, const DecoderCell& cell);

// What attention compares the keys with: W_s s of the gate column, or the state itself (Luong).
const Real* attention_query(const AttentionMemory& memory, const Real* gates, const Real* previous);

// The decoder's parameters as its parts take them.
InputWeights decoder_input_weights(const ModelConfig& config, const Parameters& parameters, const Workspace& workspace);
HeadWeights head_weights(const ModelConfig& config, const Parameters& parameters);
CopyGate copy_gate(const ModelConfig& config, const Parameters& parameters);

}  // namespace seq2seq
