// Which pairs are trained on, which are held out for validation, and which are kept for the last test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "math/generator.h"
#include "model/batch.h"
#include "text/tasks.h"

namespace seq2seq {

enum class Part { train, validation, test };

struct Split {
  std::vector<Part> parts;            // of each row
  std::int64_t repeated_sources = 0;  // rows whose source stood in an earlier row; they follow it into its part
};

// Sources are drawn as wholes (equal sources stay together), so that no source is in two parts. With G different
// sources validation gets round(share * G), then test, training the rest, at least one. The generator gives one
// randperm(G), and nothing where both shares are 0. Error(invalid_value) for shares outside 0 <= v, t, v + t < 1.
Split split_by_source(const std::vector<const std::string*>& sources, double validation_share, double test_share,
                      Generator& generator);

// Held-out rows whose text also stands in the training part: of sources, leaks; of targets, merely easier rows.
std::int64_t count_leaks(const std::vector<const std::string*>& texts, const std::vector<Part>& parts);

// One pair as ids. Ids from V on are the source's own unknown words (see batch.h).
struct Example {
  std::string source_text, target_text;
  std::vector<TokenId> source;       // EOS at the end where the task appends it
  std::vector<TokenId> target;       // without BOS and EOS
  std::vector<std::string> unknown;  // the word behind id V + i
  Alignment alignment;               // of the target's tokens; empty where none is known
  std::int64_t row = 0;              // line of the file, or number of the generated pair from 1
};

}  // namespace seq2seq
