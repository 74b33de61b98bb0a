#include <doctest/doctest.h>

#include <numeric>

#include "base/error.h"
#include "lesson/lesson.h"
#include "training/trainer.h"

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

TEST_CASE("a run's coins are those that its trainer throws, at any step") {
  using namespace seq2seq;
  ModelConfig config;
  config.vocabulary_size = 7;
  config.embedding_size = 3;
  config.hidden_size = 5;
  constexpr int rows = 2, length = 4;
  Batch batch;
  batch.rows = rows;
  batch.source_length = 3;
  batch.source_lengths = {3, 3};
  batch.source = {1, 2, 3, 4, 5, 6};
  batch.target_length = length;
  batch.target_lengths = {length, length};
  batch.input = {0, 0, 4, 5, 6, 1, 2, 3};
  batch.label = {4, 5, 6, 1, 2, 3, 3, 3};
  batch.extended_size = config.vocabulary_size;
  const std::vector<Batch> batches{batch};
  for (const Coin coin : {Coin::token, Coin::sequence}) {
    TrainingConfig training;
    training.seed = 4294967295u;  // its streams begin behind the 32 bits that count
    training.batch_size = rows;
    training.epochs = 9;
    training.forcing.schedule = ScheduleKind::linear;
    training.forcing.linear_steps = 10;
    training.forcing.coin = coin;
    const Seq2Seq model(config);
    Parameters parameters(model.layout());
    Generator generator(3);
    initialise(parameters, config, generator);
    Trainer trainer(model, parameters, training,
                    [&](std::int64_t, Generator&) -> const std::vector<Batch>& { return batches; });
    CoinThrow thrown;
    thrown.seed = training.seed;
    thrown.rows = rows;
    thrown.length = length;
    thrown.coin = coin;
    for (thrown.step = 0; thrown.step < 9; ++thrown.step) {
      CAPTURE(thrown.step);
      thrown.epsilon = trainer.step().epsilon;
      const std::vector<std::uint8_t> found = coins(thrown), &used = trainer.last_coins();
      for (std::size_t b = 0; b < rows; ++b)
        for (std::size_t t = 0; t < length; ++t) CHECK(found[b * length + t] == used[t * rows + b]);
    }
  }
}

TEST_CASE("coins are refused by name") {
  const auto refusal = [](const CoinThrow& thrown) {
    try {
      coins(thrown);
    } catch (const seq2seq::Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CoinThrow thrown;
  CHECK(refusal(thrown) == "accepted");
  thrown.rows = 0;
  CHECK(refusal(thrown) == "rows is 0; allowed: 1 to 1000000");
  thrown.rows = 1000;
  thrown.length = 1001;
  CHECK(refusal(thrown) == "length is 1001; allowed: 1 to 1000");
  thrown.length = 101;
  thrown.step = 1001;
  CHECK(refusal(thrown) == "step is 1001; allowed: 0 to 1000");
  thrown.step = 0;
  thrown.epsilon = -0.1;
  CHECK(refusal(thrown).find("epsilon is -0.1") == 0);
}
