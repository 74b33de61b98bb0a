#include "session/json_broken.h"

#include "session/json_request.h"
#include "session/json_writer.h"

namespace seq2seq {
namespace {

void write_side(JsonWriter& json, const char* name, const std::vector<std::string>& inputs,
                const std::vector<std::string>& predictions) {
  json.key(name);
  json.open_object();
  json.field("inputs", inputs);
  json.field("predictions", predictions);
  json.close_object();
}

}  // namespace

std::string broken_run_from_json(const Session& session, const std::string& text) {
  const JsonRequest request("broken variant", text, {"mistake", "source", "target", "sourcePadding", "targetPadding"});
  BrokenRequest asked;
  asked.mistake = request.text("mistake");
  if (request.has("source")) asked.source = request.text("source");
  if (request.has("target")) asked.target = request.text("target");
  asked.source_padding = request.whole<int>("sourcePadding", 0);
  asked.target_padding = request.whole<int>("targetPadding", 0);
  const ShownBrokenRun run = session.broken_run(asked);

  JsonWriter json;
  json.open_object();
  json.field("source", run.source);
  json.field("target", run.target);
  write_side(json, "ours", run.our_inputs, run.our_predictions);
  write_side(json, "theirs", run.their_inputs, run.their_predictions);
  json.key("tensors");
  json.open_array();
  for (const BrokenTensor& tensor : run.tensors) {
    json.open_object();
    json.field("name", tensor.name);
    json.field("step", tensor.step);
    json.field("shape", tensor.shape);
    json.field("ours", tensor.ours);
    json.field("theirs", tensor.theirs);
    json.field("agrees", tensor.agrees);
    json.close_object();
  }
  json.close_array();
  json.field("first", run.first);
  json.close_object();
  return json.take();
}

}  // namespace seq2seq
