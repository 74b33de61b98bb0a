// The loss's gradient by every single parameter against central differences. In the double build only, where a
// difference has digits enough; sizes all differ, rows are ragged.
#include <doctest/doctest.h>

#include <cmath>

#include "model/support.h"

using namespace model_test;

namespace {

struct Variant {
  const char* name;
  AttentionKind attention;
  CopyKind copy;
  double key_scale = 1;  // large: the tanh path
};

const Variant variants[] = {
    {"bahdanau", AttentionKind::bahdanau, CopyKind::off},
    {"bahdanau by tanh", AttentionKind::bahdanau, CopyKind::off, 60},
    {"luong dot", AttentionKind::luong_dot, CopyKind::off},
    {"luong general", AttentionKind::luong_general, CopyKind::off},
    {"none", AttentionKind::none, CopyKind::off},
    {"bahdanau, pointer-generator", AttentionKind::bahdanau, CopyKind::pointer_generator},
    {"bahdanau by tanh, pointer-generator", AttentionKind::bahdanau, CopyKind::pointer_generator, 60},
    {"luong dot, pointer-generator", AttentionKind::luong_dot, CopyKind::pointer_generator},
    {"luong general, pointer-generator", AttentionKind::luong_general, CopyKind::pointer_generator},
    {"bahdanau, pointer", AttentionKind::bahdanau, CopyKind::pointer},
    {"luong dot, pointer", AttentionKind::luong_dot, CopyKind::pointer},
    {"luong general, pointer", AttentionKind::luong_general, CopyKind::pointer},
};

Example example_of(const Variant& variant) {
  ModelConfig config = odd_config();
  config.attention = variant.attention;
  config.copy = variant.copy;
  config.unk_id = 1;
  Example example(config);
  if (variant.key_scale != 1) {
    std::vector<Real> weights = example.parameters.read("dec.attn.Wh.weight");
    for (Real& x : weights) x *= static_cast<Real>(variant.key_scale);
    example.parameters.write("dec.attn.Wh.weight", weights);
  }
  return example;
}

// Labels within reach of each kind of copying; the first row's source has two unknown words, one of them twice.
Batch batch_for(CopyKind copy) {
  Batch batch = odd_batch();
  if (copy == CopyKind::off) return batch;
  batch.source_extended = batch.source;
  batch.extended_size = 13;
  const auto set = [&batch](std::vector<TokenId>& cells, int step, int row, TokenId id) {
    cells[static_cast<std::size_t>(step * batch.rows + row)] = id;
  };
  for (const auto& [s, id] : {std::pair{1, 11}, std::pair{3, 12}, std::pair{4, 11}}) {
    set(batch.source, s, 0, 1);
    set(batch.source_extended, s, 0, id);
  }
  set(batch.label, 0, 0, 11);
  set(batch.label, 2, 0, 12);
  if (copy == CopyKind::pointer) {
    const TokenId rows[3][4] = {{11, 4, 12, 2}, {8, 9}, {5, 5, 5}};
    for (int b = 0; b < 3; ++b)
      for (int t = 0; t < batch.target_lengths[static_cast<std::size_t>(b)]; ++t) set(batch.label, t, b, rows[b][t]);
  }
  return batch;
}

}  // namespace

TEST_CASE("every parameter's gradient agrees with central differences, for every variant") {
  if (sizeof(Real) < 8) return;
  for (const Variant& variant : variants)
    for (const LossKind kind : {LossKind::sum, LossKind::mean}) {
      CAPTURE(std::string(variant.name));
      Example example = example_of(variant);
      const Batch batch = batch_for(variant.copy);
      Workspace w;
      Gradients gradients(example.model.layout());
      example.model.forward(example.parameters, batch, {}, kind, w);
      if (variant.attention == AttentionKind::bahdanau) CHECK(w.exp_product == (variant.key_scale == 1));
      example.model.backward(example.parameters, batch, w, gradients);
      int checked = 0;
      for (const Parameter& p : example.model.layout()->list()) {
        CAPTURE(p.name);
        double worst = 0, largest = 0;
        for (std::size_t i = 0; i < p.size; ++i) {
          Real& x = example.parameters.at(p)[i];
          const Real kept = x;
          const Real h = static_cast<Real>(3e-6);
          x = kept + h;
          const double above = example.model.forward(example.parameters, batch, {}, kind, w).value;
          x = kept - h;
          const double below = example.model.forward(example.parameters, batch, {}, kind, w).value;
          x = kept;
          const double found = double{gradients.at(p)[i]};
          worst = std::fmax(worst, std::fabs(found - (above - below) / (2 * double{h})));
          largest = std::fmax(largest, std::fabs(found));
          ++checked;
        }
        CHECK(worst < 1e-8);
        CHECK(largest > 1e-6);  // nothing is left out
      }
      CHECK(checked == static_cast<int>(example.model.layout()->total()));
    }
}

TEST_CASE("backward writes every gradient whole: after another pass and another batch it finds the same") {
  for (const Variant& variant : variants) {
    CAPTURE(std::string(variant.name));
    const Example example = example_of(variant);
    const Batch batch = batch_for(variant.copy);
    Workspace w;
    Gradients gradients(example.model.layout());
    example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    example.model.backward(example.parameters, batch, w, gradients);
    const Gradients once = gradients;
    example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    example.model.backward(example.parameters, batch, w, gradients);
    CHECK(gradients == once);

    // Other tokens in between, larger and smaller; then the first batch again.
    Batch other = batch_of({{7, 0, 2, 6, 6, 6, 6, 6}, {7, 7, 7, 7, 7, 7, 7, 7}}, {{8, 6, 2}, {8, 7, 7}});
    other.source_extended = other.source;
    other.extended_size = 11;
    example.model.forward(example.parameters, other, {}, LossKind::mean, w);
    example.model.backward(example.parameters, other, w, gradients);
    CHECK_FALSE(gradients == once);
    example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    example.model.backward(example.parameters, batch, w, gradients);
    CHECK(gradients == once);

    // Somebody else's values in the buffer.
    for (std::size_t i = 0; i < gradients.size(); ++i) gradients.data()[i] = 3;
    example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    example.model.backward(example.parameters, batch, w, gradients);
    CHECK(gradients == once);
  }
}

TEST_CASE("what stands in the padding does not matter, and no gradient reaches a token that stands only there") {
  for (const Variant& variant : variants) {
    CAPTURE(std::string(variant.name));
    const Example example = example_of(variant);
    const Batch batch = batch_for(variant.copy);
    Batch garbage = batch;
    for (int b = 0; b < batch.rows; ++b) {
      for (int s = batch.source_lengths[static_cast<std::size_t>(b)]; s < batch.source_length; ++s) {
        garbage.source[static_cast<std::size_t>(s * batch.rows + b)] = -2147483647;
        if (!garbage.source_extended.empty())
          garbage.source_extended[static_cast<std::size_t>(s * batch.rows + b)] = 2147483647;
      }
      for (int t = batch.target_lengths[static_cast<std::size_t>(b)]; t < batch.target_length; ++t) {
        garbage.input[static_cast<std::size_t>(t * batch.rows + b)] = 2147483647;
        garbage.label[static_cast<std::size_t>(t * batch.rows + b)] = -1;
      }
    }
    Workspace w, v;
    Gradients gradients(example.model.layout()), others(example.model.layout());
    const Loss loss = example.model.forward(example.parameters, batch, {}, LossKind::mean, w);
    example.model.backward(example.parameters, batch, w, gradients);
    CHECK(example.model.forward(example.parameters, garbage, {}, LossKind::mean, v).value == loss.value);
    example.model.backward(example.parameters, garbage, v, others);
    CHECK(gradients == others);

    // Token 0 stands in the sources' padding and nowhere else.
    const std::vector<Real> embedding = gradients.read("enc.emb.weight");
    for (int i = 0; i < example.model.config().embedding_size; ++i) CHECK(embedding[static_cast<std::size_t>(i)] == 0);
    // Beyond a length no gradient reaches the encoder's states.
    const int H = example.model.config().hidden_size;
    for (int b = 0; b < batch.rows; ++b)
      for (int s = batch.source_lengths[static_cast<std::size_t>(b)]; s < batch.source_length; ++s)
        for (int i = 0; i < H; ++i)
          CHECK(w.d_encoder_states[static_cast<std::size_t>((s * batch.rows + b) * H + i)] == 0);
  }
}

TEST_CASE("a row's gradients in a padded batch are those it has alone") {
  for (const Variant& variant : variants) {
    CAPTURE(std::string(variant.name));
    const Example example = example_of(variant);
    const Batch batch = batch_for(variant.copy);
    Workspace w;
    Gradients together(example.model.layout()), one(example.model.layout());
    const Loss loss = example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    example.model.backward(example.parameters, batch, w, together);
    std::vector<double> sum(together.size(), 0);
    double loss_sum = 0;
    for (int b = 0; b < batch.rows; ++b) {
      Batch alone;
      alone.rows = 1;
      alone.source_length = batch.source_lengths[static_cast<std::size_t>(b)];
      alone.target_length = batch.target_lengths[static_cast<std::size_t>(b)];
      alone.source_lengths = {alone.source_length};
      alone.target_lengths = {alone.target_length};
      alone.extended_size = batch.extended_size;
      for (int s = 0; s < alone.source_length; ++s) {
        const std::size_t cell = static_cast<std::size_t>(s * batch.rows + b);
        alone.source.push_back(batch.source[cell]);
        if (variant.copy != CopyKind::off) alone.source_extended.push_back(batch.source_extended[cell]);
      }
      for (int t = 0; t < alone.target_length; ++t) {
        const std::size_t cell = static_cast<std::size_t>(t * batch.rows + b);
        alone.input.push_back(batch.input[cell]);
        alone.label.push_back(batch.label[cell]);
      }
      loss_sum += example.model.forward(example.parameters, alone, {}, LossKind::sum, w).sum;
      example.model.backward(example.parameters, alone, w, one);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += double{one.data()[i]};
    }
    const std::vector<Real> found(together.data(), together.data() + together.size());
    CHECK(std::fabs(loss.sum - loss_sum) < fixtures::tolerance(2e-5, 1e-11));
    CHECK(fixtures::difference(found, sum, fixtures::tolerance(5e-6, 1e-12)) == "");
  }
}
