#include "session/json.h"

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

}  // namespace seq2seq
