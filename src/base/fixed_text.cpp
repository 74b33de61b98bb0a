#include "base/fixed_text.h"

#include <cmath>
#include <cstdint>

#include "base/number_text.h"

namespace seq2seq {
namespace {

// What a b misses of the product before rounding (Dekker 1971, "A floating-point technique for extending the available
// precision", section 5).
double product_error(double a, double b, double product) {
  const auto high = [](double x) {
    const double far = 134217729 * x;  // 2^27 + 1
    return far - (far - x);
  };
  const double a_high = high(a), b_high = high(b), a_low = a - a_high, b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

}  // namespace

std::string fixed_text(double value, int digits) {
  double scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const double size = std::fabs(value), scaled = size * scale;
  if (!(scaled < 1e15) || digits > 6) return number_text(value);
  auto count = static_cast<std::int64_t>(scaled);
  // Each of the three is exact, and so is the sign of their sum.
  const double over_half = ((scaled - static_cast<double>(count)) - 0.5) + product_error(size, scale, scaled);
  if (over_half > 0 || (over_half == 0 && count % 2 != 0)) ++count;

  std::string text = std::to_string(count);
  const auto behind = static_cast<std::size_t>(digits);
  if (text.size() <= behind) text.insert(0, behind + 1 - text.size(), '0');
  if (digits > 0) text.insert(text.size() - behind, 1, '.');
  return std::signbit(value) ? "-" + text : text;
}

}  // namespace seq2seq
