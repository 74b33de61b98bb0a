#include "crossing.h"

#include <emscripten/emscripten.h>

#include <exception>
#include <new>

#include "base/message.h"
#include "base/number_text.h"

// One crossing and one copy each. Through val::global and new_ it is four crossings, a name read letter by letter and
// two arrays. Of a few numbers a plain array is made sooner than a typed one.
// clang-format off
EM_JS(emscripten::EM_VAL, seq2seq_copied_floats, (const float* values, std::size_t count), {
  return Emval.toHandle(HEAPF32.slice(values >> 2, (values >> 2) + count));
});
EM_JS(emscripten::EM_VAL, seq2seq_copied_doubles, (const double* values, std::size_t count), {
  const copy = [];
  for (let at = values >> 3; count > 0; --count, ++at) copy.push(HEAPF64[at]);
  return Emval.toHandle(copy);
});
EM_JS(emscripten::EM_VAL, seq2seq_copied_bytes, (const char* values, std::size_t count), {
  return Emval.toHandle(HEAPU8.slice(values, values + count));
});
// clang-format on

namespace seq2seq {
namespace {

val javascript_error(const std::string& code, const std::string& text) {
  val error = val::global("Error").new_(text);
  put(error, "name", std::string("EngineError"));
  put(error, "code", code);
  return error;
}

}  // namespace

val current_error() {
  try {
    throw;
  } catch (const Error& error) {
    return javascript_error(name_of(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return javascript_error(name_of(ErrorCode::invalid_value),
                            "these sizes need more memory than WebAssembly has here; allowed: 2 GB in all");
  } catch (const std::exception& error) {
    return javascript_error("engine_broken", error.what());
  }
}

val floats(const std::vector<float>& values) {
  return val::take_ownership(seq2seq_copied_floats(values.data(), values.size()));
}

val doubles(const std::vector<double>& values) {
  return val::take_ownership(seq2seq_copied_doubles(values.data(), values.size()));
}

val bytes(const std::string& values) { return val::take_ownership(seq2seq_copied_bytes(values.data(), values.size())); }

val texts(const std::vector<std::string>& values) {
  val array = val::array();
  for (std::size_t i = 0; i < values.size(); ++i) array.set(i, val(values[i]));
  return array;
}

void put_value(val& object, const char* name, const val& value) { object.set(name, value); }

void refuse_number(const char* name, double found, const std::string& allowed) {
  throw_error(ErrorCode::invalid_value, {name, " is ", found, "; allowed: ", allowed});
}

}  // namespace seq2seq
