#include "text/tokeniser.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "text/unicode.h"
#include "text/utf8.h"

using namespace seq2seq;
using Tokens = std::vector<std::string>;

namespace {

Tokens words(const std::string& text) { return tokenise(TokeniserKind::words, text); }
std::string joined(const Tokens& tokens) { return detokenise(TokeniserKind::words, tokens); }

}  // namespace

TEST_CASE("characters are letters as people see them, blanks included") {
  CHECK(tokenise(TokeniserKind::characters, "cafe\u0301  👩‍🚀") ==
        Tokens{"c", "a", "f", "é", " ", "👩‍🚀"});
  CHECK(tokenise(TokeniserKind::characters, "").empty());
}

TEST_CASE("words: blanks separate, punctuation at the ends comes off") {
  CHECK(words("(Don't stop!)") == Tokens{"(", "Don't", "stop", "!", ")"});
  CHECK(words("Wait... 3.14, U.S.") == Tokens{"Wait", ".", ".", ".", "3.14", ",", "U.S", "."});
  CHECK(words("He said \"no\".") == Tokens{"He", "said", "\"", "no", "\"", "."});
  CHECK(words("").empty());
}

TEST_CASE("words spaced in an unusual way say so and lose nothing") {
  CHECK(words("Va !") == Tokens{"Va", "␣!"});
  CHECK(words("« oui »") == Tokens{"«␣", "oui", "␣»"});
  CHECK(words("do n't") == Tokens{"do", "␣n't"});
  CHECK(words("a \" b") == Tokens{"a", "\"␣", "b"});
  CHECK(words("␣x y‿ ␣") == Tokens{"‿␣x", "y‿␣", "␣␣‿"});
}

TEST_CASE("C94: one rule for blanks") { CHECK(words("a\u00A0b\u200Bc\u3000d") == Tokens{"a", "b\u200Bc", "d"}); }

TEST_CASE("C95: </s> in a text is a word") {
  CHECK(words("the </s> tag") == Tokens{"the", "</s>", "tag"});
  CHECK(words("la balise `</s>`") == Tokens{"la", "balise", "`</s>`"});
}

TEST_CASE("C31: detokenising") {
  CHECK(joined({"yesterday", "’s", "reception"}) == "yesterday’s reception");
  CHECK(joined({"do", "n't", "stop", "!"}) == "don't stop!");
  CHECK(joined({"(", "they", "'re", "\"", "in", "\"", ",", "he", "says", ")"}) == "(they're \"in\", he says)");
  CHECK(joined({}).empty());
}

TEST_CASE("ids are plain whole numbers") {
  CHECK(tokenise(TokeniserKind::ids, " 2 5  10 0") == Tokens{"2", "5", "10", "0"});
  CHECK(detokenise(TokeniserKind::ids, {"2", "5", "10"}) == "2 5 10");
  for (const char* bad : {"2 x", "-1", "1.5", "007", "+3", "1e3", "99999999999999999999"}) {
    CAPTURE(bad);
    try {
      tokenise(TokeniserKind::ids, bad);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_token);
    }
  }
}

TEST_CASE("every text in normal form comes back letter for letter") {
  const std::u32string some = U"aab'tns’re\"\"().,!?;:[]{}«»“”„¿¡… \u2423\u203f\u0301é-<>/&   ";
  std::uint32_t state = 5;
  for (int round = 0; round < 60000; ++round) {
    std::u32string letters;
    state = state * 1664525 + 1013904223;
    for (std::uint32_t length = (state >> 16) % 12; length > 0; --length) {
      state = state * 1664525 + 1013904223;
      letters.push_back(some[(state >> 16) % some.size()]);
    }
    const std::string text = normal_text(encode_utf8(letters));
    CAPTURE(text);
    REQUIRE(joined(words(text)) == text);
    REQUIRE(detokenise(TokeniserKind::characters, tokenise(TokeniserKind::characters, text)) == text);
    for (const std::string& token : words(text)) REQUIRE(!token.empty());
  }
}
