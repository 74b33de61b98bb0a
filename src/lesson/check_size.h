// How large what a reader puts in may be is said where it is computed, in one form.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace seq2seq::lesson {

// Throws Error(invalid_value) naming the value and the range 1 to `most`.
inline void check_size(const char* name, std::int64_t value, std::int64_t most) {
  if (value < 1 || value > most)
    throw Error(ErrorCode::invalid_value,
                std::string(name) + " is " + std::to_string(value) + "; allowed: 1 to " + std::to_string(most));
}

}  // namespace seq2seq::lesson
