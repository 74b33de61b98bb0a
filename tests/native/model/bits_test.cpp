// Losses, gradients and log-probabilities have the same bits on every build: g++ and clang++, WebAssembly with SIMD and
// without. The recorded digests are those of all of them; an intended change of the arithmetic records new ones.
#include <doctest/doctest.h>

#include "model/support.h"
#include "support/digest.h"

using namespace model_test;

namespace {

std::uint64_t digest_of(AttentionKind attention, CopyKind copy, int hidden) {
  ModelConfig config;
  config.vocabulary_size = 57;
  config.embedding_size = 19;
  config.hidden_size = hidden;
  config.attention = attention;
  config.copy = copy;
  config.unk_id = 3;
  const Example example(config, 12);
  Rows sources, targets;
  std::vector<std::int32_t> source_lengths, target_lengths;
  for (TokenId b = 0; b < 9; ++b) {
    sources.push_back({b, 55 - b, 4, 4 + b, 3 * b, 11, 12});
    targets.push_back({0, b, 4, 55 - b, 4 + b, b});
    source_lengths.push_back(4 + b % 4);
    target_lengths.push_back(1 + b % 5);
  }
  Batch batch = batch_of(sources, targets, source_lengths, target_lengths);
  batch.source_extended = batch.source;
  batch.extended_size = 57;
  Workspace w;
  Gradients gradients(example.model.layout());
  Digest digest;
  const auto add = [&digest](double x) { digest.add(&x, 1); };
  add(example.model.forward(example.parameters, batch, {}, LossKind::mean, w).value);
  example.model.backward(example.parameters, batch, w, gradients);
  digest.add(gradients.data(), gradients.size());
  const std::vector<std::uint8_t> own(batch.input.size(), 1);
  Generator generator(4);
  add(example.model
          .forward(example.parameters, batch, {own.data(), OwnPrediction::sample, &generator}, LossKind::sum, w)
          .value);
  example.model.backward(example.parameters, batch, w, gradients);
  digest.add(gradients.data(), gradients.size());
  Matrix state, log_probabilities, weights;
  example.model.encode(example.parameters, batch, w);
  example.model.initial_state(w, {2, 0, 8}, state);
  example.model.step(example.parameters, batch, w, {2, 0, 8}, {1, 2, 3}, state, log_probabilities, weights);
  digest.add(log_probabilities.data(), static_cast<std::size_t>(log_probabilities.size()));
  digest.add(weights.data(), static_cast<std::size_t>(weights.size()));
  return digest.value();
}

}  // namespace

TEST_CASE("the same bits on every build") {
  if (sizeof(Real) > 4) return;
  CHECK(digest_of(AttentionKind::bahdanau, CopyKind::off, 9) == 0x9a1a1e056fea2800ull);
  CHECK(digest_of(AttentionKind::bahdanau, CopyKind::off, 47) == 0x374846da05d1e487ull);
  CHECK(digest_of(AttentionKind::luong_dot, CopyKind::off, 47) == 0x8bee68077ef3e0e7ull);
  CHECK(digest_of(AttentionKind::luong_general, CopyKind::pointer_generator, 47) == 0x4ed682f44d8cad5ull);
  CHECK(digest_of(AttentionKind::none, CopyKind::off, 47) == 0xc5dd5c64b7963cabull);
  CHECK(digest_of(AttentionKind::bahdanau, CopyKind::pointer_generator, 47) == 0xaaae9808e4cd9f9full);
  CHECK(digest_of(AttentionKind::bahdanau, CopyKind::pointer, 47) == 0xfbbf3e131837d2c2ull);
}
