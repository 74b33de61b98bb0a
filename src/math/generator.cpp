#include "math/generator.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "base/message.h"
#include "math/exact_fma.h"
#include "math/portable.h"

namespace seq2seq {
namespace {

// Mersenne Twister (Matsumoto and Nishimura 1998), 32 bit.
constexpr int state_size = 624;
constexpr int state_shift = 397;

// A position in the stream is found again by drawing up to it. The limit, some millions of training steps, keeps a
// damaged file from holding a page for minutes.
constexpr std::uint64_t most_words = std::uint64_t{1} << 32;

constexpr std::size_t block = 16;  // PyTorch transforms normals sixteen at a time, when there are that many

// Natural logarithm of v in [0, 1] with PyTorch's AVX2 roundings: Cephes' polynomial, fused where its compiler fused.
float normal_log(float v) {
  if (v < std::numeric_limits<float>::min()) v = std::numeric_limits<float>::min();
  std::uint32_t bits = 0;
  std::memcpy(&bits, &v, sizeof bits);
  float e = static_cast<float>(static_cast<int>(bits >> 23) - 126);
  bits = (bits & 0x007fffffu) | 0x3f000000u;
  float m = 0;
  std::memcpy(&m, &bits, sizeof m);  // [1/2, 1)
  float x = m - 1.0f;
  if (m < 0.70710678f) {
    e -= 1.0f;
    x += m;
  }
  const float z = x * x;
  float y = 7.0376836292e-2f;
  for (const float p : {-1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                        2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f})
    y = exact_fma(y, x, p);
  y = y * x;
  y = exact_fma(y, z, e * -2.12194440e-4f);
  y = exact_fma(z, -0.5f, y);
  x = x + y;
  return exact_fma(e, 0.693359375f, x);
}

// Sine and cosine of t in [0, 2 pi], likewise.
void normal_sine_cosine(float t, float& sine, float& cosine) {
  const int j = (static_cast<int>(t * 1.27323954473516f) + 1) & ~1;
  const float q = static_cast<float>(j);
  float x = exact_fma(q, -0.78515625f, t);
  x = exact_fma(q, -2.4187564849853515625e-4f, x);
  x = exact_fma(q, -3.77489497744594108e-8f, x);
  const float z = x * x;
  float c = exact_fma(2.443315711809948e-5f, z, -1.388731625493765e-3f);
  c = exact_fma(c, z, 4.166664568298827e-2f);
  c = c * z;
  c = exact_fma(c, z, -(z * 0.5f));
  c = c + 1.0f;
  float s = exact_fma(-1.9515295891e-4f, z, 8.3321608736e-3f);
  s = exact_fma(s, z, -1.6666654611e-1f);
  s = s * z;
  s = exact_fma(s, x, x);
  sine = (j & 2) != 0 ? c : s;
  cosine = (j & 2) != 0 ? s : c;
  if ((j & 4) != 0) sine = -sine;
  if (((j - 2) & 4) == 0) cosine = -cosine;
}

// Box and Muller: sixteen uniforms become sixteen normals. The first eight are radii here, the last eight angles; in
// the one-by-one path it is the other way round.
void normal_block(float* d, float mean, float std) {
  for (std::size_t j = 0; j < block / 2; ++j) {
    const float radius = std::sqrt(-2.0f * normal_log(1.0f - d[j]));
    float sine = 0, cosine = 0;
    normal_sine_cosine(6.2831855f * d[j + block / 2], sine, cosine);
    d[j] = exact_fma(radius * cosine, std, mean);
    d[j + block / 2] = exact_fma(radius * sine, std, mean);
  }
}

constexpr double two_pi = 6.283185307179586;

void normal_block(double* d, double mean, double std) {
  for (std::size_t j = 0; j < block / 2; ++j) {
    const double radius = std::sqrt(-2.0 * portable_log(1.0 - d[j]));
    const SineCosine angle = portable_sine_cosine(two_pi * d[j + block / 2]);
    d[j] = exact_fma(radius * angle.cosine, std, mean);
    d[j + block / 2] = exact_fma(radius * angle.sine, std, mean);
  }
}

}  // namespace

void Generator::manual_seed(std::uint64_t seed) {
  seed_ = seed;
  std::uint32_t x = static_cast<std::uint32_t>(seed);
  for (int i = 0; i < state_size; ++i) {
    words_of_state_[i] = x;
    x = 1812433253u * (x ^ (x >> 30)) + static_cast<std::uint32_t>(i + 1);
  }
  position_ = state_size;
  words_ = 0;
  has_waiting_normal_ = false;
  waiting_normal_ = 0;
}

void Generator::refill() {
  for (int i = 0; i < state_size; ++i) {
    const std::uint32_t next = words_of_state_[i + 1 < state_size ? i + 1 : 0];
    const std::uint32_t far =
        words_of_state_[i + state_shift < state_size ? i + state_shift : i + state_shift - state_size];
    const std::uint32_t y = (words_of_state_[i] & 0x80000000u) | (next & 0x7fffffffu);
    words_of_state_[i] = far ^ (y >> 1) ^ ((y & 1u) != 0 ? 0x9908b0dfu : 0u);
  }
  position_ = 0;
}

std::uint32_t Generator::next32() {
  if (position_ == state_size) refill();
  std::uint32_t y = words_of_state_[position_++];
  ++words_;
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

std::uint64_t Generator::next64() {
  const std::uint64_t high = next32();
  return high << 32 | next32();
}

float Generator::uniform() { return static_cast<float>(next32() & 0xffffffu) * 0x1p-24f; }

double Generator::uniform_double() { return static_cast<double>(next64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53; }

void Generator::rand(float* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = uniform();
}

void Generator::rand(double* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = uniform_double();
}

void Generator::uniform(float* out, std::size_t n, double low, double high) {
  const float first = static_cast<float>(low), range = static_cast<float>(high) - first;
  for (std::size_t i = 0; i < n; ++i) out[i] = exact_fma(uniform(), range, first);
}

void Generator::uniform(double* out, std::size_t n, double low, double high) {
  const double range = high - low;
  for (std::size_t i = 0; i < n; ++i) out[i] = exact_fma(uniform_double(), range, low);
}

double Generator::next_normal() {
  if (has_waiting_normal_) {
    has_waiting_normal_ = false;
    return std::exchange(waiting_normal_, 0.0);
  }
  const double u1 = uniform_double(), u2 = uniform_double();
  const double radius = std::sqrt(-2.0 * portable_log(1.0 - u2));
  const SineCosine angle = portable_sine_cosine(two_pi * u1);
  waiting_normal_ = radius * angle.sine;
  has_waiting_normal_ = true;
  return radius * angle.cosine;
}

void Generator::normal(float* out, std::size_t n, double mean, double std) {
  if (n < block) {
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<float>(exact_fma(next_normal(), std, mean));
    return;
  }
  const float m = static_cast<float>(mean), s = static_cast<float>(std);
  rand(out, n);
  for (std::size_t i = 0; i + block <= n; i += block) normal_block(out + i, m, s);
  // The tail rule: the last sixteen, some of them finished already, are drawn anew.
  if (n % block != 0) {
    rand(out + n - block, block);
    normal_block(out + n - block, m, s);
  }
}

void Generator::normal(double* out, std::size_t n, double mean, double std) {
  if (n < block) {
    for (std::size_t i = 0; i < n; ++i) out[i] = exact_fma(next_normal(), std, mean);
    return;
  }
  rand(out, n);
  for (std::size_t i = 0; i + block <= n; i += block) normal_block(out + i, mean, std);
  if (n % block != 0) {
    rand(out + n - block, block);
    normal_block(out + n - block, mean, std);
  }
}

std::int64_t Generator::randint(std::int64_t low, std::int64_t high) {
  if (low >= high)
    throw_error(ErrorCode::invalid_value, {"randint: low is ", low, ", allowed is less than high, ", high});
  // Unsigned, because the range of two 64-bit numbers need not fit a signed one. A plain remainder, as in PyTorch.
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t drawn = (range >> 32) == 0 ? next32() % range : next64() % range;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + drawn);
}

bool Generator::bernoulli(float p) { return uniform() < p; }

bool Generator::bernoulli_number(double p) { return uniform_double() < p; }

std::vector<std::int64_t> Generator::randperm(std::int64_t n) {
  if (n < 0) throw_error(ErrorCode::invalid_value, {"randperm: n is ", n, ", allowed is 0 or more"});
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const std::uint64_t other = i + next32() % static_cast<std::uint64_t>(order.size() - i);
    std::swap(order[i], order[static_cast<std::size_t>(other)]);
  }
  return order;
}

Generator::State Generator::state() const { return {seed_, words_, has_waiting_normal_, waiting_normal_}; }

void Generator::restore(const State& state) {
  if (state.words > most_words)
    throw_error(ErrorCode::invalid_value,
                {"the generator's position is ", state.words, " words, allowed are 0 to ", most_words});
  manual_seed(state.seed);
  // Whole refills are skipped without tempering their words.
  for (; words_ + state_size <= state.words; words_ += state_size) refill(), position_ = state_size;
  while (words_ < state.words) next32();
  has_waiting_normal_ = state.has_waiting_normal;
  waiting_normal_ = state.waiting_normal;
}

}  // namespace seq2seq
