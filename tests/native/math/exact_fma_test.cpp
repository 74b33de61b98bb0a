#include "math/exact_fma.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "math/generator.h"

using namespace seq2seq;

// The C library's fma is the truth where this machine's is right; Emscripten's fmaf is not, see below.
#ifndef __EMSCRIPTEN__
TEST_CASE("a fused multiply-add is rounded once") {
  Generator random(8);
  // Terms of like size, where the two roundings differ most often.
  int two_roundings_differ = 0;
  for (int i = 0; i < 400000; ++i) {
    const float a = random.uniform() * 2 - 1, b = random.uniform() * 2 - 1;
    const float c = (random.uniform() * 2 - 1) * std::ldexp(1.0f, static_cast<int>(random.next32() % 40) - 30);
    const float fused = exact_fma(a, b, c);
    REQUIRE(fused == std::fma(a, b, c));
    two_roundings_differ += fused != a * b + c;
    const double x = random.uniform_double() * 2 - 1, y = random.uniform_double() * 2 - 1;
    const double z = (random.uniform_double() * 2 - 1) * std::ldexp(1.0, static_cast<int>(random.next32() % 80) - 60);
    REQUIRE(exact_fma(x, y, z) == std::fma(x, y, z));
    REQUIRE(exact_fma(x, y, -(x * y)) == std::fma(x, y, -(x * y)));
  }
  CHECK(two_roundings_differ > 10000);
}
#endif

TEST_CASE("halfway cases that a sum in double decides wrongly") {
  // 1 + 2^-24 is halfway between two floats; the product's last bit, lost in double, decides.
  const float tiny = 0x1p-60f, half_step = 0x1p-24f;
  CHECK(exact_fma(half_step, 1.0f, 1.0f) == 1.0f);
  CHECK(exact_fma(1.0f + 0x1p-23f, half_step, 1.0f) == 1.0f + 0x1p-23f);
  CHECK(exact_fma(0x1.000002p-12f, 0x1.fffffcp-13f, 1.0f) == 1.0f);            // a hair below halfway
  CHECK(exact_fma(0x1.000002p-12f, 0x1.fffffep-13f, 1.0f) == 0x1.000002p+0f);  // a hair above
  CHECK(exact_fma(tiny, tiny, 1.0f) == 1.0f);
  CHECK(exact_fma(-tiny, tiny, 0x1p-24f) == 0x1p-24f);
  CHECK(exact_fma(0x1p-75f, 0x1p-75f, 0x1p-149f) == 0x1p-148f);  // denormal, a tie goes to even
  CHECK(exact_fma(0x1p-75f, 0x1p-76f, 0x1p-149f) == 0x1p-149f);
  CHECK(exact_fma(0x1.8p-75f, 0x1p-75f, 0.0f) == 0x1p-149f);
}

TEST_CASE("infinities and NaN pass") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(exact_fma(infinity, 2.0f, 1.0f) == infinity);
  CHECK(exact_fma(2.0f, 3.0f, -infinity) == -infinity);
  CHECK(exact_fma(3e38f, 2.0f, 0.0f) == infinity);
  CHECK(exact_fma(3e38f, 2.0f, -3e38f) == 3e38f);
  CHECK(std::isnan(exact_fma(infinity, 0.0f, 1.0f)));
  CHECK(std::isnan(exact_fma(infinity, 1.0f, -infinity)));
}
