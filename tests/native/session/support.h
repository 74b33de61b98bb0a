// What several tests of the session share.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "session/session.h"

namespace session_test {

inline std::vector<seq2seq::StepReport> train(seq2seq::Session& session, std::int64_t steps = 1000000) {
  seq2seq::Context context;
  return session.train(steps, context);
}

// What the call says when it is refused with this code.
template <class Call>
std::string refusal(seq2seq::ErrorCode code, const Call& call) {
  try {
    call();
  } catch (const seq2seq::Error& error) {
    CHECK(error.code() == code);
    return error.what();
  }
  return "accepted";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace session_test
