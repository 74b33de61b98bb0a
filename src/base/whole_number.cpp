#include "base/whole_number.h"

namespace seq2seq {

std::string allowed_whole(double found, bool from_zero, int bits) {
  const std::string allowed = from_zero ? "a whole number from 0" : "a whole number";
  const bool too_large = std::isfinite(found) && found == std::floor(found) && !(from_zero && found < 0);
  return too_large ? allowed + " that fits into " + std::to_string(bits) + " bits" : allowed;
}

}  // namespace seq2seq
