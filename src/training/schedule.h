// The forcing schedules and the coins thrown with them.
#pragma once

#include <cstdint>
#include <vector>

#include "math/generator.h"
#include "model/batch.h"
#include "training/config.h"

namespace seq2seq {

// epsilon_k in [0,1], Bengio et al. 2015, section 2.4; k counts from 0. linear max(floor, 1 - k/K), exponential base^k,
// inverse sigmoid s/(s + exp(k/s)): it starts at s/(s+1), and is 0 (not NaN) where exp overflows.
double teacher_probability(const ForcingConfig& forcing, std::int64_t k);

// own[t*B + b] = 1 where the coin says the model's own prediction is fed; resized to T*B. Drawn row by row, within a
// row step by step up to the row's own length, so that padding moves no draw; none for step 0 (always BOS), none under
// the schedules teacher and free. A coin for the sequence is one draw a row. True token where uniform() < epsilon.
void throw_coins(const ForcingConfig& forcing, double epsilon, const Batch& batch, Generator& generator,
                 std::vector<std::uint8_t>& own);

}  // namespace seq2seq
