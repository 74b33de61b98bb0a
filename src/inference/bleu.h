// BLEU (Papineni et al. 2002) of sentences and corpora, 0 to 1: counted first, scored second, with everything that
// went into it, so that two values can be compared honestly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/batch.h"

namespace seq2seq {

// What becomes of an order without a match (Chen and Cherry 2014; names as in sacreBLEU).
enum class BleuSmoothing {
  none,   // precision 0, and with it the score
  exp,    // the k-th such order counts as 1 / (2^k total)
  floor,  // the count becomes `value` (0.1)
  add_k,  // `value` (1) is added to matches and totals of orders 2 and up, matched or not
};

struct BleuOptions {
  int order = 4;  // longest n-gram, 1 to 16
  BleuSmoothing smoothing = BleuSmoothing::none;
  std::optional<double> value;   // of floor and add_k, 0 to 1,000,000; none: their usual one
  bool effective_order = false;  // orders that the hypothesis is too short for are left out of the mean
};

// Sums over sentences; a corpus is scored by adding these up, not by averaging scores.
struct BleuCounts {
  std::vector<std::int64_t> matches, totals;  // [order] n-grams found in a reference (clipped), and all
  std::int64_t hypothesis_length = 0;
  std::int64_t reference_length = 0;  // of the closest reference, the shorter on a tie

  void add(const BleuCounts& other);  // throws Error(invalid_value) where the orders differ
};

struct Bleu {
  double score = 0;
  std::vector<double> precisions;  // [order], smoothed
  double brevity_penalty = 1;      // exp(1 - reference/hypothesis) where the hypothesis is shorter
  int order_used = 4;              // fewer than asked with effective_order
  BleuCounts counts;
  std::string zero_because;  // for people, where the score is 0: "no 4-gram matches"
};

// Case and tokens as they are. A missing list of references is Error(invalid_data).
BleuCounts count_ngrams(const std::vector<std::string>& hypothesis,
                        const std::vector<std::vector<std::string>>& references, int order = 4);
BleuCounts count_ngrams(const std::vector<TokenId>& hypothesis, const std::vector<std::vector<TokenId>>& references,
                        int order = 4);

// A hypothesis without any match scores 0 whatever the smoothing; so does an empty one, and an empty reference. Throws
// Error(invalid_value) for options that are out of range.
Bleu bleu(const BleuCounts& counts, const BleuOptions& options);

// "BLEU-4, 0 to 1, smoothing exp, tokens: words": stands beside every value shown.
std::string bleu_signature(const BleuOptions& options, const std::string& tokeniser);

const char* name_of(BleuSmoothing smoothing);  // "none", "exp", "floor", "add-k"

}  // namespace seq2seq
