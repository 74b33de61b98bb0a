#include "model/feeding.h"

#include <algorithm>

#include "model/copy.h"
#include "model/decoder_output.h"
#include "model/output.h"

namespace seq2seq {
namespace {

// Of column c, in extended ids.
TokenId predict(const ModelConfig& config, const Batch& batch, const Feeding& feeding, Index c, Workspace& w) {
  const Index V = config.vocabulary_size;
  const Real* const logits = config.copy == CopyKind::pointer ? nullptr : output_logits(w, c, V);
  const bool greedy = feeding.prediction == OwnPrediction::argmax;
  if (config.copy == CopyKind::off && greedy) return argmax(logits, V);

  const Index X = config.copy == CopyKind::off ? V : batch.extended_size;
  Real* const log_vocabulary = grown(w.prediction, 2 * V + 2 * X);
  Real* const scratch = log_vocabulary + V;  // V + X values, of which one use needs V and the other X
  Real* log_probabilities = scratch + V + X;
  if (logits != nullptr) {
    std::copy_n(logits, V, log_vocabulary);
    log_softmax(log_vocabulary, V, scratch);
  }
  if (config.copy == CopyKind::off)
    log_probabilities = log_vocabulary;
  else
    extended_log_probabilities(source_words(batch, c % batch.rows), V, X, w.log_alpha.data() + c * w.source_length,
                               logits == nullptr ? nullptr : log_vocabulary,
                               config.copy == CopyKind::pointer ? Real(0) : w.gate_scores[static_cast<std::size_t>(c)],
                               log_probabilities);
  return greedy ? argmax(log_probabilities, X) : draw(log_probabilities, X, *feeding.generator, scratch);
}

}  // namespace

bool feeds_own(const Batch& batch, const Feeding& feeding) {
  if (feeding.own == nullptr) return false;
  for (Index t = 1; t < batch.target_length; ++t)
    for (Index b = 0; b < batch.rows; ++b)
      if (t < batch.target_lengths[static_cast<std::size_t>(b)] && feeding.own[t * batch.rows + b] != 0) return true;
  return false;
}

void enter_inputs(const ModelConfig& config, const Batch& batch, const Feeding& feeding, Index t, Workspace& w) {
  for (Index b = 0; b < batch.rows; ++b) {
    const Index c = t * batch.rows + b;
    const std::size_t cell = static_cast<std::size_t>(c);
    if (t >= batch.target_lengths[static_cast<std::size_t>(b)]) continue;
    TokenId token = batch.input[cell];
    if (t > 0 && feeding.own != nullptr && feeding.own[cell] != 0) {
      token = predict(config, batch, feeding, c - batch.rows, w);
      if (token >= config.vocabulary_size) token = config.unk_id;
    }
    w.fed[cell] = token;
    w.decoder_tokens.slots[cell] = enter_token(w.decoder_tokens, token);
  }
}

}  // namespace seq2seq
