// Reads and writes safetensors, the file format of PyTorch weights: an 8-byte little-endian header length, a JSON
// header, then the tensors' bytes without holes. Bytes in, bytes out; a file's own numbers never decide an allocation
// before they have been checked against its size.
// Source: the format's public description, https://github.com/huggingface/safetensors#format
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/real.h"

namespace seq2seq {

// What a file says of one tensor. `begin` and `end` are byte offsets into the data part.
struct StoredTensor {
  std::string name;
  std::string dtype;  // "F32", "F64", "F16", "BF16", "I64", ...
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t count() const;  // number of elements; 1 for a scalar
};

class SafeTensors {
 public:
  using Metadata = std::map<std::string, std::string>;  // text to text, as the format demands

  // Keeps a copy of the data. Throws Error(invalid_file) naming the cause: see tests/fixtures/safetensors.
  static SafeTensors parse(std::string_view bytes);

  const Metadata& metadata() const { return metadata_; }
  const std::vector<StoredTensor>& tensors() const { return tensors_; }  // in the data's order
  const StoredTensor* find(const std::string& name) const;               // nullptr where there is none

  // Row-major. Floats (F64, F32, F16, BF16) are rounded to Real; other types are refused by name.
  std::vector<Real> values(const StoredTensor& tensor) const;
  // I64, I32, I16, I8, U8 and BOOL; other types are refused by name.
  std::vector<std::int64_t> integers(const StoredTensor& tensor) const;

 private:
  Metadata metadata_;
  std::vector<StoredTensor> tensors_;
  std::string data_;
};

// A tensor to be written: F32 (F64 in the double build).
struct NamedTensor {
  std::string name;
  std::vector<int> shape;
  std::vector<Real> values;  // row-major
};

// The header is compact and padded with blanks to a multiple of 8. The same input gives the same bytes.
std::string write_safetensors(const std::vector<NamedTensor>& tensors, const SafeTensors::Metadata& metadata);

}  // namespace seq2seq
