// An evaluation with its texts: numbers from inference/evaluation.h, and what was read and said.
#pragma once

#include <string>
#include <vector>

#include "inference/evaluation.h"

namespace seq2seq {

struct EvaluatedText {
  std::string source, target, output;
  bool exact = false;
  bool cut_off = false;
  std::int64_t edit_distance = 0;  // tokens
  double loss = 0;                 // teacher-forced, summed over the target's tokens and EOS
  double bleu = 0;                 // of the sentence, orders cut to its length
};

struct EvaluationReport {
  Evaluation numbers;
  std::vector<EvaluatedText> texts;  // in the order of the pairs
  std::string bleu_signature;        // "BLEU-4, 0 to 1, smoothing none, tokens: words"
};

}  // namespace seq2seq
