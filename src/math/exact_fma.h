// a * b + c with one rounding, from ordinary operations. PyTorch's numbers need it, and neither every processor nor
// every C library has it right (Emscripten 3.1.6's fmaf rounds some halfway cases differently).
#pragma once

#include <cstdint>
#include <cstring>

namespace seq2seq {

// The sum of a and b as sum + rest, exactly (Knuth). The rest is NaN where the sum is not finite.
struct ExactSum {
  double sum;
  double rest;
};
inline ExactSum exact_sum(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// a + b rounded to odd: where the sum is not exact, of its two neighbours the one whose last bit is 1. Rounding that
// again, to fewer bits, gives what one rounding of the exact sum would (Boldo and Melquiond, "Emulation of a FMA and
// correctly rounded sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57(4), 2008).
inline double sum_to_odd(double a, double b) {
  const ExactSum exact = exact_sum(a, b);
  if (!(exact.rest < 0.0) && !(exact.rest > 0.0)) return exact.sum;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &exact.sum, sizeof bits);
  if ((bits & 1) == 0) bits += (exact.rest > 0.0) == (exact.sum > 0.0) ? std::uint64_t{1} : ~std::uint64_t{0};
  double odd = 0;
  std::memcpy(&odd, &bits, sizeof odd);
  return odd;
}

// The product of two floats is exact in double, and double has more than the two spare bits the second rounding needs.
inline float exact_fma(float a, float b, float c) {
  return static_cast<float>(sum_to_odd(static_cast<double>(a) * static_cast<double>(b), static_cast<double>(c)));
}

// For doubles whose products and sums stay far from overflow and underflow (Boldo and Melquiond, figure 5).
inline double exact_fma(double a, double b, double c) {
  // The product as high + low, exactly (Dekker, with Veltkamp's splitting into halves of 26 bits).
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_big = a * splitter, a_high = a_big - (a_big - a), a_low = a - a_high;
  const double b_big = b * splitter, b_high = b_big - (b_big - b), b_low = b - b_high;
  const double high = a * b;
  const double low = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low;
  const ExactSum with_low = exact_sum(c, low);
  const ExactSum with_high = exact_sum(high, with_low.sum);
  return with_high.sum + sum_to_odd(with_low.rest, with_high.rest);
}

}  // namespace seq2seq
