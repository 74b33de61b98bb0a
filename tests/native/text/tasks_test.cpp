#include "text/tasks.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "base/error.h"
#include "text/tokeniser.h"

using namespace seq2seq;

namespace {

constexpr TaskKind drawn[] = {TaskKind::copy,     TaskKind::reverse, TaskKind::sort,
                              TaskKind::addition, TaskKind::dates,   TaskKind::names};

TaskConfig drawn_config(TaskKind kind) {
  TaskConfig out;
  out.kind = kind;
  out.examples = 1500;
  return out;
}

std::string refusal(const TaskConfig& settings) {
  Generator generator(1);
  try {
    generate_task(settings, generator);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_value);
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("every task draws as many different sources as asked for, the same from the same seed") {
  for (const TaskKind kind : drawn) {
    CAPTURE(name_of(kind));
    Generator one(21), same(21), other(22);
    const GeneratedTask task = generate_task(drawn_config(kind), one), again = generate_task(drawn_config(kind), same);
    const GeneratedTask different = generate_task(drawn_config(kind), other);
    std::set<std::string> sources;
    bool equal = true;
    for (std::size_t i = 0; i < task.items.size(); ++i) {
      sources.insert(task.items[i].source);
      equal = equal && task.items[i].source == again.items[i].source && task.items[i].target == again.items[i].target;
    }
    CHECK(task.items.size() == 1500);
    CHECK(sources.size() == 1500);
    CHECK(equal);
    CHECK(task.items[0].source != different.items[0].source);
  }
}

TEST_CASE("all there is can be asked for, and not one more") {
  TaskConfig settings = drawn_config(TaskKind::copy);
  settings.min_length = 1;
  settings.max_length = 4;
  settings.symbols = 3;
  settings.examples = 3 + 9 + 27 + 81;
  Generator generator(1);
  CHECK(generate_task(settings, generator).items.size() == 120);
  ++settings.examples;
  CHECK(refusal(settings).find("task.examples is 121; allowed: at most 120 (copy") == 0);
}

TEST_CASE("settings outside their range are refused by name") {
  TaskConfig settings = drawn_config(TaskKind::copy);
  settings.examples = 0;
  CHECK(refusal(settings).find("task.examples is 0; allowed: 1 to 1000000") == 0);
  settings = drawn_config(TaskKind::copy);
  settings.min_length = 0;
  CHECK(refusal(settings).find("task.min_length is 0") == 0);
  settings = drawn_config(TaskKind::copy);
  settings.max_length = 2;
  CHECK(refusal(settings).find("task.max_length is 2; allowed: task.min_length, which is 3") == 0);
  settings = drawn_config(TaskKind::copy);
  settings.symbols = 63;
  CHECK(refusal(settings).find("task.symbols is 63; allowed: 1 to 62") == 0);
  CHECK(refusal(drawn_config(TaskKind::data)).find("task.kind is data") == 0);
}

TEST_CASE("each task is described, with an example of its kind") {
  CHECK(task_descriptions().size() == 8);
  for (std::size_t i = 0; i < task_descriptions().size(); ++i) {
    const TaskDescription& task = task_descriptions()[i];
    CHECK(static_cast<std::size_t>(task.kind) == i);
    CHECK(!task.sentence.empty());
  }
  for (const TaskKind kind : drawn) {
    Generator generator(3);
    const GeneratedTask task = generate_task(drawn_config(kind), generator);
    const TaskDescription& description = task_descriptions()[static_cast<std::size_t>(kind)];
    CAPTURE(description.name);
    CHECK(description.has_alignment == !task.items[0].alignment.empty());
    const std::set<std::string> known(task.words.begin(), task.words.end());
    if (kind != TaskKind::names)
      for (const std::string& token : tokenise(task.tokeniser, description.source + description.target))
        CHECK(known.count(token) == 1);
  }
}
