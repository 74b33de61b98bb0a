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
