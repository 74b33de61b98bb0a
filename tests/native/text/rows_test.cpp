#include "text/rows.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

using namespace seq2seq;
using Fields = std::vector<std::string>;
using Rows = std::vector<std::pair<std::int64_t, Fields>>;

namespace {

Rows read(const std::string& text, SeparatorKind separator) {
  RowReader reader(text, separator);
  Rows rows;
  for (Fields fields; reader.next(fields);) rows.emplace_back(reader.row(), fields);
  return rows;
}

}  // namespace

TEST_CASE("rows end at LF, CR LF and CR, and the last needs no end") {
  CHECK(read("a\tb\nc\td\r\n\re\tf", SeparatorKind::tab) ==
        Rows{{1, {"a", "b"}}, {2, {"c", "d"}}, {3, {}}, {4, {"e", "f"}}});
  CHECK(read("", SeparatorKind::tab).empty());
  CHECK(read("\n", SeparatorKind::tab) == Rows{{1, {}}});
  CHECK(read("a\t", SeparatorKind::tab) == Rows{{1, {"a", ""}}});
  CHECK(read("\t", SeparatorKind::tab) == Rows{{1, {"", ""}}});
}

TEST_CASE("C91: a quote in a tab file is text") {
  CHECK(read("\"a\tb\nc\td\ne\tf", SeparatorKind::tab) == Rows{{1, {"\"a", "b"}}, {2, {"c", "d"}}, {3, {"e", "f"}}});
}

TEST_CASE("a quoted field holds separators, line ends and doubled quotes") {
  CHECK(read("\"a;\"\"b\"\"\r\nc\";d\n\"\";\"e\" \nf\"g;h", SeparatorKind::semicolon) ==
        Rows{{1, {"a;\"b\"\r\nc", "d"}}, {3, {"", "e"}}, {4, {"f\"g", "h"}}});
}

TEST_CASE("quotes that do not fit are refused with their row") {
  const auto refusal = [](const std::string& text) {
    try {
      read(text, SeparatorKind::comma);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_data);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal("a,b\nc,\"d\ne,f\n").find("row 2: a quote opens") == 0);
  CHECK(refusal("a,b\n\n\"c\" d,e\n").find("row 3: text stands behind") == 0);
}

TEST_CASE("two spaces and more separate columns, one does not") {
  CHECK(read("the cat    le chat\na  b  \n", SeparatorKind::spaces) ==
        Rows{{1, {"the cat", "le chat"}}, {2, {"a", "b", ""}}});
}

TEST_CASE("C92: the separator is guessed from all rows") {
  CHECK(guess_separator("src;tgt\none, two, three;un\n") == SeparatorKind::semicolon);
  CHECK(guess_separator("a, b\tc; d\ne\tf\n") == SeparatorKind::tab);
  CHECK(guess_separator("a,b\n\nc,d\n") == SeparatorKind::comma);
  CHECK(guess_separator("\"a;x\",b\n\"c;y\",d\n") == SeparatorKind::comma);
  CHECK(guess_separator("a  b\nc  d\n") == SeparatorKind::spaces);
  CHECK(guess_separator("a\tb\nc\nd\te\n") == SeparatorKind::tab);   // most rows
  CHECK(guess_separator("\"a\tb\n\"c\td\n") == SeparatorKind::tab);  // quotes that would never close
  CHECK(guess_separator("a\nb\n") == SeparatorKind::automatic);
  CHECK(guess_separator("") == SeparatorKind::automatic);
}
