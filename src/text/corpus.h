// From a task's settings to everything a run needs of text: vocabulary, parts, batches. The session's one door.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "math/generator.h"
#include "model/batch.h"
#include "model/config.h"
#include "text/codec.h"
#include "text/config.h"
#include "text/dataset.h"
#include "text/pairs.h"

namespace seq2seq {

// Longer texts put in by hand are a slip; the activations of so many tokens are still modest.
constexpr std::size_t max_text_tokens = 10000;

// What people are told before training starts.
struct CorpusReport {
  Pairs file;                         // of own pairs: what was read and skipped, without its rows
  std::int64_t left_out_long = 0;     // pairs above max_source_length or max_target_length
  std::int64_t repeated_sources = 0;  // pairs whose source stood in an earlier one: kept together in one part
  std::int64_t leaked_sources = 0;    // held-out pairs whose source is also trained on, counted after the split: 0
  std::int64_t shared_targets = 0;    // held-out pairs whose target also occurs in training (not wrong, but easier)
  std::int64_t held_out_tokens = 0;   // tokens of the held-out sources and targets,
  std::int64_t held_out_unknown = 0;  //   and how many of them the vocabulary does not have
  std::int64_t train_tokens = 0;      // the same of what is trained on, where the vocabulary is a trained model's
  std::int64_t train_unknown = 0;
};

struct Corpus {
  Codec codec;
  std::vector<Example> train, validation, test;
  CorpusReport report;

  const Vocabulary& vocabulary() const { return codec.vocabulary(); }
  const SpecialIds& specials() const { return codec.specials(); }
  const std::vector<Example>& part(Part which) const;

  // Readable text of ids, extended ids by the words of `unknown`.
  std::string decode(const std::vector<TokenId>& ids, const std::vector<std::string>& unknown = {}) const {
    return codec.decode(ids, unknown);
  }
  // A pair of texts as an example of this corpus, for translating (empty target) and inspecting.
  Example encode(const std::string& source, const std::string& target = {}) const;

  // An epoch's batches; see plan_batches and make_batch.
  std::vector<Batch> make_batches(Part which, int batch_size, Generator* shuffling, CopyKind copy) const;
  Batch make_batch(const Example& example, CopyKind copy) const;
};

// `own_pairs` are the bytes of a file of pairs, needed for the task `data` and refused with any other. The vocabulary
// comes from the training part alone. Draws come from generators of their own: the task's items from seed + 4, the
// split from seed + 5 (the trainer has seed + 1 to seed + 3).
// With `vocabulary` (a trained model's) that one is used, and nothing is counted.
Corpus build_corpus(const TaskConfig& config, std::uint64_t seed, const std::string* own_pairs = nullptr,
                    const Vocabulary* vocabulary = nullptr);

}  // namespace seq2seq
