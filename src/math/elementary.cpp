#include "math/elementary.h"

#include <cstdint>
#include <cstring>
#include <limits>

namespace seq2seq {
namespace {

// ln 2 in two parts; multiples of the high part up to 2^11 are exact.
constexpr double ln2_high = 0x1.62e42fee00000p-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

// pi/2 in three parts of 33 bits and the rest: small multiples of the first two are exact.
constexpr double half_pi_1 = 0x1.921fb54400000p+0;
constexpr double half_pi_2 = 0x1.0b4611a600000p-34;
constexpr double half_pi_3 = 0x1.3198a2e037073p-69;

// Taylor: sin(x + e) for |x| <= pi/4, e the rounding error of x.
double sine_near_zero(double x, double e) {
  const double z = x * x;
  double p = 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return x + (x * z * p + e * (1.0 - 0.5 * z));
}

double cosine_near_zero(double x, double e) {
  const double z = x * x;
  double p = 1.0 / 20922789888000.0;
  p = p * z - 1.0 / 87178291200.0;
  p = p * z + 1.0 / 479001600.0;
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  const double half = 0.5 * z, near = 1.0 - half;
  // (1 - near) - half is what rounding 1 - z/2 lost.
  return near + (((1.0 - near) - half) + (z * z * p - x * e));
}

}  // namespace

double elementary_log(double x) {
  if (!(x > 0.0)) {
    if (x == 0.0) return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (x > std::numeric_limits<double>::max()) return x;
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  // x = m 2^exponent with m in [sqrt(1/2), sqrt 2).
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  exponent += static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
  double m = 0;
  std::memcpy(&m, &bits, sizeof m);
  if (m > 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++exponent;
  }
  // With s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2s + s R and 2s = f - s f, so it is f - s (f - R). Written with
  // f^2/2 taken out, the rounding of s counts for less.
  const double f = m - 1.0, s = f / (2.0 + f), z = s * s;
  double r = 2.0 / 25.0;
  for (int n = 23; n >= 3; n -= 2) r = r * z + 2.0 / n;
  r *= z;
  const double half_square = 0.5 * f * f, k = exponent;
  return k * ln2_high - ((half_square - (s * (half_square + r) + k * ln2_low)) - f);
}

SineCosine elementary_sine_cosine(double angle) {
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  // Adding and subtracting 1.5 * 2^52 rounds to the nearest whole number.
  const double q = (angle * two_over_pi + 0x1.8p52) - 0x1.8p52;
  const int quadrant = static_cast<int>(q) & 3;
  // The angle minus q pi/2 as x + e.
  const double first = angle - q * half_pi_1, second = q * half_pi_2;
  const double rest = first - second;
  const double lost = ((first - rest) - second) - q * half_pi_3;
  const double x = rest + lost;
  const double e = (rest - x) + lost;
  const double sine = sine_near_zero(x, e), cosine = cosine_near_zero(x, e);
  switch (quadrant) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
  }
}

}  // namespace seq2seq
