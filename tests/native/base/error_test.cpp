#include "base/error.h"

#include <doctest/doctest.h>

#include <string>

using namespace seq2seq;

TEST_CASE("every error code has a name of its own") {
  // What JavaScript and scripts compare with: these texts are an interface.
  CHECK(std::string(name_of(ErrorCode::invalid_value)) == "invalid_value");
  CHECK(std::string(name_of(ErrorCode::invalid_token)) == "invalid_token");
  CHECK(std::string(name_of(ErrorCode::invalid_data)) == "invalid_data");
  CHECK(std::string(name_of(ErrorCode::invalid_file)) == "invalid_file");
  CHECK(std::string(name_of(ErrorCode::invalid_state)) == "invalid_state");
  CHECK(std::string(name_of(ErrorCode::not_finite)) == "not_finite");
  CHECK(std::string(name_of(ErrorCode::cancelled)) == "cancelled");
}

TEST_CASE("an error carries its code and its text, also as a standard exception") {
  int caught = 0;
  try {
    try {
      throw Error(ErrorCode::invalid_token, "token 12, allowed are 0 to 9");
    } catch (const std::runtime_error& error) {
      ++caught;
      CHECK(std::string(error.what()) == "token 12, allowed are 0 to 9");
      throw;
    }
  } catch (const Error& error) {
    ++caught;
    CHECK(error.code() == ErrorCode::invalid_token);
  }
  CHECK(caught == 2);
}
