#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "session/session.h"
#include "session/support.h"

using namespace seq2seq;
using namespace session_test;

namespace {

// A little trained, on words short enough to try them all.
Session trained(const char* decoding) {
  Session session(parse_configuration(std::string(R"({"task":{"kind":"copy","examples":40,"min_length":1,)") +
                                      R"("max_length":3,"symbols":4},"model":{"embedding_size":5,"hidden_size":9},)" +
                                      R"("training":{"batch_size":4,"epochs":6,"learning_rate":0.02,"loss":"mean"},)" +
                                      R"("decoding":)" + decoding + "}"));
  Context context;
  session.train(100000, context);
  return session;
}

}  // namespace

TEST_CASE("translations: ranked, different, and the first is translate's") {
  const Session session = trained(R"({"beam":4,"length_penalty":0.5,"max_length":5})");
  Context context;
  const std::vector<Translation> found = session.translations("abca", 3, context);
  REQUIRE(found.size() == 3);
  const Translation best = session.translate("abca");
  CHECK(best.text == found[0].text);
  CHECK(best.score == found[0].score);
  std::set<std::vector<std::string>> different;
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].alpha.size() == static_cast<std::size_t>(found[i].rows) * found[i].source.size());
    if (i > 0) CHECK(found[i - 1].score >= found[i].score);
    CHECK(found[i].score != found[i].log_probability);
    different.insert(found[i].tokens);
  }
  CHECK(different.size() == 3);
}

TEST_CASE("every translation: the truth is at least as good as any search's answer, and never PAD or BOS") {
  const Session session = trained(R"({"beam":2,"max_length":4})");
  Context context;
  const std::vector<Translation> truth = session.every_translation("ab", 5, context);
  REQUIRE(truth.size() == 5);
  const Translation beam = session.translate("ab");
  if (!beam.cut_off) CHECK(truth[0].score >= beam.score - 1e-9);
  for (const Translation& one : truth) {
    CHECK(!one.cut_off);
    for (const std::string& token : one.tokens) {
      CHECK(token != "PAD");
      CHECK(token != "BOS");
    }
  }
}

TEST_CASE("translations refuse a count below 1, too long a search, and stop on cancel") {
  Session session = trained(R"({"max_length":50})");
  Context context;
  CHECK_THROWS_WITH_AS(session.translations("ab", 0, context), "the number of outputs is 0; allowed: 1 or more", Error);
  CHECK_THROWS_AS(session.every_translation("ab", 1, context), Error);
  context.cancel();
  CHECK_THROWS_WITH_AS(session.translations("ab", 1, context), "decoding was cancelled", Error);
}

TEST_CASE("C19: UNK is shown as UNK, or as the source word with the most attention where that is asked for") {
  // Without copying, names are UNK in the targets, and that is what the model learns first.
  Session s(parse_configuration(R"({"task":{"kind":"names","examples":300},"model":{"hidden_size":20},
      "training":{"batch_size":10,"epochs":6,"loss":"mean","learning_rate":0.01},"decoding":{"max_length":15}})"));
  train(s);
  const std::string sentence = "Zork lives here";
  const Translation plain = s.translate(sentence);
  REQUIRE(std::count(plain.tokens.begin(), plain.tokens.end(), "UNK") > 0);
  CHECK(contains(plain.text, "UNK"));
  s.configure("decoding.replace_unknown", "\"most_attended\"");
  const Translation replaced = s.translate(sentence);
  REQUIRE(replaced.tokens.size() == plain.tokens.size());
  CHECK(!contains(replaced.text, "UNK"));
  CHECK(replaced.log_probability == plain.log_probability);
  const std::vector<std::string> words{"Zork", "lives", "here"};
  const std::size_t length = plain.source.size();  // with EOS, which is no word
  REQUIRE(length == 4);
  for (std::size_t t = 0; t < plain.tokens.size(); ++t) {
    CAPTURE(t);
    const auto row = plain.alpha.begin() + static_cast<std::ptrdiff_t>(t * length);
    const auto largest = std::max_element(row, row + 3) - row;
    CHECK(replaced.tokens[t] ==
          (plain.tokens[t] == "UNK" ? words[static_cast<std::size_t>(largest)] : plain.tokens[t]));
  }
  // Without attention nothing says which word it was.
  Session blind(parse_configuration(R"({"task":{"kind":"names","examples":300},
      "model":{"hidden_size":20,"attention":"none"},"decoding":{"max_length":15,"replace_unknown":"most_attended"},
      "training":{"batch_size":10,"epochs":6,"loss":"mean","learning_rate":0.01}})"));
  train(blind);
  CHECK(contains(blind.translate(sentence).text, "UNK"));
}

TEST_CASE("C12: the forcing of training changes no translation") {
  Session s(parse_configuration(R"({"task":{"kind":"reverse","examples":60,"max_length":4},
      "training":{"batch_size":8,"epochs":4,"loss":"mean","learning_rate":0.01}})"));
  train(s);
  Context context;
  const auto answers = [&](const char* schedule) {
    s.configure("training.forcing.schedule", schedule);
    const EvaluationReport report = s.evaluate(Part::train, context);
    std::string text = std::to_string(report.numbers.bleu.score);
    for (const auto& pair : report.texts) text += "\n" + pair.output;
    return text + s.translate("abc").text;
  };
  CHECK(answers("\"teacher\"") == answers("\"free\""));
}
