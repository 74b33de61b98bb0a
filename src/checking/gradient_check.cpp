#include "checking/gradient_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/message.h"
#include "base/number_text.h"
#include "base/order.h"
#include "checking/plain_model.h"
#include "checking/reference_dump.h"

namespace seq2seq {
namespace {

constexpr double relative_step = 1e-4;

// Half the largest gradients, where a mistake weighs most, and half evenly spread over the others.
std::vector<std::size_t> choose(const std::vector<double>& gradient, std::size_t count) {
  std::vector<std::size_t> chosen;
  if (count == 0 || count >= gradient.size()) {
    chosen.resize(gradient.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    return chosen;
  }
  const std::vector<std::uint32_t> order = order_of(gradient.size(), [&](std::uint32_t a, std::uint32_t b) {
    return std::fabs(gradient[a]) > std::fabs(gradient[b]);
  });
  const std::size_t largest = (count + 1) / 2, rest = count - largest, others = gradient.size() - largest;
  std::vector<char> large(gradient.size(), 0);
  for (std::size_t i = 0; i < largest; ++i) large[order[i]] = 1;
  for (std::size_t i = 0, other = 0, spread = 0; i < gradient.size(); ++i) {
    if (large[i] != 0) {
      chosen.push_back(i);
      continue;
    }
    if (spread < rest && other == spread * others / rest) {
      chosen.push_back(i);
      ++spread;
    }
    ++other;
  }
  return chosen;
}

class Slopes {
 public:
  Slopes(PlainModel& model, const ReferencePair& pair, LossKind kind) : model_(model), pair_(pair), kind_(kind) {}

  double at(double& weight) const {
    const double d = relative_step * std::max(1.0, std::fabs(weight));
    return (4 * quotient(weight, d / 2) - quotient(weight, d)) / 3;
  }

 private:
  double quotient(double& weight, double d) const {
    const double kept = weight;
    weight = kept + d;
    const double above = model_.loss(pair_, kind_);
    weight = kept - d;
    const double below = model_.loss(pair_, kind_);
    weight = kept;
    return (above - below) / (2 * d);
  }

  PlainModel& model_;
  const ReferencePair& pair_;
  const LossKind kind_;
};

}  // namespace

GradientReport check_gradients(const Seq2Seq& model, const Parameters& parameters, const ReferencePair& pair,
                               LossKind kind, const GradientCheckOptions& options) {
  if (!(options.tolerance >= 0 && options.tolerance <= 1))
    throw_error(ErrorCode::invalid_value,
                {"tolerance is ", options.tolerance, "; allowed: 0 to 1, 0 for the usual one"});
  GradientReport report;
  report.step = relative_step;
  report.tolerance = options.tolerance > 0 ? options.tolerance : sizeof(Real) == 8 ? 1e-8 : 1e-4;
  PlainModel plain(model.config(), parameters);
  const Slopes slopes(plain, pair, kind);
  report.plain_loss = plain.loss(pair, kind);
  for (const ReferenceTensor& tensor : engine_tensors(model, parameters, pair, kind)) {
    if (tensor.name == "loss") report.loss = tensor.values.front();
    if (tensor.name.rfind("grad.", 0) != 0) continue;
    GradientEntry entry;
    entry.name = tensor.name.substr(5);
    entry.shape = tensor.shape;
    entry.size = tensor.values.size();
    double largest = 0;
    for (const double g : tensor.values) largest = std::max(largest, std::fabs(g));
    std::vector<double>& weights = plain.weight(entry.name).values;
    for (const std::size_t i : choose(tensor.values, options.entries)) {
      const double numeric = slopes.at(weights[i]), analytic = tensor.values[i];
      // The quotient itself is good to some 1e-10; a parameter without any gradient is held to that.
      double error = std::fabs(analytic - numeric) / std::max(largest, 1e-2);
      if (std::isnan(error)) error = HUGE_VAL;
      if (entry.checked++ != 0 && error <= entry.relative_error) continue;
      entry.worst = i;
      entry.analytic = analytic;
      entry.numeric = numeric;
      entry.relative_error = error;
    }
    entry.agrees = entry.relative_error <= report.tolerance;
    report.agrees = report.agrees && entry.agrees;
    report.entries.push_back(std::move(entry));
  }
  std::reverse(report.entries.begin(), report.entries.end());  // the parameters' order
  if (!(std::fabs(report.loss - report.plain_loss) <= report.tolerance * std::max(1.0, std::fabs(report.plain_loss))))
    report.agrees = false;
  return report;
}

}  // namespace seq2seq
