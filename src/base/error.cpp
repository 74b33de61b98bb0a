#include "base/error.h"

namespace seq2seq {

const char* name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_value: return "invalid_value";
    case ErrorCode::invalid_token: return "invalid_token";
    case ErrorCode::invalid_data: return "invalid_data";
    case ErrorCode::invalid_file: return "invalid_file";
    case ErrorCode::invalid_state: return "invalid_state";
    case ErrorCode::not_finite: return "not_finite";
    case ErrorCode::cancelled: return "cancelled";
  }
  return "unknown";
}

}  // namespace seq2seq
