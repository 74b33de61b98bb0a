#include "base/message.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

using seq2seq::Error;
using seq2seq::ErrorCode;
using seq2seq::throw_error;
using seq2seq::worded;

TEST_CASE("texts of every kind stand one after the other") {
  const std::string own = "own";
  const std::string with_zero("a\0b", 3);
  CHECK(worded({}).empty());
  CHECK(worded({"plain, ", own, std::string_view(", a view without its end", 8), ';', std::string(" passing")}) ==
        "plain, own, a view; passing");
  CHECK(worded({with_zero, std::string_view(with_zero)}) == std::string("a\0ba\0b", 6));
}

TEST_CASE("whole numbers of every type are written exactly") {
  CHECK(worded({std::int8_t{-7}, " ", std::uint8_t{200}, " ", -3, " ", 4U, " ", -5L, " ", std::size_t{6}}) ==
        "-7 200 -3 4 -5 6");
  CHECK(worded({std::numeric_limits<std::int64_t>::min(), " ", std::numeric_limits<std::int64_t>::max()}) ==
        "-9223372036854775808 9223372036854775807");
  CHECK(worded({std::numeric_limits<std::uint64_t>::max()}) == "18446744073709551615");
}

TEST_CASE("numbers with a fraction are the shortest that read back the same") {
  CHECK(worded({0.1, " ", 0.1F, " ", 1e30, " ", -2.0}) == "0.1 0.1 1e+30 -2");
  CHECK(worded({std::numeric_limits<double>::quiet_NaN(), " ", -std::numeric_limits<float>::infinity()}) ==
        "NaN -Infinity");
}

TEST_CASE("an error carries its code and its words") {
  try {
    throw_error(ErrorCode::invalid_token, {"token id is ", 12, "; allowed: 0 to ", 9});
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_token);
    CHECK(std::string(error.what()) == "token id is 12; allowed: 0 to 9");
    return;
  }
  FAIL("nothing was thrown");
}
