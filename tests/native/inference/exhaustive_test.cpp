#include <doctest/doctest.h>

#include <set>

#include "base/error.h"
#include "inference/search.h"
#include "inference/table_scorer.h"

using namespace seq2seq;
using Tokens = std::vector<TokenId>;

namespace {

// Some distribution that depends on all of the prefix; five tokens, EOS 4.
std::vector<double> scrambled(int row, const Tokens& prefix) {
  unsigned hash = 17u + static_cast<unsigned>(row);
  for (const TokenId token : prefix) hash = hash * 31u + static_cast<unsigned>(token) + 7u;
  std::vector<double> p(5);
  double sum = 0;
  for (double& x : p) {
    hash = hash * 1664525u + 1013904223u;
    x = 0.05 + (hash >> 8) % 1000 / 1000.0;
    sum += x;
  }
  for (double& x : p) x /= sum;
  return p;
}

SearchOptions exhaustive_options(int max_length, int width, double penalty) {
  SearchOptions options;
  options.bos = 0;
  options.eos = 4;
  options.max_length = max_length;
  options.width = width;
  options.length_penalty = penalty;
  return options;
}

}  // namespace

TEST_CASE("exhaustive search finds every sequence once, best first") {
  TableScorer scorer(5, scrambled);
  Context context;
  const std::vector<Hypothesis> all = exhaustive_search(scorer, 0, exhaustive_options(3, 1, 0.6), context);
  REQUIRE(all.size() == 1 + 4 + 16);
  std::set<Tokens> distinct;
  double probability = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].tokens.back() == 4);
    CHECK(std::count(all[i].tokens.begin(), all[i].tokens.end(), 4) == 1);
    if (i > 0) CHECK(all[i - 1].score >= all[i].score);
    distinct.insert(all[i].tokens);
    probability += std::exp(all[i].log_probability);
  }
  CHECK(distinct.size() == all.size());
  CHECK(probability < 1);
}

TEST_CASE("exhaustive search leaves out forbidden and impossible tokens") {
  TableScorer scorer(5, [](int, const Tokens& prefix) {
    return prefix.size() == 1 ? std::vector<double>{0, 0, 0.5, 0.25, 0.25}
                              : std::vector<double>{0.2, 0.2, 0.2, 0.2, 0.2};
  });
  Context context;
  SearchOptions options = exhaustive_options(3, 1, 0);
  options.forbidden = {0, 1};
  // "E", {2,3} "E", {2,3}{2,3} "E"
  CHECK(exhaustive_search(scorer, 0, options, context).size() == 1 + 2 + 4);
  options.n_best = 2;
  const std::vector<Hypothesis> best = exhaustive_search(scorer, 0, options, context);
  REQUIRE(best.size() == 2);
  CHECK(best[0].tokens == Tokens{4});
  CHECK(best[1].tokens == Tokens{2, 4});  // a tie with 3: the lower id comes first
}

TEST_CASE("exhaustive search refuses what would take for ever") {
  TableScorer scorer(5, scrambled);
  Context context;
  CHECK_THROWS_WITH_AS(exhaustive_search(scorer, 0, exhaustive_options(30, 1, 0), context),
                       "4 tokens and max_length 30 make too many sequences; allowed: 200000 of one length", Error);
}

TEST_CASE("a beam wide enough to drop nothing finds the truth") {
  Context context;
  for (int row = 0; row < 20; ++row)
    for (const double penalty : {0.0, 0.7, 1.5}) {
      CAPTURE(row);
      CAPTURE(penalty);
      TableScorer scorer(5, scrambled);
      // The last round has 320 candidates, so nothing falls off this beam.
      const std::vector<Hypothesis> wide = beam_search(scorer, row, exhaustive_options(4, 400, penalty), context);
      const std::vector<Hypothesis> truth = exhaustive_search(scorer, row, exhaustive_options(4, 1, penalty), context);
      REQUIRE(truth.size() == 85);
      REQUIRE(wide.size() == truth.size());
      CHECK(wide[0].tokens == truth[0].tokens);
      CHECK(wide[0].score == doctest::Approx(truth[0].score).epsilon(1e-12));
      CHECK(wide[84].score == doctest::Approx(truth[84].score).epsilon(1e-12));
    }
}
