// One forward pass of one pair, taken apart: every tensor with its name, symbol, formula, shape and values.
#pragma once

#include <string>
#include <vector>

#include "model/seq2seq.h"

namespace seq2seq {

struct TraceTensor {
  std::string name;          // "enc.out", "dec.energy", "dec.alpha", "dec.context", "dec.logits", ...
  std::string symbol;        // the 2014 paper's: "h", "e", "alpha", "c", "s"
  std::string formula;       // "e_{t,i} = v . tanh(W_h h_i + W_s s_{t-1})"
  int step = -1;             // decoder step t, -1 for what is not per step
  std::vector<int> shape;    // as PyTorch has it, batch of one included: (1, S, H)
  std::vector<Real> values;  // row-major
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
  const TraceTensor& find(const std::string& name,
                          int step = -1) const;  // throws Error(invalid_value) if there is none
};

// Teacher: inputs are BOS and the target, one step for each of the target's tokens; `steps` and `stop_at_eos` are not
// looked at. Free: the model is fed its own predictions for `steps` steps (0: as many as the target has tokens), or to
// EOS if stop_at_eos, EOS included. With copying, ids from the vocabulary's size on are the source's own unknown words.
// Throws Error(invalid_token) for ids that do not exist, Error(invalid_data) for an empty source, a teacher without a
// target, or a free run without steps.
//
// Tensors, in the order of the computation (S source positions, V vocabulary, E embedding, H hidden):
//   enc.emb (1,S,E), enc.gru.r, enc.gru.z, enc.gru.n, enc.out (1,S,H), enc.hidden (1,1,H);
//   Bahdanau: dec.Wh_h (1,S,H); Luong general: dec.Wa_h (1,S,H);
//   each step: dec.emb (1,1,E), dec.Ws_s (1,H) and dec.tanh (1,S,H) (Bahdanau), dec.energy (1,S,1), dec.alpha (1,S),
//   dec.context (1,H), dec.gru_input (1,1,E+H), dec.gru.r, dec.gru.z, dec.gru.n, dec.hidden (1,1,H),
//   dec.head_input (1,2H), dec.logits (1,V), dec.probabilities (1,V), and dec.loss () where a token is expected;
//   with copying over X words, the vocabulary's and the source's own: pointer-generator dec.p_vocabulary (1,V) and
//   dec.p_gen (1,1) more, both kinds dec.p_copy (1,X), and dec.probabilities (1,X); a pure pointer has no dec.logits.
// The fused pass does not keep all of this; the rest is computed again with the same kernels.
// With `gradients` then "grad." and each parameter's name, in the parameters' order: of the summed loss. Error
// (invalid_value) where not every step expects a token.
Trace trace(const Seq2Seq& model, const Parameters& parameters, const std::vector<TokenId>& source,
            const std::vector<TokenId>& target, Regime regime, TokenId bos, TokenId eos, int steps, bool stop_at_eos,
            bool gradients = false);

}  // namespace seq2seq
