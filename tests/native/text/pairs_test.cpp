#include "text/pairs.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.h"

using namespace seq2seq;
using namespace std::string_literals;

namespace {

Pairs parse(const std::string& bytes, const PairsOptions& options = {}) {
  return parse_pairs(bytes.data(), bytes.size(), options);
}

std::string refusal(const std::string& bytes, const PairsOptions& options = {}) {
  try {
    parse(bytes, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("C86: a byte order mark is no letter") {
  const Pairs pairs = parse(
      "\xEF\xBB\xBF"
      "cat\tchat");
  REQUIRE(pairs.rows.size() == 1);
  CHECK(pairs.rows[0].source == "cat");
  CHECK(pairs.rows[0].target == "chat");
}

TEST_CASE("C87: UTF-16 is read, and no token has a NUL") {
  const Pairs pairs = parse(
      "\xFF\xFE"
      "c\0a\0t\0\t\0c\0h\0a\0t\0\n\0"s);
  REQUIRE(pairs.rows.size() == 1);
  CHECK(pairs.rows[0].source == "cat");
  CHECK(pairs.rows[0].target == "chat");
  CHECK(pairs.encoding == EncodingKind::utf16);
  // Without its mark it is not recognised, and the message says what to do.
  CHECK(refusal("c\0a\0t\0\t\0c\0h\0\n\0"s).find("row 1: a NUL byte") == 0);
  CHECK(refusal("a\tb\nc\0\td\n"s).find("row 2: a NUL byte") == 0);
  CHECK(refusal("a\tb\n\0c\td\n"s).find("UTF-16") != std::string::npos);
}

TEST_CASE("C88: a byte that is not UTF-8 is refused by row, with the offer") {
  CHECK(refusal("caf\xE9\n").find("row 1: byte 0xE9 is not UTF-8; as Windows-1252 the row reads \"café\"") == 0);
  PairsOptions options;
  options.encoding = EncodingKind::windows_1252;
  CHECK(parse("coffee\tcaf\xE9\n", options).rows[0].target == "café");
}

TEST_CASE("C89: CR LF") {
  const Pairs pairs = parse("cat\tchat\r\ndog\tchien\r\n");
  REQUIRE(pairs.rows.size() == 2);
  CHECK(pairs.rows[0].target == "chat");
  CHECK(pairs.rows[1].target == "chien");
  CHECK(pairs.rows[1].row == 2);
}

TEST_CASE("C90: a line separator inside a sentence is a blank") {
  for (const char* blank : {"\u2028", "\u0085", "\v"}) {
    const Pairs pairs = parse("one"s + blank + "two\tun");
    REQUIRE(pairs.rows.size() == 1);
    CHECK(pairs.rows[0].source == "one two");
  }
}

TEST_CASE("C91: a quote at the beginning of a tab row") {
  const Pairs pairs = parse("\"hello\tbonjour\ncat\tchat\ndog\tchien\n");
  REQUIRE(pairs.rows.size() == 3);
  CHECK(pairs.rows[0].source == "\"hello");
}

TEST_CASE("C92: separator and heading are guessed, told, and can be changed") {
  const Pairs pairs = parse("src;tgt\none, two, three;un\n");
  REQUIRE(pairs.rows.size() == 1);
  CHECK(pairs.rows[0].source == "one, two, three");
  CHECK(pairs.separator == SeparatorKind::semicolon);
  CHECK(pairs.had_header);
  PairsOptions options;
  options.header = HeaderKind::no;
  CHECK(parse("src;tgt\none;un\n", options).rows.size() == 2);
  options.header = HeaderKind::yes;
  CHECK(parse("english;french\none;un\n", options).rows.size() == 1);
  options = {};
  options.separator = SeparatorKind::comma;
  const Pairs cut = parse("src;tgt\none, two, three;un\n", options);
  REQUIRE(cut.rows.size() == 1);
  CHECK(cut.rows[0].target == "two");
  CHECK(cut.skipped_one_column == 1);
  CHECK(cut.extra_columns == 1);
}

TEST_CASE("C93: one spelling, whatever the file has") {
  const Pairs pairs = parse("cafe\u0301\tx\ncaf\u00e9\ty\n");
  CHECK(pairs.rows[0].source == pairs.rows[1].source);
}

TEST_CASE("C96: rows with an empty side are skipped and counted") {
  const Pairs pairs = parse("a\tb\n\tx\nx\t\n\t\n\n \t\u3000\nonly\nc\td\n");
  REQUIRE(pairs.rows.size() == 2);
  CHECK(pairs.rows[1].row == 8);
  CHECK(pairs.skipped_empty == 5);
  CHECK(pairs.skipped_one_column == 1);
  CHECK(pairs.skipped == std::vector<std::int64_t>{2, 3, 4, 5, 6, 7});
}

TEST_CASE("files without pairs say why") {
  CHECK(refusal("").find("no pairs") != std::string::npos);
  CHECK(refusal("\n\n\n").find("3 blank") != std::string::npos);
  CHECK(refusal("a b c\nd e f\n").find("row 1: no row has two columns") == 0);
}

TEST_CASE("an open quote that hides the separator is named") {
  CHECK(refusal("\"a,b\nc,d").find("row 1: a quote opens and never closes") == 0);
  CHECK(refusal("a;b\n\"c;d").find("row 2: a quote opens and never closes") == 0);
  CHECK(refusal("cat;chat\ndog;\"chien\nx;y").find("row 2: a quote opens and never closes") == 0);
  CHECK(refusal("cat,chat\ndog,\"chien\nx,y").find("row 2: a quote opens and never closes") == 0);
  CHECK(refusal("\"a\nb").find("row 1: no row has two columns") == 0);
}

TEST_CASE("a closed quote in a file without a separator is not to blame") {
  for (const char* const text : {"\"cat\"|\"chat, le\"", "\"Hi\" she said, smiling", "\"Hi\" she said; smiling"}) {
    CAPTURE(text);
    CHECK(refusal(text).find("row 1: no row has two columns separated by tab") == 0);
  }
}

TEST_CASE("C98: too large a file is refused at once, with the limit") {
  try {
    parse_pairs(nullptr, std::size_t{250} << 20);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_value);
    CHECK(std::string(error.what()).find("262144000 bytes; allowed: at most 67108864 (64 MiB)") != std::string::npos);
  }
}

TEST_CASE("any bytes are pairs or an error of ours") {
  std::uint32_t state = 11;
  const std::string some = "ab\t\t;,\"\"\r\n\n \xC3\xA9\xE9\xFF\xFE\xEF\xBB\xBF\0\xE2\x80\xA8"s;
  int accepted = 0, refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes;
    state = state * 1664525 + 1013904223;
    for (std::uint32_t length = (state >> 16) % 30; length > 0; --length) {
      state = state * 1664525 + 1013904223;
      // The second half keeps to ASCII so that much of it reads.
      bytes += some[(state >> 16) % (round % 2 == 0 ? some.size() : 13)];
    }
    try {
      const Pairs pairs = parse(bytes);
      ++accepted;
      for (const TextPair& pair : pairs.rows) REQUIRE((!pair.source.empty() && !pair.target.empty() && pair.row > 0));
    } catch (const Error&) {
      ++refused;
    }
  }
  CHECK(accepted > 500);
  CHECK(refused > 1000);
}
