#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "inference/trace.h"
#include "lesson/lesson.h"
#include "model/parameters.h"
#include "model/seq2seq.h"

using namespace seq2seq;
using namespace seq2seq::lesson;

namespace {

ModelConfig model_config(int V, int E, int H) {
  ModelConfig config;
  config.vocabulary_size = V;
  config.embedding_size = E;
  config.hidden_size = H;
  return config;
}

const TensorSize& find(const ForwardCost& cost, const std::string& name) {
  for (const TensorSize& tensor : cost.tensors)
    if (tensor.name == name) return tensor;
  throw std::runtime_error(name);
}

std::int64_t count(const ForwardCost& cost, const std::string& name) {
  for (const ModuleCount& product : cost.multiply_adds)
    if (product.name == name) return product.count;
  throw std::runtime_error(name);
}

}  // namespace

TEST_CASE("the shapes are those of a real pass") {
  const ModelConfig config = model_config(11, 5, 7);
  const Parameters parameters(std::make_shared<const ParameterLayout>(config));
  const Seq2Seq model(config);
  const std::vector<TokenId> source{2, 9, 4, 8, 1, 3}, target{4, 6, 5, 3};
  const Trace traced = trace(model, parameters, source, target, Regime::teacher, 0, 3, 0, false, false);
  const ForwardCost cost = forward_cost({1, 6, 4, 5, 7, 11});
  std::size_t compared = 0;
  for (const TraceTensor& tensor : traced.tensors) {
    if (tensor.name == "dec.loss") continue;
    CAPTURE(tensor.name);
    const TensorSize& size = find(cost, tensor.name);
    CHECK(size.shape == std::vector<std::int64_t>(tensor.shape.begin(), tensor.shape.end()));
    CHECK(size.times == (tensor.step < 0 ? 1 : 4));
    if (tensor.step <= 0) ++compared;
  }
  CHECK(compared == cost.tensors.size() - 3);  // without the ids in, the ids fed and the loss
}

TEST_CASE("the rows of a batch stand where PyTorch has them") {
  const ForwardCost cost = forward_cost({3, 6, 4, 5, 7, 11});
  CHECK(find(cost, "source").shape == std::vector<std::int64_t>{3, 6});
  CHECK(find(cost, "enc.hidden").shape == std::vector<std::int64_t>{1, 3, 7});
  CHECK(find(cost, "dec.gru_input").shape == std::vector<std::int64_t>{3, 1, 12});
  CHECK(find(cost, "dec.tanh").shape == std::vector<std::int64_t>{3, 6, 7});
  CHECK(find(cost, "loss").shape.empty());
}

TEST_CASE("a weight is multiplied once for each column that it meets") {
  const int B = 3, S = 6, T = 4, E = 5, H = 7, V = 11;
  const ForwardCost cost = forward_cost({B, S, T, E, H, V});
  const ParameterLayout layout(model_config(V, E, H));
  const auto weights = [&](const std::string& name) {
    std::int64_t numbers = 1;
    for (const int size : layout.find(name).shape) numbers *= size;
    return numbers;
  };
  CHECK(count(cost, "enc.gru") == B * S * (weights("enc.gru.weight_ih_l0") + weights("enc.gru.weight_hh_l0")));
  CHECK(count(cost, "dec.attn.Wh") == B * S * weights("dec.attn.Wh.weight"));
  CHECK(count(cost, "dec.attn.Ws") == B * T * weights("dec.attn.Ws.weight"));
  CHECK(count(cost, "dec.attn.v") == B * T * S * weights("dec.attn.v.weight"));
  CHECK(count(cost, "dec.context") == B * T * S * H);
  CHECK(count(cost, "dec.gru") == B * T * (weights("dec.gru.weight_ih_l0") + weights("dec.gru.weight_hh_l0")));
  CHECK(count(cost, "dec.fc") == B * T * weights("dec.fc.weight"));
  CHECK(cost.forward == 4536 + 882 + 588 + 504 + 504 + 4788 + 1848);
  CHECK(cost.training_step == 3 * cost.forward);
  CHECK(cost.repeated_keys == (T - 1) * count(cost, "dec.attn.Wh"));
}

TEST_CASE("bytes: weights, gradients, two moments, and what the pass made") {
  // The lesson's toy, added up by hand: 1386 parameters; 4 + 24 + 3*32 + 32 + 8 + 32 numbers once, and at each of three
  // steps 1 + 6 + 8 + 32 + 4 + 4 + 8 + 14 + 3*8 + 8 + 16 + 10 + 10; the loss.
  const ForwardCost cost = forward_cost({});
  CHECK(cost.parameter_bytes == 1386 * 4);
  CHECK(cost.gradient_bytes == 1386 * 4);
  CHECK(cost.optimizer_bytes == 1386 * 8);
  CHECK(cost.activation_bytes == (196 + 3 * 145 + 1) * 4);
  CHECK(cost.total_bytes == 1386 * 16 + cost.activation_bytes);
}

TEST_CASE("every parameter is there under its own name and shape") {
  const ForwardCost cost = forward_cost({3, 6, 4, 5, 7, 11});
  const ParameterLayout layout(model_config(11, 5, 7));
  REQUIRE(cost.parameters.size() == layout.list().size());
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < cost.parameters.size(); ++i) {
    const TensorSize& size = cost.parameters[i];
    const Parameter& parameter = layout.list()[i];
    CHECK(size.name == parameter.name);
    CHECK(size.shape == std::vector<std::int64_t>(parameter.shape.begin(), parameter.shape.end()));
    CHECK(size.bytes == static_cast<std::int64_t>(4 * parameter.size));
    bytes += size.bytes;
  }
  CHECK(bytes == 4 * parameter_counts(11, 5, 7).total);
  CHECK(cost.parameter_bytes == bytes);
  CHECK(find(cost, "dec.tanh").bytes == 4 * 4 * 3 * 6 * 7);
}

TEST_CASE("sizes beyond the limits are named; the largest still add up exactly") {
  CHECK_THROWS_WITH_AS(forward_cost({0, 4, 3, 6, 8, 10}), "B is 0; allowed: 1 to 512", Error);
  CHECK_THROWS_WITH_AS(forward_cost({1, 501, 3, 6, 8, 10}), "S is 501; allowed: 1 to 500", Error);
  CHECK_THROWS_WITH_AS(forward_cost({1, 4, 501, 6, 8, 10}), "T is 501; allowed: 1 to 500", Error);
  CHECK_THROWS_WITH_AS(forward_cost({1, 4, 3, 4097, 8, 10}), "E is 4097; allowed: 1 to 4096", Error);
  CHECK_THROWS_WITH_AS(forward_cost({1, 4, 3, 6, 4097, 10}), "H is 4097; allowed: 1 to 4096", Error);
  CHECK_THROWS_WITH_AS(forward_cost({1, 4, 3, 6, 8, 1'000'001}), "V is 1000001; allowed: 1 to 1000000", Error);
  const ForwardCost cost = forward_cost({512, 500, 500, 4096, 4096, 1'000'000});
  CHECK(cost.training_step < (std::int64_t{1} << 53));
  CHECK(cost.total_bytes < (std::int64_t{1} << 53));
}
