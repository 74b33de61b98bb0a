#include "session/json_writer.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using seq2seq::JsonWriter;

TEST_CASE("lists, objects and values have their commas and nothing else") {
  JsonWriter json;
  json.open_object();
  json.field("whole", 7);
  json.field("real", 0.5F);
  json.field("true", true);
  json.field("list", std::vector<int>{1, 2, 3});
  json.key("empty");
  json.open_array();
  json.close_array();
  json.close_object();
  CHECK(json.take() == R"({"whole":7,"real":0.5,"true":true,"list":[1,2,3],"empty":[]})");
}

TEST_CASE("texts come back as they were") {
  const std::vector<std::string> texts = {
      "", "a\"b\\c", std::string("\x01\x1f\n\t\0x", 6), "\u00e9\u05d0", "NaN", "Infinity", "-Infinity", "NaNs"};
  JsonWriter json;
  json.value(texts);
  CHECK(nlohmann::json::parse(json.take()).get<std::vector<std::string>>() == texts);
}

TEST_CASE("a number that JSON lacks is a text, and a text that reads the same is written otherwise") {
  JsonWriter json;
  json.open_array();
  for (const double number : {std::nan(""), HUGE_VAL, -HUGE_VAL}) json.value(number);
  for (const char* text : {"NaN", "Infinity", "-Infinity", "nan"}) json.value(text);
  json.close_array();
  CHECK(json.take() == R"(["NaN","Infinity","-Infinity","\u004eaN","\u0049nfinity","\u002dInfinity","nan"])");
}
