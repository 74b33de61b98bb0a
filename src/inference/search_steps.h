// What the three searches share: checks of their options and of the scorer's numbers.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/message.h"
#include "inference/search.h"

namespace seq2seq {

// allowed[token] = 0 for the forbidden ones. Throws Error(invalid_value) for options that cannot work and
// Error(invalid_token) for ids outside the vocabulary.
inline std::vector<char> allowed_tokens(const Scorer& scorer, const SearchOptions& options) {
  const int X = scorer.vocabulary_size();
  const auto check_id = [X](const char* name, TokenId id) {
    if (id < 0 || id >= X) throw_error(ErrorCode::invalid_token, {name, " is ", id, "; allowed: 0 to ", X - 1});
  };
  check_id("the BOS id", options.bos);
  check_id("the EOS id", options.eos);
  if (options.max_length < 1)
    throw_error(ErrorCode::invalid_value, {"max_length is ", options.max_length, "; allowed: 1 or more"});
  if (options.width < 1) throw_error(ErrorCode::invalid_value, {"beam is ", options.width, "; allowed: 1 or more"});
  if (!std::isfinite(options.length_penalty))
    throw_error(ErrorCode::invalid_value, {"length_penalty is ", options.length_penalty, "; allowed: a finite number"});
  std::vector<char> allowed(static_cast<std::size_t>(X), 1);
  for (const TokenId id : options.forbidden) {
    check_id("a forbidden id", id);
    allowed[static_cast<std::size_t>(id)] = 0;
  }
  return allowed;
}

inline void stop_if_cancelled(Context& context) {
  if (context.cancelled()) throw_error(ErrorCode::cancelled, {"decoding was cancelled"});
}

// A NaN compares false with everything, so a search would silently pick token 0.
inline void check_number(Real log_probability, int step, TokenId token) {
  if (std::isnan(log_probability))
    throw_error(ErrorCode::not_finite, {"the log-probability of token ", token, " at step ", step,
                                        " is NaN; the model's weights cannot be used"});
}

inline void append_attention(const Matrix& attention, Index column, std::vector<Real>& rows) {
  for (Index i = 0; i < attention.rows(); ++i) rows.push_back(attention(i, column));
}

}  // namespace seq2seq
