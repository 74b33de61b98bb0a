#include "model/decoder_output.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "model/support.h"

using namespace model_test;

namespace {

// The same rows, with `more` steps of padding after the longest.
Batch padded(Batch batch, int more) {
  batch.target_length += more;
  const std::size_t cells = static_cast<std::size_t>(batch.target_length * batch.rows);
  batch.input.resize(cells, 0);
  batch.label.resize(cells, 0);
  return batch;
}

struct Pass {
  Workspace workspace;
  Gradients gradients;
  Loss loss;
  Pass(const Example& example, const Batch& batch, const Feeding& feeding) : gradients(example.model.layout()) {
    run(example, batch, feeding);
  }
  void run(const Example& example, const Batch& batch, const Feeding& feeding) {
    loss = example.model.forward(example.parameters, batch, feeding, LossKind::mean, workspace);
    example.model.backward(example.parameters, batch, workspace, gradients);
  }
  std::vector<Real> values() const { return {gradients.data(), gradients.data() + gradients.size()}; }
};

}  // namespace

TEST_CASE("the head works on real target tokens alone, and finds the way back to their columns") {
  const Example example(odd_config());
  const Batch batch = odd_batch();  // lengths 4, 2, 3 of 4
  const Pass pass(example, batch, {});
  CHECK(pass.workspace.output_columns == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 8, 9});
  for (std::size_t c = 0, r = 0; c < 12; ++c) {
    const bool real = c != 7 && c != 10 && c != 11;
    CHECK(pass.workspace.output_slots[c] == (real ? static_cast<std::int32_t>(r) : -1));
    CHECK((pass.workspace.token_losses[c] > 0) == real);
    r += real ? 1 : 0;
  }
}

TEST_CASE("more padding changes no bit of loss and gradients, whatever is fed and however words are copied") {
  for (const CopyKind copy : {CopyKind::off, CopyKind::pointer_generator, CopyKind::pointer}) {
    ModelConfig config = odd_config();
    config.copy = copy;
    config.unk_id = 1;
    const Example example(config);
    Batch batch = odd_batch();
    batch.source_extended = batch.source;
    batch.source_extended[0] = 12;  // a word outside the vocabulary
    batch.extended_size = 13;
    if (copy == CopyKind::pointer)  // labels it can reach: the source's first words
      for (std::size_t c = 0; c < batch.label.size(); ++c) batch.label[c] = batch.source_extended[c % 3];
    const std::vector<std::uint8_t> own = {0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1};
    for (const bool forced : {true, false}) {
      CAPTURE(static_cast<int>(copy));
      CAPTURE(forced);
      Feeding feeding;
      if (!forced) feeding.own = own.data();
      Pass pass(example, batch, feeding);
      const Pass more(example, padded(batch, 2), feeding);
      CHECK(pass.loss.sum == more.loss.sum);
      CHECK(pass.loss.tokens == more.loss.tokens);
      CHECK(pass.values() == more.values());

      // What an earlier, larger batch or a failed one left in the buffers is never read.
      const std::vector<Real> first = pass.values();
      for (auto* buffer : {&pass.workspace.logits, &pass.workspace.d_head_input, &pass.workspace.output_input,
                           &pass.workspace.d_output_input})
        for (Real& x : *buffer) x = std::numeric_limits<Real>::quiet_NaN();
      pass.run(example, batch, feeding);
      CHECK(pass.values() == first);
    }
  }
}
