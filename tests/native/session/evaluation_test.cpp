#include "session/evaluation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "session/json.h"
#include "session/session.h"

using namespace seq2seq;

namespace {

Session copying() {
  Session session(parse_configuration(
      R"({"task":{"kind":"copy","examples":80,"min_length":1,"max_length":3,"symbols":4,"validation_share":0.2,
                  "test_share":0.25},"model":{"hidden_size":24,"embedding_size":8},
          "training":{"batch_size":10,"epochs":6,"learning_rate":0.01,"loss":"mean","validation_interval":2}})"));
  return session;
}

}  // namespace

TEST_CASE("validations are the mean loss over the held-out tokens, when they are due") {
  Session session(parse_configuration(
      R"({"task":{"kind":"reverse","examples":60,"symbols":6},"model":{"hidden_size":9},
          "training":{"batch_size":7,"epochs":6,"loss":"mean","validation_interval":2}})"));
  Context context;
  while (!session.finished()) {
    const StepReport report = session.train(1, context).at(0);
    CHECK(report.validated == (report.epoch_ends && report.epoch % 2 == 1));
    if (report.validated)
      CHECK(report.validation_loss ==
            doctest::Approx(session.evaluate(Part::validation, context).numbers.loss).epsilon(1e-6));
  }
}

TEST_CASE("evaluations give every pair with its output, and leave the model alone") {
  Session session = copying();
  Context context;
  session.train(1000, context);
  const std::string before = session.digest();
  const EvaluationReport report = session.evaluate(Part::test, context);
  CHECK(session.digest() == before);
  CHECK(report.texts.size() == session.part_size(Part::test));
  CHECK(report.bleu_signature.find("BLEU-4") != std::string::npos);
  int exact = 0;
  for (const EvaluatedText& text : report.texts) {
    CHECK(text.exact == (text.output == text.target));
    CHECK(text.source == text.target);
    CHECK(session.translate(text.source).text == text.output);
    exact += text.exact ? 1 : 0;
  }
  CHECK(report.numbers.exact_match == doctest::Approx(double(exact) / double(report.texts.size())));

  const nlohmann::json json = nlohmann::json::parse(to_json(report));
  CHECK(json.at("pairs") == report.texts.size());
  CHECK(json.at("loss").get<double>() == report.numbers.loss);
  CHECK(json.at("texts").at(0).at("output") == report.texts[0].output);
  CHECK(json.at("bleu").at("score").get<double>() == report.numbers.bleu.score);
  REQUIRE(json.at("positions").size() == report.numbers.positions.size());
  CHECK(json.at("positions").at(0).at("forcedAccuracy").get<double>() == report.numbers.positions[0].forced_accuracy);
  CHECK(json.at("positions").at(0).at("freeAccuracy").get<double>() == report.numbers.positions[0].free_accuracy);
  CHECK(nlohmann::json::parse(to_json(session.corpus_report())).at("leakedSources") == 0);
}

TEST_CASE("other pairs are evaluated with the model's own vocabulary") {
  Session session = copying();
  Context context;
  const EvaluationReport report = session.evaluate("a b\ta b\nb a\ta\n", context);
  REQUIRE(report.texts.size() == 2);
  CHECK(report.texts[1].source == "b a");
  CHECK(report.texts[1].target == "a");
  CHECK_THROWS_AS(session.evaluate("no second column\n", context), Error);
  Session toy(parse_configuration("{}"));
  CHECK_THROWS_AS(toy.evaluate("1\t2\n", context), Error);
  CHECK(toy.evaluate(Part::train, context).texts.size() == 1);
  CHECK_THROWS_AS(toy.evaluate(Part::test, context), Error);  // has none
}
