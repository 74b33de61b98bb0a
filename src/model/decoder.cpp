#include "model/decoder.h"

#include <algorithm>

#include "math/activations.h"
#include "model/bahdanau.h"
#include "model/columns.h"
#include "model/gru.h"
#include "model/output.h"

namespace seq2seq {
namespace {

// Rows of a gate column: n, r, z, n_h, and W_s s where attention has one.
struct GateRows {
  Index column, recurrent;  // all of it; the part that the recurrent product fills, from r on
  explicit GateRows(const ModelConfig& config)
      : column((config.attention == AttentionKind::bahdanau ? 5 : 4) * Index{config.hidden_size}),
        recurrent(column - config.hidden_size) {}
};

InputWeights input_weights(const ModelConfig& config, const Parameters& parameters, const Workspace& w) {
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

// One step of some columns. Columns of `previous` and `next` are 2H apart or as given; `next` gets state and context.
struct Cell {
  Index columns;
  const std::int32_t* slots;  // [columns] into the projected tokens; -1: padding
  const int* rows;            // [columns] the batch row each column belongs to; nullptr: column j is row j
  const Real* previous;       // [H,columns]
  Index previous_stride;
  Real* gates;  // [5H,columns] or [4H,columns]
  Real* next;   // [2H,columns]
  Real* alpha;  // [S,columns]

  Index row(Index column) const { return rows == nullptr ? column : rows[column]; }
};

// What attention compares the keys with: W_s s of the gate column, or the state itself (Luong).
const Real* query_of(const AttentionMemory& memory, const Real* gates, const Real* previous) {
  return memory.kind == AttentionKind::bahdanau ? gates + 4 * memory.hidden : previous;
}

void run_cell(const ModelConfig& config, const AttentionMemory& memory, const TokenProjection& tokens, Workspace& w,
              const Cell& cell) {
  const Index H = config.hidden_size, S = memory.source_length;
  const GateRows rows(config);
  for (Index j = 0; j < cell.columns; ++j) {
    Real* const column = cell.gates + j * rows.column;
    if (cell.slots[j] < 0) {
      std::fill_n(column, rows.column, Real(0));
      continue;
    }
    std::copy_n(tokens.projected.data() + cell.slots[j] * 3 * H, 3 * H, column);
    std::copy_n(w.decoder_bias.data() + 3 * H, H, column + 3 * H);
    std::fill(column + 4 * H, column + rows.column, Real(0));
  }
  multiply(w.decoder_recurrent, view(cell.previous, H, cell.columns, cell.previous_stride),
           view(cell.gates + H, rows.recurrent, cell.columns, rows.column), true);
  for (Index j = 0; j < cell.columns; ++j) {
    Real* const column = cell.gates + j * rows.column;
    Real* const alpha = cell.alpha + j * S;
    Real* const context = cell.next + j * 2 * H + H;
    if (cell.slots[j] < 0) {
      std::fill_n(alpha, S, Real(0));
      std::fill_n(context, H, Real(0));
      continue;
    }
    if (memory.exp_product) exp_twice_array(column + 4 * H, column + 4 * H, H);
    attend(memory, cell.row(j), query_of(memory, column, cell.previous + j * cell.previous_stride), alpha, context,
           w.scratch.data());
  }
  multiply(w.decoder_context, view(static_cast<const Real*>(cell.next + H), H, cell.columns, 2 * H),
           view(cell.gates, 3 * H, cell.columns, rows.column), true);
  for (Index j = 0; j < cell.columns; ++j) {
    const Real* const previous = cell.previous + j * cell.previous_stride;
    if (cell.slots[j] < 0)
      std::copy_n(previous, H, cell.next + j * 2 * H);
    else
      gru_activate(cell.gates + j * rows.column, previous, cell.next + j * 2 * H, H);
  }
}

// The slots of one step's inputs, the model's own predictions among them.
void enter_inputs(const ModelConfig& config, const Batch& batch, const Feeding& feeding, Index t, Workspace& w) {
  const Index V = config.vocabulary_size, B = batch.rows;
  for (Index b = 0; b < B; ++b) {
    const std::size_t cell = static_cast<std::size_t>(t * B + b);
    if (t >= batch.target_lengths[static_cast<std::size_t>(b)]) continue;
    TokenId token = batch.input[cell];
    if (t > 0 && feeding.own != nullptr && feeding.own[cell] != 0) {
      const Real* const logits = w.logits.data() + ((t - 1) * B + b) * V;
      if (feeding.prediction == OwnPrediction::argmax) {
        token = argmax(logits, V);
      } else {
        Real* const log_probabilities = w.scratch.data() + V;
        std::copy_n(logits, V, log_probabilities);
        log_softmax(log_probabilities, V, w.scratch.data());
        token = draw(log_probabilities, V, *feeding.generator, w.scratch.data());
      }
    }
    w.fed[cell] = token;
    w.decoder_tokens.slots[cell] = enter_token(w.decoder_tokens, token);
  }
}

bool feeds_own(const Batch& batch, const Feeding& feeding) {
  if (feeding.own == nullptr) return false;
  for (Index t = 1; t < batch.target_length; ++t)
    for (Index b = 0; b < batch.rows; ++b)
      if (t < batch.target_lengths[static_cast<std::size_t>(b)] && feeding.own[t * batch.rows + b] != 0) return true;
  return false;
}

Index scratch_size(const ModelConfig& config, Index source_length) {
  return std::max<Index>(source_length + config.hidden_size, Index{2} * config.vocabulary_size);
}

}  // namespace

void decoder_prepare(const ModelConfig& config, const Parameters& parameters, Workspace& w, bool exact) {
  const Index E = config.embedding_size, H = config.hidden_size, B = w.rows, S = w.source_length;
  const ParameterOffsets& at = parameters.layout().offsets();
  const Real* const values = parameters.data();
  grown(w.scratch, scratch_size(config, S));
  add_up_gru_bias(values + at.decoder_gru.input_bias, values + at.decoder_gru.state_bias, H,
                  grown(w.decoder_bias, 4 * H));
  const Real* const recurrent = values + at.decoder_gru.state_weight;
  w.decoder_recurrent.pack(view(recurrent, H, GateRows(config).recurrent), Transpose::yes);
  w.decoder_context.pack(view(values + at.decoder_gru.input_weight + E, H, 3 * H, E + H), Transpose::yes);

  w.exp_product = false;
  if (config.attention != AttentionKind::bahdanau && config.attention != AttentionKind::luong_general) return;
  const Real* const weight = values + at.attention_keys;
  Real* const keys = grown(w.keys, H * S * B);
  multiply(view(weight, H, H), Transpose::yes,
           view(static_cast<const Real*>(w.encoder_states.data() + H * B), H, S * B), Transpose::no,
           view(keys, H, S * B));
  if (config.attention != AttentionKind::bahdanau || exact) return;
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
  const Index V = config.vocabulary_size, H = config.hidden_size, B = batch.rows, T = batch.target_length;
  const Index S = w.source_length, columns = T * B;
  const AttentionMemory memory = attention_memory(config, parameters, batch, w);
  w.target_length = batch.target_length;
  Real* const gates = grown(w.decoder_gates, GateRows(config).column * columns);
  Real* const head_input = grown(w.head_input, 2 * H * (columns + B));
  Real* const alpha = grown(w.alpha, S * columns);
  Real* const logits = grown(w.logits, V * columns);
  Real* const losses = grown(w.token_losses, columns);
  w.fed.assign(static_cast<std::size_t>(columns), -1);
  start_tokens(w.decoder_tokens, V, columns);
  for (Index b = 0; b < B; ++b) std::copy_n(w.encoder_states.data() + (S * B + b) * H, H, head_input + b * 2 * H);

  const bool own = feeds_own(batch, feeding);
  const HeadWeights head = head_weights(config, parameters);
  if (!own) {
    for (Index t = 0; t < T; ++t) enter_inputs(config, batch, Feeding{}, t, w);
    project_tokens(w.decoder_tokens, input_weights(config, parameters, w));
  }
  for (Index t = 0; t < T; ++t) {
    if (own) {
      enter_inputs(config, batch, feeding, t, w);
      project_tokens(w.decoder_tokens, input_weights(config, parameters, w));
    }
    const Real* const previous = head_input + t * B * 2 * H;
    Real* const next = head_input + (t + 1) * B * 2 * H;
    run_cell(config, memory, w.decoder_tokens, w,
             {B, w.decoder_tokens.slots.data() + t * B, nullptr, previous, 2 * H,
              gates + t * B * GateRows(config).column, next, alpha + t * B * S});
    if (own) head_forward(head, next, B, logits + t * B * V);
  }
  if (!own) head_forward(head, head_input + B * 2 * H, columns, logits);

  Loss loss;
  for (const std::int32_t length : batch.target_lengths) loss.tokens += length;
  const Real weight = kind == LossKind::mean ? Real(1) / static_cast<Real>(loss.tokens) : Real(1);
  for (Index c = 0; c < columns; ++c) {
    losses[c] = 0;
    if (w.decoder_tokens.slots[static_cast<std::size_t>(c)] < 0) {
      std::fill_n(logits + c * V, V, Real(0));
      continue;
    }
    losses[c] = softmax_cross_entropy(logits + c * V, V, batch.label[static_cast<std::size_t>(c)], weight);
    loss.sum += static_cast<double>(losses[c]);
  }
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

  Real* const d_head = grown(w.d_head_input, 2 * H * columns);
  head_backward(head_weights(config, parameters), head_input + B * 2 * H, w.logits.data(), columns, d_head,
                d_values + at.head_weight, d_values + at.head_bias);

  Real* const d_gates = grown(w.d_decoder_gates, rows.column * columns);
  Real* const d_state = grown(w.d_state, H * B);
  std::fill_n(d_state, H * B, Real(0));
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
    std::fill_n(attention.d_v, H, Real(0));
  }
  Real* const d_query = grown(w.d_query, H);
  w.recurrent_back.pack(view(values + at.decoder_gru.state_weight, H, rows.recurrent), Transpose::no);
  w.context_back.pack(view(values + at.decoder_gru.input_weight + E, H, 3 * H, E + H), Transpose::no);

  for (Index t = T - 1; t >= 0; --t) {
    const Index first = t * B;
    for (Index b = 0; b < B; ++b) {
      const Index c = first + b;
      Real* const d_column = d_gates + c * rows.column;
      if (slots[c] < 0) {
        std::fill_n(d_column, rows.column, Real(0));
        continue;
      }
      add_column(d_head + c * 2 * H, d_state + b * H, H);
      gru_gradient(w.decoder_gates.data() + c * rows.column, head_input + c * 2 * H, d_state + b * H, d_column, H);
    }
    multiply(w.context_back, view(static_cast<const Real*>(d_gates + first * rows.column), 3 * H, B, rows.column),
             view(d_head + first * 2 * H + H, H, B, 2 * H), true);
    for (Index b = 0; b < B; ++b) {
      const Index c = first + b;
      if (slots[c] < 0) continue;
      const Real* const query = query_of(memory, w.decoder_gates.data() + c * rows.column, head_input + c * 2 * H);
      Real* const to = memory.kind == AttentionKind::bahdanau ? d_gates + c * rows.column + 4 * H : d_query;
      attend_backward(memory, b, query, w.alpha.data() + c * S, d_head + c * 2 * H + H, nullptr, attention, to,
                      w.scratch.data());
      if (memory.kind == AttentionKind::luong_dot || memory.kind == AttentionKind::luong_general)
        add_column(d_query, d_state + b * H, H);
    }
    multiply(w.recurrent_back,
             view(static_cast<const Real*>(d_gates + first * rows.column + H), rows.recurrent, B, rows.column),
             view(d_state, H, B), true);
  }
  std::copy_n(d_state, H * B, grown(w.d_first_state, H * B));

  finish_attention_gradient(memory, attention);
  if (has_keys) {
    const ConstView d_keys = view(static_cast<const Real*>(attention.d_keys), H, S * B);
    multiply(view(memory.states, H, S * B), Transpose::no, d_keys, Transpose::yes,
             view(d_values + at.attention_keys, H, H));
    multiply(view(values + at.attention_keys, H, H), Transpose::no, d_keys, Transpose::no,
             view(attention.d_states, H, S * B), true);
  }
  const ConstView d_all = view(static_cast<const Real*>(d_gates), 3 * H, columns, rows.column);
  multiply(view(head_input, H, columns, 2 * H), Transpose::no,
           view(static_cast<const Real*>(d_gates + H), rows.recurrent, columns, rows.column), Transpose::yes,
           view(d_values + at.decoder_gru.state_weight, H, rows.recurrent));
  multiply(view(head_input + B * 2 * H + H, H, columns, 2 * H), Transpose::no, d_all, Transpose::yes,
           view(d_values + at.decoder_gru.input_weight + E, H, 3 * H, E + H));
  sum_by_token(w.decoder_tokens, d_gates, rows.column, 3 * H, columns);
  project_tokens_backward(w.decoder_tokens, input_weights(config, parameters, w),
                          d_values + at.decoder_gru.input_weight);
  gru_bias_gradient(w.decoder_tokens.d_projected.data(), static_cast<Index>(w.decoder_tokens.tokens.size()), d_gates,
                    rows.column, columns, H, d_values + at.decoder_gru.input_bias,
                    d_values + at.decoder_gru.state_bias);
  store_embedding_gradient(w.decoder_tokens, E, d_values + at.decoder_embedding, gradients.touched().decoder);
}

void decoder_step(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& w,
                  const std::vector<int>& rows, const std::vector<TokenId>& tokens, Matrix& state,
                  Matrix& log_probabilities, Matrix& attention) {
  const Index V = config.vocabulary_size, H = config.hidden_size, N = static_cast<Index>(rows.size());
  const AttentionMemory memory = attention_memory(config, parameters, batch, w);
  grown(w.scratch, scratch_size(config, w.source_length));
  start_tokens(w.step_tokens, V, N);
  for (Index j = 0; j < N; ++j) {
    const TokenId token = tokens[static_cast<std::size_t>(j)];
    w.step_tokens.slots[static_cast<std::size_t>(j)] = enter_token(w.step_tokens, token < V ? token : config.unk_id);
  }
  project_tokens(w.step_tokens, input_weights(config, parameters, w));
  log_probabilities.resize(V, N);
  attention.resize(w.source_length, N);
  Real* const next = grown(w.step_head_input, 2 * H * N);
  run_cell(config, memory, w.step_tokens, w,
           {N, w.step_tokens.slots.data(), rows.data(), state.data(), H,
            grown(w.step_gates, GateRows(config).column * N), next, attention.data()});
  head_forward(head_weights(config, parameters), next, N, log_probabilities.data());
  for (Index j = 0; j < N; ++j) {
    log_softmax(log_probabilities.data() + j * V, V, w.scratch.data());
    std::copy_n(next + j * 2 * H, H, state.data() + j * H);
  }
}

}  // namespace seq2seq
