// A decode followed step by step, in tokens as people see them. The numbers are inference/decode_steps.h's.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inference/trace.h"

namespace seq2seq {

struct StepsRequest {
  std::optional<std::string> source;  // none: the watched pair, with its target unless another is given
  std::optional<std::string> target;  // what is expected; needed to feed it
  Regime regime = Regime::free;  // what is fed where `inputs` says nothing: the target's token or the last prediction
  // [t] a token of the vocabulary or a word of the source, or one of the names that are shown: "BOS", "EOS", "UNK".
  std::vector<std::optional<std::string>> inputs;
  int steps = 0;      // 0: as many as the target has tokens, EOS counted; without one decoding.max_length
  bool stop = false;  // end where EOS is predicted
};

struct ShownStep {
  std::string input, prediction;
  std::string expected;                             // empty: beyond the target
  bool given = false;                               // by `inputs`
  bool ended = false;                               // EOS was predicted here or before
  std::optional<double> loss;                       // where something is expected
  std::optional<double> p_gen;                      // of the pointer-generator
  std::vector<std::pair<std::string, double>> top;  // the five likeliest tokens with their probabilities
  std::vector<Real> state;                          // [H] s_t
  std::vector<Real> alpha;                          // [S], empty without attention
};

struct ShownSteps {
  std::vector<std::string> source, target;  // labels; EOS as the model reads and expects it
  std::vector<ShownStep> steps;
};

}  // namespace seq2seq
