// Two sets of tensors, side by side in the order of the computation.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checking/reference_names.h"
#include "checking/reference_tensors.h"

namespace seq2seq {

// Somebody's tensor under our name.
struct TheirTensor {
  std::string name;  // theirs
  std::vector<int> shape;
  std::vector<double> values;
};
using TheirTensors = std::map<std::string, TheirTensor>;  // by stored_name, "grad.dec.fc.weight" for gradients

// Forward tensors and gradients of a dump.
TheirTensors their_tensors(const SafeTensors& file, const NameMatches& matches,
                           const std::vector<Parameter>& parameters);

struct Comparison {
  std::string name, theirs_name;
  int step = -1;
  std::vector<int> shape;  // ours
  bool agrees = true;
  // The entry that is furthest off, and what it may be off by: `tolerance` times the tensor's largest value, and a
  // hundredth of the tolerance for what rounding leaves of small ones.
  std::size_t worst = 0;
  std::size_t first_wrong = 0;  // the first entry that is off by more
  double theirs = 0, ours = 0, allowed = 0;
  std::string remark;  // where the shapes do not go together
};

// Those of `ours` that they have. Source positions beyond ours are padding: weights there must be 0, the rest of it is
// nobody's concern.
std::vector<Comparison> compare(const std::vector<ReferenceTensor>& ours, const TheirTensors& theirs, double tolerance);

// The first that differs, as the computation goes: the encoder's gates and states position by position, since a wrong
// state makes the next position's gates wrong. -1 where all agree.
int first_difference(const std::vector<Comparison>& comparisons);

Comparison compare_values(const std::vector<double>& ours, const std::vector<double>& theirs, double tolerance);

}  // namespace seq2seq
