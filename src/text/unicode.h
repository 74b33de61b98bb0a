// The three questions about Unicode that the engine asks: what is one letter to a reader, which spellings are the same,
// and what is blank. The tables are generated at build time from the Unicode Character Database
// (scripts/unicode_tables.mjs), so that every build of one engine answers alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace seq2seq {

// Property White_Space: U+0009..U+000D, space, U+0085, U+00A0, U+1680, U+2000..U+200A, U+2028, U+2029, U+202F, U+205F,
// U+3000. U+200B (zero width space) is not blank.
bool is_blank(char32_t code_point);

// Normalization Form C (UAX #15): "e" + U+0301 becomes "é".
std::u32string nfc(std::u32string_view text);

// Extended grapheme clusters (UAX #29): where each begins, and at the end text.size(). {0} for an empty text.
std::vector<std::size_t> grapheme_boundaries(std::u32string_view text);

// The form in which the engine sees every text: each run of blanks is one space, none at the ends, then NFC.
// Applying it again changes nothing. Throws Error(invalid_data) where the bytes are not UTF-8.
std::string normal_text(std::string_view utf8);

const char* unicode_version();  // of the tables, such as "15.0.0"

}  // namespace seq2seq
