#include "text/encodings.h"

#include <doctest/doctest.h>

#include <string>

#include "base/error.h"

using namespace seq2seq;
using namespace std::string_literals;

namespace {

std::string refusal(const std::string& bytes, EncodingKind encoding) {
  try {
    decode_bytes(bytes, encoding);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_data);
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("byte order marks are read and taken off") {
  CHECK(decode_bytes("\xEF\xBB\xBF"
                     "cat",
                     EncodingKind::automatic)
            .utf8 == "cat");
  CHECK(decode_bytes("\xEF\xBB\xBF"
                     "cat",
                     EncodingKind::utf8)
            .utf8 == "cat");
  const DecodedText little = decode_bytes(
      "\xFF\xFE"
      "c\0a\0\x6D\0\n\0"s,
      EncodingKind::automatic);
  CHECK(little.utf8 == "cam\n");
  CHECK(little.encoding == EncodingKind::utf16);
  CHECK(decode_bytes("\xFE\xFF\0c\0a"s, EncodingKind::automatic).utf8 == "ca");
  CHECK(decode_bytes("c\0a\0"s, EncodingKind::utf16).utf8 == "ca");
}

TEST_CASE("UTF-16 above U+FFFF takes two units; a lone half is refused with its row") {
  CHECK(decode_bytes("\xFF\xFE\x3D\xD8\x00\xDE"s, EncodingKind::automatic).utf8 == "😀");
  CHECK(refusal("\xFF\xFE"
                "a\0\r\0\n\0b\0\n\0\x3D\xD8x\0"s,
                EncodingKind::automatic)
            .find("row 3: 0xD83D") == 0);
  CHECK(refusal("\xFF\xFE"
                "a\0b"s,
                EncodingKind::automatic)
            .find("row 1: the file ends in the middle") == 0);
}

TEST_CASE("C88: Windows-1252 is offered, never guessed") {
  const std::string bytes = "good\tbon\r\nnice\tcaf\xE9\n";
  const std::string text = refusal(bytes, EncodingKind::automatic);
  CHECK(text.find("row 2: byte 0xE9 is not UTF-8") == 0);
  CHECK(text.find("Windows-1252") != std::string::npos);
  CHECK(text.find("nice\tcafé\"") != std::string::npos);
  CHECK(refusal("\x63\x61\x66\xE9\x0A", EncodingKind::automatic).find("\"café\"") != std::string::npos);
  CHECK(decode_bytes(bytes, EncodingKind::windows_1252).utf8 == "good\tbon\r\nnice\tcafé\n");
  CHECK(decode_bytes("\x80\x9F\xFF", EncodingKind::windows_1252).utf8 == "€Ÿÿ");
}

TEST_CASE("no offer where Windows-1252 has no such character either") {
  CHECK(refusal("a\x81", EncodingKind::utf8) == "row 1: byte 0x81 is not UTF-8");
  CHECK(refusal("a\nb\n\x8D", EncodingKind::windows_1252) == "row 3: byte 0x8D is not Windows-1252");
}

TEST_CASE("UTF-32 is named") {
  CHECK(refusal("\xFF\xFE\0\0a\0\0\0"s, EncodingKind::automatic).find("UTF-32") != std::string::npos);
}
