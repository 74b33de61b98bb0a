#include "training/schedule.h"

#include <doctest/doctest.h>

#include <cmath>

#include "training/support.h"

using namespace seq2seq;
using namespace training_test;

namespace {

ForcingConfig forcing_of(const fixtures::Json& json) {
  ForcingConfig forcing;
  if (json.contains("base")) {
    forcing.schedule = ScheduleKind::exponential;
    forcing.exponential_base = json.at("base");
  } else if (json.contains("s")) {
    forcing.schedule = ScheduleKind::inverse_sigmoid;
    forcing.sigmoid_scale = json.at("s");
  } else {
    forcing.schedule = ScheduleKind::linear;
    forcing.linear_steps = json.contains("K") ? json.at("K").get<double>() : 1 / json.at("slope").get<double>();
    forcing.floor = json.value("floor", 0.0);
  }
  return forcing;
}

// Rows with 5, 2 and 4 labels.
Batch ragged() {
  return batch_of({{3, 4}, {5, 6}, {7, 8}}, {{0, 1, 2, 3, 4, 5}, {0, 1, 2, 9, 9, 9}, {0, 1, 2, 3, 4, 9}}, {2, 2, 2},
                  {5, 2, 4});
}

}  // namespace

TEST_CASE("the schedules give the epsilons of schedsamp.json") {
  const auto json = fixtures::load("schedsamp.json").at("schedules");
  const auto points = json.at("points").get<std::vector<std::int64_t>>();
  for (const auto& item : json.items()) {
    const std::string name = item.key();
    const fixtures::Json& schedule = item.value();
    if (name == "points") continue;
    CAPTURE(name);
    std::vector<double> found;
    for (const std::int64_t k : points) found.push_back(teacher_probability(forcing_of(schedule), k));
    CHECK(fixtures::difference(found, fixtures::tensor(schedule.at("eps")).data, 1e-12) == "");
  }
}

TEST_CASE("C11: inverse sigmoid starts at s/(s+1), falls, and is 0 where exp overflows") {
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::inverse_sigmoid;
  forcing.sigmoid_scale = 5;
  const std::vector<double> expected = {0.83333, 0.64781, 0.40358, 0.03259};
  const std::vector<std::int64_t> points = {0, 5, 10, 25};
  for (std::size_t i = 0; i < points.size(); ++i)
    CHECK(teacher_probability(forcing, points[i]) == doctest::Approx(expected[i]).epsilon(1e-4));
  CHECK(teacher_probability(forcing, 1000000000000) == 0);
}

TEST_CASE("teacher and free draw nothing and never change") {
  for (const bool free : {false, true}) {
    ForcingConfig forcing;
    forcing.schedule = free ? ScheduleKind::free : ScheduleKind::teacher;
    forcing.floor = 0.5;  // belongs to the falling schedules only
    CHECK(teacher_probability(forcing, 77) == (free ? 0 : 1));
    Generator generator(3);
    std::vector<std::uint8_t> own;
    throw_coins(forcing, teacher_probability(forcing, 77), ragged(), generator, own);
    CHECK(generator.words_used() == 0);
    const std::uint8_t o = free ? 1 : 0;
    CHECK(own == std::vector<std::uint8_t>{0, 0, 0, o, o, o, o, 0, o, o, 0, o, o, 0, 0});
  }
}

TEST_CASE("coins are drawn row by row, within a row step by step, none for BOS and padding") {
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::linear;
  Generator generator(11), twin(11);
  std::vector<std::uint8_t> own;
  const Batch batch = ragged();
  throw_coins(forcing, 0.5, batch, generator, own);
  std::vector<std::uint8_t> expected(15, 0);
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t t = 1; t < static_cast<std::size_t>(batch.target_lengths[b]); ++t)
      expected[t * 3 + b] = twin.uniform() < 0.5F ? 0 : 1;
  CHECK(own == expected);
  CHECK(generator.words_used() == 4 + 1 + 3);
}

TEST_CASE("a coin for the sequence is one draw a row") {
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::linear;
  forcing.coin = Coin::sequence;
  Generator generator(2), twin(2);
  std::vector<std::uint8_t> own;
  bool both[2] = {false, false};
  for (int round = 0; round < 20; ++round) {
    throw_coins(forcing, 0.5, ragged(), generator, own);
    for (std::size_t b = 0; b < 3; ++b) {
      const std::uint8_t coin = twin.uniform() < 0.5F ? 0 : 1;
      both[coin] = true;
      CHECK(own[b] == 0);
      CHECK(own[3 + b] == coin);
      if (b == 0) CHECK(own[4 * 3] == coin);
    }
  }
  CHECK(generator.words_used() == 60);
  CHECK((both[0] && both[1]));
}

TEST_CASE("C10: one long target at a half gets about as many true tokens as own ones") {
  Batch batch;
  batch.rows = 1;
  batch.target_length = 201;
  batch.target_lengths = {201};
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::linear;
  Generator generator(4);
  std::vector<std::uint8_t> own;
  throw_coins(forcing, 0.5, batch, generator, own);
  int count = 0;
  for (const std::uint8_t coin : own) count += coin;
  CHECK(own[0] == 0);
  CHECK(count > 75);
  CHECK(count < 125);
}
