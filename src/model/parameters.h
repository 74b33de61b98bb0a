// One ordered list of named parameters over one contiguous buffer. The same layout serves values, gradients and
// each optimiser moment; files, names, the gradient check and the inspector walk the same list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/real.h"
#include "math/generator.h"
#include "model/config.h"

namespace seq2seq {

// Seen from outside a parameter has PyTorch's name, shape and row-major order. Inside, the input-to-hidden weights and
// their bias keep their gate blocks as n, r, z (PyTorch: r, z, n), and dec.attn.Ws.weight lies directly behind
// dec.gru.weight_hh_l0, so that the decoder's recurrent product is one matrix of 4H rows.
struct Parameter {
  std::string name;        // "enc.emb.weight"
  std::vector<int> shape;  // (rows) or (rows, cols), PyTorch's
  std::size_t offset = 0;  // where it begins in the buffer
  std::size_t size = 0;    // number of values
  int first_row = 0;       // the row of PyTorch's order that lies first inside (gate blocks), else 0
};

// The parameters of a model in PyTorch's state_dict order, encoder first; offsets are not filled in.
std::vector<Parameter> parameter_list(const ModelConfig& config);

// Throws Error(invalid_value) naming what is outside its range: V 1 to 1,000,000, E and H 1 to 4096, at most 2^28
// parameters; copying needs an attention and an unk_id.
void check_config(const ModelConfig& config);

// Where the layers find their parameters in the buffer, so that no step looks up a name.
struct GruOffsets {
  std::size_t input_weight, state_weight, input_bias, state_bias;
};
struct ParameterOffsets {
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);
  std::size_t encoder_embedding = absent;
  GruOffsets encoder_gru{};
  std::size_t decoder_embedding = absent;
  std::size_t attention_keys = absent;  // dec.attn.Wh.weight or dec.attn.Wa.weight
  std::size_t attention_v = absent;
  GruOffsets decoder_gru{};  // with dec.attn.Ws.weight, where there is one, directly behind state_weight
  std::size_t head_weight = absent, head_bias = absent;
  std::size_t gate_context = absent, gate_state = absent, gate_input = absent, gate_bias = absent;
};

class ParameterLayout {
 public:
  explicit ParameterLayout(const ModelConfig& config);          // throws as check_config
  const std::vector<Parameter>& list() const { return list_; }  // PyTorch's state_dict order, encoder first
  const Parameter& find(const std::string& name) const;         // throws Error(invalid_value) naming it
  bool contains(const std::string& name) const;
  std::size_t total() const { return total_; }
  const ParameterOffsets& offsets() const { return offsets_; }

 private:
  std::vector<Parameter> list_;
  ParameterOffsets offsets_;
  std::size_t total_ = 0;
};

// The rows of the two embeddings' gradients that a backward pass wrote. The next one has only these to clear.
struct TouchedRows {
  bool all = false;  // somebody else may have written anywhere
  std::vector<std::int32_t> encoder, decoder;
};

class Parameters {
 public:
  explicit Parameters(std::shared_ptr<const ParameterLayout> layout);
  const ParameterLayout& layout() const { return *layout_; }
  std::shared_ptr<const ParameterLayout> shared_layout() const { return layout_; }

  // Handing out the buffer for writing makes the next backward pass into it clear all rows of the embeddings.
  Real* data() {
    touched_.all = true;
    return values_.data();
  }
  const Real* data() const { return values_.data(); }
  std::size_t size() const { return values_.size(); }
  Real* at(const Parameter& p) { return data() + p.offset; }
  const Real* at(const Parameter& p) const { return values_.data() + p.offset; }

  // In PyTorch's row-major order.
  std::vector<Real> read(const std::string& name) const;
  void write(const std::string& name, const std::vector<Real>& values);  // throws on a wrong count

  bool operator==(const Parameters& other) const { return values_ == other.values_; }

  // For the backward pass, which keeps `touched` itself.
  Real* tracked_data() { return values_.data(); }
  TouchedRows& touched() { return touched_; }
  // Sets the embeddings' rows that were touched to 0: only they cost time.
  void clear_touched();

 private:
  std::shared_ptr<const ParameterLayout> layout_;
  std::vector<Real> values_;
  TouchedRows touched_;
};

using Gradients = Parameters;  // same layout, same names

// Draws every parameter as PyTorch's constructors do, in their order (Encoder, Decoder, then the copy gate), always
// in float, so that the same seed gives the same weights. The copy gate is drawn as nn.Linear(2H + E, 1) would be,
// every value uniform within 1/sqrt(2H + E): at any size its scores then begin near 0, where both sides learn.
void initialise(Parameters& parameters, const ModelConfig& config, Generator& generator);

}  // namespace seq2seq
