#include "model/batch.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "model/support.h"

using namespace model_test;

namespace {

void refused(const Batch& batch, ErrorCode code, const char* text) {
  const Example example(odd_config());
  Workspace w;
  CAPTURE(std::string(text));
  try {
    example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == code);
    CHECK(std::string(error.what()).find(text) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("a token outside the vocabulary is refused with its row and position") {
  Batch batch = odd_batch();
  batch.source[2 * 3 + 1] = 11;
  refused(batch, ErrorCode::invalid_token, "source token 11 in row 1, position 2; allowed are 0 to 10");
  batch = odd_batch();
  batch.source[0] = -1;
  refused(batch, ErrorCode::invalid_token, "source token -1 in row 0, position 0");
  batch = odd_batch();
  batch.input[1 * 3 + 2] = 2000000000;
  refused(batch, ErrorCode::invalid_token, "input token 2000000000 in row 2, position 1");
  batch = odd_batch();
  batch.label[3 * 3 + 0] = 11;
  refused(batch, ErrorCode::invalid_token, "label token 11 in row 0, position 3; allowed are 0 to 10");
}

TEST_CASE("C02: an empty source is refused with its row") {
  Batch batch = odd_batch();
  batch.source_lengths[1] = 0;
  refused(batch, ErrorCode::invalid_data, "row 1 has a source of length 0; allowed are 1 to 6");
  batch.source_lengths[1] = 7;
  refused(batch, ErrorCode::invalid_data, "row 1 has a source of length 7");
  batch = odd_batch();
  batch.source_length = 0;
  refused(batch, ErrorCode::invalid_data, "sources are empty");
}

TEST_CASE("arrays that do not fit the sizes, and batches without anything to learn, are refused") {
  Batch batch = odd_batch();
  batch.source.pop_back();
  refused(batch, ErrorCode::invalid_data, "source has 17 entries; its sizes ask for 18");
  batch = odd_batch();
  batch.label.push_back(0);
  refused(batch, ErrorCode::invalid_data, "label has 13 entries");
  batch = odd_batch();
  batch.target_lengths = {0, 0, 0};
  refused(batch, ErrorCode::invalid_data, "no target token");
  batch.target_lengths = {4, -1, 3};
  refused(batch, ErrorCode::invalid_data, "row 1 has a target of length -1");
  batch.target_lengths = {5, 2, 3};
  refused(batch, ErrorCode::invalid_data, "row 0 has a target of length 5; allowed are 0 to 4");
  batch = odd_batch();
  batch.rows = 0;
  refused(batch, ErrorCode::invalid_data, "the batch has 0 rows");
}

TEST_CASE("a batch too large for any memory is refused before anything is allocated") {
  Batch batch = odd_batch();
  batch.rows = batch.source_length = 2000000;
  refused(batch, ErrorCode::invalid_value, "values for the encoder's gates; allowed are 536870912");
  batch = odd_batch();
  batch.target_length = 2000000000;
  refused(batch, ErrorCode::invalid_value, "values for the decoder's gates");
}

TEST_CASE("a row without a target takes part and adds nothing") {
  const Example example(odd_config());
  Batch batch = odd_batch();
  batch.target_lengths[1] = 0;
  Workspace w;
  Gradients gradients(example.model.layout());
  const Loss loss = example.model.forward(example.parameters, batch, {}, LossKind::mean, w);
  CHECK(loss.tokens == 7);
  CHECK(loss.value == doctest::Approx(loss.sum / 7));
  example.model.backward(example.parameters, batch, w, gradients);
  // Token 8 stands only in row 1's source.
  const std::vector<Real> embedding = gradients.read("enc.emb.weight");
  for (std::size_t i = 8 * 5; i < 9 * 5; ++i) CHECK(embedding[i] == 0);
}

TEST_CASE("backward and step want the workspace of this batch") {
  const Example example(odd_config());
  Workspace w;
  Gradients gradients(example.model.layout());
  CHECK_THROWS_AS(example.model.backward(example.parameters, odd_batch(), w, gradients), Error);
  example.model.encode(example.parameters, odd_batch(), w);
  CHECK_THROWS_AS(example.model.backward(example.parameters, odd_batch(), w, gradients), Error);
  Matrix state, log_probabilities, attention;
  CHECK_THROWS_WITH_AS(example.model.initial_state(w, {3}, state), "there is no row 3 in a batch of 3", Error);
  example.model.initial_state(w, {2, 0}, state);
  const auto step = [&](const std::vector<int>& rows, const std::vector<TokenId>& tokens) {
    example.model.step(example.parameters, odd_batch(), w, rows, tokens, state, log_probabilities, attention);
  };
  CHECK_THROWS_AS(step({2}, {0}), Error);
  CHECK_THROWS_AS(step({2, -1}, {0, 0}), Error);
  CHECK_THROWS_WITH_AS(step({2, 0}, {0, 11}), "token 11 of hypothesis 1; allowed are 0 to 10", Error);

  // Backward uses a pass up: neither it nor a step finds what it would need after it.
  step({2, 0}, {0, 3});
  example.model.forward(example.parameters, odd_batch(), {}, LossKind::sum, w);
  step({2, 0}, {0, 3});
  example.model.backward(example.parameters, odd_batch(), w, gradients);
  CHECK_THROWS_AS(example.model.backward(example.parameters, odd_batch(), w, gradients), Error);
  CHECK_THROWS_AS(step({2, 0}, {0, 3}), Error);
  example.model.encode(example.parameters, odd_batch(), w);
  step({2, 0}, {0, 3});
}
