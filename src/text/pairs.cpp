#include "text/pairs.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/message.h"
#include "text/rows.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace seq2seq {
namespace {

// A first row of two such names is a heading, not a pair.
bool names_columns(const std::string& source, const std::string& target) {
  static constexpr std::array<std::string_view, 4> sources = {"source", "src", "input", "from"};
  static constexpr std::array<std::string_view, 6> targets = {"target", "tgt", "trg", "output", "to", "translation"};
  const auto has = [](const auto& list, const std::string& name) {
    return std::find(list.begin(), list.end(), small_letters(name)) != list.end();
  };
  return has(sources, source) && has(targets, target);
}

void refuse_nul(const std::string& text) {
  const std::size_t at = text.find('\0');
  if (at == std::string::npos) return;
  RowReader reader(std::string_view(text).substr(0, at), SeparatorKind::tab);
  std::vector<std::string> fields;
  std::int64_t row = 1;
  while (reader.next(fields)) row = reader.row();
  if (at > 0 && (text[at - 1] == '\n' || text[at - 1] == '\r')) ++row;
  throw_error(ErrorCode::invalid_data,
              {"row ", row, ": a NUL byte, which no text has; if the file is UTF-16, choose that encoding"});
}

// A quote that never closes can be why no separator was found: read so, it is named. Text behind a closing quote says
// no more than that the quotes are plain text.
void refuse_open_quote(const std::string& text) {
  for (const SeparatorKind separator : {SeparatorKind::comma, SeparatorKind::semicolon}) {
    if (text.find(separator == SeparatorKind::comma ? ',' : ';') == std::string::npos) continue;
    RowReader reader(text, separator);
    std::vector<std::string> fields;
    try {
      while (reader.next(fields)) continue;
    } catch (const Error&) {
      if (reader.quote_open()) throw;
    }
  }
}

}  // namespace

Pairs parse_pairs(const char* bytes, std::size_t size, const PairsOptions& options) {
  if (size > max_pairs_bytes)
    throw_error(ErrorCode::invalid_value, {"the file of pairs has ", size, " bytes; allowed: at most ", max_pairs_bytes,
                                           " (64 MiB); take a part of it"});
  const DecodedText decoded = decode_bytes(std::string_view(bytes, size), options.encoding);
  const std::string& text = decoded.utf8;
  refuse_nul(text);

  Pairs pairs;
  pairs.encoding = decoded.encoding;
  pairs.separator = options.separator;
  if (pairs.separator == SeparatorKind::automatic) pairs.separator = guess_separator(text);
  if (pairs.separator == SeparatorKind::automatic) pairs.separator = SeparatorKind::tab;

  const auto skip = [&](std::int64_t& counter, std::int64_t row) {
    constexpr std::size_t most_named = 20;
    ++counter;
    if (pairs.skipped.size() < most_named) pairs.skipped.push_back(row);
  };
  RowReader reader(text, pairs.separator);
  std::vector<std::string> fields;
  bool first = true;
  while (reader.next(fields)) {
    if (fields.empty()) {
      skip(pairs.skipped_empty, reader.row());
      continue;
    }
    if (fields.size() < 2) {
      skip(pairs.skipped_one_column, reader.row());
      first = false;
      continue;
    }
    TextPair pair{normal_text(fields[0]), normal_text(fields[1]), reader.row()};
    const bool heading = first && (options.header == HeaderKind::yes || (options.header == HeaderKind::automatic &&
                                                                         names_columns(pair.source, pair.target)));
    first = false;
    if (heading) {
      pairs.had_header = true;
      continue;
    }
    if (fields.size() > 2) ++pairs.extra_columns;
    if (pair.source.empty() || pair.target.empty())
      skip(pairs.skipped_empty, pair.row);
    else
      pairs.rows.push_back(std::move(pair));
  }
  if (pairs.rows.empty() && pairs.skipped_one_column > 0) {
    if (options.separator == SeparatorKind::automatic) refuse_open_quote(text);
    throw_error(ErrorCode::invalid_data,
                {"row ", pairs.skipped.front(), ": no row has two columns separated by ", name_of(pairs.separator),
                 "; allowed: tab, semicolon, comma, or two and more spaces"});
  }
  if (pairs.rows.empty())
    throw_error(ErrorCode::invalid_data,
                {"the file has no pairs: 0 rows with a source and a target, ", pairs.skipped_empty, " blank"});
  return pairs;
}

const char* name_of(SeparatorKind separator) {
  switch (separator) {
    case SeparatorKind::tab: return "tab";
    case SeparatorKind::semicolon: return "semicolon";
    case SeparatorKind::comma: return "comma";
    case SeparatorKind::spaces: return "spaces";
    case SeparatorKind::automatic: return "automatic";
  }
  return "unknown";
}

}  // namespace seq2seq
