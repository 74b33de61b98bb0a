#include "text/utf8.h"

#include <doctest/doctest.h>

#include <string>

#include "base/error.h"

using namespace seq2seq;

TEST_CASE("every code point survives UTF-8 and back") {
  std::u32string all;
  for (char32_t c = 0; c <= 0x10FFFF; ++c)
    if (c < 0xD800 || c > 0xDFFF) all.push_back(c);
  const std::string bytes = encode_utf8(all);
  CHECK(bytes.size() == 128 + 2 * 1920 + 3 * (65536 - 2048 - 2048) + 4 * 1048576);
  CHECK(valid_utf8_prefix(bytes) == bytes.size());
  CHECK(decode_utf8(bytes) == all);
}

TEST_CASE("C66: an emoji of several parts and a NUL are text like any other") {
  const std::string text("café 👩‍🚀 a\0b", 21);
  CHECK(text.find('\0') == 19);
  CHECK(encode_utf8(decode_utf8(text)) == text);
}

TEST_CASE("letters from A to Z become small, and nothing else does") {
  CHECK(small_letters("AZ[@az{ ÄÉ") == "az[@az{ ÄÉ");
}

TEST_CASE("what is not UTF-8 is refused at its first byte") {
  struct Case {
    const char* bytes;
    std::size_t good;
  };
  const Case cases[] = {
      {"ab\x80", 2},              // a byte that only continues
      {"a\xC0\xAF", 1},           // overlong
      {"\xC1\xBF", 0},            // overlong
      {"ab\xC3", 2},              // cut off
      {"a\xC3(", 1},              // not continued
      {"\xE0\x9F\xBF", 0},        // overlong, three bytes
      {"abc\xED\xA0\x80", 3},     // a surrogate
      {"a\xE2\x82", 1},           // cut off
      {"\xE2\x82(", 0},           // not continued
      {"\xF0\x8F\xBF\xBF", 0},    // overlong, four bytes
      {"ab\xF4\x90\x80\x80", 2},  // above U+10FFFF
      {"a\xF5\x80\x80\x80", 1},
      {"a\xFF", 1},
      {"\xF0\x9F\x98", 0},
  };
  for (const Case& c : cases) {
    CAPTURE(c.good);
    CHECK(valid_utf8_prefix(c.bytes) == c.good);
    try {
      decode_utf8(c.bytes);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_data);
      CHECK(std::string(error.what()).find("position " + std::to_string(c.good + 1)) != std::string::npos);
    }
  }
}
