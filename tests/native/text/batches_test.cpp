#include "text/batches.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"

using namespace seq2seq;
using Ids = std::vector<TokenId>;
using Plan = std::vector<std::vector<std::uint32_t>>;

namespace {

Vocabulary ten() {
  return Vocabulary::from_tokens({"PAD", "BOS", "EOS", "UNK", "a", "b", "sleeps", "d", "e", "f"}, text_specials);
}

Example example(Ids source, Ids target, std::vector<std::string> unknown = {}) {
  Example out;
  out.source = std::move(source);
  out.target = std::move(target);
  out.unknown = std::move(unknown);
  return out;
}

std::vector<Example> of_lengths(const std::vector<int>& lengths) {
  std::vector<Example> out;
  for (const int length : lengths) out.push_back(example(Ids(static_cast<std::size_t>(length), 4), {4}));
  return out;
}

}  // namespace

TEST_CASE("C09: inputs begin with BOS, labels end with EOS, as many terms as labels") {
  const Batch batch = make_batch({example({4, 5, 2}, {5, 6, 7})}, {0}, ten(), CopyKind::off);
  CHECK(batch.input == Ids{1, 5, 6, 7});
  CHECK(batch.label == Ids{5, 6, 7, 2});
  CHECK(batch.target_lengths == std::vector<std::int32_t>{4});
  CHECK(batch.target_length == 4);
  CHECK(batch.source == Ids{4, 5, 2});
  CHECK(batch.source_extended.empty());
  CHECK(batch.extended_size == 10);
}

TEST_CASE("the lesson's pair with its own ids") {
  const Batch batch =
      make_batch({example({2, 5, 1, 3}, {4, 6})}, {0}, Vocabulary::of_ids(10, lesson_specials), CopyKind::off);
  CHECK(batch.source == Ids{2, 5, 1, 3});
  CHECK(batch.input == Ids{0, 4, 6});
  CHECK(batch.label == Ids{4, 6, 3});
}

TEST_CASE("rows of different lengths lie time-major, padded behind their lengths") {
  const std::vector<Example> examples{example({9, 9, 2}, {9}), example({4, 2}, {5, 6}), example({7, 8, 9, 2}, {})};
  const Batch batch = make_batch(examples, {1, 2}, ten(), CopyKind::off);
  CHECK(batch.rows == 2);
  CHECK(batch.source_length == 4);
  CHECK(batch.target_length == 3);
  CHECK(batch.source == Ids{4, 7, 2, 8, 0, 9, 0, 2});
  CHECK(batch.input == Ids{1, 1, 5, 0, 6, 0});
  CHECK(batch.label == Ids{5, 2, 6, 0, 2, 0});
  CHECK(batch.source_lengths == std::vector<std::int32_t>{2, 4});
  CHECK(batch.target_lengths == std::vector<std::int32_t>{3, 1});
}

TEST_CASE("C14: extended ids of a row with unknown words, and of one without") {
  const std::vector<Example> examples{example({4, 10, 5, 10, 11, 2}, {11, 3}, {"zork", "blip"}), example({4, 2}, {4})};
  const Batch copying = make_batch(examples, {0}, ten(), CopyKind::pointer_generator);
  CHECK(copying.extended_size == 12);
  CHECK(copying.source == Ids{4, 3, 5, 3, 3, 2});
  CHECK(copying.source_extended == Ids{4, 10, 5, 10, 11, 2});
  CHECK(copying.label == Ids{11, 3, 2});
  CHECK(copying.input == Ids{1, 3, 3});  // C17: UNK is fed for a copied word
  CHECK(make_batch(examples, {1}, ten(), CopyKind::pointer_generator).extended_size == 10);
  CHECK(make_batch(examples, {1, 0}, ten(), CopyKind::pointer_generator).extended_size == 12);
  CHECK(make_batch(examples, {0}, ten(), CopyKind::off).label == Ids{3, 3, 2});
}

TEST_CASE("C16: two rows may give the same id to different words") {
  const std::vector<Example> examples{example({10, 6, 2}, {10}, {"mother"}), example({10, 6, 2}, {10}, {"father"})};
  const Batch batch = make_batch(examples, {0, 1}, ten(), CopyKind::pointer_generator);
  CHECK(batch.source_extended == Ids{10, 10, 6, 6, 2, 2});
  CHECK(batch.label == Ids{10, 10, 2, 2});
  CHECK(batch.extended_size == 11);
}

TEST_CASE("a pure pointer takes targets from its source only; others are refused by row and word") {
  std::vector<Example> examples{example({4, 10, 2}, {10, 4}, {"zork"}), example({4, 5, 2}, {4, 7})};
  examples[1].row = 12;
  const Batch batch = make_batch(examples, {0}, ten(), CopyKind::pointer);
  CHECK(batch.label == Ids{10, 4, 2});
  for (int way = 0; way < 2; ++way) try {
      if (way == 0)
        make_batch(examples, {0, 1}, ten(), CopyKind::pointer);
      else
        require_reachable(examples, ten());
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_data);
      CHECK(std::string(error.what()).find("row 12: the target's \"d\"") == 0);
    }
}

TEST_CASE("C34: seed 7, ten pairs, order of the first epoch") {
  const std::vector<Example> examples = of_lengths({3, 1, 4, 1, 5, 9, 2, 6, 5, 3});
  Generator generator(7);
  const Plan first = plan_batches(examples, 1, &generator);
  // torch.manual_seed(7); torch.randperm(10)
  CHECK(first == Plan{{5}, {0}, {3}, {4}, {1}, {7}, {9}, {6}, {8}, {2}});
  CHECK(generator.words_used() == 9);
  CHECK(plan_batches(examples, 1, &generator) != first);
}

TEST_CASE("batches of more than one hold rows of like length, each row once") {
  std::vector<int> lengths;
  for (int i = 0; i < 500; ++i) lengths.push_back(1 + i * 7919 % 40);
  const std::vector<Example> examples = of_lengths(lengths);
  Generator generator(2);
  const Plan plan = plan_batches(examples, 8, &generator);
  CHECK(plan.size() == 63);
  std::vector<std::uint32_t> all;
  int spread = 0, sizes_of_four = 0;
  std::vector<int> first_lengths;
  for (const auto& batch : plan) {
    CHECK(batch.size() <= 8);
    sizes_of_four += batch.size() == 4 ? 1 : 0;
    all.insert(all.end(), batch.begin(), batch.end());
    int low = 1000, high = 0;
    for (const std::uint32_t row : batch) low = std::min(low, lengths[row]), high = std::max(high, lengths[row]);
    spread += high - low;
    first_lengths.push_back(low);
  }
  CHECK(sizes_of_four == 1);
  CHECK(spread / static_cast<int>(plan.size()) <= 4);  // unsorted it would be about 32
  CHECK_FALSE(std::is_sorted(first_lengths.begin(), first_lengths.begin() + 16));
  std::sort(all.begin(), all.end());
  for (std::uint32_t i = 0; i < 500; ++i) CHECK(all[i] == i);
  CHECK(all.size() == 500);
}

TEST_CASE("rows are sorted within pools of 16 batches, not over the whole epoch") {
  // Sorted over everything, an epoch would hold the same rows together every time.
  std::vector<int> lengths;
  for (int i = 0; i < 100; ++i) lengths.push_back(1 + i * 37 % 50);
  const std::vector<Example> examples = of_lengths(lengths);
  Generator generator(7), same(7);
  const std::vector<std::int64_t> drawn = same.randperm(100);
  std::vector<std::size_t> pool(100);
  for (std::size_t i = 0; i < 100; ++i) pool[static_cast<std::size_t>(drawn[i])] = i / (2 * 16);
  for (const auto& batch : plan_batches(examples, 2, &generator)) CHECK(pool[batch[0]] == pool[batch[1]]);
  CHECK(generator.words_used() == 99 + 49);
}

TEST_CASE("without a generator the order is fixed") {
  const std::vector<Example> examples = of_lengths({3, 1, 4, 1, 5});
  CHECK(plan_batches(examples, 1, nullptr) == Plan{{0}, {1}, {2}, {3}, {4}});
  CHECK(plan_batches(examples, 2, nullptr) == Plan{{1, 3}, {0, 2}, {4}});
  CHECK(plan_batches({}, 3, nullptr).empty());
  for (const int bad : {0, -1}) CHECK_THROWS_AS(plan_batches(examples, bad, nullptr), Error);
}
