#include "formats/configuration.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"

using namespace seq2seq;
using Json = nlohmann::ordered_json;

namespace {

std::string configuration_refusal(const std::string& json) {
  try {
    parse_configuration(json);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_value);
    return error.what();
  }
  return "accepted";
}

// {"a.b.c": value} as a document with its groups.
std::string nested(const std::string& name, const std::string& value) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return "{\"" + name + "\":" + value + "}";
  return "{\"" + name.substr(0, dot) + "\":" + nested(name.substr(dot + 1), value) + "}";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an empty document is the lesson's run") {
  const Configuration c = parse_configuration("{}");
  CHECK(c.task.kind == TaskKind::lesson);
  CHECK(c.model.vocabulary_size == 10);
  CHECK(c.model.embedding_size == 6);
  CHECK(c.model.hidden_size == 8);
  CHECK(c.model.attention == AttentionKind::bahdanau);
  CHECK(c.training.optimizer == OptimizerKind::adam);
  CHECK(c.training.learning_rate == 1e-3);
  CHECK(c.training.epochs == 200);
  CHECK(c.training.batch_size == 1);
  CHECK(c.training.loss == LossKind::sum);
  CHECK(c.training.forcing.schedule == ScheduleKind::teacher);
  CHECK(c.training.seed == 99);
}

TEST_CASE("the table documents every field, and every default is allowed") {
  std::set<std::string> names;
  CHECK(configuration_fields().size() >= 45);
  for (const Field& field : configuration_fields()) {
    CAPTURE(field.name);
    CHECK(names.insert(field.name).second);
    CHECK(field.sentence.size() > 20);
    CHECK(field.sentence.back() == '.');
    const std::string known[] = {"integer", "number", "choice", "seed"};
    CHECK(std::count(std::begin(known), std::end(known), field.type) == 1);
    CHECK((field.type == "choice") == !field.choices.empty());
    CHECK((field.type == "integer" || field.type == "number") == !field.minimum.empty());
    CHECK(configuration_refusal(nested(field.name, field.default_value)) == "accepted");
  }
}

TEST_CASE("each field is read from, and written to, its own place") {
  // Changes one field at a time: exactly that field of the written document differs.
  const Json defaults = Json::parse(to_json(Configuration{})).flatten();
  for (const Field& field : configuration_fields()) {
    CAPTURE(field.name);
    std::string value = field.maximum;
    if (field.type == "choice") value = Json(field.choices.back()).dump();
    if (field.type == "seed") value = "\"5\"";
    // Some fields have a partner that must be moved first.
    Configuration c;
    if (field.name != "task.kind") set_field(c, "task.kind", "copy");
    if (field.name == "task.min_length") set_field(c, "task.max_length", "1000");
    if (field.name == "task.validation_share") set_field(c, "task.test_share", "0");
    if (field.name == "task.test_share") set_field(c, "task.validation_share", "0");
    const Json before = Json::parse(to_json(c)).flatten();
    set_field(c, field.name, value);
    CHECK(Json::parse(get_field(c, field.name)).dump() == Json::parse(value).dump());
    const Json after = Json::parse(to_json(c)).flatten();
    std::vector<std::string> changed;
    for (const auto& [key, now] : after.items())
      if (before.at(key) != now) changed.push_back(key);
    std::string pointer = "/" + field.name;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    CHECK(changed == std::vector<std::string>{pointer});
    CHECK(to_json(parse_configuration(to_json(c))) == to_json(c));
  }
  CHECK(defaults.size() == configuration_fields().size());
}

TEST_CASE("every choice of every field is accepted and kept") {
  for (const Field& field : configuration_fields())
    for (const std::string& choice : field.choices) {
      Configuration c;
      if (field.name != "task.kind") set_field(c, "task.kind", "copy");
      set_field(c, field.name, choice);  // without quotes, too
      CHECK(get_field(c, field.name) == "\"" + choice + "\"");
    }
}

TEST_CASE("values outside their range are refused by name, with what was found and what is allowed") {
  CHECK(configuration_refusal(R"({"training":{"learning_rate":-1}})") ==
        "training.learning_rate is -1; allowed: a number above 0 and at most 1e+30");
  CHECK(contains(configuration_refusal(R"({"training":{"learning_rate":0}})"), "training.learning_rate is 0; allowed"));
  CHECK(contains(configuration_refusal(R"({"training":{"learning_rate":null}})"),
                 "training.learning_rate is null; allowed"));
  CHECK(contains(configuration_refusal(R"({"training":{"learning_rate":"NaN"}})"),
                 "training.learning_rate is \"NaN\"; allowed"));
  CHECK(configuration_refusal(R"({"training":{"learning_rate":1e9}})") == "accepted");
  for (const std::string size : {"0", "-3", "100000000", "2.5", "\"8\"", "true", "[]", "{}"}) {
    CHECK(contains(configuration_refusal("{\"model\":{\"hidden_size\":" + size + "}}"), "model.hidden_size is "));
    CHECK(contains(configuration_refusal("{\"model\":{\"embedding_size\":" + size + "}}"),
                   "allowed: a whole number from 1 to 4096"));
  }
  CHECK(configuration_refusal(R"({"model":{"hidden_size":8.0}})") == "accepted");
  CHECK(contains(configuration_refusal(R"({"task":{"kind":"poetry"}})"),
                 "task.kind is \"poetry\"; allowed: lesson, copy, reverse"));
  for (const Field& field : configuration_fields()) {
    if (field.minimum.empty()) continue;
    CAPTURE(field.name);
    const double low = Json::parse(field.minimum), high = Json::parse(field.maximum);
    CHECK(contains(configuration_refusal(nested(field.name, Json(low - 1).dump())), field.name + " is "));
    CHECK(contains(configuration_refusal(nested(field.name, Json(high * 1.01).dump())), field.name + " is "));
    CHECK(contains(configuration_refusal(nested(field.name, field.minimum)), field.name + " is ") ==
          field.minimum_exclusive);
  }
}

TEST_CASE("fields that do not fit together are refused by name") {
  CHECK(contains(configuration_refusal(R"({"task":{"min_length":9}})"),
                 "task.min_length is 9; allowed: at most task.max_length"));
  CHECK(contains(configuration_refusal(R"({"task":{"validation_share":0.5,"test_share":0.5}})"),
                 "task.validation_share"));
  CHECK(
      contains(configuration_refusal(R"({"training":{"epochs":0}})"), "training.epochs and training.steps are both 0"));
  CHECK(configuration_refusal(R"({"training":{"epochs":0,"steps":5}})") == "accepted");
  CHECK(contains(configuration_refusal(R"({"task":{"kind":"names"},"model":{"attention":"none","copy":"pointer"}})"),
                 "model.attention is none"));
  CHECK(contains(configuration_refusal(R"({"model":{"copy":"pointer"}})"),
                 "model.copy needs a symbol for unknown words"));
}

TEST_CASE("unknown and repeated fields are refused by name") {
  CHECK(contains(configuration_refusal(R"({"training":{"lr":1}})"),
                 "unknown field \"training.lr\"; allowed: training.optimizer"));
  CHECK(contains(configuration_refusal(R"({"trainig":{}})"),
                 "unknown field \"trainig\"; allowed: task, model, training, decoding"));
  CHECK(contains(configuration_refusal(R"({"":3})"), "unknown field \"\"; allowed: task, model, training, decoding"));
  CHECK(contains(configuration_refusal(R"({"training.seed":"1"})"), "unknown field \"training.seed\""));
  CHECK(
      contains(configuration_refusal(R"({"training":{"forcing":{"sched":1}}})"), "allowed: training.forcing.schedule"));
  CHECK(contains(configuration_refusal(R"({"training":7})"), "training is 7; allowed: an object of fields"));
  CHECK(contains(configuration_refusal(R"({"training":{"seed":"1","seed":"2"}})"), "the key \"seed\" stands twice"));
  CHECK(contains(configuration_refusal("{\"a<b\\u0001\":1}"), "\\u0001"));
}

TEST_CASE("seeds are exact 64-bit integers, signed or not, and are written as they were given") {
  struct Good {
    std::string text;
    std::uint64_t value;
  };
  for (const Good& good :
       {Good{"0", 0}, Good{"9007199254740993", 9007199254740993U}, Good{"-1", 18446744073709551615U},
        Good{"18446744073709551615", 18446744073709551615U}, Good{"-9223372036854775808", 9223372036854775808U}}) {
    for (const std::string& value : {good.text, "\"" + good.text + "\""}) {
      CAPTURE(value);
      const Configuration c = parse_configuration(nested("training.seed", value));
      CHECK(c.training.seed == good.value);
      CHECK(get_field(c, "training.seed") == "\"" + good.text + "\"");
      CHECK(get_field(parse_configuration(to_json(c)), "training.seed") == "\"" + good.text + "\"");
    }
  }
  for (const std::string bad : {"\"abc\"", "\"\"", "\"1.5\"", "\"18446744073709551616\"", "\"-9223372036854775809\"",
                                "18446744073709551616", "1.5", "1e3", "\"-\"", "\" 1\"", "\"+1\"", "\"0x10\"", "null"})
    CHECK(contains(configuration_refusal(nested("training.seed", bad)), "training.seed is "));
}

TEST_CASE("text that is no JSON object is refused, wherever it breaks") {
  CHECK(contains(configuration_refusal(""), "no JSON"));
  CHECK(contains(configuration_refusal("{\"training\":{\"learning_rate\":NaN}}"), "no JSON: an error at byte 30"));
  CHECK(contains(configuration_refusal("[]"), "the configuration is a list; allowed: a JSON object"));
  CHECK(contains(configuration_refusal("{\"model\":{\"hidden_size\":1e999}}"), "too large"));
  CHECK(contains(configuration_refusal("{\"model\":\"\xff\"}"), "no JSON"));
  CHECK(contains(configuration_refusal(std::string(70000, ' ') + "{}"), "70002 bytes"));
  const std::string deep = "{\"model\":" + std::string(30000, '[') + std::string(30000, ']') + "}";
  CHECK(contains(configuration_refusal(deep), "model is a list; allowed: an object of fields"));
  const std::string document = to_json(Configuration{});
  for (std::size_t length = 0; length < document.size(); ++length)
    CHECK(contains(configuration_refusal(document.substr(0, length)), "no JSON"));
}

TEST_CASE("a refused change leaves the configuration as it was") {
  Configuration c;
  const std::string before = to_json(c);
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
           {"training.learning_rate", "NaN"}, {"training.epochs", "0"}, {"training.seed", "x"}, {"no.such", "1"}}) {
    CHECK_THROWS_AS(set_field(c, name, value), Error);
    CHECK(to_json(c) == before);
  }
  try {
    set_field(c, "training.learning_rate", "NaN");
  } catch (const Error& error) {
    CHECK(contains(error.what(), "training.learning_rate is NaN; allowed"));
  }
  set_field(c, "training.seed", "-7");
  CHECK(get_field(c, "training.seed") == "\"-7\"");
  CHECK(find_field("training.seed").live == false);
  CHECK(find_field("training.learning_rate").live == true);
}

TEST_CASE("the table is there as JSON for the page") {
  const Json fields = Json::parse(fields_as_json());
  REQUIRE(fields.size() == configuration_fields().size());
  const auto named = [&fields](const char* name) {
    return *std::find_if(fields.begin(), fields.end(), [name](const Json& f) { return f.at("name") == name; });
  };
  const Json rate = named("training.learning_rate"), seed = named("training.seed");
  CHECK(rate.at("type") == "number");
  CHECK(rate.at("default") == 0.001);
  CHECK(rate.at("minimum") == 0);
  CHECK(rate.at("minimumExclusive") == true);
  CHECK(rate.at("live") == true);
  CHECK(seed.at("default") == "99");
  CHECK(!seed.contains("minimum"));
}
