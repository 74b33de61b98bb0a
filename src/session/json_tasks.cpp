#include "session/json_tasks.h"

#include "session/json_writer.h"

namespace seq2seq {
namespace {

void write(JsonWriter& json, const TaskDescription& task) {
  json.open_object();
  json.field("name", task.name);
  json.field("sentence", task.sentence);
  json.field("settings", task.settings);
  json.field("source", task.source);
  json.field("target", task.target);
  json.field("hasAlignment", task.has_alignment);
  json.close_object();
}

}  // namespace

std::string to_json(const TaskDescription& task) {
  JsonWriter json;
  write(json, task);
  return json.take();
}

std::string tasks_as_json() {
  JsonWriter json;
  json.open_array();
  for (const TaskDescription& task : task_descriptions()) write(json, task);
  json.close_array();
  return json.take();
}

}  // namespace seq2seq
