// Reading JSON text. The library's parser is large and is compiled anew for every kind of reader and of document: here
// are the one kind of document and the only two readings, so that the engine's module holds the parser once.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace seq2seq {

using JsonValue = nlohmann::ordered_json;
using JsonEvents = nlohmann::json_sax<JsonValue>;

struct JsonDocument {
  enum class Fault { none, no_json, number_too_large };

  JsonValue value;  // null where there is a fault
  Fault fault = Fault::none;
  std::size_t byte = 0;      // where reading ended, counted from 1
  bool repeats_key = false;  // the last of equal keys counts
  std::string repeated;      // the first such key

  bool good() const { return fault == Fault::none; }
};

JsonDocument read_json(std::string_view text);  // throws nothing

// What people read in an error: short, one line, plain ASCII. Objects and lists are not written out: they may be nested
// deeper than the stack is.
std::string shown(const JsonValue& value);

// Event by event, without a document; false where an event said so or the text is no JSON.
bool read_json(std::string_view text, JsonEvents& events);

}  // namespace seq2seq
