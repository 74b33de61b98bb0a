#include "text/unicode.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "text/utf8.h"

using namespace seq2seq;

namespace {

std::u32string code_points(const std::string& hex) {
  std::u32string text;
  std::istringstream in(hex);
  for (std::string word; in >> word;) text.push_back(static_cast<char32_t>(std::stoul(word, nullptr, 16)));
  return text;
}

std::vector<std::string> letters(const std::string& utf8) {
  const std::u32string text = decode_utf8(utf8);
  const std::vector<std::size_t> at = grapheme_boundaries(text);
  std::vector<std::string> out;
  for (std::size_t i = 1; i < at.size(); ++i) out.push_back(encode_utf8(text.substr(at[i - 1], at[i] - at[i - 1])));
  return out;
}

// The database's own test files; a test that cannot find them says so.
bool open(std::ifstream& file, const char* folder, const char* name) {
  file.open(std::string(folder) + "/" + name);
  if (!file) MESSAGE("skipped: no " << name);
  return file.good();
}

}  // namespace

TEST_CASE("NFC: every line of the database's NormalizationTest") {
  std::ifstream file;
  if (!open(file, SEQ2SEQ_GENERATED_DIR, "NormalizationTest.txt")) return;
  int lines = 0, wrong = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line[0] == '@') continue;
    std::istringstream in(line);
    std::u32string column[5];
    for (std::u32string& text : column) {
      std::string hex;
      std::getline(in, hex, ';');
      text = code_points(hex);
    }
    // c2 == toNFC(c1) == toNFC(c2) == toNFC(c3); c4 == toNFC(c4) == toNFC(c5)
    const bool right = nfc(column[0]) == column[1] && nfc(column[1]) == column[1] && nfc(column[2]) == column[1] &&
                       nfc(column[3]) == column[3] && nfc(column[4]) == column[3];
    ++lines;
    if (!right && ++wrong <= 5) CHECK_MESSAGE(right, line);
  }
  CHECK(wrong == 0);
  CHECK(lines > 18000);
}

TEST_CASE("grapheme clusters: every line of the database's GraphemeBreakTest") {
  // Later versions add a rule for Indic conjuncts (GB9c), which these tables do not have.
  if (std::string(unicode_version()).compare(0, 3, "15.") != 0 ||
      std::string(unicode_version()).compare(0, 4, "15.1") == 0) {
    MESSAGE("skipped: the rules are those of Unicode 15.0, the database is " << unicode_version());
    return;
  }
  std::ifstream file;
  if (!open(file, SEQ2SEQ_UNICODE_DIR, "auxiliary/GraphemeBreakTest.txt")) return;
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    line = line.substr(0, line.find('#'));
    std::u32string text;
    std::vector<std::size_t> expected;
    std::istringstream in(line);
    for (std::string word; in >> word;) {
      if (word == "÷")
        expected.push_back(text.size());
      else if (word != "×")
        text += code_points(word);
    }
    if (text.empty()) continue;
    ++lines;
    CHECK_MESSAGE(grapheme_boundaries(text) == expected, line);
  }
  CHECK(lines > 500);
}

TEST_CASE("letters are what a reader sees as one") {
  CHECK(letters("cafe\u0301") == std::vector<std::string>{"c", "a", "f", "e\u0301"});
  CHECK(letters("a👩‍🚀b") == std::vector<std::string>{"a", "👩‍🚀", "b"});
  CHECK(letters("🇩🇪🇫🇷🇪") == std::vector<std::string>{"🇩🇪", "🇫🇷", "🇪"});
  CHECK(letters("한국") == std::vector<std::string>{"한", "국"});
  CHECK(letters("\u1112\u1161\u11ab\u1100") == std::vector<std::string>{"\u1112\u1161\u11ab", "\u1100"});
  CHECK(letters("👍🏽👍") == std::vector<std::string>{"👍🏽", "👍"});
  // Two joiners in a row are not the rule for emoji.
  CHECK(letters("👩\u200d\u200d🚀") == std::vector<std::string>{"👩\u200d\u200d", "🚀"});
  CHECK(grapheme_boundaries(U"") == std::vector<std::size_t>{0});
}

TEST_CASE("C93: both spellings of é are one") {
  CHECK(normal_text("cafe\u0301") == "café");
  CHECK(normal_text("café") == "café");
  CHECK(nfc(U"\u1112\u1161\u11ab") == U"한");
  CHECK(nfc(U"한\u11ab") == U"한\u11ab");           // a closed syllable takes no second tail
  CHECK(nfc(U"a\u0323\u0307") == U"\u1ea1\u0307");  // below before above
  CHECK(nfc(U"a\u0307\u0323") == U"\u1ea1\u0307");
  CHECK(nfc(U"\u0344") == U"\u0308\u0301");  // excluded from composition
}

TEST_CASE("C90, C94: blanks are Unicode's, one run is one space") {
  CHECK(normal_text("one\u2028two") == "one two");
  CHECK(normal_text("one\u0085two\vthree\ffour") == "one two three four");
  CHECK(normal_text("a\u00A0b\u200Bc\u3000d") == "a b\u200Bc d");
  CHECK(normal_text(" \t a \u2003\r\n b \u3000") == "a b");
  CHECK(normal_text("") == "");
  CHECK(normal_text(" \u00A0 ") == "");
  int blanks = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) blanks += is_blank(c) ? 1 : 0;
  CHECK(blanks == 25);  // PropList.txt, White_Space
}

TEST_CASE("the normal form of a normal form is itself") {
  const char32_t some[] = {U' ',      U'\u00A0', U'e',      U'\u0301', U'\u0323', U'\u1100',     U'\u1161', U'\u11A8',
                           U'\u0344', U'\uFB1D', U'\u0958', U'\u2126', U'한',     U'\U0001D15E', U'\u3000'};
  std::uint32_t state = 7;
  for (int round = 0; round < 20000; ++round) {
    std::u32string text;
    for (int i = 0; i < 6; ++i) {
      state = state * 1664525 + 1013904223;
      text.push_back(some[(state >> 16) % std::size(some)]);
    }
    const std::string once = normal_text(encode_utf8(text));
    REQUIRE(normal_text(once) == once);
  }
}

TEST_CASE("text that is not UTF-8 is refused with the place") {
  CHECK_THROWS_WITH_AS(normal_text("caf\xE9"), "byte 0xE9 at position 4 is not UTF-8", Error);
}
