// One decode followed step by step, in which any step may be fed from outside: a true token, the model's own word, or a
// wrong one that somebody puts in to see what becomes of it (exposure bias, Bengio et al. 2015).
#pragma once

#include <vector>

#include "model/seq2seq.h"

namespace seq2seq {

constexpr TokenId own_prediction = -1;

struct DecodeStepsOptions {
  TokenId bos = 1, eos = 2;
  std::vector<TokenId> inputs;    // [t] what step t is fed; own_prediction, or none: the last prediction, first BOS
  std::vector<TokenId> expected;  // [t] labels, for the losses; may be shorter than the run
  int steps = 1;                  // at most; at least 1
  bool stop = false;              // end after the step that predicts EOS
  int top = 5;                    // how many of the likeliest tokens are kept
};

struct DecodedStep {
  TokenId input = 0;         // what was fed: UNK where the token is a word of the source alone
  bool given = false;        // it came from outside
  TokenId prediction = 0;    // argmax, the lowest id on ties; from V on a word of the source
  std::vector<TokenId> top;  // by falling probability, then rising id
  std::vector<double> top_probabilities;
  std::vector<Real> state;  // [H] s_t
  std::vector<Real> alpha;  // [S], empty without attention
  double p_gen = 0;         // of the pointer-generator; 0 for any other model
  bool has_loss = false;
  double loss = 0;     // -log p of what is expected here
  bool ended = false;  // EOS was predicted here or before: with the stop rule the output ends here
};

// `batch` has the one source; its target is not looked at. Throws Error(invalid_value) for a count that cannot be,
// Error(invalid_token) for an id that the model cannot be fed or cannot produce.
std::vector<DecodedStep> decode_steps(const Seq2Seq& model, const Parameters& parameters, const Batch& batch,
                                      const DecodeStepsOptions& options);

// Euclidean distances of two runs' states, over the steps that both have. Error(invalid_value) where they have
// different sizes or hold what is no finite number.
std::vector<double> state_distances(const std::vector<std::vector<Real>>& one,
                                    const std::vector<std::vector<Real>>& other);

}  // namespace seq2seq
