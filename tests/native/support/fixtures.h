// Reads the reference numbers. The directory is SEQ2SEQ_FIXTURES, else tests/fixtures of this checkout.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/real.h"

namespace fixtures {

using Json = nlohmann::json;
using seq2seq::Real;

// Parsing is in fixtures.cpp: instantiating the parser in every test file would double the time to build them.
std::string directory();
std::string read_bytes(const std::string& name);
Json load(const std::string& name);

// The block to compare this build with: what torch computed in float32, or the float64 truth.
inline const char* block() { return sizeof(Real) == 8 ? "f64" : "f32"; }
// A tolerance for this build.
inline double tolerance(double float_build, double double_build) {
  return sizeof(Real) == 8 ? double_build : float_build;
}

inline double number(const Json& value) {
  if (!value.is_string()) return value.get<double>();
  const std::string text = value.get<std::string>();
  if (text == "inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  return std::nan("");
}

struct Tensor {
  std::vector<int> shape;
  std::vector<double> data;         // row-major
  std::vector<Real> real() const {  // as the fixtures say: parsed, then rounded to float
    std::vector<Real> out;
    out.reserve(data.size());
    for (const double x : data) out.push_back(static_cast<Real>(x));
    return out;
  }
  // Parameters and inputs are float32 in both builds.
  std::vector<Real> from_float() const {
    std::vector<Real> out;
    out.reserve(data.size());
    for (const double x : data) out.push_back(static_cast<Real>(static_cast<float>(x)));
    return out;
  }
};

inline Tensor tensor(const Json& json) {
  Tensor result;
  if (json.is_number() || json.is_string()) {
    result.data.push_back(number(json));
    return result;
  }
  if (json.is_array()) {
    for (const Json& x : json) result.data.push_back(number(x));
    result.shape = {static_cast<int>(result.data.size())};
    return result;
  }
  result.shape = json.at("shape").get<std::vector<int>>();
  if (json.at("data").is_array())
    for (const Json& x : json.at("data")) result.data.push_back(number(x));
  else
    result.data.push_back(number(json.at("data")));
  return result;
}

// Empty where `found` and `expected` agree within the tolerance (absolute up to |x| = 1, relative above), else a text
// that names the worst index. Counts are compared first; zero values compared is a failure.
template <class Found>
std::string difference(const Found& found, const std::vector<double>& expected, double tolerance) {
  std::ostringstream text;
  if (found.size() != expected.size() || expected.empty()) {
    text << "found " << found.size() << " values, expected " << expected.size();
    return text.str();
  }
  double worst = -1;
  std::size_t at = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double a = static_cast<double>(found[i]), b = expected[i];
    double error = std::fabs(a - b) / std::fmax(1.0, std::fabs(b));
    if (a == b || (std::isnan(a) && std::isnan(b))) error = 0;
    if (!(error <= 1e300)) error = 1e300;
    if (error > worst) worst = error, at = i;
  }
  if (worst <= tolerance) return {};
  text.precision(17);
  text << "worst at index " << at << ": found " << static_cast<double>(found[at]) << ", expected " << expected[at]
       << ", error " << worst << " above " << tolerance;
  return text.str();
}

}  // namespace fixtures
