#include "model/gru.h"

#include <doctest/doctest.h>

#include "model/support.h"

using namespace model_test;

namespace {

// One hidden unit, one input of 1; the weights as a person writes them down (reset, update, new).
Example one_unit() {
  ModelConfig config;
  config.vocabulary_size = 2;
  config.embedding_size = 1;
  config.hidden_size = 1;
  Example example(config);
  example.parameters.write("enc.emb.weight", {1, 0});
  example.parameters.write("enc.gru.weight_ih_l0", {Real(.1), Real(.2), Real(.3)});
  example.parameters.write("enc.gru.weight_hh_l0", {Real(.4), Real(.5), Real(.6)});
  example.parameters.write("enc.gru.bias_ih_l0", {Real(.01), Real(.02), Real(.03)});
  example.parameters.write("enc.gru.bias_hh_l0", {Real(.04), Real(.05), Real(.5)});
  return example;
}

// Input 1 on a state of 0.5 through the layer's own functions.
Real step_from_half(const Example& example) {
  const Parameters& p = example.parameters;
  const ParameterOffsets& at = p.layout().offsets();
  const Real* const values = p.data();
  std::vector<Real> gates(4);
  add_up_gru_bias(values + at.encoder_gru.input_bias, values + at.encoder_gru.state_bias, 1, gates.data());
  const Real state = Real(0.5);
  for (std::size_t i = 0; i < 3; ++i) {
    gates[i] += values[at.encoder_gru.input_weight + i];
    gates[i + 1] += values[at.encoder_gru.state_weight + i] * state;
  }
  Real next = 0;
  gru_activate(gates.data(), &state, &next, 1);
  return next;
}

}  // namespace

TEST_CASE("the reset gate multiplies the product with its bias") {
  // Gating before the product would give 0.5984689.
  CHECK(double{step_from_half(one_unit())} == doctest::Approx(0.5610143).epsilon(1e-6));
}

TEST_CASE("a finished row keeps its state through the padding") {
  const Example example = one_unit();
  Workspace w;
  // The same token alone, and with two more columns of padding behind it.
  example.model.encode(example.parameters, batch_of({{0}}, {{0, 0}}), w);
  const Real alone = w.encoder_states[1];
  example.model.encode(example.parameters, batch_of({{0, 0, 0}, {0, 1, 0}}, {{0, 0}, {0, 0}}, {1, 3}), w);
  CHECK(w.encoder_states[3 * 2] == alone);
  CHECK(w.encoder_states[3 * 2 + 1] != alone);
}
