#include "crossing.h"

#include <exception>
#include <new>

#include "base/error.h"
#include "base/number_text.h"

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
  return val::global("Float32Array").new_(typed_memory_view(values.size(), values.data()));
}

val doubles(const std::vector<double>& values) {
  return val::global("Float64Array").new_(typed_memory_view(values.size(), values.data()));
}

val bytes(const std::string& values) {
  return val::global("Uint8Array")
      .new_(typed_memory_view(values.size(), reinterpret_cast<const unsigned char*>(values.data())));
}

val texts(const std::vector<std::string>& values) {
  val array = val::array();
  for (std::size_t i = 0; i < values.size(); ++i) array.set(i, val(values[i]));
  return array;
}

void put_value(val& object, const char* name, const val& value) { object.set(name, value); }

void refuse_number(const char* name, double found, const std::string& allowed) {
  throw Error(ErrorCode::invalid_value, std::string(name) + " is " + number_text(found) + "; allowed: " + allowed);
}

}  // namespace seq2seq
