// How good a model is on given pairs: fed the truth, fed its own words, and decoded.
#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "inference/bleu.h"
#include "inference/search.h"
#include "model/seq2seq.h"
#include "text/dataset.h"
#include "text/vocabulary.h"

namespace seq2seq {

struct EvaluationOptions {
  SearchOptions search;  // how outputs are decoded: greedy in batches where the width is 1
  BleuOptions bleu;
  int batch_size = 64;  // moves no number, only speed
};

// Right answers at target position t, counted from 0, over the targets that are so long (EOS counted). The gap between
// the two is exposure bias at work: the same weights, fed the truth and fed what they said themselves.
struct PositionAccuracy {
  std::int64_t tokens = 0;
  std::int64_t forced = 0;  // the argmax is the label, all inputs true
  std::int64_t free = 0;    // the same with every input but BOS the model's own argmax, going on after EOS
  double forced_accuracy = 0, free_accuracy = 0;  // their shares of the tokens
};

struct EvaluatedPair {
  std::vector<TokenId> output;  // decoded, without EOS; ids from V on are the words of the pair's own source
  bool cut_off = false;
  bool exact = false;              // the output is the target; UNK is never right for the word it stands for
  std::int64_t edit_distance = 0;  // tokens
  double loss = 0;                 // teacher-forced, summed over the target's tokens and EOS
  double free_loss = 0;            // the same labels where every input but BOS is the model's own argmax
  double bleu = 0;                 // of this sentence, with the orders that it is too short for left out
};

struct Evaluation {
  std::vector<EvaluatedPair> pairs;               // in the order of the examples
  std::int64_t tokens = 0;                        // of all targets, EOS counted
  double loss = 0;                                // mean over tokens, natural logarithm
  double free_loss = 0;                           // the same, fed its own words; infinite where a label has no chance
  double perplexity = 0;                          // e^loss; infinite where that is out of range
  double forced_accuracy = 0, free_accuracy = 0;  // over tokens
  std::vector<PositionAccuracy> positions;
  double exact_match = 0;           // share of pairs
  double edit_distance = 0;         // mean over pairs
  double token_error_rate = 0;      // all edits over all target tokens, EOS not counted; may exceed 1
  std::int64_t cut_off = 0;         // outputs that met the length limit
  Bleu bleu;                        // of the corpus
  std::int64_t aligned_tokens = 0;  // target tokens whose place in the source is known; 0 without attention
  double alignment_score = 0;       // share of them whose largest weight, teacher-forced, lies in such a place
};

// Throws Error(invalid_data) where there is no pair, Error(not_finite) for a model of NaNs, Error(cancelled) when asked
// to stop. Progress is reported batch by batch.
Evaluation evaluate(const Seq2Seq& model, const Parameters& parameters, const std::vector<Example>& examples,
                    const Vocabulary& vocabulary, const EvaluationOptions& options, Context& context);

}  // namespace seq2seq
