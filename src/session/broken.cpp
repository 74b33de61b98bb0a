#include "session/broken.h"

#include <utility>

#include "base/message.h"
#include "session/state.h"

namespace seq2seq {
namespace {

constexpr int most_padding = 64;

void require_padding(const char* name, int count) {
  if (count < 0 || count > most_padding)
    throw_error(ErrorCode::invalid_value, {name, " is ", count, "; allowed: 0 to ", most_padding});
}

}  // namespace

ShownBrokenRun Session::broken_run(const BrokenRequest& request) const {
  const State& s = *state_;
  if (request.source.has_value() != request.target.has_value())
    throw_error(ErrorCode::invalid_value, {"a source and its target are given together; found only one of them"});
  require_padding("source padding", request.source_padding);
  require_padding("target padding", request.target_padding);
  const Example example = request.source ? s.encode(*request.source, *request.target) : s.watched();
  const SpecialIds& specials = s.corpus.specials();
  const TokenId filler = specials.pad >= 0 ? specials.pad : specials.eos;

  ReferencePair pair = s.reference_pair(example);
  pair.source.resize(pair.source.size() + static_cast<std::size_t>(request.source_padding), filler);
  pair.target.resize(pair.target.size() + static_cast<std::size_t>(request.target_padding), filler);
  BrokenRun run =
      seq2seq::broken_run(s.model, s.parameters, pair, s.configuration.training.loss, specials.eos, request.mistake);

  const auto labels = [&](const std::vector<TokenId>& ids, std::size_t real) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ids.size(); ++i)
      names.push_back(i < real ? s.corpus.codec.label(ids[i], example.unknown) : "PAD");
    return names;
  };
  const auto all = [&](const std::vector<TokenId>& ids) { return labels(ids, ids.size()); };
  return {labels(pair.source, static_cast<std::size_t>(pair.source_length)),
          labels(pair.target, static_cast<std::size_t>(pair.target_length)),
          all(run.our_inputs),
          all(run.their_inputs),
          all(run.our_predictions),
          all(run.their_predictions),
          std::move(run.tensors),
          run.first};
}

}  // namespace seq2seq
