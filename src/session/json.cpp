#include "session/json.h"

#include "base/error.h"
#include "formats/json_reader.h"
#include "session/json_writer.h"

namespace seq2seq {
namespace {

void write(JsonWriter& json, const StepReport& report) {
  json.open_object();
  json.field("step", report.step);
  json.field("epoch", report.epoch);
  json.field("epochEnds", report.epoch_ends);
  json.field("loss", report.loss);
  json.field("lossSum", report.loss_sum);
  json.field("tokens", report.tokens);
  json.field("epsilon", report.epsilon);
  json.field("gradientNorm", report.gradient_norm);
  if (report.epoch_ends) json.field("epochLoss", report.epoch_loss);
  if (report.validated) json.field("validationLoss", report.validation_loss);
  json.close_object();
}

}  // namespace

std::string to_json(const StepReport& report) {
  JsonWriter json;
  write(json, report);
  return json.take();
}

std::string to_json(const std::vector<StepReport>& reports) {
  JsonWriter json;
  json.open_array();
  for (const StepReport& report : reports) write(json, report);
  json.close_array();
  return json.take();
}

std::string to_json(const Snapshot& snapshot) {
  JsonWriter json;
  json.open_object();
  json.field("epoch", snapshot.epoch);
  json.field("step", snapshot.step);
  json.field("loss", snapshot.loss);
  json.field("source", snapshot.source);
  json.field("target", snapshot.target);
  json.field("alpha", snapshot.alpha);
  json.field("forcedInputs", snapshot.forced_inputs);
  json.field("forcedPredictions", snapshot.forced_predictions);
  json.field("freeInputs", snapshot.free_inputs);
  json.field("freePredictions", snapshot.free_predictions);
  json.field("decoded", snapshot.decoded);
  json.close_object();
  return json.take();
}

std::string to_json(const Translation& translation) {
  JsonWriter json;
  json.open_object();
  json.field("source", translation.source);
  json.field("tokens", translation.tokens);
  json.field("text", translation.text);
  json.field("alpha", translation.alpha);
  json.field("rows", translation.rows);
  json.field("logProbability", translation.log_probability);
  json.field("score", translation.score);
  json.field("cutOff", translation.cut_off);
  json.close_object();
  return json.take();
}

std::string to_json(const Trace& trace) {
  JsonWriter json;
  json.open_object();
  json.field("regime", trace.regime == Regime::teacher ? "teacher" : "free");
  json.field("source", trace.source);
  json.field("target", trace.target);
  json.field("inputs", trace.inputs);
  json.field("predictions", trace.predictions);
  json.field("loss", trace.loss);
  json.key("tensors");
  json.open_array();
  for (const TraceTensor& tensor : trace.tensors) {
    json.open_object();
    json.field("name", tensor.name);
    json.field("symbol", tensor.symbol);
    json.field("formula", tensor.formula);
    json.field("step", tensor.step);
    json.field("shape", tensor.shape);
    json.field("values", tensor.values);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return json.take();
}

std::string state_to_json(const Session& session) {
  JsonWriter json;
  json.open_object();
  json.key("configuration");
  json.raw(to_json(session.configuration()));
  json.field("step", session.steps_done());
  json.field("epoch", session.epochs_done());
  json.field("finished", session.finished());
  json.field("parameterCount", session.parameter_count());
  json.field("digest", session.digest());
  json.close_object();
  return json.take();
}

std::string error_to_json(const Error& error) {
  JsonWriter json;
  json.open_object();
  json.field("code", name_of(error.code()));
  json.field("message", std::string(error.what()));
  json.close_object();
  return json.take();
}

namespace lesson {
namespace {

void write(JsonWriter& json, const Line& line) {
  json.open_object();
  json.field("key", line.key);
  json.field("label", line.label);
  json.field("printed", line.printed);
  json.field("values", line.values);
  json.field("texts", line.texts);
  json.field("shape", line.shape);
  json.close_object();
}

using Json = JsonValue;

[[noreturn]] void refuse(const std::string& text) { throw Error(ErrorCode::invalid_value, "attention input: " + text); }

const Json& require(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) refuse(std::string("the field ") + name + " is missing");
  return *found;
}

int read_size(const Json& object, const char* name) {
  const Json& value = require(object, name);
  const double number = value.is_number() ? value.get<double>() : 0;
  if (!(number >= 1 && number <= 4096) || number != static_cast<int>(number))
    refuse(std::string(name) + " is " + value.dump().substr(0, 60) + "; allowed: a whole number from 1 to 4096");
  return static_cast<int>(number);
}

std::vector<Real> read_numbers(const Json& object, const char* name, int count) {
  const Json& list = require(object, name);
  if (!list.is_array() || list.size() != static_cast<std::size_t>(count))
    refuse(std::string(name) + " has " + std::to_string(list.is_array() ? list.size() : 0) +
           " numbers; allowed: " + std::to_string(count));
  std::vector<Real> values;
  values.reserve(list.size());
  for (const Json& value : list) {
    if (!value.is_number()) refuse(std::string(name) + " holds something that is no number");
    values.push_back(static_cast<Real>(value.get<double>()));
  }
  return values;
}

void write(JsonWriter& json, const std::vector<TensorSize>& tensors) {
  json.open_array();
  for (const TensorSize& tensor : tensors) {
    json.open_object();
    json.field("name", tensor.name);
    json.field("shape", tensor.shape);
    json.field("times", tensor.times);
    json.field("bytes", tensor.bytes);
    json.close_object();
  }
  json.close_array();
}

}  // namespace

std::string to_json(const Line& line) {
  JsonWriter json;
  write(json, line);
  return json.take();
}

std::string to_json(const std::vector<Line>& lines) {
  JsonWriter json;
  json.open_array();
  for (const Line& line : lines) write(json, line);
  json.close_array();
  return json.take();
}

std::string to_json(const AttentionInput& input) {
  JsonWriter json;
  json.open_object();
  json.field("sourceLength", input.source_length);
  json.field("hiddenSize", input.hidden_size);
  json.field("h", input.h);
  json.field("s", input.s);
  json.field("Wh", input.Wh);
  json.field("Ws", input.Ws);
  json.field("v", input.v);
  if (!input.masked.empty()) {
    json.key("masked");
    json.open_array();
    for (const std::uint8_t masked : input.masked) json.value(masked != 0);
    json.close_array();
  }
  json.field("temperature", input.temperature);
  json.close_object();
  return json.take();
}

std::string to_json(const AttentionSteps& steps) {
  JsonWriter json;
  json.open_object();
  json.field("Wh_h", steps.Wh_h);
  json.field("Ws_s", steps.Ws_s);
  json.field("sum", steps.sum);
  json.field("tanh", steps.tanh);
  json.field("energy", steps.energy);
  json.field("alpha", steps.alpha);
  json.field("context", steps.context);
  json.field("alphaSum", steps.alpha_sum);
  json.field("largest", steps.largest);
  json.close_object();
  return json.take();
}

std::string to_json(const ParameterCounts& counts) {
  JsonWriter json;
  json.open_object();
  json.key("modules");
  json.open_array();
  for (const ModuleCount& module : counts.modules) {
    json.open_object();
    json.field("name", module.name);
    json.field("count", module.count);
    json.close_object();
  }
  json.close_array();
  json.field("encoder", counts.encoder);
  json.field("decoder", counts.decoder);
  json.field("total", counts.total);
  json.close_object();
  return json.take();
}

std::string to_json(const ForwardCost& cost) {
  JsonWriter json;
  json.open_object();
  json.key("tensors");
  write(json, cost.tensors);
  json.key("parameters");
  write(json, cost.parameters);
  json.key("multiplyAdds");
  json.open_array();
  for (const ModuleCount& product : cost.multiply_adds) {
    json.open_object();
    json.field("name", product.name);
    json.field("count", product.count);
    json.close_object();
  }
  json.close_array();
  json.field("forward", cost.forward);
  json.field("trainingStep", cost.training_step);
  json.field("repeatedKeys", cost.repeated_keys);
  json.field("parameterBytes", cost.parameter_bytes);
  json.field("gradientBytes", cost.gradient_bytes);
  json.field("optimizerBytes", cost.optimizer_bytes);
  json.field("activationBytes", cost.activation_bytes);
  json.field("totalBytes", cost.total_bytes);
  json.close_object();
  return json.take();
}

std::string to_json(const ForcingComparison& means) {
  JsonWriter json;
  json.open_object();
  json.field("firstSeed", std::to_string(means.first_seed));
  json.field("seeds", means.seeds);
  json.field("teacherLoss", means.teacher_loss);
  json.field("freeLoss", means.free_loss);
  json.field("teacherEpochs", means.teacher_epochs);
  json.field("freeEpochs", means.free_epochs);
  json.field("right", means.right);
  json.field("runs", means.runs);
  json.close_object();
  return json.take();
}

AttentionInput parse_attention_input(const std::string& text) {
  const Json object = read_json(text).value;
  if (!object.is_object()) refuse("no JSON object");
  AttentionInput input;
  input.source_length = read_size(object, "sourceLength");
  input.hidden_size = read_size(object, "hiddenSize");
  const int S = input.source_length, H = input.hidden_size;
  input.h = read_numbers(object, "h", S * H);
  input.s = read_numbers(object, "s", H);
  input.Wh = read_numbers(object, "Wh", H * H);
  input.Ws = read_numbers(object, "Ws", H * H);
  input.v = read_numbers(object, "v", H);
  if (object.contains("masked")) {
    const Json& list = object["masked"];
    if (!list.is_array() || list.size() != static_cast<std::size_t>(S))
      refuse("masked needs true or false for each of the " + std::to_string(S) + " positions");
    for (const Json& value : list) {
      if (!value.is_boolean()) refuse("masked holds something other than true and false");
      input.masked.push_back(value.get<bool>() ? 1 : 0);
    }
  }
  if (object.contains("temperature")) {
    const Json& value = object["temperature"];
    if (!value.is_number() || !(value.get<double>() > 0))
      refuse("temperature is " + value.dump().substr(0, 60) + "; allowed: a number above 0");
    input.temperature = static_cast<Real>(value.get<double>());
  }
  return input;
}

AttentionScore parse_attention_score(const std::string& name) {
  if (name == "bahdanau") return AttentionScore::bahdanau;
  if (name == "luong_dot") return AttentionScore::luong_dot;
  if (name == "luong_general") return AttentionScore::luong_general;
  throw Error(ErrorCode::invalid_value, "score is \"" + name + "\"; allowed: bahdanau, luong_dot, luong_general");
}

}  // namespace lesson
}  // namespace seq2seq
