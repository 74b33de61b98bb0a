// The linear schedule's table, with the lesson's labels.
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

}  // namespace seq2seq::lesson
