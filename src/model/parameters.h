// One ordered list of named parameters over one contiguous buffer. The same layout serves values, gradients and
// each optimiser moment; files, names, the gradient check and the inspector walk the same list.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/real.h"
#include "math/generator.h"
#include "model/config.h"

namespace seq2seq {

// Seen from outside a parameter has PyTorch's name, shape and row-major order. Inside, the input-to-hidden weights
// keep their gate blocks as n, r, z (PyTorch: r, z, n), and dec.attn.Ws.weight lies directly behind
// dec.gru.weight_hh_l0, so that the decoder's recurrent product is one matrix of 4H rows.
struct Parameter {
  std::string name;         // "enc.emb.weight"
  std::vector<int> shape;   // (rows) or (rows, cols), PyTorch's
  std::size_t offset = 0;   // where it begins in the buffer
  std::size_t size = 0;     // number of values
  int first_row = 0;        // the row of PyTorch's order that lies first inside (gate blocks), else 0
};

class ParameterLayout {
 public:
  explicit ParameterLayout(const ModelConfig& config);
  const std::vector<Parameter>& list() const { return list_; }  // PyTorch's state_dict order, encoder first
  const Parameter& find(const std::string& name) const;         // throws Error(invalid_value) naming it
  bool contains(const std::string& name) const;
  std::size_t total() const { return total_; }

 private:
  std::vector<Parameter> list_;
  std::size_t total_ = 0;
};

class Parameters {
 public:
  explicit Parameters(std::shared_ptr<const ParameterLayout> layout);
  const ParameterLayout& layout() const { return *layout_; }
  std::shared_ptr<const ParameterLayout> shared_layout() const { return layout_; }

  Real* data() { return values_.data(); }
  const Real* data() const { return values_.data(); }
  std::size_t size() const { return values_.size(); }
  Real* at(const Parameter& p) { return values_.data() + p.offset; }
  const Real* at(const Parameter& p) const { return values_.data() + p.offset; }

  // In PyTorch's row-major order.
  std::vector<Real> read(const std::string& name) const;
  void write(const std::string& name, const std::vector<Real>& values);  // throws on a wrong count

  bool operator==(const Parameters& other) const { return values_ == other.values_; }

 private:
  std::shared_ptr<const ParameterLayout> layout_;
  std::vector<Real> values_;
};

using Gradients = Parameters;  // same layout, same names

// Draws every parameter as PyTorch's constructors do, in their order (Encoder, Decoder, then the copy gate), always
// in float, so that the same seed gives the same weights.
void initialise(Parameters& parameters, const ModelConfig& config, Generator& generator);

}  // namespace seq2seq
