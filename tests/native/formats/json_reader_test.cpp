#include "formats/json_reader.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace seq2seq {
namespace {

using JsonFault = JsonDocument::Fault;

TEST_CASE("reading JSON builds what the library's own reader builds") {
  const char* const texts[] = {
      "null",
      "true",
      "-7",
      "18446744073709551615",
      "-9223372036854775808",
      "2.5e-3",
      "\"a\\u00e9\\n\"",
      "[]",
      "{}",
      "[1, [2, [3, {}], []], {\"a\": [4]}]",
      "{\"z\": 1, \"a\": {\"y\": [true, null, {\"x\": \"w\"}], \"b\": {}}, \"m\": []}",
      " \t\n[0.1, 1e300, 3.0] ",
  };
  for (const char* const text : texts) {
    CAPTURE(text);
    const JsonDocument document = read_json(text);
    const JsonValue expected = JsonValue::parse(text);
    REQUIRE(document.good());
    CHECK(document.value == expected);
    CHECK(document.value.dump() == expected.dump());  // the order of the keys as well
    CHECK(document.value.type() == expected.type());
    CHECK_FALSE(document.repeats_key);
  }
}

TEST_CASE("many members and elements: open containers stay where they are") {
  std::string text = "{";
  for (int i = 0; i < 300; ++i) {
    text +=
        (i == 0 ? "" : ",") + std::string("\"k") + std::to_string(i) + "\":[[" + std::to_string(i) + "],{\"a\":[]}]";
  }
  text += "}";
  CHECK(read_json(text).value == JsonValue::parse(text));
}

TEST_CASE("what is no JSON is told by its byte, without an exception") {
  const std::pair<const char*, std::size_t> texts[] = {{"", 1},          {"{", 2},   {"[1,]", 4},
                                                       {"{\"a\" 1}", 6}, {"nul", 4}, {"1 2", 3},
                                                       {"\"\xff\"", 2},  {"[1}", 3}, {"{\"a\":}", 6}};
  for (const auto& [given, byte] : texts) {
    const char* const text = given;  // a structured binding cannot be captured
    CAPTURE(text);
    const JsonDocument document = read_json(text);
    CHECK(document.fault == JsonFault::no_json);
    CHECK(document.byte == byte);
    CHECK(document.value.is_null());
  }
  const std::string zero(1, '\0');
  for (const auto& [before, behind] : {std::pair<std::string, std::string>{"", "1"},
                                       {"{}", ""},
                                       {"{} ", "{}"},
                                       {"[1,", "2]"},
                                       {"\"a", "b\""},
                                       {"12", "3"}}) {
    const std::string text = before + zero + behind;
    CAPTURE(text);
    const JsonDocument document = read_json(text);
    CHECK(document.fault == JsonFault::no_json);
    CHECK(document.byte == before.size() + 1);
  }
  CHECK(read_json("[1e999]").fault == JsonFault::number_too_large);
}

TEST_CASE("keys that stand twice are told, equal keys of different objects are none") {
  const JsonDocument twice = read_json(R"({"b": 1, "c": {"a": 1, "d": 2, "a": 3}, "b": 4})");
  CHECK(twice.good());
  CHECK(twice.repeats_key);
  CHECK(twice.repeated == "a");
  CHECK(twice.value.dump() == R"({"b":4,"c":{"a":3,"d":2}})");
  CHECK_FALSE(read_json(R"([{"a": 1}, {"a": {"a": 2}}])").repeats_key);
  CHECK(read_json(R"({"": 1, "": 2})").repeats_key);
}

TEST_CASE("nesting costs no stack") {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  CHECK(read_json(deep).good());
}

}  // namespace
}  // namespace seq2seq
