#include "training/shard_gradient.h"

#include <doctest/doctest.h>

#include <limits>

#include "base/error.h"
#include "training/support.h"

using namespace seq2seq;
using namespace training_test;

namespace {

// The gradient of one row alone. Rows of odd_batch share some tokens and not others.
struct RowPass {
  Workspace workspace;
  Gradients gradients;
  Loss loss;
  RowPass(const model_test::Example& example, const model_test::Rows& source, const model_test::Rows& target)
      : gradients(example.model.layout()) {
    const Batch batch = batch_of(source, target);
    loss = example.model.forward(example.parameters, batch, {}, LossKind::sum, workspace);
    example.model.backward(example.parameters, batch, workspace, gradients);
  }
};

std::vector<Real> values_of(const Gradients& gradients) {
  return {gradients.data(), gradients.data() + gradients.size()};
}

}  // namespace

TEST_CASE("packed and added, a gradient is what adding it in place gives, and clears itself afterwards") {
  const model_test::Example example(model_test::odd_config());
  const RowPass two(example, {{9, 1, 8}}, {{0, 2, 6}});
  RowPass one(example, {{3, 10, 4, 4, 6, 2}}, {{0, 7, 7, 3, 5}}), other = two, sum = one;
  std::vector<Real> expected = values_of(one.gradients);
  const std::vector<Real> added = values_of(two.gradients);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += added[i];
  add_gradient(other.gradients, sum.gradients);
  CHECK(values_of(sum.gradients) == expected);

  Gradients found(example.model.layout());
  for (std::size_t i = 0; i < found.size(); ++i) found.data()[i] = 7;  // whatever was there is gone
  for (int turn = 0; turn < 2; ++turn) {
    const Loss first = add_packed(pack_gradient(one.loss, one.gradients), true, found);
    const Loss second = add_packed(pack_gradient(two.loss, other.gradients), false, found);
    CHECK(first.sum == one.loss.sum);
    CHECK(first.tokens == 4);
    CHECK(second.sum == two.loss.sum);
    CHECK(second.tokens == 2);
    CHECK(values_of(found) == expected);
  }
  // The rows that came from elsewhere are known to the next backward pass.
  const Batch batch = batch_of({{9, 1, 8}}, {{0, 2, 6}});
  example.model.forward(example.parameters, batch, {}, LossKind::sum, other.workspace);
  example.model.backward(example.parameters, batch, other.workspace, found);
  CHECK(values_of(found) == added);
}

TEST_CASE("of the embeddings only the rows that occurred are packed") {
  ModelConfig config = model_test::odd_config();
  config.vocabulary_size = 500;
  const model_test::Example example(config);
  RowPass pass(example, {{3, 10, 4, 4, 6, 2}}, {{0, 7, 7, 3, 5}});
  const std::size_t rows = 5 + 3;  // 3 10 4 6 2; 0 7 3
  const std::size_t dense = pass.gradients.size() - 2 * 500 * 5;
  CHECK(pack_gradient(pass.loss, pass.gradients).size() == 24 + rows * (4 + 5 * sizeof(Real)) + dense * sizeof(Real));
}

TEST_CASE("a loss that is not finite is packed alone") {
  const model_test::Example example(model_test::odd_config());
  RowPass pass(example, {{3, 10, 4}}, {{0, 7, 5}});
  pass.loss.sum = std::numeric_limits<double>::infinity();
  const std::string bytes = pack_gradient(pass.loss, pass.gradients);
  CHECK(bytes.size() == 24);
  const std::vector<Real> before = values_of(pass.gradients);
  CHECK(add_packed(bytes, true, pass.gradients).sum == pass.loss.sum);
  CHECK(values_of(pass.gradients) == before);
}

TEST_CASE("bytes of another model, cut off or with a row too many are refused") {
  const model_test::Example example(model_test::odd_config());
  RowPass pass(example, {{3, 10, 4}}, {{0, 7, 5}});
  const std::string bytes = pack_gradient(pass.loss, pass.gradients);
  Gradients found(example.model.layout());
  CHECK_NOTHROW(add_packed(bytes, true, found));
  std::string row_too_high = bytes, too_many_rows = bytes;
  row_too_high[24] = 11;
  too_many_rows[16] = 12;
  ModelConfig larger = model_test::odd_config();
  larger.hidden_size = 8;
  const model_test::Example elsewhere(larger);
  RowPass foreign(elsewhere, {{3, 10, 4}}, {{0, 7, 5}});
  for (const std::string& wrong : {std::string(), bytes.substr(0, 23), bytes.substr(0, bytes.size() - 1), bytes + "x",
                                   row_too_high, too_many_rows, pack_gradient(foreign.loss, foreign.gradients)})
    CHECK_THROWS_WITH_AS(add_packed(wrong, true, found), "the packed gradient is not one of a model of these sizes",
                         Error);
}
