// What one forward pass of the lesson's model holds and multiplies, at any size: shapes, bytes, multiply-adds.
#include "lesson/check_size.h"
#include "lesson/lesson.h"
#include "model/parameters.h"

namespace seq2seq::lesson {
namespace {

constexpr std::int64_t bytes_a_number = 4;  // float32, and the engine's token ids

std::int64_t count_bytes(TensorSize& tensor) {
  tensor.bytes = bytes_a_number * tensor.times;
  for (const std::int64_t size : tensor.shape) tensor.bytes *= size;
  return tensor.bytes;
}

}  // namespace

ForwardCost forward_cost(const ForwardSizes& sizes) {
  // With these limits every sum below is a whole number that a double holds exactly: it crosses into JavaScript.
  check_size("B", sizes.B, 512);
  check_size("S", sizes.S, 500);
  check_size("T", sizes.T, 500);
  check_size("E", sizes.E, 4096);
  check_size("H", sizes.H, 4096);
  check_size("V", sizes.V, 1'000'000);
  const auto [B, S, T, E, H, V] = sizes;
  ForwardCost cost;
  // The names and shapes of inference/trace.h, for B rows in place of one.
  cost.tensors = {{"source", {B, S}, 1, 0},
                  {"enc.emb", {B, S, E}, 1, 0},
                  {"enc.gru.r", {B, S, H}, 1, 0},
                  {"enc.gru.z", {B, S, H}, 1, 0},
                  {"enc.gru.n", {B, S, H}, 1, 0},
                  {"enc.out", {B, S, H}, 1, 0},
                  {"enc.hidden", {1, B, H}, 1, 0},
                  {"dec.Wh_h", {B, S, H}, 1, 0},
                  {"input", {B}, T, 0},
                  {"dec.emb", {B, 1, E}, T, 0},
                  {"dec.Ws_s", {B, H}, T, 0},
                  {"dec.tanh", {B, S, H}, T, 0},
                  {"dec.energy", {B, S, 1}, T, 0},
                  {"dec.alpha", {B, S}, T, 0},
                  {"dec.context", {B, H}, T, 0},
                  {"dec.gru_input", {B, 1, E + H}, T, 0},
                  {"dec.gru.r", {B, 1, H}, T, 0},
                  {"dec.gru.z", {B, 1, H}, T, 0},
                  {"dec.gru.n", {B, 1, H}, T, 0},
                  {"dec.hidden", {B, 1, H}, T, 0},
                  {"dec.head_input", {B, 2 * H}, T, 0},
                  {"dec.logits", {B, V}, T, 0},
                  {"dec.probabilities", {B, V}, T, 0},
                  {"loss", {}, 1, 0}};
  ModelConfig config;
  config.vocabulary_size = static_cast<int>(V);
  config.embedding_size = static_cast<int>(E);
  config.hidden_size = static_cast<int>(H);
  for (const Parameter& parameter : parameter_list(config))
    cost.parameters.push_back({parameter.name, {parameter.shape.begin(), parameter.shape.end()}, 1, 0});
  cost.multiply_adds = {{"enc.gru", B * S * 3 * H * (E + H)}, {"dec.attn.Wh", B * S * H * H},
                        {"dec.attn.Ws", B * T * H * H},       {"dec.attn.v", B * T * S * H},
                        {"dec.context", B * T * S * H},       {"dec.gru", B * T * 3 * H * (E + 2 * H)},
                        {"dec.fc", B * T * V * 2 * H}};
  for (const ModuleCount& product : cost.multiply_adds) cost.forward += product.count;
  // Each product a = W b gives two in backward, one for W's gradient and one for b's.
  cost.training_step = 3 * cost.forward;
  cost.repeated_keys = (T - 1) * B * S * H * H;
  for (TensorSize& tensor : cost.tensors) cost.activation_bytes += count_bytes(tensor);
  for (TensorSize& parameter : cost.parameters) cost.parameter_bytes += count_bytes(parameter);
  cost.gradient_bytes = cost.parameter_bytes;
  cost.optimizer_bytes = 2 * cost.parameter_bytes;
  cost.total_bytes = cost.parameter_bytes + cost.gradient_bytes + cost.optimizer_bytes + cost.activation_bytes;
  return cost;
}

}  // namespace seq2seq::lesson
