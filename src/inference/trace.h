// One forward pass of one pair, taken apart: every tensor with its name, symbol, formula, shape and values.
#pragma once

#include <string>
#include <vector>

#include "model/seq2seq.h"

namespace seq2seq {

struct TraceTensor {
  std::string name;            // "enc.out", "dec.energy", "dec.alpha", "dec.context", "dec.logits", ...
  std::string symbol;          // the 2014 paper's: "h", "e", "alpha", "c", "s"
  std::string formula;         // "e_{t,i} = v . tanh(W_h h_i + W_s s_{t-1})"
  int step = -1;               // decoder step t, -1 for what is not per step
  std::vector<int> shape;      // as PyTorch has it, batch of one included: (1, S, H)
  std::vector<Real> values;    // row-major
};

enum class Regime { teacher, free };

struct Trace {
  Regime regime = Regime::teacher;
  std::vector<TokenId> source, target;  // target: what is expected, may be empty in a free run
  std::vector<TokenId> inputs;          // what each decoder step was fed
  std::vector<TokenId> predictions;     // argmax of each step, lowest id on ties
  double loss = 0;                      // summed over the target's tokens (teacher; free: where a target is given)
  std::vector<TraceTensor> tensors;
  int steps() const { return static_cast<int>(inputs.size()); }
  const TraceTensor& find(const std::string& name, int step = -1) const;  // throws where there is none
};

// Teacher: inputs are BOS and the target. Free: the model is fed its own predictions for `steps` steps, or to EOS if
// stop_at_eos. Recomputes with the engine's kernels what the fused path does not keep.
Trace trace(const Seq2Seq& model, const Parameters& parameters, const std::vector<TokenId>& source,
            const std::vector<TokenId>& target, Regime regime, TokenId bos, TokenId eos, int steps, bool stop_at_eos);

}  // namespace seq2seq
