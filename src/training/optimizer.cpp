#include "training/optimizer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/portable.h"
#include "math/vectors.h"

namespace seq2seq {
namespace {

// PyTorch computes these scalars in double and rounds them to the tensor's type once. Square root and division are
// exact by the standard, so every machine gets the same bits.
struct AdamScalars {
  Real4 keep_first, add_first, keep_second, add_second;
  Real4 step_size, correction, epsilon;
  Real4 decay;   // L2: decay * p is added to the gradient (Adam)
  Real4 shrink;  // p is multiplied by it before the update (AdamW)
};

Real4 splat(double x) { return splat4(static_cast<Real>(x)); }

Real4 square_root(const Real4& x) {
  Real lane[4];
  store4(lane, x);
  return Real4{std::sqrt(lane[0]), std::sqrt(lane[1]), std::sqrt(lane[2]), std::sqrt(lane[3])};
}

void adam(const AdamScalars& s, Real* p, Real* g, Real* m, Real* v, Real4& squares) {
  const Real4 weight = load4(p);
  const Real4 gradient = load4(g) + s.decay * weight;
  store4(g, weight);
  const Real4 first = load4(m) * s.keep_first + s.add_first * gradient;
  const Real4 second = load4(v) * s.keep_second + s.add_second * gradient * gradient;
  const Real4 updated = weight * s.shrink - s.step_size * first / (square_root(second) / s.correction + s.epsilon);
  store4(m, first);
  store4(v, second);
  store4(p, updated);
  squares = squares + updated * updated;
}

struct DescentScalars {
  Real4 rate, decay, momentum;
};

void descend(const DescentScalars& s, Real* p, Real* g, Real* m, Real4& squares) {
  const Real4 weight = load4(p);
  const Real4 buffer = load4(m) * s.momentum + (load4(g) + s.decay * weight);
  store4(g, weight);
  const Real4 updated = weight - s.rate * buffer;
  store4(m, buffer);
  store4(p, updated);
  squares = squares + updated * updated;
}

// The last one to three values of a buffer, widened with zeros to a block of four.
struct Tail {
  Real block[4] = {0, 0, 0, 0};
  Tail(const Real* from, std::size_t count) { std::copy_n(from, count, block); }
};

double total(const Real4& lanes) {
  Real lane[4];
  store4(lane, lanes);
  return static_cast<double>(lane[0]) + static_cast<double>(lane[1]) + static_cast<double>(lane[2]) +
         static_cast<double>(lane[3]);
}

// Runs `update(p, g, m, v)` over every four values; the buffers' last ones through zero-filled copies, so that each
// value meets the same operations wherever it lies.
template <class Update>
void by_fours(std::size_t n, Real* p, Real* g, Real* m, Real* v, const Update& update) {
  const std::size_t whole = n - n % 4;
  for (std::size_t i = 0; i < whole; i += 4) update(p + i, g + i, m + i, v + i);
  const std::size_t rest = n - whole;
  if (rest == 0) return;
  Tail tp(p + whole, rest), tg(g + whole, rest), tm(m + whole, rest), tv(v + whole, rest);
  update(tp.block, tg.block, tm.block, tv.block);
  std::copy_n(tp.block, rest, p + whole);
  std::copy_n(tg.block, rest, g + whole);
  std::copy_n(tm.block, rest, m + whole);
  std::copy_n(tv.block, rest, v + whole);
}

}  // namespace

double gradient_norm(const Gradients& gradients) {
  // Lanes in Real over short blocks, blocks in double: fast, exact enough, one fixed order.
  constexpr std::size_t block = 512;
  const Real* g = gradients.data();
  const std::size_t n = gradients.size(), whole = n - n % 4;
  double sum = 0;
  for (std::size_t begin = 0; begin < whole; begin += block) {
    Real4 lanes = splat4(0);
    for (std::size_t i = begin; i < std::min(begin + block, whole); i += 4) {
      const Real4 x = load4(g + i);
      lanes = lanes + x * x;
    }
    sum += total(lanes);
  }
  for (std::size_t i = whole; i < n; ++i) sum += static_cast<double>(g[i] * g[i]);
  return std::sqrt(sum);
}

double clip_gradients(Gradients& gradients, double clip_norm) {
  const double norm = gradient_norm(gradients);
  if (clip_norm <= 0) return norm;
  const double factor = clip_norm / (norm + 1e-6);
  if (factor < 1) {
    Real* g = gradients.tracked_data();  // rows that are 0 stay 0
    const Real scale = static_cast<Real>(factor);
    for (std::size_t i = 0; i < gradients.size(); ++i) g[i] *= scale;
  }
  return norm;
}

Optimizer::Optimizer(const TrainingConfig& config, std::shared_ptr<const ParameterLayout> layout)
    : config_(config), first_(layout), second_(std::move(layout)) {}

void Optimizer::configure(const TrainingConfig& config) {
  const OptimizerKind kind = config_.optimizer;
  config_ = config;
  config_.optimizer = kind;
}

bool Optimizer::step(Parameters& parameters, Gradients& gradients) {
  ++steps_;
  Real4 squares = splat4(0);
  if (config_.optimizer == OptimizerKind::sgd) {
    const DescentScalars s{splat(config_.learning_rate), splat(config_.weight_decay), splat(config_.momentum)};
    by_fours(parameters.size(), parameters.data(), gradients.data(), first_.data(), second_.data(),
             [&](Real* p, Real* g, Real* m, Real*) { descend(s, p, g, m, squares); });
  } else {
    const bool decoupled = config_.optimizer == OptimizerKind::adamw;
    const double taken = static_cast<double>(steps_);
    AdamScalars s;
    s.keep_first = splat(config_.beta1);
    s.add_first = splat(1 - config_.beta1);
    s.keep_second = splat(config_.beta2);
    s.add_second = splat(1 - config_.beta2);
    s.step_size = splat(config_.learning_rate / (1 - portable_pow(config_.beta1, taken)));
    s.correction = splat(std::sqrt(1 - portable_pow(config_.beta2, taken)));
    s.epsilon = splat(config_.epsilon);
    s.decay = splat(decoupled ? 0 : config_.weight_decay);
    s.shrink = splat(decoupled ? 1 - config_.learning_rate * config_.weight_decay : 1);
    by_fours(parameters.size(), parameters.data(), gradients.data(), first_.data(), second_.data(),
             [&](Real* p, Real* g, Real* m, Real* v) { adam(s, p, g, m, v, squares); });
  }
  return total(squares) <= largest_norm * largest_norm;  // false for NaN, too
}

}  // namespace seq2seq
