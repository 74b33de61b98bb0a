#include "session/json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace seq2seq;
using Json = nlohmann::json;

namespace {

Session toy() { return Session(parse_configuration("{}")); }

}  // namespace

TEST_CASE("step reports keep every bit, and stay JSON where a number is none") {
  StepReport report;
  report.step = 9007199254740993;
  report.loss = 6.9713378334045411;
  report.epsilon = 1.0 / 3;
  report.gradient_norm = std::nan("");
  report.epoch_ends = true;
  report.epoch_loss = HUGE_VAL;
  const Json json = Json::parse(to_json(report));
  CHECK(json.at("step") == 9007199254740993);
  CHECK(json.at("loss").get<double>() == report.loss);
  CHECK(json.at("epsilon").get<double>() == report.epsilon);
  CHECK(json.at("gradientNorm") == "NaN");
  CHECK(json.at("epochLoss") == "Infinity");
  CHECK(json.at("epochEnds") == true);
  CHECK(!json.contains("validationLoss"));

  StepReport inside;
  const Json list = Json::parse(to_json(std::vector<StepReport>{inside, report}));
  REQUIRE(list.size() == 2);
  CHECK(!list[0].contains("epochLoss"));
  CHECK(to_json(std::vector<StepReport>{}) == "[]");
}

TEST_CASE("a snapshot's JSON has its numbers and labels") {
  const Session session = toy();
  const Snapshot snapshot = session.snapshot();
  const Json json = Json::parse(to_json(snapshot));
  CHECK(json.at("epoch") == 0);
  CHECK(json.at("loss").get<double>() == snapshot.loss);
  CHECK(json.at("source") == Json({"2", "5", "1", "EOS"}));
  CHECK(json.at("target") == Json({"4", "6", "EOS"}));
  CHECK(json.at("forcedInputs") == Json({"BOS", "4", "6"}));
  CHECK(json.at("freePredictions") == Json({"EOS", "2", "EOS"}));
  CHECK(json.at("decoded") == Json::array());
  REQUIRE(json.at("alpha").size() == 12);
  for (std::size_t i = 0; i < 12; ++i) CHECK(json.at("alpha")[i].get<Real>() == snapshot.alpha[i]);
}

TEST_CASE("a session's state names configuration, position and check code") {
  Session session = toy();
  Context context;
  session.train(2, context);
  const Json json = Json::parse(state_to_json(session));
  CHECK(json.at("configuration").at("training").at("seed") == "99");
  CHECK(json.at("configuration").at("task").at("kind") == "lesson");
  CHECK(json.at("step") == 2);
  CHECK(json.at("epoch") == 2);
  CHECK(json.at("finished") == false);
  CHECK(json.at("parameterCount") == 1386);
  CHECK(json.at("digest") == session.digest());
}

TEST_CASE("a trace's JSON lists every tensor with shape and values") {
  const Session session = toy();
  const Trace trace = session.trace_watched(Regime::free);
  const Json json = Json::parse(to_json(trace));
  CHECK(json.at("regime") == "free");
  CHECK(json.at("inputs") == Json({0, 3, 2}));
  REQUIRE(json.at("tensors").size() == trace.tensors.size());
  for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
    const Json& tensor = json.at("tensors")[i];
    CHECK(tensor.at("name") == trace.tensors[i].name);
    CHECK(tensor.at("symbol") == trace.tensors[i].symbol);
    CHECK(tensor.at("formula") == trace.tensors[i].formula);
    CHECK(tensor.at("step") == trace.tensors[i].step);
    CHECK(tensor.at("shape").get<std::vector<int>>() == trace.tensors[i].shape);
    CHECK(tensor.at("values").get<std::vector<Real>>() == trace.tensors[i].values);
  }
}

TEST_CASE("texts are written so that any token survives") {
  Translation translation;
  translation.tokens = {"</s>", "a\"b\\c", "caf\xc3\xa9", std::string("\x01\n\0", 3)};
  translation.alpha = {0.1F, 1};
  translation.cut_off = true;
  const Json json = Json::parse(to_json(translation));
  CHECK(json.at("tokens").get<std::vector<std::string>>() == translation.tokens);
  CHECK(json.at("alpha").get<std::vector<Real>>() == translation.alpha);
  CHECK(json.at("cutOff") == true);
  CHECK(Json::parse(error_to_json(Error(ErrorCode::invalid_file, "\"x\""))) ==
        Json({{"code", "invalid_file"}, {"message", "\"x\""}}));
}
