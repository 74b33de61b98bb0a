#include <doctest/doctest.h>

#include <set>

#include "base/error.h"
#include "session/session.h"

using namespace seq2seq;

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
