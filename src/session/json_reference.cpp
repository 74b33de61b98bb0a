#include "session/json_reference.h"

#include "base/message.h"
#include "formats/json_reader.h"
#include "session/json_writer.h"

namespace seq2seq {
namespace {

const char* name_of(MatchKind kind) {
  switch (kind) {
    case MatchKind::mapping: return "mapping";
    case MatchKind::same_name: return "same name";
    case MatchKind::guess: return "guess";
  }
  return "";
}

void write(JsonWriter& json, const Comparison& comparison) {
  json.open_object();
  json.field("tensor", comparison.name);
  json.field("theirs", comparison.theirs_name);
  json.field("step", comparison.step);
  json.field("shape", comparison.shape);
  json.field("agrees", comparison.agrees);
  json.field("index", comparison.worst);
  json.field("theirValue", comparison.theirs);
  json.field("ourValue", comparison.ours);
  json.field("allowed", comparison.allowed);
  if (!comparison.remark.empty()) json.field("remark", comparison.remark);
  json.close_object();
}

void write(JsonWriter& json, const Cause& cause) {
  json.open_object();
  json.field("id", cause.id);
  json.field("sentence", cause.sentence);
  json.field("tensor", cause.tensor);
  json.field("step", cause.step);
  json.field("tested", cause.tested);
  json.field("alternatives", cause.alternatives);
  json.close_object();
}

void write(JsonWriter& json, const NameMatches& names) {
  json.open_object();
  json.key("weights");
  json.open_array();
  for (const WeightMatch& match : names.weights) {
    json.open_object();
    json.field("ours", match.ours);
    json.field("theirs", match.theirs);
    json.field("by", name_of(match.kind));
    json.close_object();
  }
  json.close_array();
  json.field("missing", names.missing);
  json.field("absentBiases", names.absent_biases);
  json.key("unused");
  json.open_array();
  for (const UnmatchedName& unused : names.unused) {
    json.open_object();
    json.field("name", unused.name);
    json.field("shape", unused.shape);
    if (!unused.remark.empty()) json.field("remark", unused.remark);
    json.field("suggestions", unused.suggestions);
    json.close_object();
  }
  json.close_array();
  json.close_object();
}

}  // namespace

NameMapping parse_name_mapping(const std::string& text) {
  const JsonValue document = read_json(text).value;
  if (!document.is_object())
    throw_error(ErrorCode::invalid_value, {"the mapping is no JSON object of their name to our name"});
  NameMapping mapping;
  for (const auto& [theirs, ours] : document.items()) {
    if (!ours.is_string())
      throw_error(ErrorCode::invalid_value,
                  {"the mapping of ", theirs, " is no name; allowed: text, as dec.fc.weight"});
    mapping[theirs] = ours.get<std::string>();
  }
  return mapping;
}

std::string mapping_to_json(const NameMatches& names) {
  JsonValue document = JsonValue::object();
  for (const WeightMatch& match : names.weights) document[match.theirs] = match.ours;
  for (const UnmatchedName& unused : names.unused)
    document[unused.name] = unused.suggestions.size() == 1 ? unused.suggestions.front() : "?";
  return document.dump(2, ' ', false, JsonValue::error_handler_t::replace);
}

std::string to_json(const ReferenceReport& report) {
  JsonWriter json;
  json.open_object();
  json.field("loaded", report.loaded);
  json.field("agrees", report.agrees);
  json.field("explained", report.explanation.complete);
  json.field("tolerance", report.tolerance);
  if (report.first) {
    json.key("first");
    write(json, *report.first);
  }
  json.key("causes");
  json.open_array();
  for (const Cause& cause : report.explanation.causes) write(json, cause);
  json.close_array();
  json.field("notes", report.notes);
  json.key("compared");
  json.open_array();
  for (const Comparison& comparison : report.compared) write(json, comparison);
  json.close_array();
  json.key("names");
  write(json, report.names);
  json.close_object();
  return json.take();
}

std::string to_json(const GradientReport& report) {
  JsonWriter json;
  json.open_object();
  json.field("agrees", report.agrees);
  json.field("tolerance", report.tolerance);
  json.field("step", report.step);
  json.field("loss", report.loss);
  json.field("plainLoss", report.plain_loss);
  json.key("parameters");
  json.open_array();
  for (const GradientEntry& entry : report.entries) {
    json.open_object();
    json.field("name", entry.name);
    json.field("shape", entry.shape);
    json.field("checked", entry.checked);
    json.field("size", entry.size);
    json.field("index", entry.worst);
    json.field("analytic", entry.analytic);
    json.field("numeric", entry.numeric);
    json.field("relativeError", entry.relative_error);
    json.field("agrees", entry.agrees);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return json.take();
}

}  // namespace seq2seq
