#include <doctest/doctest.h>

#include "base/error.h"
#include "lesson/lesson.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace seq2seq::lesson;
using fixtures::Json;

TEST_CASE("the pointer distribution over the lesson's sentence") {
  const Json slide = fixtures::load("copy.json").at("slide30");
  const PointerTrace found = pointer_trace(std::stoull(slide.at("seed").get<std::string>()));
  CHECK(found.tokens == slide.at("src_tokens").get<std::vector<std::string>>());
  CHECK(found.logits == fixtures::tensor(slide.at("attn_logits")).from_float());
  CHECK(fixtures::difference(found.weights, fixtures::tensor(slide.at(fixtures::block())).data,
                             fixtures::tolerance(1e-6, 1e-12)) == "");
  CHECK(found.tokens.at(static_cast<std::size_t>(found.best)) == slide.at("best").get<std::string>());
}

TEST_CASE("a mixture of given numbers is the pointer-generator's of PyTorch") {
  const Json record = fixtures::load("copy.json").at("single");
  const std::vector<TokenId> source = record.at("src_ext").at(0);
  for (const Json& step : record.at(fixtures::block()).at("steps")) {
    const auto numbers = [&](const char* name) { return fixtures::tensor(step.at(name)).real(); };
    const CopyMixture found = copy_mixture(numbers("alpha"), numbers("p_vocab"), numbers("p_gen").at(0), source);
    CHECK(fixtures::difference(found.probabilities, fixtures::tensor(step.at("p_final")).data,
                               fixtures::tolerance(2e-6, 1e-12)) == "");
    Real copied = 0;
    for (const Real share : found.copied) copied += share;
    CHECK(static_cast<double>(copied) == doctest::Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("a mixture by hand: all generated, all copied, repeated words together") {
  const std::vector<Real> alpha{Real(0.25), Real(0.5), Real(0.25)}, p_vocabulary{Real(0.75), Real(0.25)};
  const std::vector<TokenId> source{3, 0, 3};
  CHECK(copy_mixture(alpha, p_vocabulary, 1, source).probabilities == std::vector<Real>{Real(0.75), Real(0.25), 0, 0});
  CHECK(copy_mixture(alpha, p_vocabulary, 0, source).probabilities == std::vector<Real>{Real(0.5), 0, 0, Real(0.5)});
  CHECK(copy_mixture(alpha, p_vocabulary, Real(0.5), source).probabilities ==
        std::vector<Real>{Real(0.625), Real(0.125), 0, Real(0.25)});
  CHECK_THROWS_WITH_AS(copy_mixture(alpha, p_vocabulary, 1, {3, 0}),
                       "alpha has 3 numbers; allowed: one for each of the 2 source words", Error);
  CHECK_THROWS_WITH_AS(copy_mixture(alpha, p_vocabulary, 1, {3, 0, 5}), "a source word is 5; allowed: 0 to 4", Error);
  CHECK_THROWS_AS(copy_mixture(alpha, p_vocabulary, 2, source), Error);
  CHECK_THROWS_AS(copy_mixture(alpha, {}, 1, source), Error);
  CHECK_THROWS_AS(copy_mixture({2, 0, 0}, p_vocabulary, 1, source), Error);
}
