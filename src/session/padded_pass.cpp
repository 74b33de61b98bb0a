#include "session/padded_pass.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "session/state.h"
#include "text/batches.h"

namespace seq2seq {

PaddedPass Session::padded_pass(int places) const {
  constexpr int most = 64;
  if (places < 1 || places > most)
    throw Error(ErrorCode::invalid_value,
                "places is " + std::to_string(places) + "; allowed: 1 to " + std::to_string(most));
  const State& s = *state_;
  const CopyKind copy = s.model.config().copy;
  const Example pair = s.watched();
  Example longer = pair;
  const auto more = static_cast<std::size_t>(places);
  longer.source.insert(longer.source.begin(), more, pair.source.front());
  // A word that the target has already can be said by a model that only copies, too.
  const TokenId word = pair.target.empty() ? s.corpus.specials().eos : pair.target.front();
  longer.target.insert(longer.target.begin(), more, word);

  const Batch alone = s.corpus.make_batch(pair, copy);
  const Batch both = make_batch({pair, longer}, {0, 1}, s.corpus.vocabulary(), copy);
  Workspace by_itself, padded;
  s.model.forward(s.parameters, alone, Feeding{}, LossKind::sum, by_itself);
  s.model.forward(s.parameters, both, Feeding{}, LossKind::sum, padded);

  PaddedPass pass;
  pass.places = places;
  const int S = both.source_length, T = both.target_length;
  for (int t = 0; t < T; ++t) {
    const std::size_t column = static_cast<std::size_t>(t) * 2;
    const double loss = static_cast<double>(padded.token_losses[column]);
    if (t >= alone.target_length) {
      pass.loss = std::max(pass.loss, std::fabs(loss));
      continue;
    }
    const double without = static_cast<double>(by_itself.token_losses[static_cast<std::size_t>(t)]);
    pass.change = std::max(pass.change, std::fabs(loss - without));
    if (s.model.config().attention == AttentionKind::none) continue;
    for (int i = alone.source_length; i < S; ++i)
      pass.weight = std::max(
          pass.weight,
          static_cast<double>(padded.alpha[column * static_cast<std::size_t>(S) + static_cast<std::size_t>(i)]));
  }
  return pass;
}

}  // namespace seq2seq
