// The forcing schedules and the coins thrown with them.
#pragma once

#include <cstdint>
#include <vector>

#include "math/generator.h"
#include "model/batch.h"
#include "training/config.h"

namespace seq2seq {

// epsilon_k in [0,1]; k counts from 0. Where exp overflows, inverse sigmoid is 0 (not NaN).
double teacher_probability(const ForcingConfig& forcing, std::int64_t k);

// own[t*B + b] = 1 where the coin says the model's own prediction is fed. Drawn row by row, within a row step by step,
// none for step 0 and none at epsilon 0 or 1 of the schedules teacher and free; a coin for the sequence is one draw a
// row. True token where uniform() < epsilon.
void throw_coins(const ForcingConfig& forcing, double epsilon, const Batch& batch, Generator& generator,
                 std::vector<std::uint8_t>& own);

}  // namespace seq2seq
