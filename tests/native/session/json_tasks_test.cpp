#include "session/json_tasks.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace seq2seq;
using Json = nlohmann::json;

TEST_CASE("tasks as JSON: every one, by its name") {
  const Json tasks = Json::parse(tasks_as_json());
  REQUIRE(tasks.size() == task_descriptions().size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tasks[i].at("name") == task_descriptions()[i].name);
    CHECK(Json::parse(to_json(task_descriptions()[i])) == tasks[i]);
  }
}
