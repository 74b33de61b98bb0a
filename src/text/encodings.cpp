#include "text/encodings.h"

#include <algorithm>
#include <cstdint>

#include "base/message.h"
#include "text/utf8.h"

namespace seq2seq {
namespace {

using std::string_view;

std::string hex(unsigned value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += "0123456789ABCDEF"[(value >> shift) & 15];
  return text;
}

// Rows end at LF, CR LF or CR, as in pairs.cpp.
std::int64_t row_at(string_view bytes, std::size_t position) {
  std::int64_t row = 1;
  for (std::size_t i = 0; i < position; ++i)
    if (bytes[i] == '\n' || (bytes[i] == '\r' && !(i + 1 < bytes.size() && bytes[i + 1] == '\n'))) ++row;
  return row;
}

[[noreturn]] void refuse(std::int64_t row, std::initializer_list<Piece> text) {
  throw_error(ErrorCode::invalid_data, {"row ", row, ": ", worded(text)});
}

// 0x80..0x9F of Windows-1252; 0 where it has no character. The rest is Latin-1.
constexpr char32_t windows_1252[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                       0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                       0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                       0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

char32_t from_windows_1252(unsigned char byte) {
  return byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
}

std::string decode_windows_1252(string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char32_t code = from_windows_1252(byte_at(bytes, i));
    if (code == 0 && bytes[i] != '\0')
      refuse(row_at(bytes, i), {"byte 0x", hex(byte_at(bytes, i), 2), " is not Windows-1252"});
    append_utf8(code, text);
  }
  return text;
}

// The row around `position`, as Windows-1252 has it; empty where it has not.
std::string offer(string_view bytes, std::size_t position) {
  constexpr std::size_t most_letters = 40;
  const auto ends_row = [](char c) { return c == '\n' || c == '\r'; };
  std::size_t begin = position, end = position;
  while (begin > 0 && position - begin < most_letters / 2 && !ends_row(bytes[begin - 1])) --begin;
  // Not in the middle of a letter that was read as UTF-8.
  while (begin < position && (byte_at(bytes, begin) & 0xC0) == 0x80) ++begin;
  while (end < bytes.size() && end - begin < most_letters && !ends_row(bytes[end])) ++end;
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const char32_t code = from_windows_1252(byte_at(bytes, i));
    if (code == 0) return {};
    append_utf8(code, text);
  }
  return text;
}

void check_utf8(string_view bytes) {
  const std::size_t good = valid_utf8_prefix(bytes);
  if (good == bytes.size()) return;
  const std::string read = offer(bytes, good);
  refuse(row_at(bytes, good), {"byte 0x", hex(byte_at(bytes, good), 2), " is not UTF-8",
                               (read.empty() ? ""
                                             : worded({"; as Windows-1252 the row reads \"", read,
                                                       "\": choose that encoding if it is right"}))});
}

std::string decode_utf16(string_view bytes, bool big_endian) {
  std::string text;
  text.reserve(bytes.size());
  std::int64_t row = 1;
  const auto unit_at = [&](std::size_t i) {
    const unsigned first = byte_at(bytes, i), second = byte_at(bytes, i + 1);
    return static_cast<char32_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  std::size_t i = 0;
  char32_t before = 0;
  for (; i + 1 < bytes.size(); i += 2) {
    char32_t code = unit_at(i);
    if (code >= 0xD800 && code <= 0xDBFF && i + 3 < bytes.size()) {
      const char32_t low = unit_at(i + 2);
      if (low >= 0xDC00 && low <= 0xDFFF) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    if (code >= 0xD800 && code <= 0xDFFF)
      refuse(row, {"0x", hex(static_cast<unsigned>(code), 4), " is half a character: not UTF-16"});
    append_utf8(code, text);
    if (code == U'\r' || (code == U'\n' && before != U'\r')) ++row;
    before = code;
  }
  if (i != bytes.size()) refuse(row, {"the file ends in the middle of a character: not UTF-16"});
  return text;
}

bool begins(string_view bytes, string_view mark) { return bytes.substr(0, mark.size()) == mark; }

}  // namespace

DecodedText decode_bytes(string_view bytes, EncodingKind encoding) {
  constexpr string_view utf8_mark("\xEF\xBB\xBF", 3), little_mark("\xFF\xFE", 2), big_mark("\xFE\xFF", 2);
  constexpr string_view utf32_mark("\xFF\xFE\0\0", 4), utf32_big_mark("\0\0\xFE\xFF", 4);
  const bool automatic = encoding == EncodingKind::automatic;
  if (automatic && (begins(bytes, utf32_mark) || begins(bytes, utf32_big_mark)))
    throw_error(ErrorCode::invalid_data, {"the file is in UTF-32; allowed: UTF-8, UTF-16, Windows-1252"});
  const bool marked_utf16 = begins(bytes, little_mark) || begins(bytes, big_mark);
  if (encoding == EncodingKind::utf16 || (automatic && marked_utf16)) {
    const bool big_endian = begins(bytes, big_mark);
    if (marked_utf16) bytes.remove_prefix(2);
    return {decode_utf16(bytes, big_endian), EncodingKind::utf16};
  }
  if (encoding == EncodingKind::windows_1252) return {decode_windows_1252(bytes), EncodingKind::windows_1252};
  if (begins(bytes, utf8_mark)) bytes.remove_prefix(utf8_mark.size());
  check_utf8(bytes);
  return {std::string(bytes), EncodingKind::utf8};
}

const char* name_of(EncodingKind encoding) {
  switch (encoding) {
    case EncodingKind::utf8: return "UTF-8";
    case EncodingKind::utf16: return "UTF-16";
    case EncodingKind::windows_1252: return "Windows-1252";
    case EncodingKind::automatic: return "automatic";
  }
  return "unknown";
}

}  // namespace seq2seq
