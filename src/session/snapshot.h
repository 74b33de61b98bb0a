// What one epoch left behind, read from the model through one pair.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inference/config.h"
#include "model/seq2seq.h"
#include "model/workspace.h"
#include "text/corpus.h"

namespace seq2seq {

// Snapshot k is the model after k epochs; its forced loss is the loss of epoch k, before that epoch's first update.
struct Snapshot {
  std::int64_t epoch = 0;
  std::int64_t step = 0;
  double loss = 0;                  // forced loss on the watched pair, summed over its tokens
  std::vector<std::string> source;  // labels of the columns
  std::vector<std::string> target;  // labels of the rows (expected tokens)
  std::vector<Real> alpha;          // (T,S) row-major, teacher-forced; empty without attention
  std::vector<std::string> forced_inputs, forced_predictions;
  std::vector<std::string> free_inputs, free_predictions;  // T steps, not stopped at EOS
  std::vector<std::string> decoded;                        // free run with the stop rule, EOS not shown
};

// Epoch and step are the caller's to fill in. The workspace is scratch.
Snapshot take_snapshot(const Seq2Seq& model, const Parameters& parameters, const Corpus& corpus, const Example& watched,
                       const DecodingConfig& decoding, Workspace& workspace);

}  // namespace seq2seq
