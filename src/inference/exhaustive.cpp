#include <algorithm>

#include "base/message.h"
#include "base/order.h"
#include "inference/search_steps.h"

namespace seq2seq {

std::vector<Hypothesis> exhaustive_search(Scorer& scorer, int row, const SearchOptions& options, Context& context) {
  constexpr std::size_t most_hypotheses = 200000;
  const std::vector<char> allowed = allowed_tokens(scorer, options);
  const TokenId X = scorer.vocabulary_size();
  std::size_t branches = 0;
  for (TokenId token = 0; token < X; ++token)
    if (token != options.eos && allowed[static_cast<std::size_t>(token)] != 0) ++branches;
  std::size_t widest = 1;
  for (int length = 1; length < options.max_length && branches > 0; ++length) {
    widest *= branches;
    if (widest > most_hypotheses)
      throw_error(ErrorCode::invalid_value, {branches, " tokens and max_length ", options.max_length,
                                             " make too many sequences; allowed: 200000 of one length"});
    if (branches == 1) break;
  }

  // Length by length, every unfinished sequence at once.
  std::vector<Hypothesis> live(1), finished;
  std::vector<TokenId> tokens{options.bos};
  Matrix log_probabilities, attention;
  scorer.start({row});
  for (int step = 0; step < options.max_length && !live.empty(); ++step) {
    stop_if_cancelled(context);
    scorer.step(tokens, log_probabilities, attention);
    std::vector<Hypothesis> next;
    std::vector<int> parents;
    tokens.clear();
    for (std::size_t parent = 0; parent < live.size(); ++parent)
      for (TokenId token = 0; token < X; ++token) {
        if (allowed[static_cast<std::size_t>(token)] == 0) continue;
        const Real value = log_probabilities(token, static_cast<Index>(parent));
        check_number(value, step, token);
        const bool ends = token == options.eos;
        if (std::isinf(value) || (!ends && step + 1 == options.max_length)) continue;
        Hypothesis child = live[parent];
        child.tokens.push_back(token);
        child.log_probability += static_cast<double>(value);
        if (ends) {
          child.score = child.log_probability / length_penalty(step + 1, options.length_penalty);
          finished.push_back(std::move(child));
        } else {
          next.push_back(std::move(child));
          parents.push_back(static_cast<int>(parent));
          tokens.push_back(token);
        }
      }
    live = std::move(next);
    scorer.select(parents);
  }
  sort_stably(finished, [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
  if (options.n_best > 0 && finished.size() > static_cast<std::size_t>(options.n_best))
    finished.resize(static_cast<std::size_t>(options.n_best));
  return finished;
}

}  // namespace seq2seq
