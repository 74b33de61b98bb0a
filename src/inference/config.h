#pragma once

#include "inference/bleu.h"

namespace seq2seq {

struct DecodingConfig {
  int beam = 1;               // 1: greedy
  double length_penalty = 0;  // a of ((5+len)/6)^a, EOS counted (Wu et al. 2016)
  int max_length = 50;        // tokens generated at most, EOS counted
  BleuSmoothing bleu_smoothing = BleuSmoothing::none;
  int bleu_order = 4;  // longest n-gram counted
};

}  // namespace seq2seq
