#include "model/gru.h"

#include <doctest/doctest.h>

#include <cmath>

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

TEST_CASE("C36: the reset gate multiplies the product with its bias") {
  // Gating before the product would give 0.5984689.
  CHECK(double{step_from_half(one_unit())} == doctest::Approx(0.5610143).epsilon(1e-6));
}

TEST_CASE("C03: padding behind a row's length does not move its state") {
  const Example example = one_unit();
  Workspace w;
  // The same token alone, and with two more columns of padding behind it.
  example.model.encode(example.parameters, batch_of({{0}}, {{0, 0}}), w);
  const Real alone = w.encoder_states[1];
  example.model.encode(example.parameters, batch_of({{0, 0, 0}, {0, 1, 0}}, {{0, 0}, {0, 0}}, {1, 3}), w);
  CHECK(w.encoder_states[3 * 2] == alone);
  CHECK(w.encoder_states[3 * 2 + 1] != alone);
}

TEST_CASE("C03: one more step on a pad of zeros would be seen") {
  // h 0.5, x 1 gives 0.5610143; the pad step after it would give 0.5218751.
  const Example example = one_unit();
  const Real next = step_from_half(example);
  CHECK(std::fabs(double{next} - 0.5218751) > 0.03);
  Workspace w;
  example.model.encode(example.parameters, batch_of({{0, 1}, {0, 1}}, {{0, 0}, {0, 0}}, {1, 2}), w);
  CHECK(w.encoder_states[2 * 2] == w.encoder_states[1 * 2]);          // ended after one step
  CHECK(w.encoder_states[2 * 2 + 1] != w.encoder_states[1 * 2 + 1]);  // read the pad's embedding
}

TEST_CASE("C04: read backwards, a padded palindrome ends in the same state") {
  const Example example(odd_config());
  Workspace w;
  const int H = 7;
  // The second row's padding is what a reader from the wrong end would begin with.
  example.model.encode(
      example.parameters,
      batch_of({{4, 7, 4, 9, 9}, {4, 7, 4, 2, 6}, {4, 7, 9, 9, 9}}, {{0, 0}, {0, 0}, {0, 0}}, {3, 3, 2}), w);
  const auto state = [&](int t, int b) {
    const auto begin = w.encoder_states.begin() + (t * 3 + b) * H;
    return std::vector<Real>(begin, begin + H);
  };
  CHECK(state(5, 0) == state(3, 0));
  CHECK(state(5, 1) == state(3, 0));  // forwards and backwards the ids are the same
  CHECK(state(5, 0) != state(1, 0));  // not what stands beside the last token when read from the end
  CHECK(state(5, 2) == state(2, 2));
}
