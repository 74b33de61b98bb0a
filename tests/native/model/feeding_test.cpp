#include "model/feeding.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "model/output.h"
#include "model/support.h"

using namespace model_test;

namespace {

std::vector<Real> part(const std::vector<Real>& values, int count) { return {values.begin(), values.begin() + count}; }

}  // namespace

TEST_CASE("fed the same tokens, step by step and all at once give the same bits") {
  for (const auto attention : {AttentionKind::bahdanau, AttentionKind::luong_general, AttentionKind::none}) {
    ModelConfig config;
    config.vocabulary_size = 37;
    config.embedding_size = 18;
    config.hidden_size = 45;  // products on both sides of the limit below which nothing is packed
    config.attention = attention;
    const Example example(config);
    Rows sources, targets;
    for (TokenId b = 0; b < 6; ++b) {
      sources.push_back({b, 5 + b, 3 * b, 36 - b, 7});
      targets.push_back({0, 1, 2, 3, 4, 5, 6, 7, 8});
    }
    Batch batch = batch_of(sources, targets);
    const std::vector<std::uint8_t> own(batch.input.size(), 1);
    Workspace free, forced;
    const Loss loss = example.model.forward(example.parameters, batch, {own.data()}, LossKind::mean, free);
    batch.input = free.fed;
    const Loss again = example.model.forward(example.parameters, batch, {}, LossKind::mean, forced);
    CHECK(loss.value == again.value);
    const int columns = batch.target_length * batch.rows;
    CHECK(part(free.logits, columns * 37) == part(forced.logits, columns * 37));
    CHECK(part(free.alpha, columns * 5) == part(forced.alpha, columns * 5));
    CHECK(part(free.head_input, columns * 90) == part(forced.head_input, columns * 90));
    // No coin falls for the model: the same as no coins at all.
    const std::vector<std::uint8_t> none(own.size(), 0);
    CHECK(example.model.forward(example.parameters, batch, {none.data()}, LossKind::mean, free).value == again.value);
  }
}

TEST_CASE("coins decide cell by cell, and the first input is always the batch's") {
  const Example example(odd_config());
  const Batch batch = odd_batch();
  std::vector<std::uint8_t> own(batch.input.size(), 0);
  own[0] = own[1] = 1;  // step 0: without effect
  own[1 * 3 + 0] = 1;   // row 0, step 1
  own[2 * 3 + 2] = 1;   // row 2, step 2
  own[3 * 3 + 1] = 1;   // row 1 has ended
  Workspace w, teacher;
  example.model.forward(example.parameters, batch, {}, LossKind::sum, teacher);
  example.model.forward(example.parameters, batch, {own.data()}, LossKind::sum, w);
  for (std::size_t cell = 0; cell < own.size(); ++cell) {
    CAPTURE(cell);
    const bool real = static_cast<int>(cell / 3) < batch.target_lengths[cell % 3];
    CHECK(teacher.fed[cell] == (real ? batch.input[cell] : -1));
    if (cell != 3 && cell != 8) CHECK(w.fed[cell] == teacher.fed[cell]);
  }
  CHECK(w.fed[3] >= 0);
  CHECK(w.fed[8] >= 0);
}

TEST_CASE("a sampled prediction follows its distribution and draws once a cell, row by row") {
  const std::vector<Real> log_probabilities{std::log(Real(0.2)), static_cast<Real>(-HUGE_VAL), std::log(Real(0.5)),
                                            std::log(Real(0.3))};
  std::vector<Real> scratch(4);
  std::vector<int> counts(4, 0);
  Generator generator(3), reference(3);
  for (int i = 0; i < 20000; ++i) {
    const TokenId found = draw(log_probabilities.data(), 4, generator, scratch.data());
    ++counts[static_cast<std::size_t>(found)];
    const float u = reference.uniform();
    CHECK_UNARY(std::fabs(u - 0.2f) < 1e-6f || std::fabs(u - 0.7f) < 1e-6f ||
                found == (u < 0.2f   ? 0
                          : u < 0.7f ? 2
                                     : 3));
  }
  CHECK(counts[1] == 0);
  CHECK(std::abs(counts[0] - 4000) < 250);
  CHECK(std::abs(counts[2] - 10000) < 300);
  CHECK(generator.words_used() == 20000);

  const Example example(odd_config());
  const Batch batch = odd_batch();
  const std::vector<std::uint8_t> own(batch.input.size(), 1);
  Workspace w;
  Generator sampling(7);
  const std::uint64_t before = sampling.words_used();
  example.model.forward(example.parameters, batch, {own.data(), OwnPrediction::sample, &sampling}, LossKind::sum, w);
  CHECK(sampling.words_used() - before == 3 + 1 + 2);  // real cells after step 0
  const std::vector<TokenId> first = w.fed;
  sampling.manual_seed(7);
  example.model.forward(example.parameters, batch, {own.data(), OwnPrediction::sample, &sampling}, LossKind::sum, w);
  CHECK(w.fed == first);
  CHECK_THROWS_AS(
      example.model.forward(example.parameters, batch, {own.data(), OwnPrediction::sample}, LossKind::sum, w), Error);
}
