#include "base/fixed_text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

using seq2seq::fixed_text;

namespace {

std::string by_printf(double value, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace

TEST_CASE("so many digits behind the point") {
  CHECK(fixed_text(1.4987, 2) == "1.50");
  CHECK(fixed_text(0, 3) == "0.000");
  CHECK(fixed_text(-0.0001, 2) == "-0.00");
  CHECK(fixed_text(12345.678, 0) == "12346");
  CHECK(fixed_text(0.05, 1) == "0.1");    // a little above, as a double
  CHECK(fixed_text(0.15, 1) == "0.1");    // a little below
  CHECK(fixed_text(1.005, 2) == "1.00");  // a little below, though 1.005 * 100 is 100.5 to a double's precision
}

TEST_CASE("exactly half goes to the even digit") {
  CHECK(fixed_text(0.125, 2) == "0.12");
  CHECK(fixed_text(0.375, 2) == "0.38");
  CHECK(fixed_text(2.5, 0) == "2");
  CHECK(fixed_text(-3.5, 0) == "-4");
  CHECK(fixed_text(0.5, 0) == "0");
}

TEST_CASE("what printf writes, over half a million numbers of all sizes") {
  std::uint64_t state = 88172645463325252U;
  int differing = 0;
  for (int i = 0; i < 100000; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    // Plain ones, and ones that are a few bits long, among which exact halves are frequent.
    const double plain = std::ldexp(static_cast<double>(state >> 11), -static_cast<int>(state % 90));
    const double brief = std::ldexp(static_cast<double>(state >> 50), -static_cast<int>(state % 20));
    for (const double value : {plain, -brief, brief})
      for (const int digits : {0, 1, 2, 4, 6})
        if (std::fabs(value) < 1e8) differing += fixed_text(value, digits) != by_printf(value, digits);
  }
  CHECK(differing == 0);
}

TEST_CASE("what has no such text comes as number_text writes it") {
  CHECK(fixed_text(std::nan(""), 2) == "NaN");
  CHECK(fixed_text(-HUGE_VAL, 2) == "-Infinity");
  CHECK(fixed_text(1e30, 2) == "1e+30");
}
