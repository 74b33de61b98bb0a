#include "session/json_teaching.h"

#include "base/error.h"
#include "formats/configuration.h"
#include "inference/decode_steps.h"
#include "lesson/lesson.h"
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

std::vector<Real> reals(const std::vector<double>& values) { return {values.begin(), values.end()}; }

std::vector<std::vector<Real>> states_from(const JsonRequest& request, const char* name) {
  const Json& list = request.member(name);
  if (!list.is_array()) request.refuse(name, list, "a list of states, each a list of numbers");
  std::vector<std::vector<Real>> states;
  for (const Json& state : list) {
    if (!state.is_array()) request.refuse(name, state, "a list of numbers for each state");
    std::vector<Real> values;
    for (const Json& value : state) {
      if (!value.is_number()) request.refuse(name, value, "numbers");
      values.push_back(static_cast<Real>(value.get<double>()));
    }
    states.push_back(std::move(values));
  }
  return states;
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
  for (const std::int64_t k : request.wholes("at", 0, 1000000000)) json.value(teacher_probability(forcing, k));
  json.close_array();
  return json.take();
}

std::string coins_from_json(const std::string& text) {
  const JsonRequest request("coins", text, {"seed", "rows", "length", "epsilon", "coin", "step"});
  lesson::CoinThrow thrown;
  if (request.has("seed")) thrown.seed = training_from("seed", request.member("seed")).seed;
  thrown.rows = static_cast<int>(request.whole("rows", 1, 1000000, 1));
  thrown.length = static_cast<int>(request.whole("length", 1, 1000000));
  thrown.epsilon = request.number("epsilon", 0, 1);
  thrown.coin = request.choice("coin", {"token", "sequence"}, 0) == 1 ? Coin::sequence : Coin::token;
  thrown.step = request.whole("step", 0, 100000000, 0);
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
  const lesson::HandContext made = lesson::context_of(reals(request.numbers("h")), reals(request.numbers("alpha")),
                                                      request.flag("normalized", false));
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
  std::vector<TokenId> source;
  for (const std::int64_t id : request.wholes("source", 0, 1000000000)) source.push_back(static_cast<TokenId>(id));
  const lesson::CopyMixture mixture =
      lesson::copy_mixture(reals(request.numbers("alpha")), reals(request.numbers("pVocabulary")),
                           static_cast<Real>(request.number("pGen", 0, 1)), source);
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
  json.value(state_distances(states_from(request, "one"), states_from(request, "other")));
  return json.take();
}

std::string decode_steps_from_json(const Session& session, const std::string& text) {
  const JsonRequest request("decode steps", text, {"source", "target", "regime", "inputs", "steps", "stop"});
  StepsRequest asked;
  if (request.has("source")) asked.source = request.text("source");
  if (request.has("target")) asked.target = request.text("target");
  asked.regime = request.choice("regime", {"free", "teacher"}, 0) == 1 ? Regime::teacher : Regime::free;
  asked.steps = static_cast<int>(request.whole("steps", 0, 1000, 0));
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
