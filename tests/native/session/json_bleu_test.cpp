#include "session/json_bleu.h"

#include <nlohmann/json.hpp>

#include "session/support.h"
#include "support/fixtures.h"

using namespace seq2seq;
using Json = nlohmann::json;
using session_test::contains;
using session_test::refusal;

namespace {

std::string joined(const Json& words) {
  std::string text;
  for (const Json& word : words) text += (text.empty() ? "" : " ") + word.get<std::string>();
  return text;
}

}  // namespace

TEST_CASE("BLEU of texts: the fixtures' corpora") {
  const Json file = fixtures::load("bleu.json");
  for (const Json& corpus : file.at("corpora")) {
    CAPTURE(corpus.at("name").get<std::string>());
    Json request{{"hypotheses", Json::array()}, {"references", Json::array()}};
    for (const Json& index : corpus.at("sentences")) {
      const Json& sentence = file.at("sentences").at(index.get<std::size_t>());
      request["hypotheses"].push_back(joined(sentence.at("hyp")));
      Json references = Json::array();
      for (const Json& reference : sentence.at("refs")) references.push_back(joined(reference));
      request["references"].push_back(references);
    }
    for (const char* const smoothing : {"none", "exp"}) {
      request["smoothing"] = smoothing;
      const Json found = Json::parse(bleu_from_json(request.dump()));
      CHECK(found.at("matches") == corpus.at("counts"));
      CHECK(found.at("score").get<double>() * 100 ==
            doctest::Approx(corpus.at("scores").at(smoothing).at("score").get<double>()).epsilon(1e-9));
    }
  }
}

TEST_CASE("BLEU of texts: one reference as a text, letters as tokens, orders cut; refused by name") {
  const Json whole = Json::parse(bleu_from_json(R"({"hypotheses":["abcd"],"references":["abcd"],
                                                    "tokeniser":"characters"})"));
  CHECK(whole.at("score") == 1);
  CHECK(whole.at("signature") == "BLEU-4, 0 to 1, smoothing none, tokens: characters");
  const Json cut = Json::parse(bleu_from_json(R"({"hypotheses":["a b"],"references":["a b"],"effectiveOrder":true})"));
  CHECK(cut.at("score") == 1);
  CHECK(cut.at("orderUsed") == 2);
  const auto refused = [](const char* request) {
    return refusal(ErrorCode::invalid_value, [&] { bleu_from_json(request); });
  };
  CHECK(contains(refused(R"({"hypotheses":[],"references":[]})"), "hypotheses is []; allowed"));
  CHECK(contains(refused(R"({"hypotheses":["a"],"references":[]})"), "references is []; allowed: as many"));
  CHECK(contains(refused(R"({"hypotheses":[1],"references":["a"]})"), "hypotheses is 1; allowed: a text"));
  CHECK(contains(refused(R"({"hypotheses":["a"],"references":["a"],"order":0})"), "order is 0; allowed"));
  CHECK(contains(refused(R"({"hypotheses":["a"],"references":["a"],"smoothing":"some"})"), "none, exp, floor, add-k"));
}
