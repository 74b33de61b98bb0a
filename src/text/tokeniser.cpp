#include "text/tokeniser.h"

#include <algorithm>
#include <cstdint>

#include "base/message.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace seq2seq {
namespace {

constexpr std::u32string_view openers = U"([{“«„¿¡\"";
constexpr std::u32string_view closers = U".,!?;:…)]}”»\"";
constexpr char32_t apart = U'\u2423', together = U'\u203F';  // the marks

bool is_mark(char32_t c) { return c == apart || c == together; }
bool in(std::u32string_view set, char32_t c) { return set.find(c) != std::u32string_view::npos; }

// Written with its word: 's, ’re, n't, ...
bool is_clitic(std::u32string_view piece) {
  static constexpr std::u32string_view endings[] = {U"s", U"m", U"d", U"t", U"re", U"ve", U"ll"};
  const auto apostrophe = [](char32_t c) { return c == U'\'' || c == U'\u2019'; };
  if (piece.size() < 2) return false;
  std::u32string lower(piece);
  for (char32_t& c : lower)
    if (c >= U'A' && c <= U'Z') c += U'a' - U'A';
  if (apostrophe(lower[0]))
    return std::find(std::begin(endings), std::end(endings), std::u32string_view(lower).substr(1)) != std::end(endings);
  return lower.size() == 3 && lower[0] == U'n' && apostrophe(lower[1]) && lower[2] == U't';
}

// Whether a blank stands between two pieces when nothing else is said. A plain quotation mark opens and closes in turn.
class Spacing {
 public:
  // Is there a blank before `piece`? Call it for each piece in order.
  bool before(std::u32string_view piece) {
    const bool quote = piece == U"\"";
    const bool opens = piece.size() == 1 && (quote ? !inside_quote_ : in(openers, piece[0]));
    const bool closes = piece.size() == 1 && (quote ? inside_quote_ : in(closers, piece[0]));
    const bool blank = !first_ && !after_opener_ && !closes && !is_clitic(piece);
    if (quote) inside_quote_ = !inside_quote_;
    after_opener_ = opens;
    first_ = false;
    return blank;
  }

 private:
  bool first_ = true, after_opener_ = false, inside_quote_ = false;
};

bool is_punctuation(std::u32string_view piece) {
  return piece.size() == 1 && (in(openers, piece[0]) || in(closers, piece[0]));
}

// One word or sign of a text, and the marks it carries as a token (0: none).
struct Piece {
  std::u32string_view text;
  bool blank_before = false;
  char32_t before = 0, after = 0;
};

// One stretch without blanks: openers off its beginning, closers off its end.
void cut(std::u32string_view stretch, bool blank_before, std::vector<Piece>& pieces) {
  std::size_t begin = 0, end = stretch.size();
  while (begin < end && in(openers, stretch[begin])) ++begin;
  while (end > begin && in(closers, stretch[end - 1])) --end;
  if (begin == 0 && end == stretch.size()) {
    pieces.push_back({stretch, blank_before});
    return;
  }
  // A sign that carries an accent is one letter with it and stays whole.
  const std::vector<std::size_t> letters = grapheme_boundaries(stretch);
  std::size_t from = 0;
  const auto take = [&](std::size_t to) {
    if (to == from || !std::binary_search(letters.begin(), letters.end(), to)) return;
    pieces.push_back({stretch.substr(from, to - from), from == 0 && blank_before});
    from = to;
  };
  for (std::size_t i = 1; i <= begin; ++i) take(i);
  for (std::size_t i = end; i <= stretch.size(); ++i) take(i);
}

void mark(std::vector<Piece>& pieces) {
  Spacing spacing;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    const char32_t truth = piece.blank_before ? apart : together;
    if (spacing.before(piece.text) != piece.blank_before) {
      // A word is spelled the same wherever it stands, so the sign beside it takes the mark where there is one.
      if (is_punctuation(piece.text) || is_clitic(piece.text))
        piece.before = truth;
      else
        pieces[i - 1].after = truth;
    }
    if (is_mark(piece.text.front())) piece.before = truth;
    if (i != 0 && is_mark(pieces[i - 1].text.back())) pieces[i - 1].after = truth;
  }
  if (!pieces.empty() && is_mark(pieces.back().text.back())) pieces.back().after = together;
}

std::vector<std::string> words_of(const std::u32string& text) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(U' ', i), text.size());
    cut(std::u32string_view(text).substr(i, end - i), i != 0, pieces);
    i = end + 1;
  }
  mark(pieces);
  std::vector<std::string> tokens;
  tokens.reserve(pieces.size());
  for (const Piece& piece : pieces) {
    std::string token;
    if (piece.before != 0) append_utf8(piece.before, token);
    token += encode_utf8(piece.text);
    if (piece.after != 0) append_utf8(piece.after, token);
    tokens.push_back(std::move(token));
  }
  return tokens;
}

std::string text_of_words(const std::vector<std::string>& tokens) {
  std::string text;
  Spacing spacing;
  char32_t waiting = 0;  // the mark behind the token before
  for (const std::string& token : tokens) {
    const std::u32string letters = decode_utf8(token);
    std::u32string_view piece = letters;
    char32_t before = 0, after = 0;
    if (piece.size() > 1 && is_mark(piece.front())) {
      before = piece.front();
      piece.remove_prefix(1);
    }
    if (piece.size() > 1 && is_mark(piece.back())) {
      after = piece.back();
      piece.remove_suffix(1);
    }
    bool blank = spacing.before(piece);
    if (before != 0) blank = before == apart;
    if (waiting != 0) blank = waiting == apart;
    if (blank && !text.empty()) text += ' ';
    text += encode_utf8(piece);
    waiting = after;
  }
  return text;
}

std::vector<std::string> letters_of(const std::u32string& text) {
  const std::vector<std::size_t> boundaries = grapheme_boundaries(text);
  std::vector<std::string> tokens;
  tokens.reserve(boundaries.size() - 1);
  for (std::size_t i = 1; i < boundaries.size(); ++i)
    tokens.push_back(
        encode_utf8(std::u32string_view(text).substr(boundaries[i - 1], boundaries[i] - boundaries[i - 1])));
  return tokens;
}

std::vector<std::string> ids_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    const std::string token = text.substr(i, end - i);
    const bool digits = token.find_first_not_of("0123456789") == std::string::npos;
    const bool plain = token == "0" || token[0] != '0';  // one spelling a number
    if (!digits || !plain || token.size() > 9)
      throw_error(ErrorCode::invalid_token,
                  {"\"", token, "\" is no token id; allowed: whole numbers from 0, written plainly, between blanks"});
    tokens.push_back(token);
    i = end + 1;
  }
  return tokens;
}

}  // namespace

std::vector<std::string> tokenise(TokeniserKind kind, std::string_view text) {
  const std::string normal = normal_text(text);
  switch (kind) {
    case TokeniserKind::characters: return letters_of(decode_utf8(normal));
    case TokeniserKind::words: return words_of(decode_utf8(normal));
    case TokeniserKind::ids: return ids_of(normal);
  }
  throw_error(ErrorCode::invalid_value, {"no such tokeniser; allowed: characters, words, ids"});
}

std::string detokenise(TokeniserKind kind, const std::vector<std::string>& tokens) {
  if (kind == TokeniserKind::words) return text_of_words(tokens);
  std::string text;
  for (const std::string& token : tokens) {
    if (kind == TokeniserKind::ids && !text.empty()) text += ' ';
    text += token;
  }
  return text;
}

}  // namespace seq2seq
