// The object behind JavaScript's Handle, and its calls that stand in files of their own.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace seq2seq {

// Made empty, so that a configuration that is refused leaves nothing half-made.
struct Handle {
  std::optional<Session> session;
  std::exception_ptr waiting;      // what stopped a train() that had steps to report first
  std::vector<std::string> parts;  // of the step that is shared out, as far as they are known
};

// training_bindings.cpp
emscripten::val train(Handle& handle, double steps);
emscripten::val parts(Handle& handle);
emscripten::val compute_part(Handle& handle, double which);
emscripten::val put_part(Handle& handle, double which, const emscripten::val& part);
emscripten::val finish_parts(Handle& handle);
emscripten::val give_up_step(Handle& handle);

}  // namespace seq2seq
