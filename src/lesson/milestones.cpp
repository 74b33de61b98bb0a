// The full program's first two milestones, and what the first claims about its weights.
#include <cmath>

#include "lesson/lesson.h"
#include "lesson/toy.h"
#include "math/generator.h"

namespace seq2seq::lesson {

Milestone1 milestone_1(std::uint64_t seed) {
  constexpr int S = 4, H = 8;
  Generator generator(seed);
  std::vector<float> numbers;  // drawn in float in every build
  const auto linear = [&](std::size_t outputs) {
    // nn.Linear(H, outputs) without bias: kaiming_uniform_(a = sqrt(5)), in PyTorch's order of operations.
    const double bound = std::sqrt(3.0) * (std::sqrt(2.0 / 6.0) / std::sqrt(static_cast<double>(H)));
    numbers.resize(outputs * H);
    generator.uniform(numbers.data(), numbers.size(), -bound, bound);
    return std::vector<Real>(numbers.begin(), numbers.end());
  };
  const auto randn = [&](std::size_t count) {
    numbers.resize(count);
    generator.randn(numbers.data(), numbers.size());
    return std::vector<Real>(numbers.begin(), numbers.end());
  };
  AttentionInput input;
  input.source_length = S;
  input.hidden_size = H;
  input.Wh = linear(H);
  input.Ws = linear(H);
  input.v = linear(1);
  input.h = randn(S * H);
  input.s = randn(H);
  const AttentionSteps steps = attention_steps(input);
  return {steps.alpha, steps.alpha_sum, {1, static_cast<int>(steps.context.size())}};
}

Milestone2 milestone_2(std::uint64_t seed) {
  const Toy toy(seed);
  const Trace found =
      trace(toy.model, toy.parameters, toy_source(), toy_target(), Regime::teacher, toy_bos, toy_eos, 0, false);
  return {found.find("enc.out").shape, found.predictions.front(), found.find("dec.alpha", 0).values};
}

AlphaSumCheck alpha_sum_check(int seeds) {
  AlphaSumCheck check;
  check.seeds = seeds;
  for (int seed = 0; seed < seeds; ++seed) {
    const double error = std::fabs(static_cast<double>(milestone_1(static_cast<std::uint64_t>(seed)).alpha_sum) - 1);
    if (error != 0) ++check.missed;
    check.largest_error = std::fmax(check.largest_error, error);
  }
  return check;
}

}  // namespace seq2seq::lesson
