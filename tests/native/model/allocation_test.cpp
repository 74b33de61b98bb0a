// A training step and a decoding step allocate nothing once they have seen their largest batch.
#include <doctest/doctest.h>

#include "model/support.h"
#include "support/allocations.h"

using namespace model_test;

TEST_CASE("no allocation in training or decoding once warm, for every variant") {
  for (const auto attention : {AttentionKind::bahdanau, AttentionKind::luong_dot, AttentionKind::luong_general})
    for (const auto copy : {CopyKind::off, CopyKind::pointer_generator, CopyKind::pointer}) {
      ModelConfig config = odd_config();
      config.hidden_size = 40;  // large enough for the packed product
      config.attention = attention;
      config.copy = copy;
      config.unk_id = 1;
      const Example example(config);
      Batch batch = odd_batch();
      if (copy == CopyKind::pointer)
        for (std::size_t cell = 0; cell < batch.label.size(); ++cell) batch.label[cell] = batch.source[cell % 3];
      batch.source_extended = batch.source;
      batch.extended_size = 11;
      const std::vector<std::uint8_t> own(batch.input.size(), 1);
      Generator generator(1);
      Workspace w;
      Gradients gradients(example.model.layout());
      const std::vector<int> rows{0, 2, 2, 1};
      const std::vector<TokenId> tokens{3, 4, 5, 3};
      Matrix state, log_probabilities, attention_weights;
      const auto all = [&] {
        example.model.forward(example.parameters, batch, {}, LossKind::mean, w);
        example.model.backward(example.parameters, batch, w, gradients);
        example.model.forward(example.parameters, batch, {own.data(), OwnPrediction::sample, &generator}, LossKind::sum,
                              w);
        example.model.backward(example.parameters, batch, w, gradients);
        example.model.encode(example.parameters, batch, w);
        example.model.initial_state(w, rows, state);
        example.model.step(example.parameters, batch, w, rows, tokens, state, log_probabilities, attention_weights);
      };
      for (int i = 0; i < 3; ++i) all();
      const long before = allocations::count();
      all();
      CHECK(allocations::count() == before);
    }
}
