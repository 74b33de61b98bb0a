#include "text/rows.h"

#include <algorithm>

#include "base/message.h"

namespace seq2seq {
namespace {

bool blank(std::string_view field) { return field.find_first_not_of(" \t\v\f") == std::string_view::npos; }

}  // namespace

bool RowReader::at_separator() const {
  const char c = text_[position_];
  switch (separator_) {
    case SeparatorKind::semicolon: return c == ';';
    case SeparatorKind::comma: return c == ',';
    case SeparatorKind::spaces: return c == ' ' && position_ + 1 < text_.size() && text_[position_ + 1] == ' ';
    default: return c == '\t';
  }
}

void RowReader::skip_row_end() {
  if (position_ == text_.size()) return;
  if (text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n') ++position_;
  ++position_;
  ++next_row_;
}

// From the opening quote to behind the closing one.
void RowReader::read_quoted(std::string& field) {
  for (++position_; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '"') {
      ++position_;
      if (position_ == text_.size() || text_[position_] != '"') return;
    } else if (c == '\n' || (c == '\r' && !(position_ + 1 < text_.size() && text_[position_ + 1] == '\n'))) {
      ++next_row_;
    }
    field += c;
  }
  quote_open_ = true;
  throw_error(ErrorCode::invalid_data, {"row ", row_,
                                        ": a quote opens and never closes; double the quotes inside a quoted "
                                        "field, or use tabs, where quotes are plain text"});
}

bool RowReader::next(std::vector<std::string>& fields) {
  fields.clear();
  if (position_ >= text_.size()) return false;
  row_ = next_row_;
  const bool quoting = separator_ == SeparatorKind::comma || separator_ == SeparatorKind::semicolon;
  for (bool more = true; more;) {
    more = false;
    std::string field;
    if (quoting && !at_row_end() && text_[position_] == '"') {
      read_quoted(field);
      while (!at_row_end() && !at_separator() && text_[position_] == ' ') ++position_;
      if (!at_row_end() && !at_separator())
        throw_error(ErrorCode::invalid_data, {"row ", row_,
                                              ": text stands behind a closing quote; double the quotes inside a "
                                              "quoted field, or use tabs, where quotes are plain text"});
    } else {
      const std::size_t begin = position_;
      while (!at_row_end() && !at_separator()) ++position_;
      field.assign(text_.substr(begin, position_ - begin));
    }
    if (!at_row_end()) {
      more = true;
      if (separator_ == SeparatorKind::spaces)
        while (!at_row_end() && text_[position_] == ' ') ++position_;
      else
        ++position_;
    }
    fields.push_back(std::move(field));
  }
  skip_row_end();
  if (fields.size() == 1 && blank(fields[0])) fields.clear();
  return true;
}

SeparatorKind guess_separator(std::string_view text) {
  constexpr int sample = 100;
  SeparatorKind best = SeparatorKind::automatic;
  int most_cut = 0;
  for (const SeparatorKind separator :
       {SeparatorKind::tab, SeparatorKind::semicolon, SeparatorKind::comma, SeparatorKind::spaces}) {
    RowReader reader(text, separator);
    std::vector<std::string> fields;
    std::size_t columns = 0;
    bool even = true;
    int rows = 0, cut = 0;
    try {
      while (rows < sample && reader.next(fields)) {
        if (fields.empty()) continue;
        ++rows;
        if (fields.size() >= 2) ++cut;
        if (columns == 0) columns = fields.size();
        if (fields.size() != columns) even = false;
      }
    } catch (const Error&) {
      continue;  // its quotes do not fit: not the separator of this file
    }
    if (even && columns >= 2) return separator;
    if (cut > most_cut) {
      most_cut = cut;
      best = separator;
    }
  }
  return best;
}

}  // namespace seq2seq
