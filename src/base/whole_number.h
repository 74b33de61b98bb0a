// Whole numbers that arrive as double, which is all that JavaScript and JSON have. What fits the type is let in: how
// large a size or count may be is known, and said, by what uses it.
#pragma once

#include <cmath>
#include <limits>
#include <string>

namespace seq2seq {

template <class Integer>
bool is_whole(double value) {
  using Limits = std::numeric_limits<Integer>;
  // The largest number of 64 bits is no double; the power of two behind it is.
  return value >= static_cast<double>(Limits::min()) && value < std::ldexp(1.0, Limits::digits) &&
         value == std::floor(value);
}

// What is_whole lets in, for the error's text where `found` was refused.
std::string allowed_whole(double found, bool from_zero, int bits);
template <class Integer>
std::string allowed_whole(double found) {
  return allowed_whole(found, !std::numeric_limits<Integer>::is_signed, 8 * static_cast<int>(sizeof(Integer)));
}

}  // namespace seq2seq
