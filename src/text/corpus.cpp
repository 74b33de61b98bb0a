#include "text/corpus.h"

#include <algorithm>

#include "base/message.h"
#include "text/batches.h"
#include "text/tasks.h"
#include "text/tokeniser.h"

namespace seq2seq {
namespace {

constexpr int lesson_vocabulary_size = 10;
constexpr std::uint64_t task_stream = 4, split_stream = 5;  // added to the seed
constexpr int largest_vocabulary = 1000000;                 // what a model takes

// Texts on their way to examples.
struct Material {
  TokeniserKind tokeniser = TokeniserKind::characters;
  std::vector<Example> examples;    // texts, row and alignment
  std::vector<std::string> closed;  // a built-in task's whole list of words; empty: whatever occurs
};

Material read_own_pairs(const TaskConfig& config, const std::string& bytes, CorpusReport& report) {
  Material material;
  material.tokeniser = config.tokeniser;
  report.file = parse_pairs(bytes.data(), bytes.size(), {config.separator, config.encoding, config.header});
  material.examples.reserve(report.file.rows.size());
  for (TextPair& pair : report.file.rows) {
    Example example;
    example.source_text = std::move(pair.source);
    example.target_text = std::move(pair.target);
    example.row = pair.row;
    material.examples.push_back(std::move(example));
  }
  report.file.rows.clear();
  report.file.rows.shrink_to_fit();
  return material;
}

Material draw_pairs(const TaskConfig& config, std::uint64_t seed) {
  Generator generator(seed + task_stream);
  GeneratedTask task = generate_task(config, generator);
  Material material;
  material.tokeniser = task.tokeniser;
  material.closed = std::move(task.words);
  for (TaskItem& item : task.items) {
    Example example;
    example.source_text = std::move(item.source);
    example.target_text = std::move(item.target);
    example.alignment = std::move(item.alignment);
    example.row = static_cast<std::int64_t>(material.examples.size()) + 1;
    material.examples.push_back(std::move(example));
  }
  return material;
}

// An error of one pair, with its row in front.
template <class Work>
void with_row(std::int64_t row, Work work) {
  try {
    work();
  } catch (const Error& error) {
    throw_error(error.code(), {"row ", row, ": ", error.what()});
  }
}

void leave_out_long(const TaskConfig& config, Material& material, CorpusReport& report) {
  if (config.max_source_length <= 0 && config.max_target_length <= 0) return;
  const auto too_long = [&](const std::string& text, int limit) {
    return limit > 0 && tokenise(material.tokeniser, text).size() > static_cast<std::size_t>(limit);
  };
  const auto end = std::remove_if(material.examples.begin(), material.examples.end(), [&](const Example& example) {
    return too_long(example.source_text, config.max_source_length) ||
           too_long(example.target_text, config.max_target_length);
  });
  report.left_out_long = material.examples.end() - end;
  material.examples.erase(end, material.examples.end());
}

Vocabulary vocabulary_of_ids(const TaskConfig& config, const Material& material) {
  int largest = text_specials.unk;
  for (const Example& example : material.examples)
    with_row(example.row, [&] {
      for (const std::string* text : {&example.source_text, &example.target_text})
        for (const std::string& token : tokenise(TokeniserKind::ids, *text)) {
          const int id = std::stoi(token);  // digits, checked by the tokeniser
          const int limit = config.vocabulary_size > 0 ? config.vocabulary_size : largest_vocabulary;
          if (id <= text_specials.unk || id >= limit)
            throw_error(ErrorCode::invalid_token,
                        {"token id is ", token, "; allowed: 4 to ", limit - 1, " (0 to 3 are PAD, BOS, EOS, UNK)"});
          largest = std::max(largest, id);
        }
    });
  return Vocabulary::of_ids(config.vocabulary_size > 0 ? config.vocabulary_size : largest + 1, text_specials);
}

Vocabulary count_words(const TaskConfig& config, const Material& material, const std::vector<Part>& parts) {
  TokenCounts counts;
  for (const std::string& word : material.closed) counts[word] = 0;
  for (std::size_t i = 0; i < material.examples.size(); ++i) {
    if (parts[i] != Part::train) continue;
    for (const std::string* text : {&material.examples[i].source_text, &material.examples[i].target_text})
      for (std::string& token : tokenise(material.tokeniser, *text)) {
        if (material.closed.empty())
          ++counts[std::move(token)];
        else if (const auto at = counts.find(token); at != counts.end())
          ++at->second;
      }
  }
  // A closed list is known as a whole, even where a small draw missed some of it.
  const int min_count = material.closed.empty() || config.min_count > 1 ? config.min_count : 0;
  return Vocabulary::from_counts(counts, config.vocabulary_size, min_count);
}

void fill(Example& example, const Codec& codec) {
  EncodedSource source = codec.encode_source(example.source_text);
  example.target = codec.encode_target(example.target_text, source);
  example.source = std::move(source.ids);
  example.unknown = std::move(source.unknown);
}

void count_unknown(const Vocabulary& vocabulary, const std::vector<Example>& part, std::int64_t& tokens,
                   std::int64_t& unknown) {
  const TokenId size = vocabulary.size(), unk = vocabulary.specials().unk;
  for (const Example& example : part)
    for (const std::vector<TokenId>* ids : {&example.source, &example.target})
      for (const TokenId id : *ids) {
        if (vocabulary.is_special(id) && id != unk) continue;
        ++tokens;
        if (id == unk || id >= size) ++unknown;
      }
}

Corpus lesson_corpus() {
  Corpus corpus;
  corpus.codec = Codec(TokeniserKind::ids, Vocabulary::of_ids(lesson_vocabulary_size, lesson_specials),
                       /*eos after source*/ false);
  const TaskItem pair = lesson_pair();
  corpus.train.push_back(corpus.encode(pair.source, pair.target));
  corpus.train.back().row = 1;
  return corpus;
}

}  // namespace

const std::vector<Example>& Corpus::part(Part which) const {
  return which == Part::train ? train : which == Part::validation ? validation : test;
}

Example Corpus::encode(const std::string& source, const std::string& target) const {
  Example example;
  example.source_text = source;
  example.target_text = target;
  fill(example, codec);
  return example;
}

std::vector<Batch> Corpus::make_batches(Part which, int batch_size, Generator* shuffling, CopyKind copy) const {
  const std::vector<Example>& examples = part(which);
  std::vector<Batch> batches;
  for (const std::vector<std::uint32_t>& rows : plan_batches(examples, batch_size, shuffling))
    batches.push_back(seq2seq::make_batch(examples, rows, vocabulary(), copy));
  return batches;
}

Batch Corpus::make_batch(const Example& example, CopyKind copy) const {
  return seq2seq::make_batch({example}, {0}, vocabulary(), copy);
}

Corpus build_corpus(const TaskConfig& config, std::uint64_t seed, const std::string* own_pairs,
                    const Vocabulary* vocabulary) {
  const bool own = config.kind == TaskKind::data;
  if (own && own_pairs == nullptr)
    throw_error(ErrorCode::invalid_state, {"task.kind is data, and no pairs were given; give a file of pairs"});
  if (!own && own_pairs != nullptr)
    throw_error(ErrorCode::invalid_value,
                {"pairs were given, and task.kind is ", name_of(config.kind), "; allowed with own pairs: data"});
  if (config.kind == TaskKind::lesson) return lesson_corpus();

  Corpus corpus;
  CorpusReport& report = corpus.report;
  Material material = own ? read_own_pairs(config, *own_pairs, report) : draw_pairs(config, seed);
  leave_out_long(config, material, report);
  if (material.examples.empty())
    throw_error(ErrorCode::invalid_data, {"no pairs are left to train on: ", report.left_out_long,
                                          " are longer than task.max_source_length or task.max_target_length"});

  std::vector<const std::string*> sources, targets;
  for (const Example& example : material.examples) {
    sources.push_back(&example.source_text);
    targets.push_back(&example.target_text);
  }
  Generator generator(seed + split_stream);
  const Split split = split_by_source(sources, config.validation_share, config.test_share, generator);
  report.repeated_sources = split.repeated_sources;
  report.leaked_sources = count_leaks(sources, split.parts);
  report.shared_targets = count_leaks(targets, split.parts);

  Vocabulary words = vocabulary != nullptr                      ? *vocabulary
                     : material.tokeniser == TokeniserKind::ids ? vocabulary_of_ids(config, material)
                                                                : count_words(config, material, split.parts);
  corpus.codec = Codec(material.tokeniser, std::move(words), /*eos after source*/ true);
  for (std::size_t i = 0; i < material.examples.size(); ++i) {
    Example& example = material.examples[i];
    with_row(example.row, [&] { fill(example, corpus.codec); });
    std::vector<Example>& part = split.parts[i] == Part::train        ? corpus.train
                                 : split.parts[i] == Part::validation ? corpus.validation
                                                                      : corpus.test;
    part.push_back(std::move(example));
  }
  for (const std::vector<Example>* part : {&corpus.validation, &corpus.test})
    count_unknown(corpus.vocabulary(), *part, report.held_out_tokens, report.held_out_unknown);
  if (vocabulary != nullptr)
    count_unknown(corpus.vocabulary(), corpus.train, report.train_tokens, report.train_unknown);
  return corpus;
}

}  // namespace seq2seq
