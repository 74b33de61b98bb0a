// Decoding one step at a time, for search.
#include <algorithm>

#include "model/decoder.h"
#include "model/decoder_cell.h"

namespace seq2seq {

void decoder_step(const ModelConfig& config, const Parameters& parameters, const Batch& batch, Workspace& w,
                  const std::vector<int>& rows, const std::vector<TokenId>& tokens, Matrix& state,
                  Matrix& log_probabilities, Matrix& attention) {
  const Index V = config.vocabulary_size, H = config.hidden_size, S = w.source_length;
  const Index N = static_cast<Index>(rows.size());
  const bool copies = config.copy != CopyKind::off;
  const Index X = copies ? batch.extended_size : V;
  const AttentionMemory memory = attention_memory(config, parameters, batch, w);
  start_tokens(w.step_tokens, V, N);
  for (Index j = 0; j < N; ++j) {
    const TokenId token = tokens[static_cast<std::size_t>(j)];
    w.step_tokens.slots[static_cast<std::size_t>(j)] = enter_token(w.step_tokens, token < V ? token : config.unk_id);
  }
  project_tokens(w.step_tokens, decoder_input_weights(config, parameters, w));
  log_probabilities.resize(X, N);
  attention.resize(S, N);
  Real* const next = grown(w.step_head_input, 2 * H * N);
  Real* const log_alpha = copies ? grown(w.step_log_alpha, S * N) : nullptr;
  run_cell(config, memory, w.step_tokens, w,
           {N, w.step_tokens.slots.data(), rows.data(), state.data(), H,
            grown(w.step_gates, GateRows(config).column * N), next, attention.data(), log_alpha});

  Real* const logits = copies ? grown(w.step_logits, V * N) : log_probabilities.data();
  if (config.copy != CopyKind::pointer) head_forward(head_weights(config, parameters), next, N, logits);
  for (Index j = 0; j < N; ++j) {
    std::copy_n(next + j * 2 * H, H, state.data() + j * H);
    Real* const column = logits + j * V;
    if (config.copy != CopyKind::pointer) log_softmax(column, V, w.scratch.data());
    if (!copies) continue;
    Real score = 0;
    if (config.copy == CopyKind::pointer_generator)
      score = copy_gate_score(
          copy_gate(config, parameters), next + j * 2 * H,
          w.step_tokens.embedded.data() + w.step_tokens.slots[static_cast<std::size_t>(j)] * config.embedding_size);
    extended_log_probabilities(source_words(batch, rows[static_cast<std::size_t>(j)]), V, X, log_alpha + j * S,
                               config.copy == CopyKind::pointer ? nullptr : column, score,
                               log_probabilities.data() + j * X);
  }
}

}  // namespace seq2seq
