#include "base/order.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using seq2seq::order_of;
using seq2seq::sort_stably;

TEST_CASE("places in order, equal ones as they stood") {
  const std::vector<int> values{3, 1, 2, 1, 3, 0};
  const auto smaller = [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; };
  CHECK(order_of(values.size(), smaller) == std::vector<std::uint32_t>{5, 1, 3, 2, 0, 4});
  CHECK(order_of(0, smaller).empty());
}

TEST_CASE("a list is sorted by any comparison, and equal items keep their order") {
  std::vector<std::string> words{"bb", "a", "ccc", "dd", "e", ""};
  sort_stably(words, [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  CHECK(words == std::vector<std::string>{"ccc", "bb", "dd", "a", "e", ""});
}

TEST_CASE("items that can only be moved are moved") {
  std::vector<std::unique_ptr<int>> owned;
  for (const int value : {2, 1, 3}) owned.push_back(std::make_unique<int>(value));
  sort_stably(owned, [](const auto& a, const auto& b) { return *a < *b; });
  CHECK(*owned[0] == 1);
  CHECK(*owned[2] == 3);
}
