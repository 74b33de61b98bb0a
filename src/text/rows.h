// Cuts a text file into rows and fields. The grammar only; what the fields mean is pairs.cpp's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/config.h"

namespace seq2seq {

// Rows end at LF, CR LF or CR. In comma and semicolon files a field that begins with a quote follows RFC 4180; in the
// others quotes are text. `spaces`: two blanks or more.
class RowReader {
 public:
  RowReader(std::string_view text, SeparatorKind separator) : text_(text), separator_(separator) {}

  // False at the end of the text. A blank row has no fields. Throws Error(invalid_data) naming the row of a quote
  // without end, or of text behind a closing quote.
  bool next(std::vector<std::string>& fields);
  std::int64_t row() const { return row_; }        // where the row just read begins, from 1
  bool quote_open() const { return quote_open_; }  // a quote without end is why next() threw

 private:
  void read_quoted(std::string& field);
  bool at_row_end() const { return position_ == text_.size() || text_[position_] == '\n' || text_[position_] == '\r'; }
  bool at_separator() const;
  void skip_row_end();

  std::string_view text_;
  SeparatorKind separator_;
  std::size_t position_ = 0;
  std::int64_t row_ = 0, next_row_ = 1;
  bool quote_open_ = false;
};

// The separator that cuts the first 100 filled rows into the same number of fields, two at least; else the one that
// cuts most of them in two or more. Tab goes before semicolon, comma and spaces. `automatic` where nothing cuts.
SeparatorKind guess_separator(std::string_view text);

}  // namespace seq2seq
