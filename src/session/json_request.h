// Reads one request that JavaScript sends as a JSON object: every field by its name, within its range, and none that
// nobody asked for.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

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
  std::int64_t whole(const char* name, std::int64_t low, std::int64_t high,
                     std::optional<std::int64_t> fallback = {}) const;
  double number(const char* name, double low, double high, std::optional<double> fallback = {}) const;
  bool flag(const char* name, bool fallback) const;
  std::string text(const char* name, const std::optional<std::string>& fallback = {}) const;
  // Index of the one among `names`.
  int choice(const char* name, std::initializer_list<const char*> names, int fallback) const;
  std::vector<double> numbers(const char* name) const;
  std::vector<std::int64_t> wholes(const char* name, std::int64_t low, std::int64_t high) const;

  [[noreturn]] void refuse(const std::string& name, const JsonValue& found, const std::string& allowed) const;

 private:
  std::string what_;
  JsonValue object_;
};

}  // namespace seq2seq
