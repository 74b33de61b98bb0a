// Messages put together from texts and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/error.h"

namespace seq2seq {

// A text or a number of a message. It owns nothing: where strings are added up, code stands at every throw that frees
// what was already put together if the rest fails, and of the engine's module that was a twentieth (docs/speed.md,
// Size). Made from a temporary text, it is good for the one call it is made for.
class Piece {
 public:
  Piece(const char* text);
  Piece(std::string_view text);
  Piece(const std::string& text);
  Piece(char letter);
  Piece(float number);
  Piece(double number);
  Piece(std::int64_t number);
  Piece(std::uint64_t number);
  template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  Piece(Integer number)
      : Piece(static_cast<std::conditional_t<std::is_signed_v<Integer>, std::int64_t, std::uint64_t>>(number)) {}
  Piece(bool) = delete;  // it has no number and no one word
  void append_to(std::string& text) const;

 private:
  enum class Kind : std::uint8_t { c_text, text, letter, single, real, whole, from_zero };
  Kind kind_;
  std::size_t length_ = 0;  // of a text that no zero ends
  union {
    const char* text;
    std::int64_t whole;
    double real;
  } as_;
};

// The pieces one after the other, numbers as number_text and std::to_string write them: worded({"row ", 3}).
std::string worded(std::initializer_list<Piece> pieces);

// Throws Error(code, worded(pieces)).
[[noreturn]] void throw_error(ErrorCode code, std::initializer_list<Piece> pieces);

}  // namespace seq2seq
