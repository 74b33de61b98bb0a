#include "math/portable.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

using namespace seq2seq;

namespace {

// Over a grid that hits no round numbers; the C library in long double is the truth.
template <class Ours, class Truth>
double worst_relative_error(double low, double high, Ours ours, Truth truth) {
  double worst = 0;
  for (int i = 0; i < 20011; ++i) {
    const double x = low + (high - low) * i / 20010.0;
    const long double expected = truth(static_cast<long double>(x));
    const double found = ours(x);
    worst = std::fmax(worst, static_cast<double>(std::fabs((found - expected) / expected)));
  }
  return worst;
}

std::uint64_t digest(std::uint64_t sum, double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return (sum ^ bits) * 1099511628211u;
}

}  // namespace

TEST_CASE("portable exp, log and pow agree with the C library to the last digits") {
  const auto exp_truth = [](long double x) { return std::exp(x); };
  const auto log_truth = [](long double x) { return std::log(x); };
  CHECK(worst_relative_error(-707.3, 709.7, portable_exp, exp_truth) < 4.5e-16);
  CHECK(worst_relative_error(-1.1, 1.3, portable_exp, exp_truth) < 4.5e-16);
  CHECK(worst_relative_error(1e-300, 3e-299, portable_log, log_truth) < 4.5e-16);
  CHECK(worst_relative_error(0.013, 0.999, portable_log, log_truth) < 4.5e-16);
  CHECK(worst_relative_error(1.001, 77.7, portable_log, log_truth) < 4.5e-16);
  CHECK(worst_relative_error(
            0.1, 9.7, [](double x) { return portable_pow(x, -3.7); },
            [](long double x) { return std::pow(x, static_cast<long double>(-3.7)); }) < 4e-15);
}

TEST_CASE("portable exp, log and pow at their edges") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(portable_exp(0) == 1);
  CHECK(portable_exp(-infinity) == 0);
  CHECK(portable_exp(infinity) == infinity);
  CHECK(portable_exp(1000) == infinity);
  CHECK(portable_exp(-1000) == 0);
  CHECK(std::isnan(portable_exp(std::nan(""))));
  CHECK(portable_log(1) == 0);
  CHECK(portable_log(0) == -infinity);
  CHECK(portable_log(infinity) == infinity);
  CHECK(std::isnan(portable_log(-1)));
  CHECK(std::isnan(portable_log(std::nan(""))));
  CHECK(portable_pow(2, 0) == 1);
  CHECK(portable_pow(0, 0.5) == 0);
}

TEST_CASE("portable sine and cosine in every quadrant, on both sides of 0") {
  double worst = 0;
  for (int i = -200003; i <= 200003; ++i) {
    const double angle = 8.0 * i / 200003;
    const SineCosine found = portable_sine_cosine(angle);
    const long double wide = angle;
    worst = std::fmax(worst, static_cast<double>(std::fabs(found.sine - std::sin(wide))));
    worst = std::fmax(worst, static_cast<double>(std::fabs(found.cosine - std::cos(wide))));
  }
  CHECK(worst < 1.2e-16);
  CHECK(portable_sine_cosine(0).sine == 0);
  CHECK(portable_sine_cosine(0).cosine == 1);
  // Near a multiple of pi/2 only the digits of pi beyond double's own are left.
  const SineCosine half_turn = portable_sine_cosine(3.141592653589793);
  CHECK(half_turn.sine == 1.2246467991473532e-16);
  CHECK(half_turn.cosine == -1);
  CHECK(std::fabs(portable_sine_cosine(1.5707963267948966).cosine - 6.123233995736766e-17) < 1e-32);
}

TEST_CASE("portable functions give the same bits on every build") {
  std::uint64_t sum = 14695981039346656037u;
  for (int i = 1; i <= 5000; ++i) {
    const double x = i * 0.1371;
    sum = digest(digest(digest(sum, portable_exp(x - 340)), portable_log(x)), portable_pow(x, 0.6));
  }
  CHECK(sum == 6584058428781563096u);  // recorded with g++ and clang++; every other build must agree
}
