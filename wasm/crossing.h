// How values and errors cross into JavaScript. Numbers, texts, JSON texts and copied typed arrays do, nothing else.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <type_traits>
#include <vector>

#include "base/real.h"
#include "base/whole_number.h"

namespace seq2seq {

using emscripten::typed_memory_view;
using emscripten::val;

// The exception being handled, as a JavaScript Error; for `guarded` only.
val current_error();

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
  } catch (...) {
    return current_error();
  }
}

// Copies at once: a view of the module's memory is detached by the next growth of that memory.
val floats(const std::vector<float>& values);
val doubles(const std::vector<double>& values);  // a plain array
val bytes(const std::string& values);
val texts(const std::vector<std::string>& values);
template <class Number>
val numbers(const std::vector<Number>& values) {
  return val::array(values);
}

// object[name] = value. Through val::set every length of a name would make a function of its own.
void put_value(val& object, const char* name, const val& value);
template <class Value>
void put(val& object, const char* name, const Value& value) {
  put_value(object, name, val(value));
}

static_assert(std::is_same_v<Real, float>, "the module is never built with double scalars");

[[noreturn]] void refuse_number(const char* name, double found, const std::string& allowed);

// Counts cross as JavaScript numbers, so that a fraction, NaN or a huge one is refused here, not wrapped on the way.
template <class Integer>
Integer whole(const char* name, double value) {
  if (is_whole<Integer>(value)) return static_cast<Integer>(value);
  refuse_number(name, value, allowed_whole<Integer>(value));
}

}  // namespace seq2seq
