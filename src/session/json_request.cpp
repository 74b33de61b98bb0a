#include "session/json_request.h"

#include <cmath>
#include <limits>

#include "base/message.h"

namespace seq2seq {
namespace {

using Json = JsonValue;

}  // namespace

JsonRequest::JsonRequest(std::string what, const std::string& json, std::initializer_list<const char*> known)
    : what_(std::move(what)), object_(read_json(json).value) {
  if (!object_.is_object()) throw_error(ErrorCode::invalid_value, {what_, ": no JSON object"});
  for (const auto& item : object_.items()) {
    std::string names;
    bool found = false;
    for (const char* const name : known) {
      found = found || item.key() == name;
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    if (!found)
      throw_error(ErrorCode::invalid_value,
                  {what_, ": there is no field ", item.key().substr(0, 60), "; allowed: ", names});
  }
}

bool JsonRequest::has(const char* name) const {
  const auto found = object_.find(name);
  return found != object_.end() && !found->is_null();
}

const Json& JsonRequest::member(const char* name) const {
  if (!has(name)) throw_error(ErrorCode::invalid_value, {what_, ": the field ", name, " is missing"});
  return *object_.find(name);
}

void JsonRequest::refuse(const std::string& name, const Json& found, const std::string& allowed) const {
  throw_error(ErrorCode::invalid_value,
              {what_, ": ", name, " is ", found.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60),
               "; allowed: ", allowed});
}

double JsonRequest::number(const char* name, std::optional<double> fallback) const {
  if (fallback && !has(name)) return *fallback;
  const Json& value = member(name);
  if (!value.is_number()) refuse(name, value, "a number");
  return value.get<double>();
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

const Json& JsonRequest::list(const char* name, const char* of) const {
  const Json& found = member(name);
  if (!found.is_array()) refuse(name, found, std::string("a list of ") + of);
  return found;
}

Real JsonRequest::real_of(const std::string& name, const Json& value) const {
  if (!value.is_number()) refuse(name, value, "a number");
  const double number = value.get<double>();
  if (std::fabs(number) > static_cast<double>(std::numeric_limits<Real>::max()))
    refuse(name, value, "a number that fits into 32 bits");
  return static_cast<Real>(number);
}

std::vector<Real> JsonRequest::reals_of(const std::string& name, const Json& found) const {
  std::vector<Real> values;
  values.reserve(found.size());
  for (const Json& value : found) values.push_back(real_of(worded({name, "[", values.size(), "]"}), value));
  return values;
}

std::vector<Real> JsonRequest::reals(const char* name) const { return reals_of(name, list(name, "numbers")); }

std::vector<std::vector<Real>> JsonRequest::lists_of_reals(const char* name) const {
  std::vector<std::vector<Real>> lists;
  for (const Json& inner : list(name, "lists of numbers")) {
    const std::string at = worded({name, "[", lists.size(), "]"});
    if (!inner.is_array()) refuse(at, inner, "a list of numbers");
    lists.push_back(reals_of(at, inner));
  }
  return lists;
}

std::vector<std::uint8_t> JsonRequest::flags(const char* name) const {
  std::vector<std::uint8_t> values;
  for (const Json& value : list(name, "true and false")) {
    if (!value.is_boolean()) refuse(worded({name, "[", values.size(), "]"}), value, "true or false");
    values.push_back(value.get<bool>() ? 1 : 0);
  }
  return values;
}

}  // namespace seq2seq
