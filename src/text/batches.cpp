#include "text/batches.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/message.h"
#include "base/order.h"

namespace seq2seq {
namespace {

std::size_t place(int step, int rows, std::size_t row) {
  return static_cast<std::size_t>(step) * static_cast<std::size_t>(rows) + row;
}

// The word a target wanted in vain, for people.
std::string word_of(const Example& example, TokenId id, const Vocabulary& vocabulary) {
  if (id >= vocabulary.size()) return example.unknown[static_cast<std::size_t>(id - vocabulary.size())];
  return vocabulary.token(id);
}

void check_reachable(const Example& example, const Vocabulary& vocabulary) {
  std::vector<TokenId> known = example.source;
  std::sort(known.begin(), known.end());
  const auto check = [&](TokenId id) {
    if (std::binary_search(known.begin(), known.end(), id)) return;
    throw_error(ErrorCode::invalid_data, {"row ", example.row, ": the target's \"", word_of(example, id, vocabulary),
                                          "\" is not in its source; a pure pointer can only say words of the source"});
  };
  for (const TokenId id : example.target) check(id);
  check(vocabulary.specials().eos);
}

}  // namespace

Batch make_batch(const std::vector<Example>& examples, const std::vector<std::uint32_t>& rows,
                 const Vocabulary& vocabulary, CopyKind copy) {
  const SpecialIds& special = vocabulary.specials();
  const TokenId V = vocabulary.size();
  const bool copying = copy != CopyKind::off;
  const auto known = [&](TokenId id) { return id < V ? id : special.unk; };

  Batch batch;
  batch.rows = static_cast<int>(rows.size());
  batch.extended_size = V;
  for (const std::uint32_t row : rows) {
    const Example& example = examples[row];
    if (copy == CopyKind::pointer) check_reachable(example, vocabulary);
    batch.source_lengths.push_back(static_cast<std::int32_t>(example.source.size()));
    batch.target_lengths.push_back(static_cast<std::int32_t>(example.target.size()) + 1);
    batch.source_length = std::max(batch.source_length, batch.source_lengths.back());
    batch.target_length = std::max(batch.target_length, batch.target_lengths.back());
    if (copying) batch.extended_size = std::max(batch.extended_size, V + static_cast<int>(example.unknown.size()));
  }

  // Padding is known by the lengths; what stands there only has to be an id.
  const TokenId filler = special.pad >= 0 ? special.pad : 0;
  const std::size_t B = rows.size();
  const std::size_t source_cells = static_cast<std::size_t>(batch.source_length) * B;
  const std::size_t target_cells = static_cast<std::size_t>(batch.target_length) * B;
  batch.source.assign(source_cells, filler);
  batch.input.assign(target_cells, filler);
  batch.label.assign(target_cells, filler);
  if (copying) batch.source_extended.assign(source_cells, filler);
  for (std::size_t b = 0; b < B; ++b) {
    const Example& example = examples[rows[b]];
    int t = 0;
    for (const TokenId id : example.source) {
      batch.source[place(t, batch.rows, b)] = known(id);
      if (copying) batch.source_extended[place(t, batch.rows, b)] = id;
      ++t;
    }
    t = 0;
    batch.input[place(0, batch.rows, b)] = special.bos;
    for (const TokenId id : example.target) {
      batch.label[place(t, batch.rows, b)] = copying ? id : known(id);
      ++t;
      batch.input[place(t, batch.rows, b)] = known(id);
    }
    batch.label[place(t, batch.rows, b)] = special.eos;
  }
  return batch;
}

std::vector<std::vector<std::uint32_t>> plan_batches(const std::vector<Example>& examples, int batch_size,
                                                     Generator* shuffling) {
  if (batch_size < 1)
    throw_error(ErrorCode::invalid_value, {"training.batch_size is ", batch_size, "; allowed: at least 1"});
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0U);
  if (shuffling != nullptr) {
    const std::vector<std::int64_t> drawn = shuffling->randperm(static_cast<std::int64_t>(order.size()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(drawn[i]);
  }

  const auto size = static_cast<std::size_t>(batch_size);
  if (size > 1) {
    const auto shorter = [&](std::uint32_t a, std::uint32_t b) {
      const Example &x = examples[a], &y = examples[b];
      if (x.source.size() != y.source.size()) return x.source.size() < y.source.size();
      return x.target.size() < y.target.size();
    };
    constexpr std::size_t pool_batches = 16;
    const std::size_t pool = shuffling != nullptr ? std::min(order.size(), size * pool_batches) : order.size();
    for (std::size_t from = 0; from < order.size(); from += pool) {
      const std::size_t to = std::min(order.size(), from + pool);
      const std::vector<std::uint32_t> pooled(order.begin() + static_cast<std::ptrdiff_t>(from),
                                              order.begin() + static_cast<std::ptrdiff_t>(to));
      const auto before = [&](std::uint32_t a, std::uint32_t b) { return shorter(pooled[a], pooled[b]); };
      std::size_t at = from;
      for (const std::uint32_t place : order_of(pooled.size(), before)) order[at++] = pooled[place];
    }
  }

  std::vector<std::vector<std::uint32_t>> batches;
  for (std::size_t from = 0; from < order.size(); from += size) {
    const std::size_t to = std::min(order.size(), from + size);
    batches.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(from),
                         order.begin() + static_cast<std::ptrdiff_t>(to));
  }
  if (shuffling != nullptr && size > 1) {
    const std::vector<std::int64_t> drawn = shuffling->randperm(static_cast<std::int64_t>(batches.size()));
    std::vector<std::vector<std::uint32_t>> shuffled;
    shuffled.reserve(batches.size());
    for (const std::int64_t i : drawn) shuffled.push_back(std::move(batches[static_cast<std::size_t>(i)]));
    batches = std::move(shuffled);
  }
  return batches;
}

void require_reachable(const std::vector<Example>& examples, const Vocabulary& vocabulary) {
  for (const Example& example : examples) check_reachable(example, vocabulary);
}

}  // namespace seq2seq
