#include "session/json_lesson.h"

#include <nlohmann/json.hpp>

#include "session/support.h"

using namespace seq2seq;
using Json = nlohmann::json;
using session_test::refusal;

TEST_CASE("the lesson's lines, counts and attention steps are written whole") {
  lesson::Line line;
  line.key = "a.b";
  line.printed = "0.5";
  line.values = {0.5, -2};
  line.shape = {1, 2};
  const Json json = Json::parse(lesson::to_json(std::vector<lesson::Line>{line, line}));
  CHECK(json.size() == 2);
  CHECK(json[1] == Json({{"key", "a.b"},
                         {"label", ""},
                         {"printed", "0.5"},
                         {"values", {0.5, -2}},
                         {"texts", Json::array()},
                         {"shape", {1, 2}}}));

  lesson::ParameterCounts counts;
  counts.modules = {{"enc.emb", 60}};
  counts.total = 1386;
  CHECK(Json::parse(lesson::to_json(counts)) == Json({{"modules", Json::array({{{"name", "enc.emb"}, {"count", 60}}})},
                                                      {"encoder", 0},
                                                      {"decoder", 0},
                                                      {"total", 1386}}));

  const Json steps = Json::parse(lesson::to_json(lesson::attention_steps(lesson::attention_input(0))));
  CHECK(steps.at("largest") == 1);
  CHECK(steps.at("energy")[1].get<double>() == doctest::Approx(1.2709).epsilon(1e-4));
  CHECK(steps.at("tanh").size() == 12);
}

TEST_CASE("an attention input comes back as it went") {
  lesson::AttentionInput input = lesson::attention_input(3, 2, 5);
  input.masked = {0, 1};
  input.temperature = Real(2.5);
  const lesson::AttentionInput back = lesson::parse_attention_input(lesson::to_json(input));
  CHECK(back.source_length == 2);
  CHECK(back.hidden_size == 5);
  CHECK(back.h == input.h);
  CHECK(back.s == input.s);
  CHECK(back.Wh == input.Wh);
  CHECK(back.Ws == input.Ws);
  CHECK(back.v == input.v);
  CHECK(back.masked == input.masked);
  CHECK(back.temperature == input.temperature);
}

TEST_CASE("an attention input that cannot be used is refused by field") {
  const Json good = Json::parse(lesson::to_json(lesson::attention_input(0)));
  // Types are read here; whether the numbers can be used is said by what uses them.
  const auto refused = [](const std::string& json) {
    return refusal(ErrorCode::invalid_value, [&] { lesson::attention_steps(lesson::parse_attention_input(json)); });
  };
  CHECK(refused(good.dump()) == "accepted");
  struct Change {
    const char* name;
    Json value;
    const char* message;
  };
  const std::vector<Change> changes = {
      {"sourceLength", 0, "source_length is 0; allowed: 1 to 256"},
      {"sourceLength", 2.5, "attention input: sourceLength is 2.5; allowed: a whole number"},
      {"sourceLength", 1e9, "source_length is 1000000000; allowed: 1 to 256"},
      {"sourceLength", 257, "source_length is 257; allowed: 1 to 256"},
      {"sourceLength", 3000000000,
       "attention input: sourceLength is 3000000000; allowed: a whole number that fits into 32 bits"},
      {"hiddenSize", "4", "attention input: hiddenSize is \"4\"; allowed: a whole number"},
      {"hiddenSize", 4097, "hidden_size is 4097; allowed: 1 to 256"},
      {"h", Json::array(), "h has 0 numbers; allowed: 12"},
      {"s", {1, 2, 3, "4"}, "attention input: s[3] is \"4\"; allowed: a number"},
      {"Wh", 7, "attention input: Wh is 7; allowed: a list of numbers"},
      {"v", {1, 2, 3, 4, 5}, "v has 5 numbers; allowed: 4"},
      {"masked", {true}, "masked has 1 entries; allowed: none or 3"},
      {"masked", {0, 1, 0}, "attention input: masked[0] is 0; allowed: true or false"},
      {"temperature", 0, "temperature is 0; allowed: a finite number above 0"},
      {"temperature", "NaN", "attention input: temperature is \"NaN\"; allowed: a number"},
      {"mask", true,
       "attention input: there is no field mask; allowed: sourceLength, hiddenSize, h, s, Wh, Ws, v, masked, "
       "temperature"}};
  for (const Change& change : changes) {
    Json changed = good;
    changed[change.name] = change.value;
    CHECK(refused(changed.dump()) == change.message);
  }
  for (const std::string name : {"h", "s", "Wh", "Ws", "v", "hiddenSize"}) {
    Json changed = good;
    changed.erase(name);
    CHECK(refused(changed.dump()).find("the field " + name + " is missing") != std::string::npos);
  }
  if (sizeof(Real) == 4) {  // what is finite in JSON and not as a float is named as it was given
    const std::string message = "attention input: h[1] is 1e+300; allowed: a number that fits into 32 bits";
    Json changed = good;
    changed["h"][1] = 1e300;
    CHECK(refused(changed.dump()) == message);
    changed["h"][1] = 1;
    changed["temperature"] = -1e39;
    CHECK(refused(changed.dump()) ==
          "attention input: temperature is -1e+39; allowed: a number that fits into 32 bits");
  }
  CHECK(refused("[1").find("no JSON object") != std::string::npos);
  CHECK(lesson::parse_attention_score("luong_general") == lesson::AttentionScore::luong_general);
  CHECK_THROWS_AS(lesson::parse_attention_score("dot"), Error);
}
