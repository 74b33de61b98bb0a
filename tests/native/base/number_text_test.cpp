#include "base/number_text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

using seq2seq::number_text;

TEST_CASE("numbers are written as people write them") {
  CHECK(number_text(0.0) == "0");
  CHECK(number_text(-2.0) == "-2");
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(0.1F) == "0.1");
  CHECK(number_text(1e9) == "1000000000");
  CHECK(number_text(1e30) == "1e+30");
  CHECK(number_text(1e30F) == "1e+30");
  CHECK(number_text(1.0 / 3) == "0.3333333333333333");
}

// The browser's module writes numbers by JavaScript: tests/wasm/number-text.test.ts has the same ones.
TEST_CASE("numbers that the module's own way of writing them is held against") {
  CHECK(number_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(number_text(-123456789.5) == "-123456789.5");
  CHECK(number_text(0.0001) == "0.0001");
  CHECK(number_text(0.00001) == "1e-05");
  CHECK(number_text(-1.5e-7) == "-1.5e-07");
  CHECK(number_text(1e21) == "1e+21");
  CHECK(number_text(12345678901234567000.0) == "1.2345678901234567e+19");
  CHECK(number_text(123456789012345.6) == "123456789012345.6");
  CHECK(number_text(5e-324) == "4.94065645841247e-324");
  CHECK(number_text(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(number_text(std::ldexp(1.0, -24)) == "5.9604644775390625e-08");
  CHECK(number_text(std::ldexp(1.0, -25)) == "2.9802322387695312e-08");
  CHECK(number_text(-1 - std::ldexp(1.0, -17)) == "-1.0000076293945312");
  CHECK(number_text(1 + std::ldexp(3.0, -17)) == "1.0000228881835938");
  CHECK(number_text(std::ldexp(1.0F, -12)) == "0.00024414062");
  CHECK(number_text(-178416.625F) == "-178416.62");
  CHECK(number_text(205883.875F) == "205883.88");
  CHECK(number_text(999999.0F) == "999999");
  CHECK(number_text(123456.125F) == "123456.125");
  CHECK(number_text(123456.7890625F) == "123456.79");
  CHECK(number_text(0.00012345678F) == "0.00012345678");
  CHECK(number_text(1.2345678e-5F) == "1.2345678e-05");
  CHECK(number_text(1.4013e-45F) == "1.4013e-45");
}

TEST_CASE("whole numbers have no exponent below 1e15, alike in both types") {
  for (const float f : {1e6F, 1e7F, 123456792.0F, -3e9F, 999999986991104.0F})
    CHECK(number_text(f) == number_text(static_cast<double>(f)));
  CHECK(number_text(1e7F) == "10000000");
  CHECK(number_text(-123456792.0F) == "-123456792");
  CHECK(number_text(999999999999999.0) == "999999999999999");
  CHECK(number_text(1e15) == "1e+15");
  CHECK(number_text(1e16F) == "1e+16");
  CHECK(number_text(-0.0F) == "-0");
}

TEST_CASE("what is no number is spelled as JavaScript and Python read it") {
  CHECK(number_text(std::nan("")) == "NaN");
  CHECK(number_text(HUGE_VAL) == "Infinity");
  CHECK(number_text(-HUGE_VALF) == "-Infinity");
}

TEST_CASE("every text reads back to the same bits") {
  float f = std::numeric_limits<float>::denorm_min();
  double d = std::numeric_limits<double>::denorm_min();
  for (int i = 0; i < 200; ++i) {
    CHECK(std::strtof(number_text(f).c_str(), nullptr) == f);
    CHECK(std::strtod(number_text(d).c_str(), nullptr) == d);
    f *= 2.7182818F;
    d *= 30.1234567890123;
  }
  CHECK(number_text(std::nextafter(1.0F, 2.0F)) == "1.0000001");
  CHECK(number_text(std::nextafter(1.0, 2.0)) == "1.0000000000000002");
}
