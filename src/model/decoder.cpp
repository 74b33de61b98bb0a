#include "model/decoder.h"

#include <algorithm>

#include "math/activations.h"
#include "model/bahdanau.h"
#include "model/columns.h"
#include "model/copy.h"
#include "model/decoder_cell.h"
#include "model/decoder_output.h"
#include "model/feeding.h"
#include "model/gru.h"

namespace seq2seq {
void decoder_prepare(const ModelConfig& config, const Parameters& parameters, Workspace& w) {
  const Index E = config.embedding_size, H = config.hidden_size, B = w.rows, S = w.source_length;
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  grown(w.scratch, std::max<Index>(S + H, config.vocabulary_size));
  add_up_gru_bias(values + at.decoder_gru.input_bias, values + at.decoder_gru.state_bias, H,
                  grown(w.decoder_bias, 4 * H));
  const Real* const recurrent = values + at.decoder_gru.state_weight;
  w.recurrent.pack(view(recurrent, H, GateRows(config).recurrent), Transpose::yes);
  w.context.pack(view(values + at.decoder_gru.input_weight + E, H, 3 * H, E + H), Transpose::yes);

  w.exp_product = false;
  if (config.attention != AttentionKind::bahdanau && config.attention != AttentionKind::luong_general) return;
  const Real* const weight = values + at.attention_keys;
  Real* const keys = grown(w.keys, H * S * B);
  multiply(view(weight, H, H), Transpose::yes,
           view(static_cast<const Real*>(w.encoder_states.data() + H * B), H, S * B), Transpose::no,
           view(keys, H, S * B));
  if (config.attention != AttentionKind::bahdanau) return;
  w.exp_product = exp_product_is_exact(weight, recurrent + 3 * H * H, H);
  if (w.exp_product) exp_twice_array(keys, keys, H * S * B);
}

AttentionMemory attention_memory(const ModelConfig& config, const Parameters& parameters, const Batch& batch,
                                 const Workspace& w) {
  const ParameterOffsets& at = parameters.layout().offsets();
  AttentionMemory memory;
  memory.kind = config.attention;
  memory.hidden = config.hidden_size;
  memory.rows = w.rows;
  memory.source_length = w.source_length;
  memory.lengths = batch.source_lengths.data();
  memory.states = w.encoder_states.data() + memory.hidden * memory.rows;
  memory.keys = config.attention == AttentionKind::luong_dot ? memory.states : w.keys.data();
  if (config.attention == AttentionKind::bahdanau) memory.v = parameters.data() + at.attention_v;
  memory.exp_product = w.exp_product;
  return memory;
}

Loss decoder_forward(const ModelConfig& config, const Parameters& parameters, const Batch& batch,
                     const Feeding& feeding, LossKind kind, Workspace& w) {
  const Index H = config.hidden_size, B = batch.rows, T = batch.target_length;
  const Index S = w.source_length, columns = T * B;
  const AttentionMemory memory = attention_memory(config, parameters, batch, w);
  w.target_length = batch.target_length;
  Real* const gates = grown(w.decoder_gates, GateRows(config).column * columns);
  Real* const head_input = grown(w.head_input, 2 * H * (columns + B));
  Real* const alpha = grown(w.alpha, S * columns);
  Real* const log_alpha = config.copy == CopyKind::off ? nullptr : grown(w.log_alpha, S * columns);
  start_outputs(config, batch, w);
  w.fed.assign(static_cast<std::size_t>(columns), -1);
  start_tokens(w.decoder_tokens, config.vocabulary_size, columns);
  for (Index b = 0; b < B; ++b) copy_column(w.encoder_states.data() + (S * B + b) * H, head_input + b * 2 * H, H);

  const bool own = feeds_own(batch, feeding);
  if (own && config.copy != CopyKind::pointer) pack_head(head_weights(config, parameters), w.head);
  if (!own) {
    for (Index t = 0; t < T; ++t) enter_inputs(config, batch, Feeding{}, t, w);
    project_tokens(w.decoder_tokens, decoder_input_weights(config, parameters, w));
  }
  for (Index t = 0; t < T; ++t) {
    if (own) {
      enter_inputs(config, batch, feeding, t, w);
      project_tokens(w.decoder_tokens, decoder_input_weights(config, parameters, w));
    }
    const Index first = t * B;
    run_cell(config, memory, w.decoder_tokens, w,
             {B, w.decoder_tokens.slots.data() + first, nullptr, head_input + first * 2 * H, 2 * H,
              gates + first * GateRows(config).column, head_input + (first + B) * 2 * H, alpha + first * S,
              log_alpha == nullptr ? nullptr : log_alpha + first * S});
    if (own) output_forward(config, parameters, t, t + 1, w, &w.head);
  }
  if (!own) output_forward(config, parameters, 0, T, w);

  Loss loss;
  for (const std::int32_t length : batch.target_lengths) loss.tokens += length;
  loss.sum =
      output_losses(config, batch, kind == LossKind::mean ? Real(1) / static_cast<Real>(loss.tokens) : Real(1), w);
  loss.value = kind == LossKind::mean ? loss.sum / static_cast<double>(loss.tokens) : loss.sum;
  return loss;
}

void decoder_backward(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& w,
                      Gradients& gradients) {
  const Index E = config.embedding_size, H = config.hidden_size, B = batch.rows, T = batch.target_length;
  const Index S = w.source_length, columns = T * B;
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  Real* const d_values = gradients.tracked_data();
  const GateRows rows(config);
  const AttentionMemory memory = attention_memory(config, parameters, batch, w);
  const Real* const head_input = w.head_input.data();
  const std::int32_t* const slots = w.decoder_tokens.slots.data();
  const bool copies = config.copy != CopyKind::off;

  output_backward(config, parameters, w, d_values);
  Real* const d_head = w.d_head_input.data();
  Real* const gates = w.decoder_gates.data();
  Real* const d_state = grown(w.d_state, H * B);
  clear_column(d_state, H * B);
  AttentionGradient attention;
  attention.d_states = grown(w.d_encoder_states, H * S * B);
  std::fill_n(attention.d_states, H * S * B, Real(0));
  attention.d_keys = attention.d_states;
  const bool has_keys = at.attention_keys != ParameterOffsets::absent;
  if (has_keys) {
    attention.d_keys = grown(w.d_keys, H * S * B);
    std::fill_n(attention.d_keys, H * S * B, Real(0));
  }
  if (memory.v != nullptr) {
    attention.d_v = d_values + at.attention_v;
    clear_column(attention.d_v, H);
  }
  Real* const d_query = grown(w.d_query, H);
  w.recurrent.pack(view(values + at.decoder_gru.state_weight, H, rows.recurrent), Transpose::no);
  w.context.pack(view(values + at.decoder_gru.input_weight + E, H, 3 * H, E + H), Transpose::no);

  for (Index t = T - 1; t >= 0; --t) {
    const Index first = t * B;
    for (Index b = 0; b < B; ++b) {
      const Index c = first + b;
      if (slots[c] < 0) {
        std::fill_n(gates + c * rows.column, rows.column, Real(0));
        continue;
      }
      add_column(d_head + c * 2 * H, d_state + b * H, H);
      gru_gradient(gates + c * rows.column, head_input + c * 2 * H, d_state + b * H, H);
    }
    multiply(w.context, view(static_cast<const Real*>(gates + first * rows.column), 3 * H, B, rows.column),
             view(d_head + first * 2 * H + H, H, B, 2 * H), true);
    for (Index b = 0; b < B; ++b) {
      const Index c = first + b;
      if (slots[c] < 0) continue;
      Real* const column = gates + c * rows.column;
      attend_backward(memory, b, attention_query(memory, column, head_input + c * 2 * H), w.alpha.data() + c * S,
                      d_head + c * 2 * H + H, copies ? w.log_alpha.data() + c * S : nullptr, attention, d_query,
                      w.scratch.data());
      if (memory.kind == AttentionKind::bahdanau)
        copy_column(d_query, column + 4 * H, H);
      else if (memory.kind != AttentionKind::none)
        add_column(d_query, d_state + b * H, H);
    }
    multiply(w.recurrent,
             view(static_cast<const Real*>(gates + first * rows.column + H), rows.recurrent, B, rows.column),
             view(d_state, H, B), true);
  }
  copy_column(d_state, grown(w.d_first_state, H * B), H * B);

  finish_attention_gradient(memory, attention);
  if (has_keys) {
    const ConstView d_keys = view(static_cast<const Real*>(attention.d_keys), H, S * B);
    multiply(view(memory.states, H, S * B), Transpose::no, d_keys, Transpose::yes,
             view(d_values + at.attention_keys, H, H));
    multiply(view(values + at.attention_keys, H, H), Transpose::no, d_keys, Transpose::no,
             view(attention.d_states, H, S * B), true);
  }
  const ConstView d_all = view(static_cast<const Real*>(gates), 3 * H, columns, rows.column);
  multiply(view(head_input, H, columns, 2 * H), Transpose::no,
           view(static_cast<const Real*>(gates + H), rows.recurrent, columns, rows.column), Transpose::yes,
           view(d_values + at.decoder_gru.state_weight, H, rows.recurrent));
  multiply(view(head_input + B * 2 * H + H, H, columns, 2 * H), Transpose::no, d_all, Transpose::yes,
           view(d_values + at.decoder_gru.input_weight + E, H, 3 * H, E + H));
  sum_by_token(w.decoder_tokens, gates, rows.column, 3 * H, columns);
  project_tokens_backward(w.decoder_tokens, decoder_input_weights(config, parameters, w),
                          d_values + at.decoder_gru.input_weight);
  if (config.copy == CopyKind::pointer_generator)
    copy_gate_input_backward(copy_gate(config, parameters), w.d_score_by_token.data(), w.decoder_tokens);
  gru_bias_gradient(w.decoder_tokens.projected.data(), static_cast<Index>(w.decoder_tokens.tokens.size()), gates,
                    rows.column, columns, H, d_values + at.decoder_gru.input_bias,
                    d_values + at.decoder_gru.state_bias);
  store_embedding_gradient(w.decoder_tokens, E, d_values + at.decoder_embedding, gradients.touched().decoder);
}

}  // namespace seq2seq
