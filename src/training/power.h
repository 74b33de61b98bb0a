// base^exponent with the same bits everywhere: repeated squaring in double, where pow() differs between C libraries.
#pragma once

#include <cstdint>

namespace seq2seq {

// exponent >= 0. Relative error below exponent * 2^-52.
inline double power(double base, std::int64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace seq2seq
