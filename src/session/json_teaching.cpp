#include "session/json_teaching.h"

#include "base/error.h"
#include "formats/configuration.h"
#include "inference/decode_steps.h"
#include "lesson/lesson.h"
#include "session/json_lesson.h"
#include "session/json_request.h"
#include "session/json_writer.h"
#include "training/schedule.h"

namespace seq2seq {
namespace {

using Json = JsonValue;

// Ranges of training's fields stand in the configuration's table, and nowhere else.
TrainingConfig training_from(const char* name, const Json& value) {
  return parse_configuration(Json{{"training", {{name, value}}}}.dump(-1, ' ', false, Json::error_handler_t::replace))
      .training;
}

void write(JsonWriter& json, const ShownStep& step) {
  json.open_object();
  json.field("input", step.input);
  json.field("given", step.given);
  json.field("prediction", step.prediction);
  if (!step.expected.empty()) json.field("expected", step.expected);
  if (step.loss) json.field("loss", *step.loss);
  if (step.p_gen) json.field("pGen", *step.p_gen);
  json.key("top");
  json.open_array();
  for (const auto& [token, probability] : step.top) {
    json.open_object();
    json.field("token", token);
    json.field("probability", probability);
    json.close_object();
  }
  json.close_array();
  json.field("state", step.state);
  json.field("alpha", step.alpha);
  json.field("ended", step.ended);
  json.close_object();
}

}  // namespace

std::string schedule_from_json(const std::string& text) {
  const JsonRequest request("schedule", text, {"forcing", "at"});
  const ForcingConfig forcing = training_from("forcing", request.member("forcing")).forcing;
  JsonWriter json;
  json.open_array();
  for (const std::uint32_t k : request.wholes<std::uint32_t>("at")) json.value(teacher_probability(forcing, k));
  json.close_array();
  return json.take();
}

std::string coins_from_json(const std::string& text) {
  const JsonRequest request("coins", text, {"seed", "rows", "length", "epsilon", "coin", "step"});
  lesson::CoinThrow thrown;
  if (request.has("seed")) thrown.seed = training_from("seed", request.member("seed")).seed;
  thrown.rows = request.whole<int>("rows", thrown.rows);
  thrown.length = request.whole<int>("length");
  thrown.epsilon = request.number("epsilon");
  thrown.coin = request.choice("coin", {"token", "sequence"}, 0) == 1 ? Coin::sequence : Coin::token;
  thrown.step = request.whole<std::int64_t>("step", thrown.step);
  const std::vector<std::uint8_t> own = lesson::coins(thrown);
  JsonWriter json;
  json.open_array();
  for (std::size_t at = 0; at < own.size(); ++at) {
    const std::size_t length = static_cast<std::size_t>(thrown.length);
    if (at % length == 0) json.open_array();
    json.value(own[at] != 0);
    if (at % length == length - 1) json.close_array();
  }
  json.close_array();
  return json.take();
}

std::string attention_context_from_json(const std::string& text) {
  const JsonRequest request("attention context", text, {"h", "alpha", "normalized"});
  const lesson::HandContext made =
      lesson::context_of(request.reals("h"), request.reals("alpha"), request.flag("normalized", false));
  JsonWriter json;
  json.open_object();
  json.field("alpha", made.alpha);
  json.field("context", made.context);
  json.field("alphaSum", made.alpha_sum);
  json.close_object();
  return json.take();
}

std::string copy_mixture_from_json(const std::string& text) {
  const JsonRequest request("copy mixture", text, {"alpha", "pVocabulary", "pGen", "source"});
  const lesson::CopyMixture mixture = lesson::copy_mixture(request.reals("alpha"), request.reals("pVocabulary"),
                                                           request.real("pGen"), request.wholes<TokenId>("source"));
  JsonWriter json;
  json.open_object();
  json.field("pCopy", mixture.copied);
  json.field("probabilities", mixture.probabilities);
  json.close_object();
  return json.take();
}

std::string state_distances_from_json(const std::string& text) {
  const JsonRequest request("state distances", text, {"one", "other"});
  JsonWriter json;
  json.value(state_distances(request.lists_of_reals("one"), request.lists_of_reals("other")));
  return json.take();
}

std::string joined_comparisons_from_json(const std::string& text) {
  const JsonRequest request("joined comparisons", text, {"comparisons"});
  const Json& list = request.member("comparisons");
  if (!list.is_array()) request.refuse("comparisons", list, "a list of comparisons");
  std::vector<lesson::ForcingComparison> comparisons;
  for (const Json& item : list) {
    const JsonRequest one(
        "joined comparisons", item.dump(-1, ' ', false, Json::error_handler_t::replace),
        {"firstSeed", "seeds", "teacherLoss", "freeLoss", "teacherEpochs", "freeEpochs", "right", "runs"});
    lesson::ForcingComparison comparison;
    comparison.first_seed = training_from("seed", one.member("firstSeed")).seed;
    comparison.seeds = one.whole<int>("seeds");
    comparison.teacher_loss = one.number("teacherLoss");
    comparison.free_loss = one.number("freeLoss");
    comparison.teacher_epochs = one.number("teacherEpochs");
    comparison.free_epochs = one.number("freeEpochs");
    comparison.right = one.whole<int>("right");
    comparison.runs = one.whole<int>("runs");
    comparisons.push_back(comparison);
  }
  return lesson::to_json(lesson::joined(comparisons));
}

std::string decode_steps_from_json(const Session& session, const std::string& text) {
  const JsonRequest request("decode steps", text, {"source", "target", "regime", "inputs", "steps", "stop"});
  StepsRequest asked;
  if (request.has("source")) asked.source = request.text("source");
  if (request.has("target")) asked.target = request.text("target");
  asked.regime = request.choice("regime", {"free", "teacher"}, 0) == 1 ? Regime::teacher : Regime::free;
  asked.steps = request.whole<int>("steps", 0);
  asked.stop = request.flag("stop", false);
  if (request.has("inputs")) {
    const Json& list = request.member("inputs");
    if (!list.is_array()) request.refuse("inputs", list, "a list of tokens, null where nothing is put in");
    for (const Json& input : list) {
      if (!input.is_null() && !input.is_string()) request.refuse("inputs", input, "tokens as texts, or null");
      asked.inputs.push_back(input.is_null() ? std::nullopt : std::optional(input.get<std::string>()));
    }
  }
  const ShownSteps shown = session.decode_steps(asked);
  JsonWriter json;
  json.open_object();
  json.field("source", shown.source);
  json.field("target", shown.target);
  json.key("steps");
  json.open_array();
  for (const ShownStep& step : shown.steps) write(json, step);
  json.close_array();
  json.close_object();
  return json.take();
}

}  // namespace seq2seq
