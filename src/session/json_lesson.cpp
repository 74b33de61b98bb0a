#include "session/json_lesson.h"

#include "base/message.h"
#include "session/json_request.h"
#include "session/json_writer.h"

namespace seq2seq::lesson {
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

void write(JsonWriter& json, const std::vector<ModuleCount>& counts) {
  json.open_array();
  for (const ModuleCount& module : counts) {
    json.open_object();
    json.field("name", module.name);
    json.field("count", module.count);
    json.close_object();
  }
  json.close_array();
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
  write(json, counts.modules);
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
  write(json, cost.multiply_adds);
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
  const JsonRequest request("attention input", text,
                            {"sourceLength", "hiddenSize", "h", "s", "Wh", "Ws", "v", "masked", "temperature"});
  AttentionInput input;
  input.source_length = request.whole<int>("sourceLength");
  input.hidden_size = request.whole<int>("hiddenSize");
  input.h = request.reals("h");
  input.s = request.reals("s");
  input.Wh = request.reals("Wh");
  input.Ws = request.reals("Ws");
  input.v = request.reals("v");
  if (request.has("masked")) input.masked = request.flags("masked");
  input.temperature = request.real("temperature", Real(1));
  return input;
}

AttentionScore parse_attention_score(const std::string& name) {
  if (name == "bahdanau") return AttentionScore::bahdanau;
  if (name == "luong_dot") return AttentionScore::luong_dot;
  if (name == "luong_general") return AttentionScore::luong_general;
  throw_error(ErrorCode::invalid_value, {"score is \"", name, "\"; allowed: bahdanau, luong_dot, luong_general"});
}

}  // namespace seq2seq::lesson
