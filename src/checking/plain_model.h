// The model once more, equation by equation in double, with switches for the mistakes people make: what a mistake does
// to every number is computed, not looked up.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checking/plain_tape.h"
#include "checking/plain_variant.h"
#include "checking/reference_tensors.h"
#include "model/parameters.h"

namespace seq2seq {

class PlainModel {
 public:
  // How far a pass goes: so many decoder steps and no loss (negative: all of it), the last of them without its head.
  struct Extent {
    int steps = -1;
    bool last_head = true;
  };

  PlainModel(const ModelConfig& config, const Parameters& parameters);

  // A parameter that the engine's model does not have: "dec.attn.Wh.bias", "dec.attn.Ws.bias", "dec.attn.v.bias",
  // "dec.attn.Wa.bias". Used where a variant has attention biases.
  void add_bias(const std::string& name, const std::vector<double>& values);

  PlainWeight& weight(const std::string& name);  // Error(invalid_value) if there is none
  bool has(const std::string& name) const { return weights_.count(name) != 0; }

  // The tensors of the trace in its order, then "loss", then, where `gradients` is set, the gradients from the head
  // back to the encoder's embedding.
  std::vector<ReferenceTensor> run(const ReferencePair& pair, LossKind kind, const Variant& variant, bool gradients,
                                   Extent extent);
  std::vector<ReferenceTensor> run(const ReferencePair& pair, LossKind kind, const Variant& variant, bool gradients) {
    return run(pair, kind, variant, gradients, Extent{});
  }
  double loss(const ReferencePair& pair, LossKind kind);

  // Multiplications of one pass forward.
  double cost(const ReferencePair& pair) const;

 private:
  class Pass;
  ModelConfig config_;
  std::vector<Parameter> list_;
  std::map<std::string, PlainWeight> weights_;
};

}  // namespace seq2seq
