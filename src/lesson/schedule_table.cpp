// The linear schedule's table with the lesson's labels, and the coins of a run.
#include <string>

#include "base/message.h"
#include "base/number_text.h"
#include "lesson/lesson.h"
#include "training/schedule.h"

namespace seq2seq::lesson {

namespace {

ForcingConfig linear(double K) {
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::linear;
  forcing.linear_steps = K;
  return forcing;
}

}  // namespace

std::vector<ScheduleRow> schedule_table(double K, const std::vector<std::int64_t>& epochs) {
  const ForcingConfig forcing = linear(K);
  std::vector<ScheduleRow> rows;
  for (const std::int64_t epoch : epochs) {
    const double epsilon = teacher_probability(forcing, epoch);
    // The lesson compares strictly: 0.75 is "mixed", and 0.25 is "free-run" although a quarter of the inputs are
    // still true tokens.
    const char* label = epsilon > 0.75 ? "teacher" : epsilon > 0.25 ? "mixed" : "free-run";
    rows.push_back({epoch, epsilon, label});
  }
  return rows;
}

std::vector<std::uint8_t> schedule_draws(double K, std::int64_t epoch, int count, std::uint64_t seed) {
  // One long target; its first input is BOS, for which no coin is thrown.
  Batch batch;
  batch.rows = 1;
  batch.target_length = count + 1;
  batch.target_lengths = {count + 1};
  Generator generator(seed);
  std::vector<std::uint8_t> own;
  throw_coins(linear(K), teacher_probability(linear(K), epoch), batch, generator, own);
  own.erase(own.begin());
  return own;
}

std::vector<std::uint8_t> coins(const CoinThrow& thrown) {
  constexpr std::int64_t most = 1000000, most_before = 100000000;
  const auto check = [](const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value < low || value > high)
      throw_error(ErrorCode::invalid_value, {name, " is ", value, "; allowed: ", low, " to ", high});
  };
  check("rows", thrown.rows, 1, most);
  check("length", thrown.length, 1, most / thrown.rows);
  if (!(thrown.epsilon >= 0 && thrown.epsilon <= 1))
    throw_error(ErrorCode::invalid_value, {"epsilon is ", thrown.epsilon, "; allowed: 0 to 1"});
  const std::int64_t drawn = std::int64_t{thrown.rows} * (thrown.coin == Coin::sequence ? 1 : thrown.length - 1);
  check("step", thrown.step, 0, drawn == 0 ? most_before : most_before / drawn);

  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::linear;  // any that throws coins
  forcing.coin = thrown.coin;
  Batch batch;
  batch.rows = thrown.rows;
  batch.target_length = thrown.length;
  batch.target_lengths.assign(static_cast<std::size_t>(thrown.rows), thrown.length);
  Generator generator(thrown.seed + 1);  // the trainer's stream of coins
  for (std::int64_t i = 0; i < thrown.step * drawn; ++i) generator.uniform();
  std::vector<std::uint8_t> own;
  throw_coins(forcing, thrown.epsilon, batch, generator, own);
  // From steps of rows to rows of steps.
  const std::size_t rows = static_cast<std::size_t>(thrown.rows), length = static_cast<std::size_t>(thrown.length);
  std::vector<std::uint8_t> by_row(own.size());
  for (std::size_t b = 0; b < rows; ++b)
    for (std::size_t t = 0; t < length; ++t) by_row[b * length + t] = own[t * rows + b];
  return by_row;
}

}  // namespace seq2seq::lesson
