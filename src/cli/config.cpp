// seq2seq config: the configuration's table, and documents completed and checked by it.
#include <algorithm>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/files.h"
#include "cli/print.h"
#include "session/json_request.h"

namespace seq2seq::cli {
namespace {

std::string range_of(const Field& field) {
  if (!field.choices.empty()) {
    std::string text;
    for (const std::string& choice : field.choices) text += (text.empty() ? "" : ", ") + choice;
    return text;
  }
  std::string text = field.type == "seed" ? "any 64-bit integer, as decimal text" : field.type;
  if (!field.minimum.empty()) text += (field.minimum_exclusive ? " above " : " from ") + field.minimum;
  if (!field.maximum.empty()) text += " to " + field.maximum;
  return text;
}

std::string fields_for_people() {
  std::string text = "Fields, as group.name; the document nests them as JSON objects.\n";
  for (const Field& field : configuration_fields()) {
    text += "\n  " + field.name + " = " + field.default_value + (field.live ? "  (can change while training)" : "") +
            "\n      " + field.sentence + "\n      " + range_of(field) + "\n";
  }
  return text;
}

}  // namespace

std::pair<std::string, std::string> name_and_value(const std::string& set) {
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos)
    throw Error(ErrorCode::invalid_value, "--set " + set + "; allowed: NAME=VALUE, as training.learning_rate=0.01");
  return {set.substr(0, equals), set.substr(equals + 1)};
}

void add_configuration_options(CLI::App& command, ConfigurationOptions& options) {
  command.add_option("--config", options.file, "configuration document (JSON); - reads stdin")->type_name("FILE");
  command.add_option("--set", options.sets, "one field on top of it; may be repeated")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

using Json = JsonValue;

namespace {

// Who gives own pairs means to train on them, unless the document names a task itself.
std::string with_own_pairs(const std::string& text) {
  JsonDocument read = read_json(text);
  Json& document = read.value;
  const bool plain =
      document.is_object() && !read.repeats_key && (!document.contains("task") || document["task"].is_object());
  if (!plain || document["task"].contains("kind")) return text;  // what is wrong with it is told when it is read
  document["task"]["kind"] = "data";
  return document.dump();
}

}  // namespace

Configuration read_configuration(const ConfigurationOptions& options) {
  const std::string text = options.file.empty() ? "{}" : read_file(options.file);
  const Configuration configuration = parse_configuration(options.data.empty() ? text : with_own_pairs(text));
  if (options.sets.empty()) return configuration;
  // All at once: fields that only make sense together may be set in any order.
  Json document = read_json(to_json(configuration)).value;
  for (const std::string& set : options.sets) {
    const auto [name, value] = name_and_value(set);
    std::string path = "/" + find_field(name).name;
    std::replace(path.begin(), path.end(), '.', '/');
    JsonDocument parsed = read_json(value);
    document[Json::json_pointer(path)] = parsed.good() ? std::move(parsed.value) : Json(value);
  }
  // A value that is no UTF-8 is named in the refusal, not by the library.
  return parse_configuration(document.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void add_data_option(CLI::App& command, ConfigurationOptions& options) {
  command.add_option("--data", options.data, "own pairs to train on, one a line (TSV, CSV); task.kind is data then")
      ->type_name("PAIRS");
}

Run read_run(const ConfigurationOptions& options) {
  Run run{read_configuration(options), std::nullopt};
  const bool wanted = run.configuration.task.kind == TaskKind::data, given = !options.data.empty();
  if (wanted && !given)
    throw Error(ErrorCode::invalid_value, "task.kind is data, and there is no --data; give a file of pairs");
  if (given && !wanted)
    throw Error(ErrorCode::invalid_value,
                "--data goes with task.kind data; it is " + get_field(run.configuration, "task.kind"));
  if (given) run.pairs = read_file(options.data);
  return run;
}

void add_config(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("config", "print a configuration with every field, checked; --help lists the fields");
  const auto options = std::make_shared<ConfigurationOptions>();
  const auto json = std::make_shared<bool>(false);
  add_configuration_options(*command, *options);
  add_json_option(*command, *json, "the table of the fields itself, as JSON");
  command->footer(fields_for_people);
  command->callback([options, json] { print_line(*json ? fields_as_json() : to_json(read_configuration(*options))); });
}

}  // namespace seq2seq::cli
