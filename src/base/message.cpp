#include "base/message.h"

#include "base/number_text.h"

namespace seq2seq {

Piece::Piece(const char* text) : kind_(Kind::c_text) { as_.text = text; }
Piece::Piece(std::string_view text) : kind_(Kind::text), length_(text.size()) { as_.text = text.data(); }
Piece::Piece(const std::string& text) : Piece(std::string_view(text)) {}
Piece::Piece(char letter) : kind_(Kind::letter) { as_.whole = letter; }
Piece::Piece(float number) : kind_(Kind::single) { as_.real = static_cast<double>(number); }
Piece::Piece(double number) : kind_(Kind::real) { as_.real = number; }
Piece::Piece(std::int64_t number) : kind_(Kind::whole) { as_.whole = number; }
Piece::Piece(std::uint64_t number) : kind_(Kind::from_zero) { as_.whole = static_cast<std::int64_t>(number); }

void Piece::append_to(std::string& text) const {
  switch (kind_) {
    case Kind::c_text: text += as_.text; break;
    case Kind::text: text.append(as_.text, length_); break;
    case Kind::letter: text += static_cast<char>(as_.whole); break;
    case Kind::single: text += number_text(static_cast<float>(as_.real)); break;
    case Kind::real: text += number_text(as_.real); break;
    case Kind::whole: text += std::to_string(as_.whole); break;
    case Kind::from_zero: text += std::to_string(static_cast<std::uint64_t>(as_.whole)); break;
  }
}

std::string worded(std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) piece.append_to(text);
  return text;
}

void throw_error(ErrorCode code, std::initializer_list<Piece> pieces) { throw Error(code, worded(pieces)); }

}  // namespace seq2seq
