// Attention by hand: the lesson's numeric trace, with any numbers put in.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/message.h"
#include "lesson/check_size.h"
#include "lesson/lesson.h"
#include "math/activations.h"
#include "math/gemm.h"
#include "math/generator.h"

namespace seq2seq::lesson {
namespace {

constexpr int largest_size = 256;           // more than anyone edits by hand
constexpr Real largest_number = Real(1e6);  // no product of such numbers overflows, so no energy becomes NaN

void check_numbers(const char* name, const std::vector<Real>& values, int expected) {
  if (values.size() != static_cast<std::size_t>(expected))
    throw_error(ErrorCode::invalid_value, {name, " has ", values.size(), " numbers; allowed: ", expected});
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(std::fabs(values[i]) <= largest_number))
      throw_error(ErrorCode::invalid_value, {name, "[", i, "] is ", values[i], "; allowed: -1000000 to 1000000"});
}

void check(const AttentionInput& input, AttentionScore score) {
  const int S = input.source_length, H = input.hidden_size;
  check_size("source_length", S, largest_size);
  check_size("hidden_size", H, largest_size);
  check_numbers("h", input.h, S * H);
  check_numbers("s", input.s, H);
  if (score != AttentionScore::luong_dot) check_numbers("Wh", input.Wh, H * H);
  if (score == AttentionScore::bahdanau) {
    check_numbers("Ws", input.Ws, H * H);
    check_numbers("v", input.v, H);
  }
  if (!input.masked.empty() && input.masked.size() != static_cast<std::size_t>(S))
    throw_error(ErrorCode::invalid_value, {"masked has ", input.masked.size(), " entries; allowed: none or ", S});
  if (!(input.temperature > 0) || !std::isfinite(input.temperature))
    throw_error(ErrorCode::invalid_value, {"temperature is ", input.temperature, "; allowed: a finite number above 0"});
}

// Weights of one source, padding excluded. A softmax over nothing is 0/0, so a wholly masked source gets zeros.
std::vector<Real> weights(const AttentionInput& input, const std::vector<Real>& energy) {
  std::vector<Real> alpha = energy;
  bool any = false;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    const bool masked = !input.masked.empty() && input.masked[i] != 0;
    alpha[i] = masked ? -std::numeric_limits<Real>::infinity() : alpha[i] / input.temperature;
    any = any || !masked;
  }
  if (!any) return std::vector<Real>(alpha.size(), Real(0));
  softmax(alpha.data(), static_cast<Index>(alpha.size()));
  return alpha;
}

// c = sum_i alpha_i h_i. A row-major (S,H) array is a column-major [H,S] one: its columns are the states.
std::vector<Real> mixed(const std::vector<Real>& h, const std::vector<Real>& alpha) {
  const Index S = static_cast<Index>(alpha.size()), H = static_cast<Index>(h.size()) / S;
  std::vector<Real> context(static_cast<std::size_t>(H));
  multiply(view(h.data(), H, S), Transpose::no, view(alpha.data(), S, 1), Transpose::no, view(context.data(), H, 1));
  return context;
}

Real added(const std::vector<Real>& values) {
  Real sum = 0;
  for (const Real value : values) sum += value;
  return sum;
}

}  // namespace

AttentionInput attention_input(std::uint64_t seed, int source_length, int hidden_size) {
  check_size("source_length", source_length, largest_size);
  check_size("hidden_size", hidden_size, largest_size);
  AttentionInput input;
  input.source_length = source_length;
  input.hidden_size = hidden_size;
  Generator generator(seed);
  // In float in every build: the double build then starts from the same numbers.
  const auto draw = [&](int count) {
    std::vector<float> numbers(static_cast<std::size_t>(count));
    generator.randn(numbers.data(), numbers.size());
    return std::vector<Real>(numbers.begin(), numbers.end());
  };
  input.h = draw(source_length * hidden_size);
  input.s = draw(hidden_size);
  input.Wh = draw(hidden_size * hidden_size);
  input.Ws = draw(hidden_size * hidden_size);
  input.v = draw(hidden_size);
  return input;
}

AttentionSteps attention_steps(const AttentionInput& input, AttentionScore score) {
  check(input, score);
  const Index S = input.source_length, H = input.hidden_size;
  const std::size_t states = input.h.size();
  // A row-major (S,H) array is a column-major [H,S] one: its columns are the states. Row-major weights are read
  // transposed for the same reason.
  const ConstView h = view(input.h.data(), H, S), s = view(input.s.data(), H, 1);
  AttentionSteps steps;
  steps.energy.resize(static_cast<std::size_t>(S));
  const View energy = view(steps.energy.data(), S, 1);
  if (score != AttentionScore::luong_dot) {
    steps.Wh_h.resize(states);
    multiply(view(input.Wh.data(), H, H), Transpose::yes, h, Transpose::no, view(steps.Wh_h.data(), H, S));
  }
  if (score == AttentionScore::bahdanau) {
    steps.Ws_s.resize(static_cast<std::size_t>(H));
    multiply(view(input.Ws.data(), H, H), Transpose::yes, s, Transpose::no, view(steps.Ws_s.data(), H, 1));
    steps.sum = steps.Wh_h;
    for (std::size_t i = 0; i < states; ++i) steps.sum[i] += steps.Ws_s[i % static_cast<std::size_t>(H)];
    steps.tanh.resize(states);
    tanh_array(steps.sum.data(), steps.tanh.data(), S * H);
    multiply(view(static_cast<const Real*>(steps.tanh.data()), H, S), Transpose::yes, view(input.v.data(), H, 1),
             Transpose::no, energy);
  } else {
    const Real* keys = score == AttentionScore::luong_dot ? input.h.data() : steps.Wh_h.data();
    multiply(view(keys, H, S), Transpose::yes, s, Transpose::no, energy);
  }
  steps.alpha = weights(input, steps.energy);
  steps.context = mixed(input.h, steps.alpha);
  steps.alpha_sum = added(steps.alpha);
  for (std::size_t i = 0; i < steps.alpha.size(); ++i)
    if (steps.alpha[i] > steps.alpha[static_cast<std::size_t>(steps.largest)]) steps.largest = static_cast<int>(i);
  return steps;
}

HandContext context_of(const std::vector<Real>& h, const std::vector<Real>& alpha, bool normalized) {
  const int S = static_cast<int>(std::min<std::size_t>(alpha.size(), largest_size + 1));
  check_size("the number of weights", S, largest_size);
  if (h.empty() || h.size() % alpha.size() != 0)
    throw_error(ErrorCode::invalid_value, {"h has ", h.size(), " numbers; allowed: a multiple of the ", S, " weights"});
  const int H = static_cast<int>(std::min<std::size_t>(h.size() / alpha.size(), largest_size + 1));
  check_size("hidden_size", H, largest_size);
  check_numbers("h", h, S * H);
  for (std::size_t i = 0; i < alpha.size(); ++i)
    if (!(alpha[i] >= 0 && alpha[i] <= 1))
      throw_error(ErrorCode::invalid_value, {"alpha[", i, "] is ", alpha[i], "; allowed: 0 to 1"});
  HandContext made;
  made.alpha = alpha;
  if (normalized) {
    const Real sum = added(alpha);
    if (!(sum > 0))
      throw_error(ErrorCode::invalid_value, {"the weights sum to 0; allowed: a sum above 0, to be divided by it"});
    for (Real& weight : made.alpha) weight /= sum;
  }
  made.context = mixed(h, made.alpha);
  made.alpha_sum = added(made.alpha);
  return made;
}

}  // namespace seq2seq::lesson
