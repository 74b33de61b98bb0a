#include "training/shards.h"

#include <doctest/doctest.h>

#include "model/support.h"

using namespace seq2seq;

TEST_CASE("rows cut from a batch keep their columns, lengths and padding") {
  Batch batch = model_test::batch_of({{1, 2, 3}, {4, 5, 0}, {6, 0, 0}, {7, 8, 9}},
                                     {{0, 11, 12}, {0, 13, 14}, {0, 15, 9}, {0, 16, 17}}, {3, 2, 1, 3}, {2, 2, 1, 2});
  batch.source_extended = {1, 4, 20, 7, 2, 5, 0, 8, 3, 0, 0, 9};
  batch.extended_size = 21;
  Batch part;
  cut_rows(batch, 1, 3, part);
  CHECK(part.rows == 2);
  CHECK(part.source_length == 3);
  CHECK(part.target_length == 2);
  CHECK(part.extended_size == 21);
  CHECK(part.source == std::vector<TokenId>{4, 6, 5, 0, 0, 0});
  CHECK(part.source_extended == std::vector<TokenId>{4, 20, 5, 0, 0, 0});
  CHECK(part.source_lengths == std::vector<std::int32_t>{2, 1});
  CHECK(part.input == std::vector<TokenId>{0, 0, 13, 15});
  CHECK(part.label == std::vector<TokenId>{13, 15, 14, 9});
  CHECK(part.target_lengths == std::vector<std::int32_t>{2, 1});

  std::vector<std::uint8_t> coins;
  cut_rows({0, 0, 0, 0, 1, 0, 1, 1}, 4, 1, 3, coins);
  CHECK(coins == std::vector<std::uint8_t>{0, 0, 0, 1});
}
