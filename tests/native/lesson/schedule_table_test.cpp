#include <doctest/doctest.h>

#include <numeric>

#include "lesson/lesson.h"

using namespace seq2seq::lesson;

TEST_CASE("the linear schedule's table, with the lesson's strict thresholds") {
  const std::vector<ScheduleRow> rows = schedule_table(100, {0, 24, 25, 74, 75, 100, 130});
  const std::vector<std::pair<double, std::string>> expected{{1, "teacher"},  {0.76, "teacher"},  {0.75, "mixed"},
                                                             {0.26, "mixed"}, {0.25, "free-run"}, {0, "free-run"},
                                                             {0, "free-run"}};
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].epoch);
    CHECK(rows[i].epsilon == doctest::Approx(expected[i].first).epsilon(1e-12));
    CHECK(rows[i].label == expected[i].second);
  }
}

TEST_CASE("the coins: one a step, true tokens as often as epsilon says") {
  const auto own = [](std::int64_t epoch, std::uint64_t seed) {
    const std::vector<std::uint8_t> coins = schedule_draws(100, epoch, 1000, seed);
    CHECK(coins.size() == 1000);
    return std::accumulate(coins.begin(), coins.end(), 0);
  };
  CHECK(own(0, 1) == 0);
  CHECK(own(100, 1) == 1000);
  CHECK(own(75, 1) > 700);
  CHECK(own(75, 1) < 800);
  CHECK(schedule_draws(100, 50, 64, 1) != schedule_draws(100, 50, 64, 2));
  CHECK(schedule_draws(100, 50, 64, 1) == schedule_draws(100, 50, 64, 1));
}
