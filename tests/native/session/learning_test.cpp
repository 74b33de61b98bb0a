// Small runs that must end in a model that works, on pairs it has not seen. Bounded in steps and seeded, so that their
// numbers are the same everywhere; docs/learning.md has the full ones.
#include <doctest/doctest.h>

#include <string>

#include "session/session.h"

using namespace seq2seq;

namespace {

Session trained(const std::string& json) {
  Session session{parse_configuration(json)};
  Context context;
  while (!session.finished()) session.train(1000, context);
  return session;
}

EvaluationReport evaluated(const Session& session, Part part = Part::test) {
  Context context;
  return session.evaluate(part, context);
}

// What the small runs share; `task`, `model` and `steps` are each one's own.
std::string configuration(const std::string& task, const std::string& model, int steps,
                          const std::string& decoding = R"("max_length":20)") {
  return R"({"task":{)" + task + R"(},"model":{)" + model + R"(},"training":{"learning_rate":0.005,"clip_norm":1,)" +
         R"("batch_size":16,"epochs":0,"steps":)" + std::to_string(steps) +
         R"(,"loss":"mean","seed":"1"},"decoding":{)" + decoding + "}}";
}

const char* const short_words = R"("examples":1000,"min_length":1,"max_length":4,"symbols":6)";
const char* const small = R"("embedding_size":12,"hidden_size":32,)";

}  // namespace

TEST_CASE("reversing is learned from examples, for words it has not seen") {
  const std::string task = std::string(R"("kind":"reverse",)") + short_words;
  const Evaluation found =
      evaluated(trained(configuration(task, small + std::string(R"("attention":"bahdanau")"), 700))).numbers;
  REQUIRE(found.pairs.size() == 100);
  CHECK(found.exact_match >= 0.97);
  CHECK(found.forced_accuracy >= 0.99);
  CHECK(found.cut_off == 0);
}

TEST_CASE("copying is learned with each attention; two of them look at the letter they say") {
  const std::string task = std::string(R"("kind":"copy",)") + short_words;
  const auto with = [&task](const char* attention) {
    return evaluated(trained(configuration(task, small + (R"("attention":")" + std::string(attention) + '"'), 700)))
        .numbers;
  };
  for (const char* attention : {"bahdanau", "luong_general"}) {
    CAPTURE(attention);
    const Evaluation found = with(attention);
    CHECK(found.exact_match >= 0.97);
    CHECK(found.alignment_score >= 0.95);
  }
  // The dot product has no weights of its own to learn where to look, and takes longer.
  CHECK(with("luong_dot").exact_match >= 0.75);
}

TEST_CASE("names outside the vocabulary are said by copying only") {
  const std::string task = R"("kind":"names","examples":800)";
  const std::string sizes = R"("embedding_size":16,"hidden_size":32,)";
  const Session copying = trained(configuration(task, sizes + R"("copy":"pointer_generator")", 500));
  CHECK(evaluated(copying).numbers.exact_match >= 0.8);
  const Session without = trained(configuration(task, sizes + R"("copy":"off")", 100));
  CHECK(evaluated(without).numbers.exact_match < 0.05);
}

TEST_CASE("a tiny copy set learned by heart: every decode stops by itself, or is marked as cut off") {
  const std::string task = R"("kind":"copy","examples":20,"min_length":1,"max_length":4,"symbols":6,
                             "validation_share":0,"test_share":0)";
  Session session = trained(configuration(task, R"("embedding_size":8,"hidden_size":24)", 300));
  const EvaluationReport report = evaluated(session, Part::train);
  REQUIRE(report.texts.size() == 20);
  CHECK(report.numbers.loss < 0.05);
  CHECK(report.numbers.cut_off == 0);
  for (const EvaluatedText& text : report.texts) {
    CAPTURE(text.source);
    CHECK_FALSE(session.translate(text.source).cut_off);
    CHECK(session.translate(text.source).text == text.target);
  }

  // With room for two tokens only, exactly those that need more (EOS counted) are cut off, and are not called right.
  session.configure("decoding.max_length", "2");
  const EvaluationReport cut = evaluated(session, Part::train);
  std::int64_t longer = 0;
  for (const EvaluatedText& text : cut.texts) {
    CAPTURE(text.source);
    const bool too_long = text.target.size() >= 2;
    longer += too_long;
    CHECK(text.cut_off == too_long);
    CHECK(session.translate(text.source).cut_off == too_long);
  }
  CHECK(longer > 0);
  CHECK(longer < 20);
  CHECK(cut.numbers.cut_off == longer);
}

TEST_CASE("without attention long sequences suffer: one state is too narrow for them") {
  const std::string task = R"("kind":"reverse","examples":1000,"min_length":6,"max_length":10,"symbols":10)";
  const auto with = [&task](const char* attention) {
    return evaluated(trained(configuration(task, small + (R"("attention":")" + std::string(attention) + '"'), 600)))
        .numbers.exact_match;
  };
  CHECK(with("bahdanau") > with("none") + 0.3);
}
