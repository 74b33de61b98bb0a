// How far an output is from what was expected, in tokens.
#pragma once

#include <cstdint>
#include <vector>

#include "model/batch.h"

namespace seq2seq {

// Levenshtein's distance: the fewest insertions, deletions and replacements that make one list the other.
std::int64_t edit_distance(const std::vector<TokenId>& a, const std::vector<TokenId>& b);

}  // namespace seq2seq
