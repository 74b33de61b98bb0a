#include "session/json_next_step.h"

#include <initializer_list>
#include <utility>

#include "session/json.h"
#include "session/json_request.h"
#include "session/json_writer.h"

namespace seq2seq {
namespace {

// Several fields of one kind: a loop is smaller than a call for each.
template <class Number>
void write(JsonWriter& json, std::initializer_list<std::pair<const char*, Number>> fields) {
  for (const auto& [name, value] : fields) json.field(name, value);
}

}  // namespace

std::string next_step_from_json(const Session& session, const std::string& text) {
  const JsonRequest request("next step", text, {"tensor", "index", "padding"});
  NextStepRequest asked;
  if (request.has("tensor")) asked.tensor = request.text("tensor");
  asked.index = request.whole<std::uint32_t>("index", 0);
  asked.padding = request.whole<int>("padding", 0);
  const NextStep next = session.next_step(asked);
  const FedSteps& steps = next.steps;
  const WeightMove& weight = next.weight;
  JsonWriter json;
  json.open_object();
  json.key("report");
  json.raw(to_json(next.report));
  json.field("sources", next.sources);
  json.key("steps");
  json.open_object();
  json.field("row", steps.row);
  json.field("own", steps.own);
  json.field("loss", steps.loss);
  json.field("logit", steps.logit);
  json.field("probability", steps.probability);
  for (const auto& [name, tokens] :
       {std::pair("input", &steps.input), std::pair("truth", &steps.truth), std::pair("prediction", &steps.prediction)})
    json.field(name, *tokens);
  json.close_object();
  json.key("tensors");
  json.open_array();
  for (const Parameter& parameter : session.parameters().layout().list()) {
    json.open_object();
    json.field("name", parameter.name);
    json.field("shape", parameter.shape);
    json.close_object();
  }
  json.close_array();
  for (const auto& [name, norms] : {std::pair("weights", &next.weights), std::pair("gradients", &next.gradients),
                                    std::pair("changes", &next.changes)})
    json.field(name, *norms);
  json.key("weight");
  json.open_object();
  json.field("tensor", weight.tensor);
  json.field("index", weight.index);
  write<Real>(json, {{"before", weight.before},
                     {"gradient", weight.gradient},
                     {"clipped", weight.clipped},
                     {"firstBefore", weight.first_before},
                     {"secondBefore", weight.second_before},
                     {"first", weight.first},
                     {"second", weight.second},
                     {"after", weight.after}});
  json.close_object();
  write<double>(json, {{"sourceLength", next.source_length},
                       {"targetLength", next.target_length},
                       {"paddingWeight", next.padding_weight},
                       {"paddingLoss", next.padding_loss},
                       {"clipFactor", next.clip_factor},
                       {"clippedNorm", next.clipped_norm},
                       {"update", static_cast<double>(next.update)},
                       {"stepSize", next.step_size},
                       {"correction", next.correction}});
  json.field("digest", next.digest);
  json.close_object();
  return json.take();
}

}  // namespace seq2seq
