#include "training/optimizer.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "training/support.h"

using namespace seq2seq;

namespace {

// A layout whose size is no multiple of four, so that the loops' tails work too.
std::shared_ptr<const ParameterLayout> odd_layout() {
  auto layout = std::make_shared<const ParameterLayout>(model_test::odd_config());
  REQUIRE(layout->total() % 4 != 0);
  return layout;
}

Parameters drawn(std::uint64_t seed, Real scale = 1) {
  Parameters values(odd_layout());
  Generator generator(seed);
  generator.randn(values.data(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] *= scale;
  return values;
}

// PyTorch's rules in double, one value at a time.
std::vector<double> reference(const TrainingConfig& c, int steps) {
  const Parameters start = drawn(1);
  std::vector<double> p(start.data(), start.data() + start.size()), m(p.size(), 0.0), v(p.size(), 0.0);
  for (int t = 1; t <= steps; ++t) {
    const Parameters gradients = drawn(100 + static_cast<std::uint64_t>(t), Real(0.3));
    for (std::size_t i = 0; i < p.size(); ++i) {
      double g = static_cast<double>(gradients.data()[i]);
      if (c.optimizer == OptimizerKind::adamw)
        p[i] *= 1 - c.learning_rate * c.weight_decay;
      else
        g += c.weight_decay * p[i];
      if (c.optimizer == OptimizerKind::sgd) {
        m[i] = c.momentum * m[i] + g;
        p[i] -= c.learning_rate * m[i];
        continue;
      }
      m[i] = c.beta1 * m[i] + (1 - c.beta1) * g;
      v[i] = c.beta2 * v[i] + (1 - c.beta2) * g * g;
      p[i] -= c.learning_rate * (m[i] / (1 - std::pow(c.beta1, t))) /
              (std::sqrt(v[i] / (1 - std::pow(c.beta2, t))) + c.epsilon);
    }
  }
  return p;
}

}  // namespace

TEST_CASE("each optimiser follows its rule, every constant off its default") {
  for (const OptimizerKind kind : {OptimizerKind::adam, OptimizerKind::adamw, OptimizerKind::sgd}) {
    TrainingConfig config;
    config.optimizer = kind;
    config.learning_rate = 0.02;
    config.weight_decay = 0.3;
    config.momentum = 0.7;
    config.beta1 = 0.8;
    config.beta2 = 0.95;
    config.epsilon = 1e-3;
    Parameters parameters = drawn(1);
    Optimizer optimizer(config, parameters.shared_layout());
    for (std::uint64_t t = 1; t <= 5; ++t) {
      Gradients gradients = drawn(100 + t, Real(0.3));
      const Parameters before = parameters;
      CHECK(optimizer.step(parameters, gradients));
      CHECK(gradients == before);
    }
    const std::vector<Real> found(parameters.data(), parameters.data() + parameters.size());
    CHECK(fixtures::difference(found, reference(config, 5), fixtures::tolerance(2e-6, 1e-12)) == "");
    CHECK(optimizer.steps_taken() == 5);
  }
}

TEST_CASE("AdamW multiplies by the float nearest to 1 - lr*wd") {
  TrainingConfig config;
  config.optimizer = OptimizerKind::adamw;
  config.learning_rate = 1e-3;
  config.weight_decay = 0.01;
  Parameters parameters = drawn(1);
  const Parameters before = parameters;
  Optimizer optimizer(config, parameters.shared_layout());
  Gradients zero(parameters.shared_layout());
  optimizer.step(parameters, zero);
  const Real factor = static_cast<Real>(1 - 1e-3 * 0.01);
  bool all = true;
  for (std::size_t i = 0; i < parameters.size(); ++i) all = all && parameters.data()[i] == before.data()[i] * factor;
  CHECK(all);
}

TEST_CASE("the gradient's norm counts every value, and clipping scales to it") {
  Gradients gradients = drawn(5);
  double squares = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i)
    squares += static_cast<double>(gradients.data()[i]) * static_cast<double>(gradients.data()[i]);
  const double norm = std::sqrt(squares);
  CHECK(gradient_norm(gradients) == doctest::Approx(norm).epsilon(fixtures::tolerance(1e-6, 1e-13)));

  const Gradients before = gradients;
  CHECK(clip_gradients(gradients, 0) == doctest::Approx(norm).epsilon(1e-6));
  CHECK(gradients == before);  // 0: no clipping
  clip_gradients(gradients, norm * 2);
  CHECK(gradients == before);  // short enough
  CHECK(clip_gradients(gradients, 1.5) == doctest::Approx(norm).epsilon(1e-6));
  CHECK(gradient_norm(gradients) ==
        doctest::Approx(1.5 * norm / (norm + 1e-6)).epsilon(fixtures::tolerance(1e-6, 1e-12)));

  // PyTorch divides by norm + 1e-6: a gradient of length 1e-6 clipped to 1e-6 is halved.
  Gradients tiny(gradients.shared_layout());
  tiny.data()[3] = Real(1e-6);
  clip_gradients(tiny, 1e-6);
  CHECK(tiny.data()[3] * Real(1e7) == doctest::Approx(5).epsilon(1e-5));
}

TEST_CASE("a step that leaves the range is reported and can be undone") {
  for (const Real poison : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(), Real(3e7)}) {
    // The first value lies in the four-wide loop, the last in its tail.
    for (const bool last : {false, true}) {
      TrainingConfig config;
      config.optimizer = OptimizerKind::sgd;
      config.learning_rate = 1;
      Parameters parameters = drawn(1);
      const Parameters before = parameters;
      Optimizer optimizer(config, parameters.shared_layout());
      Gradients gradients = drawn(2);
      gradients.data()[last ? gradients.size() - 1 : 0] = poison;
      CHECK_FALSE(optimizer.step(parameters, gradients));
      Optimizer::undo(parameters, gradients);
      CHECK(parameters == before);
    }
  }
}
