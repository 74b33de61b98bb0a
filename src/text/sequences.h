// The tasks on strings of symbols: copy, reverse, sort, addition. Tokens are single letters.
#pragma once

#include <string>
#include <vector>

#include "text/tasks.h"

namespace seq2seq {

constexpr int most_symbols = 62;  // a..z, A..Z, 0..9, which is also the order that `sort` takes

// copy, reverse, sort: a length from min_length..max_length, then its letters, all evenly.
TaskItem draw_sequence(const TaskConfig& config, Generator& generator);
std::vector<std::string> sequence_symbols(const TaskConfig& config);
double different_sequences(const TaskConfig& config);

// Two numbers of min_length..max_length digits, no leading zeros but in 0 itself: first both lengths, then the digits.
TaskItem draw_addition(const TaskConfig& config, Generator& generator);
std::vector<std::string> addition_symbols();
double different_additions(const TaskConfig& config);

}  // namespace seq2seq
