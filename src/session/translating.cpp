// The session's answers: texts in, decoded texts out.
#include "base/message.h"
#include "inference/model_scorer.h"
#include "session/searching.h"
#include "session/state.h"

namespace seq2seq {
namespace {

// The source word with the largest weight at this step, the first of equal ones; UNK where there is no attention.
TokenId most_attended(const Corpus& corpus, const Example& example, const Hypothesis& found, std::size_t step) {
  const std::size_t length = example.source.size();
  TokenId best = corpus.specials().unk;
  if (found.attention.size() < (step + 1) * length) return best;
  const Real* const weights = found.attention.data() + step * length;
  Real largest = -1;
  for (std::size_t i = 0; i < length; ++i) {
    if (corpus.vocabulary().is_special(example.source[i]) || !(weights[i] > largest)) continue;
    largest = weights[i];
    best = example.source[i];
  }
  return best;
}

Translation translation_of(const Corpus& corpus, const Example& example, const Hypothesis& found,
                           UnknownWords unknown) {
  Translation translation;
  for (const TokenId id : example.source) translation.source.push_back(corpus.codec.label(id, example.unknown));
  std::vector<TokenId> shown;
  for (std::size_t t = 0; t < found.tokens.size(); ++t) {
    TokenId id = found.tokens[t];
    if (id == corpus.specials().eos) continue;
    if (unknown == UnknownWords::most_attended && id == corpus.specials().unk)
      id = most_attended(corpus, example, found, t);
    shown.push_back(id);
    translation.tokens.push_back(corpus.codec.label(id, example.unknown));
  }
  translation.text = corpus.decode(shown, example.unknown);
  translation.alpha = found.attention;
  translation.rows = static_cast<int>(found.tokens.size());
  translation.log_probability = found.log_probability;
  translation.score = found.score;
  translation.cut_off = found.cut_off;
  return translation;
}

void check_count(int count) {
  if (count < 1) throw_error(ErrorCode::invalid_value, {"the number of outputs is ", count, "; allowed: 1 or more"});
}

// The outputs of one search for this text, best first. `search` takes scorer and options.
template <class State, class Search>
std::vector<Translation> found_by(const Search& search, const State& s, const std::string& text, int count) {
  check_count(count);
  const Example example = s.encode(text, {});
  const Batch batch = s.corpus.make_batch(example, s.model.config().copy);
  ModelScorer scorer(s.model, s.parameters, batch);
  SearchOptions options = search_options(s.corpus.specials(), s.configuration.decoding);
  options.n_best = count;
  std::vector<Translation> result;
  for (const Hypothesis& found : search(scorer, options))
    result.push_back(translation_of(s.corpus, example, found, s.configuration.decoding.replace_unknown));
  return result;
}

}  // namespace

Translation Session::translate(const std::string& text) const {
  Context context;
  return translations(text, 1, context).front();
}

std::vector<Translation> Session::translations(const std::string& text, int count, Context& context) const {
  const auto search = [&](ModelScorer& scorer, const SearchOptions& options) {
    return options.width == 1 ? greedy_search(scorer, {0}, options, context) : beam_search(scorer, 0, options, context);
  };
  return found_by(search, *state_, text, count);
}

std::vector<Translation> Session::every_translation(const std::string& text, int count, Context& context) const {
  const auto search = [&](ModelScorer& scorer, const SearchOptions& options) {
    return exhaustive_search(scorer, 0, options, context);
  };
  return found_by(search, *state_, text, count);
}

}  // namespace seq2seq
