// The one exception type of the engine. Bad input throws it; our own mistakes are assertions.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace seq2seq {

enum class ErrorCode {
  invalid_value,  // a number or text outside what is allowed; the text names the value and the range
  invalid_token,  // a token id outside the vocabulary
  invalid_data,   // pairs, rows or encodings that cannot be used
  invalid_file,   // bytes that are not what their format promises
  invalid_state,  // a call that needs something done first
  not_finite,     // a loss, gradient or weight that is NaN or infinite
  cancelled,      // the caller asked to stop
};

// "invalid_value", ...: what JavaScript gets as `code` and the command line prints with --json.
const char* name_of(ErrorCode code);

class Error : public std::runtime_error {
 public:
  // `text` names the value found and the value allowed.
  Error(ErrorCode code, const std::string& text) : std::runtime_error(text), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace seq2seq
