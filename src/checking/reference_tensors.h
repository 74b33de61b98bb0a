// What both sides of a comparison are made of.
#pragma once

#include <string>
#include <vector>

#include "model/batch.h"
#include "model/config.h"
#include "model/seq2seq.h"

namespace seq2seq {

// One pair as a dump has it. Lengths leave out padding, which only somebody else's dump has.
struct ReferencePair {
  std::vector<TokenId> source, target;  // target: the expected tokens, EOS included, BOS not
  TokenId bos = 0;
  int source_length = 0, target_length = 0;

  std::vector<TokenId> real_source() const { return {source.begin(), source.begin() + source_length}; }
  std::vector<TokenId> real_target() const { return {target.begin(), target.begin() + target_length}; }
};

// A tensor by the trace's name (inference/trace.h), "loss" for the whole loss, or "grad." and a parameter's name.
struct ReferenceTensor {
  std::string name;
  int step = -1;  // decoder step, -1 for what is not per step
  std::vector<int> shape;
  std::vector<double> values;  // row-major
};

inline bool is_gradient(const std::string& name) { return name.rfind("grad.", 0) == 0; }

// "dec.energy.0": as a file has it.
inline std::string stored_name(const std::string& name, int step) {
  return step < 0 ? name : name + "." + std::to_string(step);
}

}  // namespace seq2seq
