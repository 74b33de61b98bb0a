// Bytes of a two-column text file to pairs of texts in normal form. docs/text.md has the rules for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "text/config.h"
#include "text/encodings.h"

namespace seq2seq {

// Larger files are refused by name: the ids of so much text alone take several times the room in a browser's memory.
constexpr std::size_t max_pairs_bytes = std::size_t{64} << 20;

struct PairsOptions {
  SeparatorKind separator = SeparatorKind::automatic;
  EncodingKind encoding = EncodingKind::automatic;
  HeaderKind header = HeaderKind::automatic;
};

struct TextPair {
  std::string source, target;  // normal form, neither empty
  std::int64_t row = 0;        // line on which it begins, from 1, as an editor counts
};

struct Pairs {
  std::vector<TextPair> rows;
  SeparatorKind separator = SeparatorKind::tab;  // used, guessed or asked for
  EncodingKind encoding = EncodingKind::utf8;
  bool had_header = false;
  std::int64_t skipped_empty = 0;       // blank lines, and rows where one side is blank
  std::int64_t skipped_one_column = 0;  // rows without a second column
  std::int64_t extra_columns = 0;       // rows with more than two columns; the further ones are not read
  std::vector<std::int64_t> skipped;    // the first of the rows skipped, at most 20
};

// Rows end at LF, CR LF or CR. Quotes mean something in comma and semicolon files only (RFC 4180), where a quoted field
// may hold separators and line ends; in the others a quote is text.
// Throws Error(invalid_data), with the row: bytes that are not in the encoding (with the offer of Windows-1252 where
// that would read), NUL, a quote without end; and for a file in which no row has two columns.
// Error(invalid_value) above max_pairs_bytes.
Pairs parse_pairs(const char* bytes, std::size_t size, const PairsOptions& options = {});

const char* name_of(SeparatorKind separator);

}  // namespace seq2seq
