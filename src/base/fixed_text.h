// Numbers with so many digits behind the point, the same on every machine and in every locale.
#pragma once

#include <string>

namespace seq2seq {

// As printf's "%.{digits}f" writes it, half to even: fixed_text(0.125, 2) is "0.12". Takes up to 6 digits, and numbers
// of at most 15 digits in all; others, and what is no number, come as number_text writes them.
std::string fixed_text(double value, int digits);

}  // namespace seq2seq
