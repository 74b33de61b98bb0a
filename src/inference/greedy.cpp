#include "inference/search_steps.h"

namespace seq2seq {

std::vector<Hypothesis> greedy_search(Scorer& scorer, const std::vector<int>& rows, const SearchOptions& options,
                                      Context& context) {
  const std::vector<char> allowed = allowed_tokens(scorer, options);
  const int X = scorer.vocabulary_size();
  std::vector<Hypothesis> results(rows.size());
  for (Hypothesis& result : results) result.cut_off = true;

  std::vector<std::size_t> live(rows.size());  // which result each hypothesis of the scorer belongs to
  for (std::size_t i = 0; i < live.size(); ++i) live[i] = i;
  std::vector<TokenId> tokens(rows.size(), options.bos);
  Matrix log_probabilities, attention;
  scorer.start(rows);
  for (int step = 0; step < options.max_length && !live.empty(); ++step) {
    stop_if_cancelled(context);
    scorer.step(tokens, log_probabilities, attention);
    std::vector<int> kept;
    std::vector<std::size_t> still_live;
    tokens.clear();
    for (std::size_t j = 0; j < live.size(); ++j) {
      const Index column = static_cast<Index>(j);
      TokenId best = -1;
      for (TokenId token = 0; token < X; ++token) {
        if (allowed[static_cast<std::size_t>(token)] == 0) continue;
        const Real value = log_probabilities(token, column);
        check_number(value, step, token);
        if (best < 0 || value > log_probabilities(best, column)) best = token;
      }
      if (best < 0) continue;  // everything is forbidden: nothing can follow
      Hypothesis& result = results[live[j]];
      result.tokens.push_back(best);
      result.log_probability += static_cast<double>(log_probabilities(best, column));
      append_attention(attention, column, result.attention);
      if (best == options.eos) {
        result.cut_off = false;
        continue;
      }
      kept.push_back(static_cast<int>(j));
      still_live.push_back(live[j]);
      tokens.push_back(best);
    }
    if (kept.size() < live.size()) scorer.select(kept);
    live = std::move(still_live);
  }
  for (Hypothesis& result : results)
    result.score =
        result.log_probability / length_penalty(static_cast<int>(result.tokens.size()), options.length_penalty);
  return results;
}

}  // namespace seq2seq
