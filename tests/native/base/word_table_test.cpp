#include "base/word_table.h"

#include <doctest/doctest.h>

TEST_CASE("a word's value, and none for a word that is not there") {
  constexpr seq2seq::WordValue<int> sizes[] = {{"F32", 4}, {"F16", 2}};
  CHECK(seq2seq::value_of(sizes, "F32") == 4);
  CHECK(seq2seq::value_of(sizes, "F16") == 2);
  CHECK(seq2seq::value_of(sizes, "F3") == 0);
  CHECK(seq2seq::value_of(sizes, "") == 0);
}
