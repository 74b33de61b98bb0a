#include "model/parameters.h"

#include <doctest/doctest.h>

#include <numeric>

#include "base/error.h"
#include "model/support.h"

using namespace model_test;
using fixtures::load;
using fixtures::tensor;

TEST_CASE("parameter counts are the lesson's") {
  int cases = 0;
  const auto file = load("params.json");
  for (const auto& size : file.at("sizes")) {
    const ModelConfig config = config_of(size);
    std::size_t encoder = 0, decoder = 0;
    for (const Parameter& p : parameter_list(config)) (p.name.substr(0, 4) == "enc." ? encoder : decoder) += p.size;
    CHECK(encoder == size.at("encoder").get<std::size_t>());
    CHECK(decoder == size.at("decoder").get<std::size_t>());
    CHECK(ParameterLayout(config).total() == size.at("total").get<std::size_t>());
    ++cases;
  }
  CHECK(cases > 3);
}

TEST_CASE("names and shapes are PyTorch's, in the order of its state_dict") {
  const auto file = load("init.json");
  for (const auto& c : file.at("cases")) {
    const ParameterLayout layout(config_of(c));
    CHECK(layout.list().size() == c.at("params").size());
    for (const Parameter& p : layout.list()) CHECK(p.shape == tensor(c.at("params").at(p.name)).shape);
  }
  const std::vector<std::string> expected{"enc.emb.weight",       "enc.gru.weight_ih_l0", "enc.gru.weight_hh_l0",
                                          "enc.gru.bias_ih_l0",   "enc.gru.bias_hh_l0",   "dec.emb.weight",
                                          "dec.attn.Wh.weight",   "dec.attn.Ws.weight",   "dec.attn.v.weight",
                                          "dec.gru.weight_ih_l0", "dec.gru.weight_hh_l0", "dec.gru.bias_ih_l0",
                                          "dec.gru.bias_hh_l0",   "dec.fc.weight",        "dec.fc.bias"};
  std::vector<std::string> found;
  for (const Parameter& p : parameter_list(ModelConfig{})) found.push_back(p.name);
  CHECK(found == expected);
}

TEST_CASE("the same seed draws PyTorch's parameters, bit for bit, and consumes the stream as PyTorch does") {
  int cases = 0;
  const auto file = load("init.json");
  for (const auto& c : file.at("cases")) {
    CAPTURE(c.at("name").get<std::string>());
    const ModelConfig config = config_of(c);
    Parameters parameters(std::make_shared<const ParameterLayout>(config));
    Generator generator(std::stoull(c.at("seed").get<std::string>()));
    initialise(parameters, config, generator);
    for (const Parameter& p : parameters.layout().list()) {
      CAPTURE(p.name);
      CHECK(parameters.read(p.name) == tensor(c.at("params").at(p.name)).from_float());
    }
    CHECK(generator.words_used() == c.at("raw_used_after_decoder").get<std::uint64_t>());
    std::vector<float> next(4);
    generator.rand(next.data(), next.size());
    for (std::size_t i = 0; i < next.size(); ++i)
      CHECK(next[i] == static_cast<float>(tensor(c.at("next_rand4")).data[i]));
    ++cases;
  }
  CHECK(cases == 4);
}

TEST_CASE("write and read are inverse, whatever the order inside") {
  Parameters parameters(std::make_shared<const ParameterLayout>(odd_config()));
  Real next = 0;
  for (const Parameter& p : parameters.layout().list()) {
    std::vector<Real> values(p.size);
    std::iota(values.begin(), values.end(), next);
    next += static_cast<Real>(p.size);
    parameters.write(p.name, values);
    CHECK(parameters.read(p.name) == values);
  }
  // No two parameters share a place: all still hold what they were given.
  next = 0;
  for (const Parameter& p : parameters.layout().list()) {
    CHECK(parameters.read(p.name).front() == next);
    next += static_cast<Real>(p.size);
  }
}

TEST_CASE("inside, the new gate comes first and W_s lies behind W_hh") {
  const ParameterLayout layout(odd_config());
  const int H = odd_config().hidden_size;
  CHECK(layout.find("enc.gru.weight_ih_l0").first_row == 2 * H);
  CHECK(layout.find("dec.gru.bias_ih_l0").first_row == 2 * H);
  CHECK(layout.find("enc.gru.weight_hh_l0").first_row == 0);
  const Parameter& hh = layout.find("dec.gru.weight_hh_l0");
  CHECK(layout.find("dec.attn.Ws.weight").offset == hh.offset + hh.size);
}

TEST_CASE("what does not exist or does not fit is refused by name") {
  Parameters parameters(std::make_shared<const ParameterLayout>(odd_config()));
  CHECK_THROWS_WITH_AS(parameters.read("enc.gru.weight_ih"), doctest::Contains("enc.gru.weight_ih\""), Error);
  CHECK_THROWS_WITH_AS(parameters.write("dec.fc.bias", std::vector<Real>(3)),
                       "dec.fc.bias was given 3 values; it has 11", Error);
}

TEST_CASE("sizes outside their range are refused by name, with the value found and the value allowed") {
  const auto refused = [](int V, int E, int H, const char* text) {
    ModelConfig config;
    config.vocabulary_size = V;
    config.embedding_size = E;
    config.hidden_size = H;
    CAPTURE(text);
    try {
      Seq2Seq model(config);
      FAIL("accepted");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_value);
      CHECK(std::string(error.what()).find(text) != std::string::npos);
    }
  };
  refused(0, 6, 8, "vocabulary_size is 0; allowed are 1 to 1000000");
  refused(-10, 6, 8, "vocabulary_size is -10");
  refused(2000000000, 6, 8, "vocabulary_size is 2000000000");
  refused(10, 0, 8, "embedding_size is 0; allowed are 1 to 4096");
  refused(10, 2147483647, 8, "embedding_size is 2147483647");
  refused(10, 6, -1, "hidden_size is -1; allowed are 1 to 4096");
  refused(10, 6, 4097, "hidden_size is 4097");
  refused(1000000, 4096, 4096, "parameters; allowed are 268435456");
  CHECK_NOTHROW(ParameterLayout(ModelConfig{1, 1, 1}));
}
