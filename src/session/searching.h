// Search as the product does it: by the decoding settings, never producing PAD or BOS of a text vocabulary.
#pragma once

#include "base/context.h"
#include "inference/config.h"
#include "inference/search.h"
#include "text/vocabulary.h"

namespace seq2seq {

SearchOptions search_options(const SpecialIds& specials, const DecodingConfig& decoding);

// The best hypothesis for one source row.
Hypothesis search(Scorer& scorer, int row, const SpecialIds& specials, const DecodingConfig& decoding,
                  Context& context);

}  // namespace seq2seq
