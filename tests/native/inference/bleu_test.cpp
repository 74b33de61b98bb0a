#include "inference/bleu.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "support/fixtures.h"

using namespace seq2seq;
using fixtures::Json;
using Words = std::vector<std::string>;

namespace {

// "add-k 0.5" -> add_k with value 0.5
BleuOptions options_named(const std::string& name) {
  BleuOptions options;
  const std::string kind = name.substr(0, name.find(' '));
  for (const BleuSmoothing smoothing :
       {BleuSmoothing::none, BleuSmoothing::exp, BleuSmoothing::floor, BleuSmoothing::add_k})
    if (kind == name_of(smoothing)) options.smoothing = smoothing;
  if (name.find(' ') != std::string::npos) options.value = std::stod(name.substr(name.find(' ')));
  return options;
}

BleuCounts counts_of(const Json& sentence) {
  return count_ngrams(sentence.at("hyp").get<Words>(), sentence.at("refs").get<std::vector<Words>>());
}

// The fixtures hold percent.
void check_scores(const Json& record, const BleuCounts& counts) {
  CHECK(Json(counts.matches) == record.at("counts"));
  CHECK(Json(counts.totals) == record.at("totals"));
  CHECK(counts.hypothesis_length == record.at("hyp_len").get<std::int64_t>());
  CHECK(counts.reference_length == record.at("ref_len").get<std::int64_t>());
  for (const auto& item : record.at("scores").items()) {
    const std::string& name = item.key();
    const Json& expected = item.value();
    CAPTURE(name);
    const Bleu found = bleu(counts, options_named(name));
    CHECK(fixtures::difference(std::vector<double>{found.brevity_penalty}, {record.at("bp").get<double>()}, 1e-12) ==
          "");
    CHECK(fixtures::difference(std::vector<double>{found.score * 100}, {expected.at("score").get<double>()}, 1e-9) ==
          "");
    std::vector<double> percent;
    for (const double precision : found.precisions) percent.push_back(precision * 100);
    CHECK(fixtures::difference(percent, fixtures::tensor(expected.at("precisions")).data, 1e-9) == "");
    CHECK((found.score == 0) == !found.zero_because.empty());
    CHECK(found.score >= 0);
    CHECK(found.score <= 1);
  }
  if (!record.contains("scores_effective_order")) return;
  for (const auto& item : record.at("scores_effective_order").items()) {
    const std::string& name = item.key();
    const Json& expected = item.value();
    CAPTURE(name);
    BleuOptions options = options_named(name);
    options.effective_order = true;
    CHECK(fixtures::difference(std::vector<double>{bleu(counts, options).score * 100}, {expected.get<double>()},
                               1e-9) == "");
  }
}

double score(const Words& hypothesis, const Words& reference, const BleuOptions& options = {}) {
  return bleu(count_ngrams(hypothesis, {reference}, options.order), options).score;
}

const Words nothing;

}  // namespace

TEST_CASE("BLEU of single sentences, every smoothing") {
  const Json file = fixtures::load("bleu.json");
  REQUIRE(!file.at("sentences").empty());
  for (const Json& sentence : file.at("sentences")) {
    CAPTURE(sentence.at("name").get<std::string>());
    check_scores(sentence, counts_of(sentence));
  }
}

TEST_CASE("BLEU of corpora adds counts before it divides") {
  const Json file = fixtures::load("bleu.json");
  REQUIRE(!file.at("corpora").empty());
  for (const Json& corpus : file.at("corpora")) {
    CAPTURE(corpus.at("name").get<std::string>());
    BleuCounts counts;
    for (const Json& index : corpus.at("sentences")) counts.add(counts_of(file.at("sentences").at(index.get<int>())));
    check_scores(corpus, counts);
  }
}

TEST_CASE("C26 two right words: BLEU-4 is 0 and says why; 1 with the order cut") {
  const Words words{"left", "right"};
  const Bleu found = bleu(count_ngrams(words, {words}), {});
  CHECK(found.score == 0);
  CHECK(found.zero_because == "the output is too short for any 3-gram");
  BleuOptions cut;
  cut.effective_order = true;
  CHECK(score(words, words, cut) == 1.0);
  CHECK(bleu(count_ngrams(words, {words}), cut).order_used == 2);
  BleuOptions two;
  two.order = 2;
  CHECK(score(words, words, two) == 1.0);
}

TEST_CASE("C27 a short output pays the brevity penalty") {
  CHECK(score({"a", "b", "c", "d", "e"}, {"a", "b", "c", "d", "e", "f", "g"}) ==
        doctest::Approx(0.67032).epsilon(1e-6));
}

TEST_CASE("C28 empty output, empty reference, both") {
  CHECK(score(nothing, {"a", "b"}) == 0);
  CHECK(score({"a", "b"}, nothing) == 0);
  CHECK(score(nothing, nothing) == 0);
  CHECK(bleu(count_ngrams(nothing, {nothing}), {}).zero_because == "the output is empty");
}

TEST_CASE("C29 the signature names order, scale, smoothing and tokeniser") {
  BleuOptions options;
  options.smoothing = BleuSmoothing::exp;
  CHECK(bleu_signature(options, "words") == "BLEU-4, 0 to 1, smoothing exp, tokens: words");
  options.smoothing = BleuSmoothing::floor;
  options.effective_order = true;
  CHECK(bleu_signature(options, "characters") ==
        "BLEU-4, 0 to 1, smoothing floor 0.1, orders cut to the sentence, tokens: characters");
}

TEST_CASE("C30 smoothing of a sentence without a 4-gram") {
  const Words hypothesis{"This", "is", "a", "test", "."}, reference{"This", "is", "a", "."};
  CHECK(score(hypothesis, reference) == 0);
  CHECK(bleu(count_ngrams(hypothesis, {reference}), {}).zero_because == "no 4-gram matches");
  CHECK(score(hypothesis, reference, options_named("add-k")) == doctest::Approx(0.53183).epsilon(1e-5));
  CHECK(score(hypothesis, reference, options_named("exp")) == doctest::Approx(0.42729).epsilon(1e-5));
}

TEST_CASE("BLEU counts ids as it counts words") {
  const BleuCounts ids = count_ngrams(std::vector<TokenId>{4, 6, 4, 6, 3}, {{4, 6, 3}, {6, 4, 6, 5, 5}}, 3);
  const BleuCounts words =
      count_ngrams(Words{"4", "6", "4", "6", "3"}, {{"4", "6", "3"}, {"6", "4", "6", "5", "5"}}, 3);
  CHECK(ids.matches == words.matches);
  CHECK(ids.matches == std::vector<std::int64_t>{4, 3, 2});
  CHECK(ids.totals == words.totals);
  CHECK(ids.reference_length == 5);
}

TEST_CASE("BLEU refuses what it cannot count") {
  CHECK_THROWS_WITH_AS(count_ngrams(Words{"a"}, {{"a"}}, 0), "the BLEU order is 0; allowed: 1 to 16", Error);
  CHECK_THROWS_WITH_AS(count_ngrams(Words{"a"}, {}), "BLEU needs at least one reference; found none", Error);
  BleuCounts two = count_ngrams(Words{"a"}, {{"a"}}, 2);
  CHECK_THROWS_AS(two.add(count_ngrams(Words{"a"}, {{"a"}}, 3)), Error);
  CHECK_THROWS_AS(bleu(two, {}), Error);
  BleuOptions options;
  options.value = -1;
  CHECK_THROWS_WITH_AS(bleu(two, options), "the value of BLEU's smoothing is -1; allowed: 0 to 1000000", Error);
}
