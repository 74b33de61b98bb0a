#include "training/optimizer.h"

#include <algorithm>
#include <cmath>

#include "training/power.h"

namespace seq2seq {
namespace {

// Loops run over blocks of so many values: a constant trip count is what both compilers turn into vector code at -O2.
constexpr std::size_t lanes = 8;

// PyTorch computes these scalars in double and rounds them to the tensor's type once. Square root and division are
// exact by the standard, so every machine gets the same bits.
struct AdamScalars {
  Real keep_first, add_first, keep_second, add_second;
  Real step_size, correction, epsilon;
  Real decay;   // L2: decay * p is added to the gradient (Adam)
  Real shrink;  // p is multiplied by it before the update (AdamW)
};

// Whether |value| is beyond the largest weight, or no number: as bits to be joined with |.
unsigned beyond(Real value) {
  return std::abs(value) <= Optimizer::largest_weight ? 0U : 1U;
}

template <std::size_t count>
unsigned adam(const AdamScalars& s, Real* p, const Real* g, Real* m, Real* v, Real* before) {
  unsigned bad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    before[i] = p[i];
    const Real gradient = g[i] + s.decay * p[i];
    m[i] = m[i] * s.keep_first + s.add_first * gradient;
    v[i] = v[i] * s.keep_second + s.add_second * gradient * gradient;
    const Real denominator = std::sqrt(v[i]) / s.correction + s.epsilon;
    p[i] = p[i] * s.shrink - s.step_size * m[i] / denominator;
    bad |= beyond(p[i]);
  }
  return bad;
}

template <std::size_t count>
unsigned descend(Real rate, Real decay, Real momentum, Real* p, const Real* g, Real* m, Real* before) {
  unsigned bad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    before[i] = p[i];
    m[i] = m[i] * momentum + (g[i] + decay * p[i]);
    p[i] = p[i] - rate * m[i];
    bad |= beyond(p[i]);
  }
  return bad;
}

}  // namespace

double gradient_norm(const Gradients& gradients) {
  // Lanes in Real over short blocks, blocks in double: fast, exact enough, one fixed order.
  constexpr std::size_t block = 512;
  const Real* g = gradients.data();
  const std::size_t n = gradients.size();
  double total = 0;
  for (std::size_t begin = 0; begin < n; begin += block) {
    const std::size_t end = std::min(begin + block, n);
    Real sums[lanes] = {};
    std::size_t i = begin;
    for (; i + lanes <= end; i += lanes)
      for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += g[i + lane] * g[i + lane];
    for (; i < end; ++i) sums[0] += g[i] * g[i];
    for (const Real sum : sums) total += static_cast<double>(sum);
  }
  return std::sqrt(total);
}

double clip_gradients(Gradients& gradients, double clip_norm) {
  const double norm = gradient_norm(gradients);
  if (clip_norm <= 0) return norm;
  const double factor = clip_norm / (norm + 1e-6);
  if (factor < 1) {
    Real* g = gradients.data();
    const Real scale = static_cast<Real>(factor);
    for (std::size_t i = 0; i < gradients.size(); ++i) g[i] *= scale;
  }
  return norm;
}

Optimizer::Optimizer(const TrainingConfig& config, std::shared_ptr<const ParameterLayout> layout)
    : config_(config), first_(layout), second_(layout), before_(layout) {}

void Optimizer::configure(const TrainingConfig& config) {
  const OptimizerKind kind = config_.optimizer;
  config_ = config;
  config_.optimizer = kind;
}

bool Optimizer::step(Parameters& parameters, const Gradients& gradients) {
  ++steps_;
  Real* p = parameters.data();
  const Real* g = gradients.data();
  Real* m = first_.data();
  Real* v = second_.data();
  Real* before = before_.data();
  const std::size_t n = parameters.size(), whole = n - n % lanes;
  const double decay = config_.weight_decay;
  unsigned bad = 0;

  if (config_.optimizer == OptimizerKind::sgd) {
    const Real rate = static_cast<Real>(config_.learning_rate), l2 = static_cast<Real>(decay);
    const Real momentum = static_cast<Real>(config_.momentum);
    std::size_t i = 0;
    for (; i < whole; i += lanes) bad |= descend<lanes>(rate, l2, momentum, p + i, g + i, m + i, before + i);
    for (; i < n; ++i) bad |= descend<1>(rate, l2, momentum, p + i, g + i, m + i, before + i);
    return bad == 0;
  }

  const bool decoupled = config_.optimizer == OptimizerKind::adamw;
  AdamScalars s{};
  s.keep_first = static_cast<Real>(config_.beta1);
  s.add_first = static_cast<Real>(1 - config_.beta1);
  s.keep_second = static_cast<Real>(config_.beta2);
  s.add_second = static_cast<Real>(1 - config_.beta2);
  s.step_size = static_cast<Real>(config_.learning_rate / (1 - power(config_.beta1, steps_)));
  s.correction = static_cast<Real>(std::sqrt(1 - power(config_.beta2, steps_)));
  s.epsilon = static_cast<Real>(config_.epsilon);
  s.decay = decoupled ? Real(0) : static_cast<Real>(decay);
  s.shrink = decoupled ? static_cast<Real>(1 - config_.learning_rate * decay) : Real(1);
  std::size_t i = 0;
  for (; i < whole; i += lanes) bad |= adam<lanes>(s, p + i, g + i, m + i, v + i, before + i);
  for (; i < n; ++i) bad |= adam<1>(s, p + i, g + i, m + i, v + i, before + i);
  return bad == 0;
}

}  // namespace seq2seq
