#include <doctest/doctest.h>

#include "base/error.h"
#include "inference/search.h"
#include "inference/table_scorer.h"

using namespace seq2seq;
using Tokens = std::vector<TokenId>;

namespace {

// Vocabulary PAD 0, BOS 1, EOS 2, words 3 and up. Row r says word 3+r for r+1 times, then EOS.
TableScorer counting_scorer() {
  return {6, [](int row, const Tokens& prefix) {
            std::vector<double> p{0.3, 0.05, 0.02, 0.02, 0.02, 0.02};  // PAD is likelier than every other word
            p[prefix.size() <= static_cast<std::size_t>(row) ? static_cast<std::size_t>(3 + row) : 2] = 0.55;
            return p;
          }};
}

}  // namespace

TEST_CASE("greedy search takes the likeliest token and the rows leave as they end") {
  TableScorer scorer = counting_scorer();
  Context context;
  SearchOptions options;
  options.length_penalty = 1;
  const std::vector<Hypothesis> found = greedy_search(scorer, {2, 0, 1}, options, context);
  REQUIRE(found.size() == 3);
  CHECK(found[0].tokens == Tokens{5, 5, 5, 2});
  CHECK(found[1].tokens == Tokens{3, 2});
  CHECK(found[2].tokens == Tokens{4, 4, 2});
  CHECK(scorer.steps() == 4);
  for (const Hypothesis& hypothesis : found) {
    CHECK(!hypothesis.cut_off);
    const auto length = static_cast<int>(hypothesis.tokens.size());
    CHECK(hypothesis.log_probability == doctest::Approx(std::log(0.55) * length).epsilon(1e-6));
    CHECK(hypothesis.score == doctest::Approx(hypothesis.log_probability * 6 / (5 + length)).epsilon(1e-12));
    // One attention row a token, EOS included, each its own.
    REQUIRE(hypothesis.attention.size() == hypothesis.tokens.size() * 2);
    for (std::size_t t = 0; t < hypothesis.tokens.size(); ++t) {
      CHECK(hypothesis.attention[2 * t] == static_cast<Real>(t));
      CHECK(hypothesis.attention[2 * t + 1] == static_cast<Real>(t == 0 ? -1 : hypothesis.tokens[t - 1]));
    }
  }
}

TEST_CASE("C13 greedy search marks what the length limit cut off") {
  TableScorer scorer = counting_scorer();
  Context context;
  SearchOptions options;
  options.max_length = 2;
  const std::vector<Hypothesis> found = greedy_search(scorer, {0, 1}, options, context);
  CHECK(!found[0].cut_off);
  CHECK(found[1].cut_off);
  CHECK(found[1].tokens == Tokens{4, 4});
}

TEST_CASE("greedy search breaks ties to the lower id and never gives a forbidden one") {
  TableScorer scorer(5, [](int, const Tokens& prefix) {
    return prefix.empty() ? std::vector<double>{0.3, 0.1, 0.2, 0.2, 0.2} : std::vector<double>{0.4, 0, 0.6, 0, 0};
  });
  Context context;
  SearchOptions options;
  options.eos = 4;
  options.max_length = 3;
  CHECK(greedy_search(scorer, {0}, options, context)[0].tokens == Tokens{0, 2, 2});
  options.forbidden = {0, 2};
  const Hypothesis found = greedy_search(scorer, {0}, options, context)[0];
  CHECK(found.tokens == Tokens{3, 1, 1});  // -inf is still an answer where nothing better is allowed
  options.forbidden = {0, 1, 2, 3, 4};
  CHECK(greedy_search(scorer, {0}, options, context)[0].tokens.empty());
  CHECK(greedy_search(scorer, {0}, options, context)[0].cut_off);
}

TEST_CASE("greedy search refuses options outside their range") {
  TableScorer scorer = counting_scorer();
  Context context;
  SearchOptions options;
  options.max_length = 0;
  CHECK_THROWS_WITH_AS(greedy_search(scorer, {0}, options, context), "max_length is 0; allowed: 1 or more", Error);
  options = {};
  options.forbidden = {6};
  CHECK_THROWS_WITH_AS(greedy_search(scorer, {0}, options, context), "a forbidden id is 6; allowed: 0 to 5", Error);
  options = {};
  options.eos = -1;
  CHECK_THROWS_WITH_AS(greedy_search(scorer, {0}, options, context), "the EOS id is -1; allowed: 0 to 5", Error);
}

TEST_CASE("greedy search stops on NaN and on cancel") {
  TableScorer scorer(4, [](int, const Tokens&) { return std::vector<double>{0.5, 0.1, 0.1, std::nan("")}; });
  Context context;
  CHECK_THROWS_WITH_AS(greedy_search(scorer, {0}, {}, context),
                       "the log-probability of token 3 at step 0 is NaN; the model's weights cannot be used", Error);
  TableScorer endless(4, [](int, const Tokens&) { return std::vector<double>{0.7, 0.1, 0.1, 0.1}; });
  int polls = 0;
  Context stopping([&polls] { return ++polls > 5; });
  try {
    greedy_search(endless, {0}, {}, stopping);
    FAIL("not cancelled");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::cancelled);
  }
  CHECK(endless.steps() == 5);
}
