// Numbers as text, the same on every machine and in every locale.
#pragma once

#include <string>

namespace seq2seq {

// The shortest decimal text that reads back to the same bits: "0.1", "1e+30"; whole numbers below 1e15 in all their
// digits, "10000000"; "NaN", "Infinity", "-Infinity".
std::string number_text(float value);
std::string number_text(double value);

}  // namespace seq2seq
