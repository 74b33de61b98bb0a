#include "session/json_reference.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "support/reference_dumps.h"

using namespace seq2seq;
using namespace reference_test;
using Json = nlohmann::json;

TEST_CASE("a mapping is an object of texts") {
  CHECK(parse_name_mapping(R"({"a": "enc.emb.weight", "b.c": "dec.alpha"})") ==
        NameMapping{{"a", "enc.emb.weight"}, {"b.c", "dec.alpha"}});
  CHECK(parse_name_mapping("{}").empty());
  for (const char* const wrong : {"", "[]", "{", R"({"a": 1})", R"({"a": null})"})
    CHECK_THROWS_AS(parse_name_mapping(wrong), Error);
}

TEST_CASE("the report as JSON has what differs, where and why") {
  Variant variant;
  variant.score = Variant::Score::without_tanh;
  const Model model(odd_config());
  const ReferenceReport report =
      check_reference(dump_of(model, odd_pair(), LossKind::sum, variant), configuration_of(model.seq2seq.config()), {});
  const Json json = Json::parse(to_json(report));
  CHECK(json.at("loaded") == true);
  CHECK(json.at("agrees") == false);
  CHECK(json.at("explained") == true);
  CHECK(json.at("first").at("tensor") == "dec.tanh");
  CHECK(json.at("first").at("step") == 0);
  CHECK(json.at("first").at("index") == report.first->worst);
  CHECK(json.at("first").at("theirValue").get<double>() == report.first->theirs);
  CHECK(json.at("causes").at(0).at("id") == "no-tanh");
  CHECK(json.at("causes").at(0).at("tested") == true);
  CHECK(json.at("compared").size() == report.compared.size());
  CHECK(json.at("names").at("weights").size() == 15);
}

TEST_CASE("the mapping offered holds what was found and asks for the rest") {
  const Model model(odd_config());
  std::vector<NamedTensor> weights = to_tensors(model.parameters);
  for (NamedTensor& tensor : weights) {
    if (tensor.name == "enc.gru.weight_hh_l0") tensor.name = "one";
    if (tensor.name == "dec.gru.weight_hh_l0") tensor.name = "two";
    if (tensor.name == "dec.fc.weight") tensor.name = "head";
  }
  const ReferenceReport report =
      check_reference(dump_of(weights, {}, odd_pair()), configuration_of(model.seq2seq.config()), {});
  CHECK(!report.loaded);
  const Json json = Json::parse(mapping_to_json(report.names));
  CHECK(json.at("one") == "?");
  CHECK(json.at("two") == "?");
  CHECK(json.at("head") == "dec.fc.weight");
  CHECK(json.at("enc.emb.weight") == "enc.emb.weight");
  CHECK(Json::parse(to_json(report)).at("names").at("missing").size() == 2);
}

TEST_CASE("the gradient report as JSON") {
  const Model model(odd_config());
  const GradientReport report = check_gradients(model.seq2seq, model.parameters, odd_pair(), LossKind::sum, {5, 0});
  const Json json = Json::parse(to_json(report));
  CHECK(json.at("agrees") == true);
  CHECK(json.at("loss").get<double>() == report.loss);
  REQUIRE(json.at("parameters").size() == 15);
  CHECK(json.at("parameters").at(0).at("name") == "enc.emb.weight");
  CHECK(json.at("parameters").at(0).at("checked") == 5);
  CHECK(json.at("parameters").at(0).at("numeric").get<double>() == report.entries[0].numeric);
}
