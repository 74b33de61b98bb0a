#include "session/json_request.h"

#include <cmath>

#include "base/error.h"
#include "base/number_text.h"

namespace seq2seq {
namespace {

using Json = JsonValue;

std::string range(std::int64_t low, std::int64_t high) {
  return "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
}

// JavaScript has one type of number: 3.0 and 3e0 are as whole as 3.
bool is_whole(const Json& value, std::int64_t low, std::int64_t high) {
  if (!value.is_number()) return false;
  const double number = value.get<double>();
  return number >= static_cast<double>(low) && number <= static_cast<double>(high) && number == std::floor(number);
}

}  // namespace

JsonRequest::JsonRequest(std::string what, const std::string& json, std::initializer_list<const char*> known)
    : what_(std::move(what)), object_(read_json(json).value) {
  if (!object_.is_object()) throw Error(ErrorCode::invalid_value, what_ + ": no JSON object");
  for (const auto& item : object_.items()) {
    std::string names;
    bool found = false;
    for (const char* const name : known) {
      found = found || item.key() == name;
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    if (!found)
      throw Error(ErrorCode::invalid_value,
                  what_ + ": there is no field " + item.key().substr(0, 60) + "; allowed: " + names);
  }
}

bool JsonRequest::has(const char* name) const {
  const auto found = object_.find(name);
  return found != object_.end() && !found->is_null();
}

const Json& JsonRequest::member(const char* name) const {
  if (!has(name)) throw Error(ErrorCode::invalid_value, what_ + ": the field " + name + " is missing");
  return *object_.find(name);
}

void JsonRequest::refuse(const std::string& name, const Json& found, const std::string& allowed) const {
  throw Error(ErrorCode::invalid_value, what_ + ": " + name + " is " +
                                            found.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60) +
                                            "; allowed: " + allowed);
}

std::int64_t JsonRequest::whole(const char* name, std::int64_t low, std::int64_t high,
                                std::optional<std::int64_t> fallback) const {
  if (fallback && !has(name)) return *fallback;
  const Json& value = member(name);
  if (!is_whole(value, low, high)) refuse(name, value, range(low, high));
  return static_cast<std::int64_t>(value.get<double>());
}

double JsonRequest::number(const char* name, double low, double high, std::optional<double> fallback) const {
  if (fallback && !has(name)) return *fallback;
  const Json& value = member(name);
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!(number >= low && number <= high))
    refuse(name, value, "a number from " + number_text(low) + " to " + number_text(high));
  return number;
}

bool JsonRequest::flag(const char* name, bool fallback) const {
  if (!has(name)) return fallback;
  const Json& value = member(name);
  if (!value.is_boolean()) refuse(name, value, "true or false");
  return value.get<bool>();
}

std::string JsonRequest::text(const char* name, const std::optional<std::string>& fallback) const {
  if (fallback && !has(name)) return *fallback;
  const Json& value = member(name);
  if (!value.is_string()) refuse(name, value, "a text");
  return value.get<std::string>();
}

int JsonRequest::choice(const char* name, std::initializer_list<const char*> names, int fallback) const {
  if (!has(name)) return fallback;
  const Json& value = member(name);
  std::string allowed;
  int index = 0;
  for (const char* const one : names) {
    if (value == one) return index;
    allowed += (index++ == 0 ? "" : ", ") + std::string(one);
  }
  refuse(name, value, allowed);
}

std::vector<double> JsonRequest::numbers(const char* name) const {
  const Json& list = member(name);
  if (!list.is_array()) refuse(name, list, "a list of numbers");
  std::vector<double> values;
  values.reserve(list.size());
  for (const Json& value : list) {
    if (!value.is_number()) refuse(std::string(name) + "[" + std::to_string(values.size()) + "]", value, "a number");
    values.push_back(value.get<double>());
  }
  return values;
}

std::vector<std::int64_t> JsonRequest::wholes(const char* name, std::int64_t low, std::int64_t high) const {
  const Json& list = member(name);
  if (!list.is_array()) refuse(name, list, "a list of whole numbers");
  std::vector<std::int64_t> values;
  values.reserve(list.size());
  for (const Json& value : list) {
    if (!is_whole(value, low, high))
      refuse(std::string(name) + "[" + std::to_string(values.size()) + "]", value, range(low, high));
    values.push_back(static_cast<std::int64_t>(value.get<double>()));
  }
  return values;
}

}  // namespace seq2seq
