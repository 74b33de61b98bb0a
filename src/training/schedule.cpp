#include "training/schedule.h"

#include <algorithm>

#include "math/portable.h"

namespace seq2seq {

double teacher_probability(const ForcingConfig& forcing, std::int64_t k) {
  const double step = static_cast<double>(k);
  double epsilon = 1;
  switch (forcing.schedule) {
    case ScheduleKind::teacher: return 1;
    case ScheduleKind::free: return 0;
    case ScheduleKind::linear: epsilon = 1 - step / forcing.linear_steps; break;
    case ScheduleKind::exponential: epsilon = portable_pow(forcing.exponential_base, step); break;
    case ScheduleKind::inverse_sigmoid:
      epsilon = forcing.sigmoid_scale / (forcing.sigmoid_scale + portable_exp(step / forcing.sigmoid_scale));
      break;
  }
  return std::min(1.0, std::max({0.0, forcing.floor, epsilon}));
}

void throw_coins(const ForcingConfig& forcing, double epsilon, const Batch& batch, Generator& generator,
                 std::vector<std::uint8_t>& own) {
  const std::size_t rows = static_cast<std::size_t>(batch.rows);
  const bool drawn = forcing.schedule != ScheduleKind::teacher && forcing.schedule != ScheduleKind::free;
  const std::uint8_t without_draw = forcing.schedule == ScheduleKind::free ? 1 : 0;
  own.assign(static_cast<std::size_t>(batch.target_length) * rows, 0);
  for (std::size_t b = 0; b < rows; ++b) {
    const std::size_t length = static_cast<std::size_t>(batch.target_lengths[b]);
    std::uint8_t coin = without_draw;
    if (drawn && forcing.coin == Coin::sequence) coin = generator.uniform() < epsilon ? 0 : 1;
    for (std::size_t t = 1; t < length; ++t) {
      if (drawn && forcing.coin == Coin::token) coin = generator.uniform() < epsilon ? 0 : 1;
      own[t * rows + b] = coin;
    }
  }
}

}  // namespace seq2seq
