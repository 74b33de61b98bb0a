#include "session/snapshot.h"

#include "inference/model_scorer.h"
#include "inference/search.h"
#include "session/searching.h"

namespace seq2seq {
namespace {

// The likeliest token, the lowest id on ties.
TokenId best(const Matrix& log_probabilities) {
  Index at = 0;
  log_probabilities.col(0).maxCoeff(&at);
  return static_cast<TokenId>(at);
}

}  // namespace

Snapshot take_snapshot(const Seq2Seq& model, const Parameters& parameters, const Corpus& corpus, const Example& watched,
                       const DecodingConfig& decoding, Workspace& workspace) {
  const auto label = [&](TokenId id) { return corpus.codec.label(id, watched.unknown); };
  const Batch batch = corpus.make_batch(watched, model.config().copy);
  const std::size_t S = static_cast<std::size_t>(batch.source_length),
                    T = static_cast<std::size_t>(batch.target_length);
  Snapshot snapshot;

  // The same pass as in training, so that the loss is that of the epoch to the last bit.
  snapshot.loss = model.forward(parameters, batch, Feeding{}, LossKind::sum, workspace).sum;
  if (model.config().attention != AttentionKind::none)
    snapshot.alpha.assign(workspace.alpha.begin(), workspace.alpha.begin() + static_cast<std::ptrdiff_t>(T * S));
  for (const TokenId id : watched.source) snapshot.source.push_back(label(id));
  for (const TokenId id : batch.label) snapshot.target.push_back(label(id));

  ModelScorer scorer(model, parameters, batch);
  Matrix log_probabilities, attention;
  scorer.start({0});
  for (const TokenId input : batch.input) {
    scorer.step({input}, log_probabilities, attention);
    snapshot.forced_inputs.push_back(label(input));
    snapshot.forced_predictions.push_back(label(best(log_probabilities)));
  }
  scorer.start({0});
  TokenId fed = corpus.specials().bos;
  for (std::size_t t = 0; t < T; ++t) {
    scorer.step({fed}, log_probabilities, attention);
    snapshot.free_inputs.push_back(label(fed));
    fed = best(log_probabilities);
    snapshot.free_predictions.push_back(label(fed));
  }
  Context context;
  DecodingConfig greedy = decoding;
  greedy.beam = 1;
  for (const TokenId id : search(scorer, 0, corpus.specials(), greedy, context).tokens)
    if (id != corpus.specials().eos) snapshot.decoded.push_back(label(id));
  return snapshot;
}

}  // namespace seq2seq
