#include "model/decoder_cell.h"

#include <algorithm>

#include "math/activations.h"
#include "model/columns.h"
#include "model/gru.h"

namespace seq2seq {

InputWeights decoder_input_weights(const ModelConfig& config, const Parameters& parameters, const Workspace& w) {
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  const Index E = config.embedding_size, H = config.hidden_size;
  return {values + at.decoder_embedding, values + at.decoder_gru.input_weight, E + H, w.decoder_bias.data(), E, 3 * H};
}

HeadWeights head_weights(const ModelConfig& config, const Parameters& parameters) {
  const ParameterOffsets& at = parameters.layout().offsets();
  return {parameters.data() + at.head_weight, parameters.data() + at.head_bias, Index{2} * config.hidden_size,
          config.vocabulary_size};
}

CopyGate copy_gate(const ModelConfig& config, const Parameters& parameters) {
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  return {values + at.gate_context, values + at.gate_state, values + at.gate_input,
          values + at.gate_bias,    config.hidden_size,     config.embedding_size};
}

const Real* attention_query(const AttentionMemory& memory, const Real* gates, const Real* previous) {
  return memory.kind == AttentionKind::bahdanau ? gates + 4 * memory.hidden : previous;
}

void run_cell(const ModelConfig& config, const AttentionMemory& memory, const TokenProjection& tokens, Workspace& w,
              const DecoderCell& cell) {
  const Index H = config.hidden_size, S = memory.source_length;
  const GateRows rows(config);
  for (Index j = 0; j < cell.columns; ++j) {
    Real* const column = cell.gates + j * rows.column;
    if (cell.slots[j] < 0) {
      std::fill_n(column, rows.column, Real(0));
      continue;
    }
    copy_column(tokens.projected.data() + cell.slots[j] * 3 * H, column, 3 * H);
    copy_column(w.decoder_bias.data() + 3 * H, column + 3 * H, H);
    clear_column(column + 4 * H, rows.column - 4 * H);
  }
  multiply(w.recurrent, view(cell.previous, H, cell.columns, cell.previous_stride),
           view(cell.gates + H, rows.recurrent, cell.columns, rows.column), true);
  for (Index j = 0; j < cell.columns; ++j) {
    Real* const column = cell.gates + j * rows.column;
    Real* const alpha = cell.alpha + j * S;
    Real* const context = cell.next + j * 2 * H + H;
    if (cell.slots[j] < 0) {
      std::fill_n(alpha, S, Real(0));
      clear_column(context, H);
      continue;
    }
    if (memory.exp_product) exp_twice_array(column + 4 * H, column + 4 * H, H);
    attend(memory, cell.row(j), attention_query(memory, column, cell.previous + j * cell.previous_stride), alpha,
           context, w.scratch.data(), cell.log_alpha == nullptr ? nullptr : cell.log_alpha + j * S);
  }
  multiply(w.context, view(static_cast<const Real*>(cell.next + H), H, cell.columns, 2 * H),
           view(cell.gates, 3 * H, cell.columns, rows.column), true);
  for (Index j = 0; j < cell.columns; ++j) {
    const Real* const previous = cell.previous + j * cell.previous_stride;
    if (cell.slots[j] < 0)
      copy_column(previous, cell.next + j * 2 * H, H);
    else
      gru_activate(cell.gates + j * rows.column, previous, cell.next + j * 2 * H, H);
  }
}

}  // namespace seq2seq
