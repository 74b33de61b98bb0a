// seq2seq lesson: every number of the lesson, computed now.
#include "lesson/lesson.h"

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/print.h"
#include "session/json_lesson.h"

namespace seq2seq::cli {
namespace {

void print_report(const std::vector<lesson::Line>& lines) {
  std::size_t label = 0;
  for (const lesson::Line& line : lines) label = std::max(label, width(line.label));
  std::string part;
  for (const lesson::Line& line : lines) {
    if (line.part != part) {
      if (!part.empty()) print_line();
      part = line.part;
      print_line(part);
    }
    print_line("  " + padded(line.label, label) + "  " + line.printed);
  }
}

// One object: the keys of docs/lesson-numbers.md, each with its line.
void print_json(const std::vector<lesson::Line>& lines) {
  std::string object;
  for (const lesson::Line& line : lines)
    object += (object.empty() ? "{\"" : ",\"") + line.key + "\":" + lesson::to_json(line);
  print_line(object + "}");
}

}  // namespace

void add_lesson(CLI::App& program) {
  CLI::App* command = program.add_subcommand("lesson", "print every number of the lesson, computed now");
  const auto json = std::make_shared<bool>(false);
  add_json_option(*command, *json, "one object; its keys are explained in docs/lesson-numbers.md");
  command->callback([json] {
    const std::vector<lesson::Line> lines = lesson::report();
    if (*json)
      print_json(lines);
    else
      print_report(lines);
  });
}

}  // namespace seq2seq::cli
