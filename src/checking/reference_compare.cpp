#include "checking/reference_compare.h"

#include <algorithm>
#include <cmath>

#include "base/message.h"
#include "checking/forward_names.h"

namespace seq2seq {
namespace {

std::vector<int> squeezed(const std::vector<int>& shape) {
  std::vector<int> rest;
  for (const int n : shape)
    if (n != 1) rest.push_back(n);
  return rest;
}

std::string shape_text(const std::vector<int>& shape) {
  std::string text;
  for (const int n : shape) text += (text.empty() ? "" : ",") + std::to_string(n);
  return worded({"(", text, ")"});
}

bool runs_over_source(const std::string& name) {
  return name.rfind("enc.", 0) == 0 ? name != "enc.hidden"
                                    : name == "dec.Wh_h" || name == "dec.Wa_h" || name == "dec.tanh" ||
                                          name == "dec.energy" || name == "dec.alpha";
}

// Values of theirs and ours that belong together; false where the shapes do not.
bool align(const ReferenceTensor& tensor, const TheirTensor& theirs, std::vector<double>& a, std::vector<double>& b) {
  a = tensor.values;
  b = theirs.values;
  if (squeezed(tensor.shape) == squeezed(theirs.shape)) return true;
  if (!runs_over_source(tensor.name)) return false;
  // (1,S,...) against (1,S',...) with more positions: row-major, so that ours are the first values of theirs.
  const std::size_t positions = static_cast<std::size_t>(tensor.shape[1]), each = a.size() / positions;
  if (theirs.shape.empty() || each == 0 || b.size() % each != 0) return false;
  const bool one_feature = each == 1;
  const std::vector<int> longer = squeezed(theirs.shape);
  if (longer.size() != (one_feature ? 1u : 2u) || (!one_feature && longer[1] != static_cast<int>(each))) return false;
  if (tensor.name == "dec.alpha") {
    a.resize(std::max(a.size(), b.size()), 0);
    b.resize(a.size(), 0);
    return true;
  }
  if (b.size() < a.size()) return false;
  b.resize(a.size());
  return true;
}

}  // namespace

TheirTensors their_tensors(const SafeTensors& file, const NameMatches& matches,
                           const std::vector<Parameter>& parameters) {
  TheirTensors tensors;
  for (const auto& [theirs, ours] : matches.forward) {
    // Of two with one meaning the surer: a mapping before the same name, that before a guess.
    const auto other = tensors.find(ours);
    if (other != tensors.end() && matches.forward_kind.at(theirs) >= matches.forward_kind.at(other->second.name))
      continue;
    const StoredTensor& stored = *file.find(theirs);
    const std::vector<Real> values = file.values(stored);
    tensors[ours] = {theirs, {stored.shape.begin(), stored.shape.end()}, {values.begin(), values.end()}};
  }
  for (const Parameter& parameter : parameters) {
    const WeightMatch* const match = matches.of(parameter.name);
    if (match == nullptr) continue;
    std::vector<double> values = matched_values(file, *match, parameter, true);
    if (!values.empty())
      tensors["grad." + parameter.name] = {"grad." + match->theirs, parameter.shape, std::move(values)};
  }
  return tensors;
}

Comparison compare_values(const std::vector<double>& ours, const std::vector<double>& theirs, double tolerance) {
  Comparison comparison;
  double largest = 0, furthest = -1;
  bool off = false;
  for (const double x : ours) largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
  comparison.allowed = tolerance * largest + tolerance / 100;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    double distance = std::fabs(theirs[i] - ours[i]);
    const bool both_nan = std::isnan(theirs[i]) && std::isnan(ours[i]);
    if (theirs[i] == ours[i] || both_nan) distance = 0;  // the same infinity too
    if (std::isnan(distance)) distance = HUGE_VAL;
    if (!off && !(distance <= comparison.allowed)) {
      off = true;
      comparison.first_wrong = i;
    }
    if (distance <= furthest) continue;
    furthest = distance;
    comparison.worst = i;
    comparison.theirs = theirs[i];
    comparison.ours = ours[i];
  }
  comparison.agrees = furthest <= comparison.allowed;
  return comparison;
}

int first_difference(const std::vector<Comparison>& comparisons) {
  int first = -1;
  std::size_t position = 0;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison& c = comparisons[i];
    if (c.agrees) continue;
    const bool recurrent = c.name.rfind("enc.gru.", 0) == 0 || c.name == "enc.out";
    const std::size_t at = recurrent && c.remark.empty() ? c.first_wrong / static_cast<std::size_t>(c.shape.back()) : 0;
    if (first < 0 || (recurrent && at < position)) {
      first = static_cast<int>(i);
      position = at;
    }
    if (!recurrent) break;
  }
  return first;
}

std::vector<Comparison> compare(const std::vector<ReferenceTensor>& ours, const TheirTensors& theirs,
                                double tolerance) {
  std::vector<Comparison> comparisons;
  for (const ReferenceTensor& tensor : ours) {
    const auto found = theirs.find(stored_name(tensor.name, tensor.step));
    if (found == theirs.end()) continue;
    Comparison comparison;
    std::vector<double> a, b;
    if (align(tensor, found->second, a, b)) {
      comparison = compare_values(a, b, tolerance);
    } else {
      comparison.agrees = false;
      comparison.remark =
          worded({"theirs has shape ", shape_text(found->second.shape), ", ours ", shape_text(tensor.shape)});
    }
    comparison.name = tensor.name;
    comparison.theirs_name = found->second.name;
    comparison.step = tensor.step;
    comparison.shape = tensor.shape;
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

}  // namespace seq2seq
