// One padded batch of token ids, time-major as the activations are: entry [t*B + b] is step t of row b.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config.h"

namespace seq2seq {

using TokenId = std::int32_t;

// No array of activations may have more values: 2 GiB, and its size still fits the 32-bit index of WebAssembly.
constexpr std::int64_t most_activations = std::int64_t{1} << 29;

struct Batch {
  int rows = 0;           // B
  int source_length = 0;  // S, the longest source
  int target_length = 0;  // T, the longest target, EOS counted

  std::vector<TokenId> source;               // [S,B] ids below V; anything where t >= length
  std::vector<std::int32_t> source_lengths;  // [B], at least 1
  std::vector<TokenId> input;                // [T,B] what teacher forcing feeds: BOS, y1, y2, ...
  std::vector<TokenId> label;                // [T,B] what is expected: y1, y2, ..., EOS
  std::vector<std::int32_t> target_lengths;  // [B], number of labels that count; padding is known by it alone

  // The copy mechanism's extended vocabulary: a row's own unknown words get the ids V, V+1, ... in order of first
  // appearance. Labels may be such ids; inputs never are (UNK is fed). Empty without copying.
  //   vocabulary of 10, row "a zork b zork blip" -> source 4 3 5 3 3, source_extended 4 10 5 10 11, extended 12
  std::vector<TokenId> source_extended;  // [S,B] ids below X
  int extended_size = 0;                 // X, the largest over the rows; V without copying
};

// Throws Error(invalid_data) for a batch without rows, arrays of the wrong size, or a row without a source or with a
// length that does not fit; Error(invalid_token) for a source id outside the vocabulary. Both name the row, and the
// position of a token. Padding may hold anything.
// Throws Error(invalid_value) for a batch that needs more than most_activations in one array.
void check_sources(const Batch& batch, const ModelConfig& config);
// The same for inputs, labels and target lengths; a batch needs at least one target token. With copying, a label must
// be a word of the vocabulary or occur in its row's source (a pure pointer: must occur).
void check_targets(const Batch& batch, const ModelConfig& config);

}  // namespace seq2seq
