#include <algorithm>

#include "base/order.h"
#include "inference/search_steps.h"
#include "math/portable.h"

namespace seq2seq {
namespace {

struct Candidate {
  double log_probability;
  int parent;  // rank of the live hypothesis that it extends
  TokenId token;
};

// The order of the candidates: likeliest first, then the better parent, then the lower token id.
bool comes_before(const Candidate& a, const Candidate& b) {
  if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
  if (a.parent != b.parent) return a.parent < b.parent;
  return a.token < b.token;
}

// The first `count` extensions of the live hypotheses. Impossible tokens (-inf) are none.
std::vector<Candidate> best_candidates(const std::vector<Hypothesis>& live, const Matrix& log_probabilities,
                                       const std::vector<char>& allowed, int step, std::size_t count) {
  std::vector<Candidate> candidates;
  for (std::size_t parent = 0; parent < live.size(); ++parent)
    for (std::size_t token = 0; token < allowed.size(); ++token) {
      if (allowed[token] == 0) continue;
      const Real value = log_probabilities(static_cast<Index>(token), static_cast<Index>(parent));
      check_number(value, step, static_cast<TokenId>(token));
      if (std::isinf(value)) continue;
      candidates.push_back({live[parent].log_probability + static_cast<double>(value), static_cast<int>(parent),
                            static_cast<TokenId>(token)});
    }
  count = std::min(count, candidates.size());
  std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end(),
                    comes_before);
  candidates.resize(count);
  return candidates;
}

Hypothesis extend(const Hypothesis& parent, const Candidate& candidate, const Matrix& attention) {
  Hypothesis child = parent;
  child.tokens.push_back(candidate.token);
  child.log_probability = candidate.log_probability;
  append_attention(attention, candidate.parent, child.attention);
  return child;
}

}  // namespace

double length_penalty(int length, double a) { return portable_pow((5.0 + length) / 6.0, a); }

std::vector<Hypothesis> beam_search(Scorer& scorer, int row, const SearchOptions& options, Context& context) {
  const std::vector<char> allowed = allowed_tokens(scorer, options);
  const std::size_t width = static_cast<std::size_t>(options.width);
  std::vector<Hypothesis> live(1), finished;
  std::vector<TokenId> tokens{options.bos};
  Matrix log_probabilities, attention;
  scorer.start({row});
  for (int step = 0; step < options.max_length && !live.empty() && finished.size() < width; ++step) {
    stop_if_cancelled(context);
    scorer.step(tokens, log_probabilities, attention);
    const std::vector<Candidate> candidates = best_candidates(live, log_probabilities, allowed, step, 2 * width);
    std::vector<Hypothesis> next;
    std::vector<int> parents;
    tokens.clear();
    for (std::size_t rank = 0; rank < candidates.size(); ++rank) {
      const Candidate& candidate = candidates[rank];
      const Hypothesis& parent = live[static_cast<std::size_t>(candidate.parent)];
      if (candidate.token == options.eos) {
        if (rank < width) finished.push_back(extend(parent, candidate, attention));
      } else if (next.size() < width) {
        next.push_back(extend(parent, candidate, attention));
        parents.push_back(candidate.parent);
        tokens.push_back(candidate.token);
      }
    }
    // Where nothing can follow, what was reached stays as it is, cut off.
    if (next.empty() && finished.empty()) break;
    live = std::move(next);
    scorer.select(parents);
  }

  const bool cut_off = finished.empty();
  if (cut_off) finished = std::move(live);
  for (Hypothesis& hypothesis : finished) {
    hypothesis.cut_off = cut_off;
    hypothesis.score =
        hypothesis.log_probability / length_penalty(static_cast<int>(hypothesis.tokens.size()), options.length_penalty);
  }
  sort_stably(finished, [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
  if (options.n_best > 0 && finished.size() > static_cast<std::size_t>(options.n_best))
    finished.resize(static_cast<std::size_t>(options.n_best));
  return finished;
}

}  // namespace seq2seq
