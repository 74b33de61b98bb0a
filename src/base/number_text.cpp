#include "base/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace seq2seq {
namespace {

// Tries every number of digits from the first that can be enough for common values up to the one that always is.
template <class Value, class Read>
std::string shortest(Value value, int first, int last, const Read& read) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char text[40];
  // "%g" with a float's digits would write 1e+07.
  const bool whole = value == std::floor(value) && std::fabs(static_cast<double>(value)) < 1e15;
  if (whole) std::snprintf(text, sizeof text, "%.0f", static_cast<double>(value));
  for (int digits = first; !whole && digits <= last; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
    if (read(text) == value) break;
  }
  std::string result = text;
  std::replace(result.begin(), result.end(), ',', '.');  // where the program that uses us has set such a locale
  return result;
}

}  // namespace

std::string number_text(float value) {
  return shortest(value, 6, 9, [](const char* text) { return std::strtof(text, nullptr); });
}

std::string number_text(double value) {
  return shortest(value, 15, 17, [](const char* text) { return std::strtod(text, nullptr); });
}

}  // namespace seq2seq
