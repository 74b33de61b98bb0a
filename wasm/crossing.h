// How values and errors cross into JavaScript. Numbers, texts, JSON texts and copied typed arrays do, nothing else.
#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/real.h"

namespace seq2seq {

using emscripten::typed_memory_view;
using emscripten::val;

inline val javascript_error(const std::string& code, const std::string& text) {
  val error = val::global("Error").new_(text);
  error.set("name", val("EngineError"));
  error.set("code", val(code));
  return error;
}

// Every exported call runs in here. A raw C++ exception would reach JavaScript without its text, and anything thrown
// through Embind leaks the texts that the call was given: so the Error is returned, and session.ts throws it.
template <class Call>
val guarded(Call call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return val::undefined();
    } else {
      return val(call());
    }
  } catch (const Error& error) {
    return javascript_error(name_of(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return javascript_error(name_of(ErrorCode::invalid_value),
                            "these sizes need more memory than WebAssembly has here; allowed: 2 GB in all");
  } catch (const std::exception& error) {
    return javascript_error("engine_broken", error.what());
  }
}

// Copies at once: a view of the module's memory is detached by the next growth of that memory.
inline val floats(const std::vector<float>& values) {
  return val::global("Float32Array").new_(typed_memory_view(values.size(), values.data()));
}
inline val doubles(const std::vector<double>& values) {
  return val::global("Float64Array").new_(typed_memory_view(values.size(), values.data()));
}
template <class Number>
val numbers(const std::vector<Number>& values) {
  return val::array(values);
}
inline val bytes(const std::string& values) {
  return val::global("Uint8Array")
      .new_(typed_memory_view(values.size(), reinterpret_cast<const unsigned char*>(values.data())));
}
inline val texts(const std::vector<std::string>& values) {
  val array = val::array();
  for (std::size_t i = 0; i < values.size(); ++i) array.set(i, val(values[i]));
  return array;
}
static_assert(std::is_same_v<Real, float>, "the module is never built with double scalars");

// Counts cross as JavaScript numbers, so that a fraction, NaN or a huge one is refused here, not wrapped on the way.
template <class Integer>
Integer whole(const char* name, double value, double low, double high) {
  if (value >= low && value <= high && value == std::floor(value)) return static_cast<Integer>(value);
  std::string found = std::isfinite(value) && value == std::floor(value) && std::fabs(value) < 1e15
                          ? std::to_string(static_cast<long long>(value))
                          : std::to_string(value);
  throw Error(ErrorCode::invalid_value, std::string(name) + " is " + found + "; allowed: a whole number from " +
                                            std::to_string(static_cast<long long>(low)) + " to " +
                                            std::to_string(static_cast<long long>(high)));
}

}  // namespace seq2seq
