#include "formats/safetensors.h"

#include <doctest/doctest.h>

#include <string>

#include "base/error.h"
#include "formats/weights.h"
#include "support/fixtures.h"

using namespace seq2seq;

namespace {

// A file with this header and so many data bytes.
std::string file(const std::string& header, std::size_t data_bytes) {
  const std::uint64_t length = header.size();  // wider than size_t in WebAssembly
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((length >> (8 * i)) & 255u);
  return bytes + header + std::string(data_bytes, '\0');
}

std::string safetensors_refusal(const std::string& bytes) {
  try {
    SafeTensors::parse(bytes);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_file);
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("every file of fixtures/safetensors is read or refused as expected.json says") {
  const fixtures::Json expected = fixtures::load("safetensors/expected.json");
  REQUIRE(expected.at("files").size() > 0);
  ModelConfig config;
  config.vocabulary_size = expected.at("model").at("V").get<int>();
  config.embedding_size = expected.at("model").at("E").get<int>();
  config.hidden_size = expected.at("model").at("H").get<int>();
  const auto layout = std::make_shared<const ParameterLayout>(config);

  for (const fixtures::Json& row : expected.at("files")) {
    const std::string name = row.at("file"), expect = row.at("expect");
    const std::string why = row.at("why");
    CAPTURE(name);
    CAPTURE(why);
    const std::string bytes = fixtures::read_bytes("safetensors/" + name);
    CHECK(bytes.size() == row.at("bytes").get<std::size_t>());

    bool parsed = false, loaded = false;
    std::string message;
    try {
      const SafeTensors parsed_file = SafeTensors::parse(bytes);
      parsed = true;
      model_config_of(parsed_file);
      read_parameters(parsed_file, layout);
      loaded = true;
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_file);
      message = error.what();
      CHECK(message.size() > 15);
    }
    CAPTURE(message);
    if (expect == "load") {
      CHECK(loaded);
    } else if (expect == "refuse") {
      CHECK_FALSE(loaded);
    } else if (expect == "parse, then refuse as a model") {
      CHECK(parsed);
      CHECK_FALSE(loaded);
      CHECK(message.find("dec.attn.v.weight") != std::string::npos);
      CHECK(message.find("index 1") != std::string::npos);
    } else {
      REQUIRE(expect == "load or refuse by name");
      CHECK(parsed);
    }
  }
}

TEST_CASE("the loaded weights are those of the seed") {
  const fixtures::Json expected = fixtures::load("safetensors/expected.json");
  const SafeTensors stored = SafeTensors::parse(fixtures::read_bytes("safetensors/model.safetensors"));
  const ModelConfig config = model_config_of(stored);
  const auto layout = std::make_shared<const ParameterLayout>(config);
  const Parameters loaded = read_parameters(stored, layout);
  Parameters drawn(layout);
  Generator generator(std::stoull(expected.at("model").at("seed").get<std::string>()));
  initialise(drawn, config, generator);
  CHECK(loaded == drawn);

  SUBCASE("and writing them again gives back every tensor") {
    const SafeTensors again = SafeTensors::parse(write_safetensors(to_tensors(loaded), {{"epochs", "3"}}));
    CHECK(again.metadata().at("epochs") == "3");
    CHECK(read_parameters(again, layout) == loaded);
  }
}

TEST_CASE("C40: sizes that lie are refused by their cause") {
  CHECK(safetensors_refusal("1234567").find("7 bytes") != std::string::npos);
  CHECK(safetensors_refusal(std::string(8, '\xFF')).find("18446744073709551615") != std::string::npos);
  std::string large(100, '\0');
  large[5] = 1;  // 2^40
  CHECK(safetensors_refusal(large).find("1099511627776") != std::string::npos);
  CHECK(safetensors_refusal(std::string("\x0A\0\0\0\0\0\0\0{\"a\":", 13)).find("only 5") != std::string::npos);
}

TEST_CASE("a number that is no whole one from 0 is named as it is written") {
  for (const std::string number : {"-0", "-8", "0.0", "0e0"}) {
    CAPTURE(number);
    const std::string header = R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[)" + number + ",8]}}";
    CHECK(safetensors_refusal(file(header, 8)).find("the offset " + number + "; a whole number from 0") !=
          std::string::npos);
  }
}

TEST_CASE("C41: offsets that cannot be are refused") {
  for (const char* offsets : {"[8,0]", "[-8,0]", "[0,9]", "[0]", "[]"}) {
    CAPTURE(offsets);
    CHECK_FALSE(
        safetensors_refusal(file(R"({"t":{"dtype":"F32","shape":[2],"data_offsets":)" + std::string(offsets) + "}}", 8))
            .empty());
  }
}

TEST_CASE("C42: a shape that its bytes cannot fill is refused with both sizes") {
  const std::string message =
      safetensors_refusal(file(R"({"t":{"dtype":"F32","shape":[1000,1000],"data_offsets":[0,4]}})", 4));
  CHECK(message.find("4000000") != std::string::npos);
  CHECK(message.find("give 4") != std::string::npos);
}

TEST_CASE("C43: metadata must be text") {
  const std::string message = safetensors_refusal(file(R"({"__metadata__":{"epochs":3}})", 0));
  CHECK(message.find("epochs") != std::string::npos);
  CHECK(message.find("text") != std::string::npos);
}

TEST_CASE("C44: valid files at the edge") {
  CHECK(SafeTensors::parse(file(R"({"__metadata__":{"k":"v"}})", 0)).tensors().empty());
  CHECK(SafeTensors::parse(file(R"({"__metadata__":{"k":"v"}}   )", 0)).metadata().at("k") == "v");
  CHECK_FALSE(safetensors_refusal(file(R"( {"__metadata__":{"k":"v"}})", 0)).empty());
  const SafeTensors odd = SafeTensors::parse(file(
      R"({"e":{"dtype":"F32","shape":[0,4],"data_offsets":[0,0]},"s":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})",
      4));
  CHECK(odd.values(*odd.find("e")).empty());
  CHECK(odd.values(*odd.find("s")) == std::vector<Real>{0});
}

TEST_CASE("C45: the writer's literal bytes") {
  const std::string bytes = write_safetensors({{"t", {2}, {Real(1.5), Real(-2)}}}, {});
  if (sizeof(Real) == 4) {
    const std::string header = R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    CHECK(bytes == std::string("\x38\0\0\0\0\0\0\0", 8) + header + "  " + std::string("\0\0\xC0\x3F\0\0\0\xC0", 8));
  }
  const SafeTensors again = SafeTensors::parse(bytes);
  CHECK(again.values(*again.find("t")) == std::vector<Real>{Real(1.5), Real(-2)});
}

TEST_CASE("C46: half precision") {
  std::string bytes = file(
      R"({"b":{"dtype":"BF16","shape":[1],"data_offsets":[10,12]},"h":{"dtype":"F16","shape":[5],"data_offsets":[0,10]}})",
      0);
  bytes += std::string("\x00\x3C\x00\xC0\x01\x00\x00\xFC\x01\x80\xC0\x3F", 12);
  const SafeTensors half = SafeTensors::parse(bytes);
  const std::vector<Real> values = half.values(*half.find("h"));
  CHECK(values[0] == 1);
  CHECK(values[1] == -2);
  CHECK(values[2] == Real(5.9604644775390625e-08));
  CHECK(values[3] == -HUGE_VALF);
  CHECK(values[4] == Real(-5.9604644775390625e-08));
  CHECK(half.values(*half.find("b")) == std::vector<Real>{Real(1.5)});
}

TEST_CASE("C37: one message names all missing, unknown and mis-shaped tensors") {
  ModelConfig config;
  const auto layout = std::make_shared<const ParameterLayout>(config);
  std::vector<NamedTensor> tensors = to_tensors(Parameters(layout));
  for (NamedTensor& tensor : tensors) {
    if (tensor.name == "enc.gru.weight_ih_l0") tensor.name = "encoder.gru.weight_ih";
    if (tensor.name == "dec.fc.weight") tensor.shape = {16, 10};
  }
  tensors.push_back({"extra", {1}, {Real(0)}});
  try {
    read_parameters(SafeTensors::parse(write_safetensors(tensors, {})), layout);
    FAIL("read weights that do not fit");
  } catch (const Error& error) {
    const std::string message = error.what();
    for (const char* part :
         {"Missing: enc.gru.weight_ih_l0", "encoder.gru.weight_ih", "extra", "dec.fc.weight is [16,10]"}) {
      CAPTURE(message);
      CHECK(message.find(part) != std::string::npos);
    }
  }
}

TEST_CASE("C38: another vocabulary is refused with both sizes") {
  ModelConfig theirs, ours;
  theirs.vocabulary_size = 29;
  ours.vocabulary_size = 38;
  const Parameters weights(std::make_shared<const ParameterLayout>(theirs));
  try {
    read_parameters(SafeTensors::parse(write_safetensors(to_tensors(weights), {})),
                    std::make_shared<const ParameterLayout>(ours));
    FAIL("read weights of another vocabulary");
  } catch (const Error& error) {
    const std::string message = error.what();
    CHECK(message.find("[29,6]") != std::string::npos);
    CHECK(message.find("[38,6]") != std::string::npos);
    CHECK(message.find("vocabulary") != std::string::npos);
  }
}
