#include "inference/edit_distance.h"

#include <doctest/doctest.h>

using namespace seq2seq;
using Tokens = std::vector<TokenId>;

TEST_CASE("edit distance counts insertions, deletions and replacements") {
  CHECK(edit_distance({}, {}) == 0);
  CHECK(edit_distance({1, 2, 3}, {}) == 3);
  CHECK(edit_distance({}, {1, 2}) == 2);
  CHECK(edit_distance({1, 2, 3}, {1, 2, 3}) == 0);
  CHECK(edit_distance({1, 2, 3}, {1, 3}) == 1);
  CHECK(edit_distance({1, 3}, {1, 2, 3}) == 1);
  CHECK(edit_distance({1, 2, 3}, {3, 2, 1}) == 2);
  // kitten, sitting
  CHECK(edit_distance({11, 9, 20, 20, 5, 14}, {19, 9, 20, 20, 9, 14, 7}) == 3);
  CHECK(edit_distance({19, 9, 20, 20, 9, 14, 7}, {11, 9, 20, 20, 5, 14}) == 3);
  CHECK(edit_distance(Tokens(5, 1), Tokens(9, 2)) == 9);
}
