#include "math/activations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "math/generator.h"
#include "support/digest.h"
#include "support/fixtures.h"

using namespace seq2seq;

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();
const Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

// About `count` numbers between low and high, and as many more spread over the powers of two around 0.
std::vector<Real> grid(double low, double high, int count = 200003) {
  std::vector<Real> x;
  for (int i = 0; i < count; ++i) x.push_back(static_cast<Real>(low + (high - low) * (i + 0.37) / count));
  for (int i = 0; i < count; ++i) {
    const double size = std::ldexp(1.0 + (i % 997) / 997.0, -100 + (i * 107) / count);
    for (const double signed_size : {size, -size})
      if (signed_size > low && signed_size < high) x.push_back(static_cast<Real>(signed_size));
  }
  return x;
}

using ArrayFunction = void (*)(const Real*, Real*, Index);

struct Errors {
  double relative = 0;
  double absolute = 0;
};

// The truth in double; in the double build in long double.
template <class Truth>
Errors worst_errors(ArrayFunction function, const std::vector<Real>& x, Truth truth) {
  std::vector<Real> y(x.size());
  function(x.data(), y.data(), static_cast<Index>(x.size()));
  Errors worst;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double expected = truth(static_cast<long double>(x[i]));
    const double error = static_cast<double>(std::fabs(static_cast<long double>(y[i]) - expected));
    worst.absolute = std::fmax(worst.absolute, error);
    worst.relative = std::fmax(worst.relative, error / static_cast<double>(std::fabs(expected)));
    if (!(error >= 0)) return {HUGE_VAL, HUGE_VAL};
  }
  return worst;
}

bool same(Real a, Real b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }

const std::vector<Real> edges = {Real(0),      Real(-0.0),  infinity,    -infinity,  not_a_number, Real(1e-42),
                                 Real(-1e-42), Real(1e-30), Real(-88),   Real(-104), Real(-1e30),  Real(1e30),
                                 Real(88.7),   Real(21.5),  Real(-21.5), Real(3.5),  Real(-0.3)};

}  // namespace

TEST_CASE("exp, tanh and sigmoid stay within the errors the header states") {
  const Errors of_exp = worst_errors(exp_array, grid(-87.3, 88.7), [](long double x) { return std::exp(x); });
  CHECK(of_exp.relative < fixtures::tolerance(1e-7, 3e-16));
  const Errors of_tanh = worst_errors(tanh_array, grid(-12, 12), [](long double x) { return std::tanh(x); });
  CHECK(of_tanh.relative < fixtures::tolerance(2e-7, 5e-16));
  CHECK(of_tanh.absolute < fixtures::tolerance(1.6e-7, 3e-16));
  const auto sigmoid = [](long double x) { return 1 / (1 + std::exp(-x)); };
  const Errors of_sigmoid = worst_errors(sigmoid_array, grid(-87, 30), sigmoid);
  CHECK(of_sigmoid.relative < fixtures::tolerance(2e-7, 5e-16));
  CHECK(of_sigmoid.absolute < fixtures::tolerance(1e-7, 3e-16));
  const auto exp_twice = [](long double x) { return std::exp(std::fmin(std::fmax(2 * x, -43.0L), 43.0L)); };
  CHECK(worst_errors(exp_twice_array, grid(-30, 30), exp_twice).relative < fixtures::tolerance(1e-7, 3e-16));
}

TEST_CASE("tanh by the product of two exponentials, as attention uses it") {
  // The promise of exp_twice_array: equal to tanh while both parts stay below 21.5.
  Generator random(3);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Real a = static_cast<Real>(random.uniform() * 40 - 20), b = static_cast<Real>(random.uniform() * 6 - 3) - a;
    Real ea = 0, eb = 0;
    exp_twice_array(&a, &ea, 1);
    exp_twice_array(&b, &eb, 1);
    const double found = 1 - 2 / (static_cast<double>(ea) * static_cast<double>(eb) + 1);
    if (std::fabs(b) < 21.5) worst = std::fmax(worst, std::fabs(found - std::tanh(double(a) + double(b))));
  }
  CHECK(worst < fixtures::tolerance(2e-7, 1e-14));
  CHECK(worst > 0);
}

TEST_CASE("logarithms") {
  double worst = 0, worst_one_more = 0;
  for (const Real x : grid(1e-30, 50)) {
    const double expected = std::log(static_cast<double>(x));
    worst = std::fmax(worst, std::fabs(static_cast<double>(log_scalar(x)) - expected) / std::fabs(expected));
  }
  CHECK(worst < fixtures::tolerance(6.1e-8, 1e-15));  // the one rounding to float
  for (const Real x : grid(-80, 90)) {
    const long double wide = static_cast<long double>(x);
    const long double expected = x > 0 ? wide + std::log1p(std::exp(-wide)) : std::log1p(std::exp(wide));
    worst_one_more = std::fmax(worst_one_more, static_cast<double>(std::fabs(log1p_exp(x) - expected) / expected));
  }
  CHECK(worst_one_more < fixtures::tolerance(1.6e-7, 1e-15));
  CHECK(log_scalar(0) == -infinity);
  CHECK(log_scalar(1) == 0);
  CHECK(log_scalar(infinity) == infinity);
  CHECK(std::isnan(log_scalar(-1)));
  CHECK(std::isnan(log_scalar(not_a_number)));
  CHECK(log1p_exp(infinity) == infinity);
  CHECK(log1p_exp(-infinity) == 0);
  CHECK(log1p_exp(1000) == 1000);
  CHECK(std::isnan(log1p_exp(not_a_number)));
}

TEST_CASE("edges of exp, tanh and sigmoid") {
  CHECK(exp_scalar(0) == 1);
  CHECK(exp_scalar(infinity) == infinity);
  CHECK(exp_scalar(-infinity) == 0);
  CHECK(exp_scalar(1000) == infinity);
  CHECK(exp_scalar(-1000) == 0);
  CHECK(exp_scalar(fixtures::tolerance(-100, -740)) > 0);  // a denormal, not 0
  CHECK(tanh_scalar(infinity) == 1);
  CHECK(tanh_scalar(-infinity) == -1);
  CHECK(tanh_scalar(30) == 1);
  CHECK(std::signbit(tanh_scalar(Real(-0.0))));
  CHECK_FALSE(std::signbit(tanh_scalar(0)));
  CHECK(tanh_scalar(Real(-1e-42)) == Real(-1e-42));
  CHECK(sigmoid_scalar(0) == Real(0.5));
  CHECK(sigmoid_scalar(infinity) == 1);
  CHECK(sigmoid_scalar(-infinity) == 0);
  CHECK(sigmoid_scalar(-1000) == 0);
  CHECK(std::isnan(exp_scalar(not_a_number)));
  CHECK(std::isnan(tanh_scalar(not_a_number)));
  CHECK(std::isnan(sigmoid_scalar(not_a_number)));
  // Larger arguments never give smaller values between neighbours of the grid.
  Real last_tanh = -1, last_sigmoid = 0;
  for (int i = -4000; i <= 4000; ++i) {
    const Real x = static_cast<Real>(i) / 200;
    CHECK(tanh_scalar(x) >= last_tanh);
    CHECK(sigmoid_scalar(x) >= last_sigmoid);
    last_tanh = tanh_scalar(x), last_sigmoid = sigmoid_scalar(x);
  }
}

TEST_CASE("a value's bits do not depend on where it stands in an array") {
  std::vector<Real> x = edges;
  Generator random(4);
  while (x.size() < 64) x.push_back(static_cast<Real>(random.uniform() * 20 - 10));
  const ArrayFunction functions[] = {exp_array, tanh_array, sigmoid_array, exp_twice_array};
  for (const ArrayFunction function : functions) {
    std::vector<Real> alone(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) function(&x[i], &alone[i], 1);
    for (std::size_t start = 0; start < 5; ++start) {
      for (std::size_t n = 0; n < 13; ++n) {
        std::vector<Real> y(x.size(), Real(77));
        function(x.data() + start, y.data() + start, static_cast<Index>(n));
        for (std::size_t i = 0; i < x.size(); ++i)
          REQUIRE(same(y[i], i >= start && i < start + n ? alone[i] : Real(77)));
      }
    }
    std::vector<Real> in_place = x;
    function(in_place.data(), in_place.data(), static_cast<Index>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(same(in_place[i], alone[i]));
  }
  for (const Real v : x) {
    Real y = 0;
    exp_array(&v, &y, 1);
    CHECK(same(exp_scalar(v), y));
    tanh_array(&v, &y, 1);
    CHECK(same(tanh_scalar(v), y));
    sigmoid_array(&v, &y, 1);
    CHECK(same(sigmoid_scalar(v), y));
  }
}

TEST_CASE("softmax against double, for every length") {
  Generator random(5);
  for (const int n : {1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 130, 1003, 8001}) {
    CAPTURE(n);
    std::vector<Real> x(static_cast<std::size_t>(n));
    for (Real& v : x) v = static_cast<Real>(random.uniform() * 30 - 400);  // far below 0: the shift matters
    std::vector<double> expected(x.begin(), x.end());
    const double largest = *std::max_element(expected.begin(), expected.end());
    double sum = 0;
    for (double& v : expected) sum += v = std::exp(v - largest);
    for (double& v : expected) v /= sum;
    const Real log_sum = softmax(x.data(), n);
    CHECK(std::fabs(static_cast<double>(log_sum) - (largest + std::log(sum))) < fixtures::tolerance(2e-5, 1e-12));
    CHECK(fixtures::difference(x, expected, fixtures::tolerance(2e-7, 1e-14)) == "");
    double total = 0;
    for (const Real v : x) total += static_cast<double>(v);
    CHECK(std::fabs(total - 1) < fixtures::tolerance(1e-6, 1e-13));
  }
}

TEST_CASE("edges of softmax") {
  std::vector<Real> masked = {Real(1), -infinity, Real(3), -infinity, -infinity, Real(2)};
  softmax(masked.data(), 6);
  CHECK(masked[1] == 0);
  CHECK(masked[3] == 0);
  CHECK(masked[4] == 0);
  CHECK(std::fabs(masked[0] + masked[2] + masked[5] - 1) < Real(1e-6));

  std::vector<Real> far = {Real(1e30), Real(-1e30), Real(1e30)};
  softmax(far.data(), 3);
  CHECK(far[0] == Real(0.5));
  CHECK(far[1] == 0);

  std::vector<Real> equal(9, Real(-7));
  CHECK(std::fabs(softmax(equal.data(), 9) - (std::log(9.0) - 7)) < 1e-6);
  for (const Real v : equal) CHECK(v == Real(1) / Real(9));

  for (const std::vector<Real>& poisoned :
       {std::vector<Real>{Real(1), not_a_number, Real(2), Real(0), Real(5)}, std::vector<Real>{Real(1), infinity},
        std::vector<Real>(6, -infinity), std::vector<Real>{Real(1), Real(2), Real(3), Real(4), not_a_number}}) {
    std::vector<Real> x = poisoned;
    CHECK(std::isnan(softmax(x.data(), static_cast<Index>(x.size()))));
    for (const Real v : x) CHECK(std::isnan(v));
  }
  CHECK(softmax(nullptr, 0) == -infinity);
}

#ifndef SEQ2SEQ_DOUBLE
TEST_CASE("activations have the same bits on every build") {
  std::vector<Real> x = grid(-110, 95, 60013);
  x.insert(x.end(), edges.begin(), edges.end());
  std::vector<Real> y(x.size());
  Digest digest;
  const ArrayFunction functions[] = {exp_array, tanh_array, sigmoid_array, exp_twice_array};
  for (const ArrayFunction function : functions) {
    function(x.data(), y.data(), static_cast<Index>(x.size()));
    digest.add(y.data(), y.size());
  }
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = log_scalar(x[i]);
  digest.add(y.data(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = log1p_exp(x[i]);
  digest.add(y.data(), y.size());
  for (Index n = 1; n < 200; ++n) {
    std::copy(x.begin() + 800 * n, x.begin() + 800 * n + n, y.begin());
    const Real log_sum = softmax(y.data(), n);
    digest.add(&log_sum, 1);
    digest.add(y.data(), static_cast<std::size_t>(n));
  }
  CHECK(digest.value() == 2800588873178702702u);
}
#endif
