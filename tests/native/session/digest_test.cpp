#include "session/digest.h"

#include <doctest/doctest.h>

#include "model/support.h"

using namespace seq2seq;

TEST_CASE("the check code sees every single value") {
  const model_test::Example example(model_test::odd_config());
  const std::string code = digest(example.parameters);
  CHECK(code.size() == 16);
  CHECK(digest(example.parameters) == code);
  for (const Parameter& parameter : example.parameters.layout().list()) {
    CAPTURE(parameter.name);
    Parameters changed = example.parameters;
    std::vector<Real> values = changed.read(parameter.name);
    values.back() = std::nextafter(values.back(), Real(9));
    changed.write(parameter.name, values);
    CHECK(digest(changed) != code);
  }
}

#ifndef SEQ2SEQ_DOUBLE
TEST_CASE("the check code is XXH3 over the floats in PyTorch's order") {
  ModelConfig config;
  config.vocabulary_size = 2;
  config.embedding_size = 1;
  config.hidden_size = 1;
  Parameters parameters(std::make_shared<const ParameterLayout>(config));
  Real next = 1;
  for (const Parameter& parameter : parameters.layout().list()) {
    std::vector<Real> values(parameter.size);
    for (Real& value : values) value = next++;
    parameters.write(parameter.name, values);
  }
  // python3: xxhash.xxh3_64_hexdigest(struct.pack("<40f", *range(1, 41)))
  REQUIRE(parameters.size() == 40);
  CHECK(digest(parameters) == "bfcf3744d93ead57");
}
#endif
