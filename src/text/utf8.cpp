#include "text/utf8.h"

#include <cassert>

#include "base/message.h"

namespace seq2seq {
namespace {

// Length of the well-formed sequence at `i`, 0 where there is none. The bounds of the second byte keep out overlong
// forms, surrogates and what lies above U+10FFFF (The Unicode Standard, table 3-7).
std::size_t sequence_length(std::string_view bytes, std::size_t i) {
  const unsigned char lead = byte_at(bytes, i);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  unsigned char low = 0x80, high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (bytes.size() - i < length) return 0;
  if (byte_at(bytes, i + 1) < low || byte_at(bytes, i + 1) > high) return 0;
  for (std::size_t k = 2; k < length; ++k)
    if ((byte_at(bytes, i + k) & 0xC0) != 0x80) return 0;
  return length;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    const std::size_t length = sequence_length(bytes, i);
    if (length == 0) break;
    i += length;
  }
  return i;
}

std::u32string decode_utf8(std::string_view bytes) {
  std::u32string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t length = sequence_length(bytes, i);
    if (length == 0) {
      const char* digits = "0123456789ABCDEF";
      const unsigned char bad = byte_at(bytes, i);
      throw_error(ErrorCode::invalid_data,
                  {"byte 0x", digits[bad >> 4], digits[bad & 15], " at position ", i + 1, " is not UTF-8"});
    }
    char32_t code = byte_at(bytes, i);
    if (length == 2) code &= 0x1F;
    if (length == 3) code &= 0x0F;
    if (length == 4) code &= 0x07;
    for (std::size_t k = 1; k < length; ++k) code = (code << 6) | (byte_at(bytes, i + k) & 0x3F);
    text.push_back(code);
    i += length;
  }
  return text;
}

void append_utf8(char32_t code, std::string& out) {
  assert(code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF));
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (code >> 6)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (code >> 12)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else {
    out.push_back(static_cast<char>(0xF0 | (code >> 18)));
    out.push_back(static_cast<char>(0x80 | ((code >> 12) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  }
}

std::string encode_utf8(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char32_t code : text) append_utf8(code, out);
  return out;
}

std::string small_letters(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace seq2seq
