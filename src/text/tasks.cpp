#include "text/tasks.h"

#include <unordered_set>

#include "base/message.h"
#include "text/dates.h"
#include "text/names.h"
#include "text/sequences.h"

namespace seq2seq {
namespace {

constexpr int largest_example_count = 1000000, longest = 1000;

void require(bool holds, const char* field, std::int64_t found, const std::string& allowed) {
  if (!holds) throw_error(ErrorCode::invalid_value, {"task.", field, " is ", found, "; allowed: ", allowed});
}

void check(const TaskConfig& config) {
  require(config.examples >= 1 && config.examples <= largest_example_count, "examples", config.examples,
          "1 to " + std::to_string(largest_example_count));
  require(config.min_length >= 1 && config.min_length <= longest, "min_length", config.min_length,
          "1 to " + std::to_string(longest));
  require(config.max_length >= config.min_length && config.max_length <= longest, "max_length", config.max_length,
          worded({"task.min_length, which is ", config.min_length, ", to ", longest}));
  require(config.symbols >= 1 && config.symbols <= most_symbols, "symbols", config.symbols,
          "1 to " + std::to_string(most_symbols));
}

}  // namespace

GeneratedTask generate_task(const TaskConfig& config, Generator& generator) {
  check(config);
  GeneratedTask task;
  TaskItem (*draw)(const TaskConfig&, Generator&) = nullptr;
  double different = 0;  // how many sources there are
  switch (config.kind) {
    case TaskKind::copy:
    case TaskKind::reverse:
    case TaskKind::sort:
      draw = draw_sequence, task.words = sequence_symbols(config), different = different_sequences(config);
      break;
    case TaskKind::addition:
      draw = draw_addition, task.words = addition_symbols(), different = different_additions(config);
      break;
    case TaskKind::dates: draw = draw_date, task.words = date_symbols(), different = different_dates(); break;
    case TaskKind::names:
      draw = draw_sentence, task.words = sentence_words(), different = 1e9, task.tokeniser = TokeniserKind::words;
      break;
    case TaskKind::lesson:
    case TaskKind::data:
      throw_error(ErrorCode::invalid_value,
                  {"task.kind is ", name_of(config.kind),
                   "; allowed: copy, reverse, sort, addition, dates, names, which are drawn"});
  }
  require(config.examples <= different, "examples", config.examples,
          worded({"at most ", static_cast<std::int64_t>(different), " (", name_of(config.kind),
                  " has no more different sources with these settings)"}));

  // A source that was there before is thrown away and drawn again.
  std::unordered_set<std::string> seen;
  task.items.reserve(static_cast<std::size_t>(config.examples));
  while (task.items.size() < static_cast<std::size_t>(config.examples)) {
    TaskItem item = draw(config, generator);
    if (seen.insert(item.source).second) task.items.push_back(std::move(item));
  }
  return task;
}

TaskItem lesson_pair() { return {"2 5 1 3", "4 6", {}}; }

const std::vector<TaskDescription>& task_descriptions() {
  static const std::vector<TaskDescription> all = {
      {TaskKind::lesson, "lesson", "The lesson's single pair of token ids; the vocabulary has 10, BOS is 0, EOS is 3.",
       "", "2 5 1 3", "4 6", false},
      {TaskKind::copy, "copy", "Say the letters again.", "examples, min_length, max_length, symbols", "fcaje", "fcaje",
       true},
      {TaskKind::reverse, "reverse", "Say the letters backwards.", "examples, min_length, max_length, symbols", "fcaje",
       "ejacf", true},
      {TaskKind::sort, "sort", "Say the letters in the order of the alphabet.",
       "examples, min_length, max_length, symbols", "fcajc", "accfj", true},
      {TaskKind::addition, "addition", "Add two whole numbers, given as digits.", "examples, min_length, max_length",
       "957+68", "1025", false},
      {TaskKind::dates, "dates", "Write a date, spelt in one of many ways, as year-month-day.", "examples",
       "the 4th of March 2021", "2021-03-04", true},
      {TaskKind::names, "names",
       "Answer sentences with names, numbers and rare words that the vocabulary does not have: they must be copied.",
       "examples", "book room 4172 for Velkira", "Velkira stays in room 4172", true},
      {TaskKind::data, "data", "Your own pairs of texts, one pair a line.",
       "tokeniser, vocabulary_size, min_count, separator, encoding, header", "", "", false},
  };
  return all;
}

const std::string& name_of(TaskKind kind) { return task_descriptions()[static_cast<std::size_t>(kind)].name; }

}  // namespace seq2seq
