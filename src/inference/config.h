#pragma once

#include "inference/bleu.h"

namespace seq2seq {

// What stands in an output where the model said UNK.
enum class UnknownWords {
  off,            // UNK, as it was said
  most_attended,  // the source word with the largest attention weight (Jean et al. 2015)
};

struct DecodingConfig {
  int beam = 1;               // 1: greedy
  double length_penalty = 0;  // a of ((5+len)/6)^a, EOS counted (Wu et al. 2016)
  int max_length = 50;        // tokens generated at most, EOS counted
  UnknownWords replace_unknown = UnknownWords::off;
  BleuSmoothing bleu_smoothing = BleuSmoothing::none;
  int bleu_order = 4;  // longest n-gram counted
};

}  // namespace seq2seq
