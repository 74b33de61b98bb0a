// What one forward pass of the lesson's model holds and multiplies, at any size: shapes, bytes, multiply-adds.
#include <utility>

#include "lesson/check_size.h"
#include "lesson/lesson.h"
#include "model/parameters.h"

namespace seq2seq::lesson {
namespace {

constexpr std::int64_t bytes_a_number = 4;  // float32, and the engine's token ids

struct Tensor {
  const char* name;
  const char* shape;  // sizes of ForwardSizes by their letters; X is E + H, D is 2 H
  bool each_step;
};
// The names and shapes of inference/trace.h, for B rows in place of one.
constexpr Tensor tensors[] = {
    {"source", "BS", false},        {"enc.emb", "BSE", false},         {"enc.gru.r", "BSH", false},
    {"enc.gru.z", "BSH", false},    {"enc.gru.n", "BSH", false},       {"enc.out", "BSH", false},
    {"enc.hidden", "1BH", false},   {"dec.Wh_h", "BSH", false},        {"input", "B", true},
    {"dec.emb", "B1E", true},       {"dec.Ws_s", "BH", true},          {"dec.tanh", "BSH", true},
    {"dec.energy", "BS1", true},    {"dec.alpha", "BS", true},         {"dec.context", "BH", true},
    {"dec.gru_input", "B1X", true}, {"dec.gru.r", "B1H", true},        {"dec.gru.z", "B1H", true},
    {"dec.gru.n", "B1H", true},     {"dec.hidden", "B1H", true},       {"dec.head_input", "BD", true},
    {"dec.logits", "BV", true},     {"dec.probabilities", "BV", true}, {"loss", "", false}};

std::int64_t size_of(char letter, const ForwardSizes& sizes) {
  switch (letter) {
    case 'B': return sizes.B;
    case 'S': return sizes.S;
    case 'E': return sizes.E;
    case 'H': return sizes.H;
    case 'V': return sizes.V;
    case 'X': return sizes.E + sizes.H;
    case 'D': return 2 * sizes.H;
    default: return 1;
  }
}

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
  for (const auto& [name, shape, each_step] : tensors) {
    TensorSize& tensor = cost.tensors.emplace_back();
    tensor.name = name;
    tensor.times = each_step ? T : 1;
    for (const char* letter = shape; *letter != 0; ++letter) tensor.shape.push_back(size_of(*letter, sizes));
  }
  ModelConfig config;
  config.vocabulary_size = static_cast<int>(V);
  config.embedding_size = static_cast<int>(E);
  config.hidden_size = static_cast<int>(H);
  for (const Parameter& parameter : parameter_list(config))
    cost.parameters.push_back({parameter.name, {parameter.shape.begin(), parameter.shape.end()}, 1, 0});
  const std::pair<const char*, std::int64_t> products[] = {
      {"enc.gru", B * S * 3 * H * (E + H)}, {"dec.attn.Wh", B * S * H * H}, {"dec.attn.Ws", B * T * H * H},
      {"dec.attn.v", B * T * S * H},        {"dec.context", B * T * S * H}, {"dec.gru", B * T * 3 * H * (E + 2 * H)},
      {"dec.fc", B * T * V * 2 * H}};
  for (const auto& [name, count] : products) {
    cost.multiply_adds.push_back({name, count});
    cost.forward += count;
  }
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
