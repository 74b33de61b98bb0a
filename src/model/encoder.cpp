#include "model/encoder.h"

#include <algorithm>

#include "model/columns.h"
#include "model/gru.h"

namespace seq2seq {
namespace {

InputWeights input_weights(const ModelConfig& config, const Parameters& parameters, const Workspace& w) {
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  const Index E = config.embedding_size;
  return {values + at.encoder_embedding, values + at.encoder_gru.input_weight, E, w.encoder_bias.data(), E,
          Index{3} * config.hidden_size};
}

}  // namespace

void encoder_forward(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& w) {
  const Index V = config.vocabulary_size, H = config.hidden_size, B = batch.rows, S = batch.source_length;
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  w.rows = batch.rows;
  w.source_length = batch.source_length;

  add_up_gru_bias(values + at.encoder_gru.input_bias, values + at.encoder_gru.state_bias, H,
                  grown(w.encoder_bias, 4 * H));
  start_tokens(w.encoder_tokens, V, S * B);
  for (Index b = 0; b < B; ++b)
    for (Index s = 0; s < batch.source_lengths[static_cast<std::size_t>(b)]; ++s) {
      const std::size_t cell = static_cast<std::size_t>(s * B + b);
      w.encoder_tokens.slots[cell] = enter_token(w.encoder_tokens, batch.source[cell]);
    }
  project_tokens(w.encoder_tokens, input_weights(config, parameters, w));

  w.recurrent.pack(view(values + at.encoder_gru.state_weight, H, 3 * H), Transpose::yes);
  Real* const gates = grown(w.encoder_gates, 4 * H * S * B);
  Real* const states = grown(w.encoder_states, H * (S + 1) * B);
  std::fill_n(states, H * B, Real(0));
  for (Index s = 0; s < S; ++s) {
    Real* const block = gates + s * B * 4 * H;
    for (Index b = 0; b < B; ++b) {
      Real* const column = block + b * 4 * H;
      const std::int32_t slot = w.encoder_tokens.slots[static_cast<std::size_t>(s * B + b)];
      if (slot < 0) {
        clear_column(column, 4 * H);
        continue;
      }
      copy_column(w.encoder_tokens.projected.data() + slot * 3 * H, column, 3 * H);
      copy_column(w.encoder_bias.data() + 3 * H, column + 3 * H, H);
    }
    const Real* const previous = states + s * B * H;
    multiply(w.recurrent, view(previous, H, B), view(block + H, 3 * H, B, 4 * H), true);
    for (Index b = 0; b < B; ++b) {
      Real* const state = states + ((s + 1) * B + b) * H;
      if (w.encoder_tokens.slots[static_cast<std::size_t>(s * B + b)] < 0)
        copy_column(previous + b * H, state, H);
      else
        gru_activate(block + b * 4 * H, previous + b * H, state, H);
    }
  }
}

void encoder_backward(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& w,
                      Gradients& gradients) {
  const Index E = config.embedding_size, H = config.hidden_size, B = batch.rows, S = batch.source_length;
  const ParameterOffsets& at = parameters.layout().offsets();
  Real* const d_values = gradients.tracked_data();
  Real* const gates = w.encoder_gates.data();
  Real* const d_state = grown(w.d_state, H * B);
  copy_column(w.d_first_state.data(), d_state, H * B);

  w.recurrent.pack(view(parameters.data() + at.encoder_gru.state_weight, H, 3 * H), Transpose::no);
  for (Index s = S - 1; s >= 0; --s) {
    for (Index b = 0; b < B; ++b) {
      const Index column = s * B + b;
      if (w.encoder_tokens.slots[static_cast<std::size_t>(column)] < 0) {
        std::fill_n(gates + column * 4 * H, 4 * H, Real(0));
        continue;
      }
      add_column(w.d_encoder_states.data() + column * H, d_state + b * H, H);
      gru_gradient(gates + column * 4 * H, w.encoder_states.data() + column * H, d_state + b * H, H);
    }
    if (s > 0)  // the first state is no parameter
      multiply(w.recurrent, view(static_cast<const Real*>(gates + s * B * 4 * H + H), 3 * H, B, 4 * H),
               view(d_state, H, B), true);
  }

  multiply(view(static_cast<const Real*>(w.encoder_states.data()), H, S * B), Transpose::no,
           view(static_cast<const Real*>(gates + H), 3 * H, S * B, 4 * H), Transpose::yes,
           view(d_values + at.encoder_gru.state_weight, H, 3 * H));
  sum_by_token(w.encoder_tokens, gates, 4 * H, 3 * H, S * B);
  project_tokens_backward(w.encoder_tokens, input_weights(config, parameters, w),
                          d_values + at.encoder_gru.input_weight);
  gru_bias_gradient(w.encoder_tokens.projected.data(), static_cast<Index>(w.encoder_tokens.tokens.size()), gates, 4 * H,
                    S * B, H, d_values + at.encoder_gru.input_bias, d_values + at.encoder_gru.state_bias);
  store_embedding_gradient(w.encoder_tokens, E, d_values + at.encoder_embedding, gradients.touched().encoder);
}

}  // namespace seq2seq
