#include "checking/plain_model.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "support/fixtures.h"
#include "support/reference_dumps.h"

using namespace seq2seq;
using namespace reference_test;

TEST_CASE("the plain model computes what the engine computes, gradients included") {
  for (const AttentionKind attention :
       {AttentionKind::bahdanau, AttentionKind::luong_dot, AttentionKind::luong_general, AttentionKind::none})
    for (const CopyKind copy : {CopyKind::off, CopyKind::pointer_generator, CopyKind::pointer})
      for (const LossKind kind : {LossKind::sum, LossKind::mean}) {
        if (attention == AttentionKind::none && copy != CopyKind::off) continue;
        CAPTURE(static_cast<int>(attention));
        CAPTURE(static_cast<int>(copy));
        const Model model(odd_config(attention, copy));
        const ReferencePair pair = odd_pair(copy);
        PlainModel plain(model.seq2seq.config(), model.parameters);
        const std::vector<ReferenceTensor> found = plain.run(pair, kind, {}, true),
                                           expected = engine_tensors(model.seq2seq, model.parameters, pair, kind);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
          CAPTURE(expected[i].name);
          CAPTURE(expected[i].step);
          CHECK(found[i].name == expected[i].name);
          CHECK(found[i].step == expected[i].step);
          CHECK(found[i].shape == expected[i].shape);
          CHECK(fixtures::difference(found[i].values, expected[i].values, fixtures::tolerance(5e-6, 1e-12)) == "");
        }
        CHECK(plain.loss(pair, kind) ==
              doctest::Approx(expected[expected.size() - 1 - model.seq2seq.layout()->list().size()].values.at(0))
                  .epsilon(1e-5));
      }
}

TEST_CASE("the plain model's gradients are slopes of its loss, in variants too") {
  Variant variant;
  variant.query = Variant::Query::after;
  variant.decoder.reset = GruVariant::Reset::state;
  variant.encoder.update_reversed = true;
  variant.in_head = Variant::Context::swapped;
  variant.softmax_twice = true;
  variant.mask = Variant::Mask::padding_encoded;
  const Model model(odd_config());
  const ReferencePair pair = odd_pair(CopyKind::off, true);
  PlainModel plain(model.seq2seq.config(), model.parameters);
  const auto loss = [&] {
    for (const ReferenceTensor& tensor : plain.run(pair, LossKind::sum, variant, false))
      if (tensor.name == "loss") return tensor.values.at(0);
    return std::nan("");
  };
  for (const ReferenceTensor& gradient : plain.run(pair, LossKind::sum, variant, true)) {
    if (gradient.name.rfind("grad.", 0) != 0) continue;
    CAPTURE(gradient.name);
    std::vector<double>& values = plain.weight(gradient.name.substr(5)).values;
    for (std::size_t i = 0; i < values.size(); i += 3) {
      const double kept = values[i], step = 1e-5;
      values[i] = kept + step;
      const double above = loss();
      values[i] = kept - step;
      const double below = loss();
      values[i] = kept;
      CHECK(gradient.values[i] == doctest::Approx((above - below) / (2 * step)).epsilon(1e-6));
    }
  }
}

TEST_CASE("the plain model has no parameters but the model's") {
  const Model model(odd_config());
  PlainModel plain(model.seq2seq.config(), model.parameters);
  CHECK(plain.has("dec.attn.Ws.weight"));
  CHECK_THROWS_AS(plain.weight("dec.attn.Ws.bias"), Error);
  plain.add_bias("dec.attn.Ws.bias", {1, 2, 3, 4, 5, 6, 7});
  CHECK(plain.weight("dec.attn.Ws.bias").cols == 7);
}
