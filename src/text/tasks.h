// The built-in tasks: pairs drawn from a generator, every source different. Same configuration and generator, same
// pairs, on every machine. docs/tasks.md shows examples of each.
#pragma once

#include <string>
#include <vector>

#include "math/generator.h"
#include "text/config.h"

namespace seq2seq {

// Which source tokens a target token comes from, target token by target token (EOS not counted); an empty list where
// that is not known or not one place. Any of the places listed is right.
using Alignment = std::vector<std::vector<int>>;

struct TaskItem {
  std::string source, target;
  Alignment alignment;  // empty where the task has none
};

struct GeneratedTask {
  TokeniserKind tokeniser = TokeniserKind::characters;
  std::vector<std::string> words;  // every token the model may know; what else occurs (names, numbers) stays unknown
  std::vector<TaskItem> items;     // sources all different
};

// Any kind but `data` and `lesson`. Error(invalid_value) naming a setting outside its range, or more examples than
// there are different sources.
GeneratedTask generate_task(const TaskConfig& config, Generator& generator);

TaskItem lesson_pair();  // "2 5 1 3" -> "4 6", tokens are ids

struct TaskDescription {
  TaskKind kind;
  std::string name;            // as the configuration spells it
  std::string sentence;        // what is learned
  std::string settings;        // which fields of the configuration act on it
  std::string source, target;  // an example
  bool has_alignment;
};
const std::vector<TaskDescription>& task_descriptions();
const std::string& name_of(TaskKind kind);

}  // namespace seq2seq
