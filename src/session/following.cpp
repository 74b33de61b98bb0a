#include "session/following.h"

#include <algorithm>

#include "base/message.h"
#include "inference/decode_steps.h"
#include "session/state.h"

namespace seq2seq {
namespace {

// The id of a token as typed or as shown: of the source's own words, of the vocabulary, or by its label.
TokenId id_of(const Codec& codec, const std::vector<std::string>& unknown, const std::string& token, int step) {
  const Vocabulary& vocabulary = codec.vocabulary();
  const auto word = std::find(unknown.begin(), unknown.end(), token);
  if (word != unknown.end()) return vocabulary.size() + static_cast<TokenId>(word - unknown.begin());
  if (vocabulary.contains(token)) return vocabulary.find(token);
  for (TokenId id = 0; id < vocabulary.size(); ++id)
    if (vocabulary.label(id) == token) return id;
  throw_error(ErrorCode::invalid_token, {"the input of step ", step, " is \"", token,
                                         "\"; allowed: a token of the vocabulary, a word of the source, or one of "
                                         "the names shown for special tokens"});
}

}  // namespace

ShownSteps Session::decode_steps(const StepsRequest& request) const {
  constexpr int most_steps = 1000;
  const State& s = *state_;
  if (!request.source && request.target)
    throw_error(ErrorCode::invalid_value,
                {"a target was given without its source; allowed: both, or the source alone"});
  const Example example = request.source ? s.encode(*request.source, request.target.value_or("")) : s.watched();
  const bool has_target = !request.source || request.target.has_value();
  if (request.regime == Regime::teacher && !has_target)
    throw_error(ErrorCode::invalid_data, {"there is no target; teacher forcing needs one to feed"});
  if (request.steps < 0 || request.steps > most_steps)
    throw_error(ErrorCode::invalid_value, {"steps is ", request.steps, "; allowed: 0 to ", most_steps});
  const Batch batch = s.corpus.make_batch(example, s.model.config().copy);
  const bool copying = s.model.config().copy != CopyKind::off;
  const std::vector<std::string> unknown = copying ? example.unknown : std::vector<std::string>{};

  DecodeStepsOptions options;
  options.bos = s.corpus.specials().bos;
  options.eos = s.corpus.specials().eos;
  options.stop = request.stop;
  if (has_target) options.expected = batch.label;
  options.steps = request.steps;
  if (options.steps == 0)
    options.steps = has_target ? static_cast<int>(batch.label.size()) : s.configuration.decoding.max_length;
  if (request.regime == Regime::teacher) options.inputs = batch.input;
  if (request.inputs.size() > static_cast<std::size_t>(options.steps))
    throw_error(ErrorCode::invalid_value, {"inputs has ", request.inputs.size(),
                                           " entries; allowed: at most one for each of the ", options.steps, " steps"});
  options.inputs.resize(std::max(options.inputs.size(), request.inputs.size()), own_prediction);
  for (std::size_t t = 0; t < request.inputs.size(); ++t)
    if (request.inputs[t]) options.inputs[t] = id_of(s.corpus.codec, unknown, *request.inputs[t], static_cast<int>(t));

  const auto label = [&](TokenId id) { return s.corpus.codec.label(id, example.unknown); };
  ShownSteps shown;
  for (const TokenId id : example.source) shown.source.push_back(label(id));
  for (const TokenId id : options.expected) shown.target.push_back(label(id));
  for (DecodedStep& step : seq2seq::decode_steps(s.model, s.parameters, batch, options)) {
    const std::size_t t = shown.steps.size();
    ShownStep one;
    one.input = label(step.input);
    one.prediction = label(step.prediction);
    if (t < shown.target.size()) one.expected = shown.target[t];
    one.given = t < request.inputs.size() && request.inputs[t].has_value();
    one.ended = step.ended;
    if (step.has_loss) one.loss = step.loss;
    if (s.model.config().copy == CopyKind::pointer_generator) one.p_gen = step.p_gen;
    for (std::size_t i = 0; i < step.top.size(); ++i)
      one.top.emplace_back(label(step.top[i]), step.top_probabilities[i]);
    one.state = std::move(step.state);
    one.alpha = std::move(step.alpha);
    shown.steps.push_back(std::move(one));
  }
  return shown;
}

std::vector<std::string> Session::labels(const std::string& source) const {
  const State& s = *state_;
  std::vector<std::string> unknown;
  if (!source.empty()) unknown = s.encode(source, {}).unknown;
  std::vector<std::string> result;
  result.reserve(static_cast<std::size_t>(s.corpus.vocabulary().size()) + unknown.size());
  for (TokenId id = 0; id < s.corpus.vocabulary().size(); ++id) result.push_back(s.corpus.codec.label(id));
  result.insert(result.end(), unknown.begin(), unknown.end());
  return result;
}

}  // namespace seq2seq
