// The linear schedule's table, with the lesson's labels.
#include "lesson/lesson.h"
#include "training/schedule.h"

namespace seq2seq::lesson {

std::vector<ScheduleRow> schedule_table(double K, const std::vector<std::int64_t>& epochs) {
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::linear;
  forcing.linear_steps = K;
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

}  // namespace seq2seq::lesson
