#include "model/output.h"

#include <doctest/doctest.h>

#include <cmath>

#include "model/support.h"

using namespace model_test;
using fixtures::difference;

TEST_CASE("cross-entropy leaves the gradient in place, whatever the size of the logits") {
  std::vector<Real> logits{1000, 1001, 999};
  const Real loss = softmax_cross_entropy(logits.data(), 3, 2, Real(0.5));
  const double sum = std::exp(-1.0) + 1 + std::exp(-2.0);
  CHECK(double{loss} == doctest::Approx(2 + std::log(sum)).epsilon(1e-4));
  CHECK(difference(logits, {std::exp(-1.0) / sum / 2, 0.5 / sum, (std::exp(-2.0) / sum - 1) / 2}, 1e-6) == "");
}

TEST_CASE("the mean loss is over tokens, not over rows") {
  // Rows of 4, 2 and 3 tokens: neither the mean of row means nor the sum over all cells.
  const Example example(odd_config());
  Workspace w;
  const Loss loss = example.model.forward(example.parameters, odd_batch(), {}, LossKind::mean, w);
  double sum = 0;
  for (int c = 0; c < 12; ++c) sum += double{w.token_losses[static_cast<std::size_t>(c)]};
  CHECK(loss.tokens == 9);
  CHECK(loss.sum == doctest::Approx(sum));
  CHECK(loss.value == doctest::Approx(sum / 9));
}

TEST_CASE("C06: a long row and a short one, every token counts once") {
  // The losses of the field case with 1 added to each, so that one distribution can have them all: 14 over 5 tokens,
  // where the mean over all cells is 1.75 and that of the rows' means 3.625.
  ModelConfig config = odd_config();
  const Example drawn(config);
  Parameters parameters = drawn.parameters;
  for (const auto& p : drawn.model.layout()->list()) parameters.write(p.name, std::vector<Real>(p.size, 0));
  const std::vector<double> losses{1.5, 2, 2.5, 3, 5};
  std::vector<Real> bias(11);
  double rest = 1;
  for (const double loss : losses) rest -= std::exp(-loss);
  for (std::size_t i = 0; i < 5; ++i) bias[i] = static_cast<Real>(-losses[i]);
  for (std::size_t i = 5; i < 11; ++i) bias[i] = static_cast<Real>(std::log(rest / 6));
  parameters.write("dec.fc.bias", bias);
  const Batch batch = batch_of({{3, 6}, {4, 2}}, {{0, 0, 1, 2, 3}, {0, 4, 9, 9, 9}}, {}, {4, 1});
  Workspace w;
  const Loss loss = drawn.model.forward(parameters, batch, {}, LossKind::mean, w);
  CHECK(loss.tokens == 5);
  CHECK(loss.value == doctest::Approx(2.8).epsilon(1e-6));
}

TEST_CASE("log_softmax agrees with the softmax and keeps what is far below") {
  std::vector<Real> logits{0, -200, Real(0.5)}, scratch(3);
  log_softmax(logits.data(), 3, scratch.data());
  const double sum = std::log(1 + std::exp(0.5));
  CHECK(difference(logits, {-sum, -200 - sum, 0.5 - sum}, 1e-6) == "");
}

TEST_CASE("argmax takes the lowest id on ties and never NaN") {
  const std::vector<Real> ties{1, 3, 3, 2}, broken{1, static_cast<Real>(std::nan("")), 2};
  CHECK(argmax(ties.data(), 4) == 1);
  CHECK(argmax(broken.data(), 3) == 2);
}
