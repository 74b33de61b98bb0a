#include "math/portable.h"

#include <cmath>
#include <limits>

namespace seq2seq {
namespace {

// log 2 in two parts; the first has 21 trailing zero bits, so that its product with an exponent is exact.
constexpr double log2_high = 0x1.62e42feep-1;
constexpr double log2_low = 0x1.a39ef35793c76p-33;

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

double portable_exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 709.8) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  // x = k log 2 + r with |r| <= log(2)/2, then Taylor's series; frexp, ldexp and floor are exact everywhere.
  const double k = std::floor(x * 1.4426950408889634 + 0.5);
  const double r = (x - k * log2_high) - k * log2_low;
  double sum = 1;
  for (int n = 13; n >= 2; --n) sum = 1 + sum * r / n;
  return std::ldexp(1 + r * sum, static_cast<int>(k));
}

double portable_log(double x) {
  if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return -std::numeric_limits<double>::infinity();
  if (std::isinf(x)) return x;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.7071067811865476) m *= 2, --exponent;
  // log m = 2 artanh(s) with s = (m-1)/(m+1), |s| <= 0.172. Written as f - s (f - R), which keeps the digits of f.
  const double f = m - 1, s = f / (2 + f), z = s * s;
  constexpr double coefficients[] = {2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13,
                                     2.0 / 11, 2.0 / 9,  2.0 / 7,  2.0 / 5,  2.0 / 3};
  double series = 0;
  for (const double coefficient : coefficients) series = (series + coefficient) * z;
  const double half_square = 0.5 * f * f;
  const double k = exponent;
  return k * log2_high - ((half_square - (s * (half_square + series) + k * log2_low)) - f);
}

double portable_pow(double x, double a) {
  if (a == 0) return 1;
  return portable_exp(a * portable_log(x));
}

SineCosine portable_sine_cosine(double angle) {
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
