#include "base/whole_number.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace seq2seq;

TEST_CASE("whole numbers are let in up to the last that fits the type") {
  CHECK(is_whole<int>(0));
  CHECK(is_whole<int>(2147483647.0));
  CHECK(!is_whole<int>(2147483648.0));
  CHECK(is_whole<int>(-2147483648.0));
  CHECK(!is_whole<int>(-2147483649.0));
  CHECK(is_whole<std::uint32_t>(4294967295.0));
  CHECK(!is_whole<std::uint32_t>(4294967296.0));
  CHECK(!is_whole<std::uint32_t>(-1));
  CHECK(is_whole<std::int64_t>(9223372036854774784.0));  // the last double below 2^63
  CHECK(!is_whole<std::int64_t>(9223372036854775808.0));
  CHECK(is_whole<std::int64_t>(-9223372036854775808.0));
}

TEST_CASE("fractions and what is no number are not whole") {
  for (const double value : {0.5, -1.5, std::nan(""), HUGE_VAL, -HUGE_VAL}) CHECK(!is_whole<std::int64_t>(value));
}

TEST_CASE("what would have been let in is said without a limit that others set") {
  CHECK(allowed_whole<int>(2.5) == "a whole number");
  CHECK(allowed_whole<int>(std::nan("")) == "a whole number");
  CHECK(allowed_whole<int>(HUGE_VAL) == "a whole number");
  CHECK(allowed_whole<int>(1e12) == "a whole number that fits into 32 bits");
  CHECK(allowed_whole<std::int64_t>(-1e30) == "a whole number that fits into 64 bits");
  CHECK(allowed_whole<std::uint32_t>(-1) == "a whole number from 0");
  CHECK(allowed_whole<std::uint32_t>(1e12) == "a whole number from 0 that fits into 32 bits");
}
