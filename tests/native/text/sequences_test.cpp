#include "text/sequences.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

using namespace seq2seq;

namespace {

TaskConfig config_of(TaskKind kind, int min_length, int max_length, int symbols) {
  TaskConfig out;
  out.kind = kind;
  out.min_length = min_length;
  out.max_length = max_length;
  out.symbols = symbols;
  return out;
}

}  // namespace

TEST_CASE("copy, reverse and sort do what they say, and each answer letter comes from where the alignment says") {
  Generator generator(4);
  for (const TaskKind kind : {TaskKind::copy, TaskKind::reverse, TaskKind::sort}) {
    const TaskConfig settings = config_of(kind, 2, 7, 5);
    std::set<std::size_t> lengths;
    for (int i = 0; i < 200; ++i) {
      const TaskItem item = draw_sequence(settings, generator);
      std::string expected = item.source;
      if (kind == TaskKind::reverse) std::reverse(expected.begin(), expected.end());
      if (kind == TaskKind::sort) std::sort(expected.begin(), expected.end());
      REQUIRE(item.target == expected);
      REQUIRE(item.source.find_first_not_of("abcde") == std::string::npos);
      REQUIRE(item.alignment.size() == item.target.size());
      for (std::size_t t = 0; t < item.target.size(); ++t) {
        REQUIRE(!item.alignment[t].empty());
        for (const int place : item.alignment[t])
          REQUIRE(item.source[static_cast<std::size_t>(place)] == item.target[t]);
      }
      if (kind != TaskKind::sort) REQUIRE(item.alignment[0].size() == 1);
      if (kind == TaskKind::reverse) REQUIRE(item.alignment[0][0] == static_cast<int>(item.source.size()) - 1);
      lengths.insert(item.source.size());
    }
    CHECK(lengths == std::set<std::size_t>{2, 3, 4, 5, 6, 7});
  }
}

TEST_CASE("addition adds, without leading zeros, to any length") {
  Generator generator(4);
  std::set<std::size_t> lengths;
  for (int i = 0; i < 500; ++i) {
    const TaskItem item = draw_addition(config_of(TaskKind::addition, 1, 6, 10), generator);
    const std::size_t plus = item.source.find('+');
    const std::string a = item.source.substr(0, plus), b = item.source.substr(plus + 1);
    REQUIRE(std::to_string(std::stoll(a) + std::stoll(b)) == item.target);
    REQUIRE(std::to_string(std::stoll(a)) == a);
    lengths.insert(a.size());
  }
  CHECK(lengths == std::set<std::size_t>{1, 2, 3, 4, 5, 6});
  CHECK(draw_addition(config_of(TaskKind::addition, 40, 40, 10), generator).target.size() >= 40);
}

TEST_CASE("how many different sources there are") {
  CHECK(different_sequences(config_of(TaskKind::copy, 1, 3, 10)) == 1110);
  CHECK(different_sequences(config_of(TaskKind::copy, 2, 3, 3)) == 36);
  CHECK(different_sequences(config_of(TaskKind::copy, 4, 9, 1)) == 6);
  CHECK(different_sequences(config_of(TaskKind::copy, 1, 1000, 62)) == 1e18);
  CHECK(different_additions(config_of(TaskKind::addition, 1, 1, 10)) == 100);
  CHECK(different_additions(config_of(TaskKind::addition, 1, 2, 10)) == 10000);
  CHECK(different_additions(config_of(TaskKind::addition, 3, 3, 10)) == 810000);
  CHECK(different_additions(config_of(TaskKind::addition, 5, 1000, 10)) == 1e18);
}
