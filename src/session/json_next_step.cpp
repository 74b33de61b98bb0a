#include "session/json_next_step.h"

#include "session/json.h"
#include "session/json_request.h"
#include "session/json_writer.h"

namespace seq2seq {
namespace {

void write(JsonWriter& json, const FedStep& step) {
  json.open_object();
  json.field("row", step.row);
  json.field("input", step.input);
  json.field("own", step.own);
  json.field("truth", step.truth);
  json.field("loss", step.loss);
  json.field("probability", step.probability);
  if (step.logit) {
    json.field("logit", *step.logit);
    json.field("prediction", step.prediction);
  }
  json.close_object();
}

void write(JsonWriter& json, const TensorMove& tensor) {
  json.open_object();
  json.field("name", tensor.name);
  json.field("shape", tensor.shape);
  json.field("weight", tensor.weight);
  json.field("gradient", tensor.gradient);
  json.field("change", tensor.change);
  json.close_object();
}

void write(JsonWriter& json, const WeightMove& weight) {
  json.open_object();
  json.field("tensor", weight.tensor);
  json.field("index", weight.index);
  json.field("before", weight.before);
  json.field("gradient", weight.gradient);
  json.field("clipped", weight.clipped);
  json.field("firstBefore", weight.first_before);
  json.field("secondBefore", weight.second_before);
  json.field("first", weight.first);
  json.field("second", weight.second);
  json.field("after", weight.after);
  json.close_object();
}

template <class Item>
void write_list(JsonWriter& json, const char* name, const std::vector<Item>& items) {
  json.key(name);
  json.open_array();
  for (const Item& item : items) write(json, item);
  json.close_array();
}

}  // namespace

std::string next_step_from_json(const Session& session, const std::string& text) {
  const JsonRequest request("next step", text, {"tensor", "index", "padding"});
  NextStepRequest asked;
  if (request.has("tensor")) asked.tensor = request.text("tensor");
  asked.index = request.whole<std::uint32_t>("index", 0);
  asked.padding = request.whole<int>("padding", 0);
  const NextStep next = session.next_step(asked);
  JsonWriter json;
  json.open_object();
  json.key("report");
  json.raw(to_json(next.report));
  json.field("sourceLength", next.source_length);
  json.field("targetLength", next.target_length);
  json.field("sources", next.sources);
  write_list(json, "steps", next.steps);
  json.field("paddingWeight", next.padding_weight);
  json.field("paddingLoss", next.padding_loss);
  json.field("clipFactor", next.clip_factor);
  json.field("clippedNorm", next.clipped_norm);
  write_list(json, "tensors", next.tensors);
  json.field("update", next.update);
  json.field("stepSize", next.step_size);
  json.field("correction", next.correction);
  json.key("weight");
  write(json, next.weight);
  json.field("digest", next.digest);
  json.close_object();
  return json.take();
}

}  // namespace seq2seq
