#include "math/portable.h"

#include <cmath>
#include <limits>

namespace seq2seq {
namespace {

// log 2 in two parts; the first has 21 trailing zero bits, so that its product with an exponent is exact.
constexpr double log2_high = 0x1.62e42feep-1;
constexpr double log2_low = 0x1.a39ef35793c76p-33;

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
  double series = 0;
  for (int n = 23; n >= 3; n -= 2) series = (series + 2.0 / n) * z;
  const double half_square = 0.5 * f * f;
  const double k = exponent;
  return k * log2_high - ((half_square - (s * (half_square + series) + k * log2_low)) - f);
}

double portable_pow(double x, double a) {
  if (a == 0) return 1;
  return portable_exp(a * portable_log(x));
}

}  // namespace seq2seq
