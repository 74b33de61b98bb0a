// Examples to padded batches, in the order of an epoch.
#pragma once

#include <cstdint>
#include <vector>

#include "math/generator.h"
#include "model/batch.h"
#include "model/config.h"
#include "text/dataset.h"
#include "text/vocabulary.h"

namespace seq2seq {

// One batch of the examples named, in that order. Inputs are BOS, y1, y2, ..., labels y1, y2, ..., EOS. Unknown words
// are UNK in sources and inputs; in labels too unless copying is on and the word is in the row's source.
// With the pure pointer a label that is not in the row's source is Error(invalid_data) naming row and word.
Batch make_batch(const std::vector<Example>& examples, const std::vector<std::uint32_t>& rows,
                 const Vocabulary& vocabulary, CopyKind copy);

// Which examples go together, batch by batch. With a generator: randperm(n); for batches of more than one the order is
// cut into pools of 16 batches, each pool is sorted by length (stable) so that little is padded, and a second randperm
// orders the batches. Without a generator: rows as they stand, sorted by length over all where sizes are above one
// (`sorted`), which is what evaluation takes.
std::vector<std::vector<std::uint32_t>> plan_batches(const std::vector<Example>& examples, int batch_size,
                                                     Generator* shuffling);

// Refuses what a pure pointer cannot say: throws Error(invalid_data) naming the first such row and its word.
void require_reachable(const std::vector<Example>& examples, const Vocabulary& vocabulary);

}  // namespace seq2seq
