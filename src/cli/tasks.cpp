// seq2seq tasks: what can be learned without own data.
#include <memory>

#include "cli/command.h"
#include "cli/print.h"
#include "session/json_tasks.h"

namespace seq2seq::cli {
namespace {

void print_json() {
  for (const TaskDescription& task : task_descriptions()) print_line(to_json(task));
}

void print_tasks() {
  for (const TaskDescription& task : task_descriptions()) {
    print_line(padded(task.name, 10) + task.sentence);
    if (!task.source.empty()) print_line(std::string(10, ' ') + "e.g. " + task.source + "  ->  " + task.target);
    if (!task.settings.empty()) print_line(std::string(10, ' ') + "settings: " + task.settings);
  }
}

}  // namespace

void add_tasks(CLI::App& program) {
  CLI::App* command = program.add_subcommand("tasks", "list what can be learned: built-in tasks and own data");
  const auto json = std::make_shared<bool>(false);
  add_json_option(*command, *json, "one object a line");
  command->callback([json] {
    if (*json)
      print_json();
    else
      print_tasks();
  });
}

}  // namespace seq2seq::cli
