// UTF-8, the only encoding inside the engine. Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace seq2seq {

inline unsigned char byte_at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

// How many leading bytes are well-formed UTF-8; bytes.size() where all are.
std::size_t valid_utf8_prefix(std::string_view bytes);

// Throws Error(invalid_data) naming the first byte that is not UTF-8 and its position.
std::u32string decode_utf8(std::string_view bytes);

void append_utf8(char32_t code_point, std::string& out);
std::string encode_utf8(std::u32string_view text);

// A to Z become a to z; all else stays, so that it needs no tables.
std::string small_letters(std::string text);

}  // namespace seq2seq
