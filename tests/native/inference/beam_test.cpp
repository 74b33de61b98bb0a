#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "inference/search.h"
#include "inference/table_scorer.h"
#include "support/fixtures.h"

using namespace seq2seq;
using Tokens = std::vector<TokenId>;

namespace {

SearchOptions options_of(int width, double penalty, int max_length = 10) {
  SearchOptions options;
  options.width = width;
  options.length_penalty = penalty;
  options.max_length = max_length;
  return options;
}

}  // namespace

TEST_CASE("length penalty") {
  const fixtures::Json file = fixtures::load("decode.json");
  REQUIRE(!file.at("length_penalty").empty());
  for (const auto& row : file.at("length_penalty"))
    CHECK(length_penalty(row.at("len"), row.at("alpha")) == doctest::Approx(row.at("lp").get<double>()).epsilon(1e-13));
}

TEST_CASE("C20 an early EOS is kept beside a better longer output") {
  // PAD 0, BOS 1, EOS 2, a 3, b 4
  TableScorer scorer(5, [](int, const Tokens& prefix) -> std::vector<double> {
    if (prefix.empty()) return {0, 0, 0.4, 0.6, 0};
    if (prefix == Tokens{3}) return {0, 0, 0.9, 0, 0.1};
    return {0, 0, 1, 0, 0};
  });
  Context context;
  const std::vector<Hypothesis> found = beam_search(scorer, 0, options_of(2, 0), context);
  REQUIRE(found.size() == 2);
  CHECK(found[0].tokens == Tokens{3, 2});
  CHECK(found[0].log_probability == doctest::Approx(-0.61619).epsilon(1e-5));
  CHECK(found[1].tokens == Tokens{2});
  CHECK(found[1].log_probability == doctest::Approx(-0.91629).epsilon(1e-5));
}

TEST_CASE("C21 n-best entries are distinct and end with their only EOS") {
  TableScorer scorer(7, [](int, const Tokens& prefix) {
    std::vector<double> p(7);
    for (std::size_t token = 0; token < p.size(); ++token)
      p[token] = 0.02 + 0.1 * ((3 * token + 5 * prefix.size()) % 7);
    return p;
  });
  Context context;
  SearchOptions options = options_of(4, 0);
  options.n_best = 4;
  options.forbidden = {0, 1};
  const std::vector<Hypothesis> found = beam_search(scorer, 0, options, context);
  REQUIRE(found.size() == 4);
  std::set<Tokens> distinct;
  for (const Hypothesis& hypothesis : found) {
    distinct.insert(hypothesis.tokens);
    CHECK(std::count(hypothesis.tokens.begin(), hypothesis.tokens.end(), 2) == 1);
    CHECK(hypothesis.tokens.back() == 2);
    CHECK(hypothesis.attention.size() == 2 * hypothesis.tokens.size());
    for (std::size_t t = 1; t < hypothesis.tokens.size(); ++t)  // each kept its own path's rows
      CHECK(hypothesis.attention[2 * t + 1] == static_cast<Real>(hypothesis.tokens[t - 1]));
  }
  CHECK(distinct.size() == 4);
}

TEST_CASE("C22 the length penalty decides between a short and a long output") {
  // A = "a": log-probability -2.0 with EOS; B = "b b b": -2.4.
  TableScorer scorer(5, [](int, const Tokens& prefix) -> std::vector<double> {
    if (prefix.empty()) return {0, 0, 0, std::exp(-1.0), std::exp(-1.2)};
    if (prefix.front() == 3) return {0, 0, std::exp(-1.0), 0, 0};
    return prefix.size() < 3 ? std::vector<double>{0, 0, 0, 0, std::exp(-0.5)}
                             : std::vector<double>{0, 0, std::exp(-0.2), 0, 0};
  });
  Context context;
  const Tokens A{3, 2}, B{4, 4, 4, 2};
  std::vector<Hypothesis> found = beam_search(scorer, 0, options_of(3, 0.6), context);
  REQUIRE(found.size() == 2);
  CHECK(found[0].tokens == A);
  CHECK(found[0].score == doctest::Approx(-1.8233).epsilon(1e-4));
  CHECK(found[1].score == doctest::Approx(-1.8817).epsilon(1e-4));
  found = beam_search(scorer, 0, options_of(3, 1), context);
  CHECK(found[0].tokens == B);
  CHECK(found[0].score == doctest::Approx(-1.6).epsilon(1e-5));
  CHECK(found[1].score == doctest::Approx(-1.7143).epsilon(1e-4));
}

TEST_CASE("C23 a beam wider than the vocabulary returns what exists, without PAD and BOS") {
  TableScorer scorer(6, [](int, const Tokens& prefix) {
    return prefix.size() < 2 ? std::vector<double>{0.3, 0.3, 0.1, 0.1, 0.1, 0.1}
                             : std::vector<double>{0, 0, 1, 0, 0, 0};
  });
  Context context;
  SearchOptions options = options_of(10, 0);
  options.forbidden = {0, 1};
  const std::vector<Hypothesis> found = beam_search(scorer, 0, options, context);
  CHECK(found.size() <= 1 + 3 + 9);
  CHECK(found.size() >= 10);
  for (const Hypothesis& hypothesis : found)
    for (const TokenId token : hypothesis.tokens) CHECK(token >= 2);
}

TEST_CASE("C24 a wider beam can miss what greedy search finds") {
  // EOS 2, a 3, b 4. After a three words are equally likely (0.12 each), after b two (0.17 each): a beam of 2 follows
  // b, whose continuations then scatter, while a's first would have ended at once.
  TableScorer scorer(8, [](int, const Tokens& prefix) -> std::vector<double> {
    if (prefix.empty()) return {0, 0, 0, 0.36, 0.34, 0.3, 0, 0};
    if (prefix == Tokens{3}) return {0, 0, 0, 0, 0, 0.34, 0.33, 0.33};
    if (prefix == Tokens{4}) return {0, 0, 0, 0, 0, 0, 0.5, 0.5};
    if (prefix.size() == 1 || prefix.front() == 3 || prefix.size() > 2) return {0, 0, 1, 0, 0, 0, 0, 0};
    return {0, 0, 0, 0.2, 0.2, 0.2, 0.2, 0.2};
  });
  Context context;
  SearchOptions options = options_of(2, 0);
  const Hypothesis greedy = greedy_search(scorer, {0}, options, context)[0];
  CHECK(greedy.tokens == Tokens{3, 5, 2});
  options.width = 1;
  CHECK(beam_search(scorer, 0, options, context)[0].tokens == greedy.tokens);
  options.width = 2;
  for (const Hypothesis& hypothesis : beam_search(scorer, 0, options, context)) {
    CHECK(hypothesis.tokens.front() == 4);
    CHECK(hypothesis.log_probability < greedy.log_probability);
  }
}

TEST_CASE("beam search returns live hypotheses, cut off, only where none finished") {
  TableScorer scorer(5, [](int, const Tokens&) { return std::vector<double>{0.1, 0.1, 0.01, 0.5, 0.29}; });
  Context context;
  SearchOptions options = options_of(2, 0, 3);
  options.forbidden = {0, 1};
  const std::vector<Hypothesis> found = beam_search(scorer, 0, options, context);
  REQUIRE(found.size() == 2);
  CHECK(found[0].cut_off);
  CHECK(found[0].tokens == Tokens{3, 3, 3});
  CHECK(found[1].tokens == Tokens{3, 3, 4});  // ties with 3 4 3 and 4 3 3: the better parent first
  options.width = 5;
  const std::vector<Hypothesis> wide = beam_search(scorer, 0, options, context);
  REQUIRE(!wide.empty());
  for (const Hypothesis& hypothesis : wide) CHECK(!hypothesis.cut_off);
}

TEST_CASE("beam search ends where nothing can follow") {
  TableScorer scorer(4, [](int, const Tokens& prefix) {
    return prefix.empty() ? std::vector<double>{0, 0, 0, 1} : std::vector<double>{0, 0, 0, 0};
  });
  Context context;
  const std::vector<Hypothesis> found = beam_search(scorer, 0, options_of(3, 0), context);
  REQUIRE(found.size() == 1);
  CHECK(found[0].cut_off);
  CHECK(found[0].tokens == Tokens{3});
}

TEST_CASE("beam search refuses a width below 1, stops on cancel and on NaN") {
  TableScorer scorer(4, [](int, const Tokens&) { return std::vector<double>{0.5, 0.2, 0.1, std::nan("")}; });
  Context context;
  CHECK_THROWS_WITH_AS(beam_search(scorer, 0, options_of(0, 0), context), "beam is 0; allowed: 1 or more", Error);
  CHECK_THROWS_AS(beam_search(scorer, 0, options_of(2, std::nan("")), context), Error);
  CHECK_THROWS_WITH_AS(beam_search(scorer, 0, options_of(2, 0), context),
                       "the log-probability of token 3 at step 0 is NaN; the model's weights cannot be used", Error);
  context.cancel();
  CHECK_THROWS_WITH_AS(beam_search(scorer, 0, options_of(2, 0), context), "decoding was cancelled", Error);
}
