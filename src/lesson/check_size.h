// How large what a reader puts in may be is said where it is computed, in one form.
#pragma once

#include <cstdint>
#include <string>

#include "base/message.h"

namespace seq2seq::lesson {

// Throws Error(invalid_value) naming the value and the range 1 to `most`.
inline void check_size(const char* name, std::int64_t value, std::int64_t most) {
  if (value < 1 || value > most) throw_error(ErrorCode::invalid_value, {name, " is ", value, "; allowed: 1 to ", most});
}

}  // namespace seq2seq::lesson
