// The check code of a model: equal on every machine where the weights are equal bit for bit.
#pragma once

#include <string>

#include "model/parameters.h"

namespace seq2seq {

// XXH3, 64 bits, as 16 hex digits, over the values of every parameter in PyTorch's order, little-endian.
std::string digest(const Parameters& parameters);

}  // namespace seq2seq
