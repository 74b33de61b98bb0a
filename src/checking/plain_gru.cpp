#include "checking/plain_gru.h"

namespace seq2seq {

using Node = PlainTape::Node;

GruSteps plain_gru(PlainTape& tape, const GruWeights& weights, const GruVariant& variant, Node x, Node h) {
  const int H = static_cast<int>(tape.value(h).size()), I = static_cast<int>(tape.value(x).size());
  const auto from_input = [&](std::size_t gate) {
    const int row = variant.block[gate] * H;
    const Node product = tape.product(weights.input, {row, H, 0, I}, x, variant.input_weight_transposed && H == I);
    return variant.input_bias ? tape.add(product, tape.part(weights.input_bias, row, H)) : product;
  };
  const auto from_state = [&](std::size_t gate, Node state) {
    return tape.product(weights.state, {variant.block[gate] * H, H, 0, H}, state, variant.state_weight_transposed);
  };
  const auto with_bias = [&](std::size_t gate, Node product) {
    return variant.state_bias ? tape.add(product, tape.part(weights.state_bias, variant.block[gate] * H, H)) : product;
  };
  GruSteps steps;
  steps.r = tape.sigmoid(tape.add(from_input(0), with_bias(0, from_state(0, h))));
  steps.z = tape.sigmoid(tape.add(from_input(1), with_bias(1, from_state(1, h))));
  Node inner = 0;
  switch (variant.reset) {
    case GruVariant::Reset::product_and_bias: inner = tape.multiply(steps.r, with_bias(2, from_state(2, h))); break;
    case GruVariant::Reset::product_only: inner = with_bias(2, tape.multiply(steps.r, from_state(2, h))); break;
    case GruVariant::Reset::state: inner = with_bias(2, from_state(2, tape.multiply(steps.r, h))); break;
  }
  steps.n = tape.tanh(tape.add(from_input(2), inner));
  const Node keep = variant.update_reversed ? steps.n : h, renew = variant.update_reversed ? h : steps.n;
  steps.state = tape.add(tape.multiply(tape.one_minus(steps.z), renew), tape.multiply(steps.z, keep));
  return steps;
}

}  // namespace seq2seq
