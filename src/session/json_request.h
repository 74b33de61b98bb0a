// Reads one request that JavaScript sends as a JSON object: every field by its name and of its type, and none that
// nobody asked for. How large a number may be is known, and said, by what uses it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/real.h"
#include "base/whole_number.h"
#include "formats/json_reader.h"

namespace seq2seq {

class JsonRequest {
 public:
  // `what` begins every message: "coins". Error(invalid_value) for text that is no object, and for a field that is not
  // among `known`.
  JsonRequest(std::string what, const std::string& json, std::initializer_list<const char*> known);

  bool has(const char* name) const;                 // given, and not null
  const JsonValue& member(const char* name) const;  // Error(invalid_value) where it is missing

  // With a fallback the field may be missing. Error(invalid_value) names the value found and what is allowed.
  template <class Integer>
  Integer whole(const char* name, std::optional<Integer> fallback = {}) const {
    return fallback && !has(name) ? *fallback : whole_of<Integer>(name, member(name));
  }
  double number(const char* name, std::optional<double> fallback = {}) const;
  Real real(const char* name, std::optional<Real> fallback = {}) const {
    return fallback && !has(name) ? *fallback : real_of(name, member(name));
  }
  bool flag(const char* name, bool fallback) const;
  std::string text(const char* name, const std::optional<std::string>& fallback = {}) const;
  // Index of the one among `names`.
  int choice(const char* name, std::initializer_list<const char*> names, int fallback) const;
  std::vector<Real> reals(const char* name) const;
  std::vector<std::vector<Real>> lists_of_reals(const char* name) const;
  std::vector<std::uint8_t> flags(const char* name) const;
  template <class Integer>
  std::vector<Integer> wholes(const char* name) const {
    std::vector<Integer> values;
    for (const JsonValue& value : list(name, "whole numbers"))
      values.push_back(whole_of<Integer>(name + ("[" + std::to_string(values.size()) + "]"), value));
    return values;
  }

  [[noreturn]] void refuse(const std::string& name, const JsonValue& found, const std::string& allowed) const;

 private:
  template <class Integer>
  Integer whole_of(const std::string& name, const JsonValue& value) const {
    const double number = value.is_number() ? value.get<double>() : 0.5;
    if (!is_whole<Integer>(number)) refuse(name, value, allowed_whole<Integer>(number));
    return static_cast<Integer>(number);
  }
  const JsonValue& list(const char* name, const char* of) const;
  Real real_of(const std::string& name, const JsonValue& value) const;
  std::vector<Real> reals_of(const std::string& name, const JsonValue& found) const;

  std::string what_;
  JsonValue object_;
};

}  // namespace seq2seq
