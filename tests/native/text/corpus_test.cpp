#include "text/corpus.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"

using namespace seq2seq;
using Ids = std::vector<TokenId>;
using Tokens = std::vector<std::string>;

namespace {

TaskConfig config(TaskKind kind, int examples = 200) {
  TaskConfig out;
  out.kind = kind;
  out.examples = examples;
  return out;
}

TaskConfig own_words() {
  TaskConfig out;
  out.kind = TaskKind::data;
  out.tokeniser = TokeniserKind::words;
  out.validation_share = out.test_share = 0;
  return out;
}

std::string refusal(const TaskConfig& settings, const std::string* pairs) {
  try {
    build_corpus(settings, 1, pairs);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("the lesson's toy: one pair, ten ids, its own BOS and EOS") {
  const Corpus corpus = build_corpus({}, 99);
  REQUIRE(corpus.train.size() == 1);
  CHECK(corpus.train[0].source == Ids{2, 5, 1, 3});
  CHECK(corpus.train[0].target == Ids{4, 6});
  CHECK(corpus.vocabulary().size() == 10);
  CHECK(corpus.specials().bos == 0);
  CHECK(corpus.specials().eos == 3);
  CHECK(corpus.specials().unk == -1);
  CHECK(corpus.validation.empty());
  const std::vector<Batch> batches = corpus.make_batches(Part::train, 1, nullptr, CopyKind::off);
  REQUIRE(batches.size() == 1);
  CHECK(batches[0].input == Ids{0, 4, 6});
  CHECK(batches[0].label == Ids{4, 6, 3});
}

TEST_CASE("built-in tasks come in three parts without a shared source, alike from the same seed") {
  for (const TaskKind kind :
       {TaskKind::copy, TaskKind::reverse, TaskKind::sort, TaskKind::addition, TaskKind::dates, TaskKind::names}) {
    const Corpus corpus = build_corpus(config(kind), 5), again = build_corpus(config(kind), 5);
    CHECK(corpus.train.size() == 160);
    CHECK(corpus.validation.size() == 20);
    CHECK(corpus.test.size() == 20);
    CHECK(corpus.report.leaked_sources == 0);
    std::set<std::string> sources;
    for (const Part part : {Part::train, Part::validation, Part::test}) {
      CHECK(corpus.part(part)[0].source == again.part(part)[0].source);
      for (const Example& example : corpus.part(part)) {
        sources.insert(example.source_text);
        REQUIRE(example.source.back() == corpus.specials().eos);
        REQUIRE(corpus.decode(example.source, example.unknown) == example.source_text);
        REQUIRE(corpus.decode(example.target, example.unknown) == example.target_text);
        if (!example.alignment.empty()) REQUIRE(example.alignment.size() == example.target.size());
      }
    }
    CHECK(sources.size() == 200);
    CHECK(corpus.vocabulary().tokens() == again.vocabulary().tokens());
  }
}

TEST_CASE("closed alphabets are known whole, even from a small draw") {
  TaskConfig settings = config(TaskKind::copy, 3);
  settings.symbols = 26;
  CHECK(build_corpus(settings, 1).vocabulary().size() == 30);
  CHECK(build_corpus(config(TaskKind::addition, 3), 1).vocabulary().size() == 15);
}

TEST_CASE("names stay outside the vocabulary; with copying they are labels, without it UNK") {
  const Corpus corpus = build_corpus(config(TaskKind::names), 2);
  for (const Example& example : corpus.train) REQUIRE(!example.unknown.empty());
  CHECK(corpus.report.held_out_unknown > 40);
  const Batch copying = corpus.make_batch(corpus.test[0], CopyKind::pointer_generator);
  const Batch plain = corpus.make_batch(corpus.test[0], CopyKind::off);
  const TokenId size = corpus.vocabulary().size();
  CHECK(*std::max_element(copying.label.begin(), copying.label.end()) >= size);
  CHECK(*std::max_element(copying.input.begin(), copying.input.end()) < size);
  CHECK(std::count(plain.label.begin(), plain.label.end(), corpus.specials().unk) >= 1);
}

TEST_CASE("own pairs: vocabulary from the training part, order by count then code point") {
  const std::string pairs = "b a\tb\nb c\ta\n";
  const Corpus corpus = build_corpus(own_words(), 1, &pairs);
  CHECK(corpus.vocabulary().tokens() == Tokens{"PAD", "BOS", "EOS", "UNK", "b", "a", "c"});
  CHECK(corpus.train[1].source == Ids{4, 6, 2});
  CHECK(corpus.train[1].row == 2);
  CHECK(corpus.encode("b zork", "zork x").target == Ids{7, 3});
}

TEST_CASE("a held-out word that was never trained on is unknown") {
  std::string pairs;
  for (int i = 0; i < 50; ++i) pairs += "w" + std::to_string(i) + "\tx\n";
  TaskConfig settings = own_words();
  settings.test_share = 0.2;
  const Corpus corpus = build_corpus(settings, 3, &pairs);
  CHECK(corpus.test.size() == 10);
  CHECK(corpus.vocabulary().size() == 4 + 40 + 1);
  CHECK(corpus.report.held_out_tokens == 20);
  CHECK(corpus.report.held_out_unknown == 10);
  CHECK(corpus.report.shared_targets == 10);
}

TEST_CASE("C97: empty rows are counted before training starts") {
  std::string pairs;
  for (int i = 0; i < 1000; ++i) {
    pairs += "s" + std::to_string(i) + "\tt\n";
    if (i % 400 == 0) pairs += "\t\n";
  }
  const Corpus corpus = build_corpus(own_words(), 1, &pairs);
  CHECK(corpus.train.size() == 1000);
  CHECK(corpus.report.file.skipped_empty == 3);
  CHECK(corpus.report.file.rows.empty());
}

TEST_CASE("long pairs are left out and counted") {
  const std::string pairs = "a\tb\na b c\tb\na\tb b b b\n";
  TaskConfig settings = own_words();
  settings.max_source_length = 2;
  settings.max_target_length = 3;
  const Corpus corpus = build_corpus(settings, 1, &pairs);
  CHECK(corpus.train.size() == 1);
  CHECK(corpus.report.left_out_long == 2);
  settings.max_source_length = settings.max_target_length = 0;
  CHECK(build_corpus(settings, 1, &pairs).train.size() == 3);
  const std::string long_only = "a b c d\te\n";
  settings.max_source_length = 2;
  CHECK(refusal(settings, &long_only).find("no pairs are left to train on: 1 are longer") == 0);
}

TEST_CASE("C09 on own ids: numbers are their own ids; the specials' are refused by row") {
  const std::string pairs = "4 5\t5 6 7\n";
  TaskConfig settings = own_words();
  settings.tokeniser = TokeniserKind::ids;
  const Corpus corpus = build_corpus(settings, 1, &pairs);
  CHECK(corpus.vocabulary().size() == 8);
  const Batch batch = corpus.make_batch(corpus.train[0], CopyKind::off);
  CHECK(batch.input == Ids{1, 5, 6, 7});
  CHECK(batch.label == Ids{5, 6, 7, 2});
  settings.vocabulary_size = 20;
  CHECK(build_corpus(settings, 1, &pairs).vocabulary().size() == 20);
  settings.vocabulary_size = 7;
  CHECK(refusal(settings, &pairs).find("row 1: token id is 7; allowed: 4 to 6") == 0);
  const std::string special = "4\t5\n4 2\t5\n";
  settings.vocabulary_size = 0;
  CHECK(refusal(settings, &special).find("row 2: token id is 2; allowed: 4 to") == 0);
  const std::string word = "4\t5\n4 x\t5\n";
  CHECK(refusal(settings, &word).find("row 2: \"x\" is no token id") == 0);
}

TEST_CASE("a trained model's vocabulary is used as it is") {
  const std::string first = "b a\tb\n", second = "b zork\tb\n";
  const Vocabulary trained = build_corpus(own_words(), 1, &first).vocabulary();
  const Corpus corpus = build_corpus(own_words(), 1, &second, &trained);
  CHECK(corpus.vocabulary().tokens() == trained.tokens());
  CHECK(corpus.train[0].source == Ids{4, 6, 2});
  CHECK(corpus.train[0].unknown == Tokens{"zork"});
}

TEST_CASE("what is trained on and unknown to a trained model's vocabulary is counted") {
  const std::string first = "a b\tc\n", other = "a x\ty\n";
  const Corpus trained = build_corpus(own_words(), 1, &first);
  CHECK(trained.report.train_tokens == 0);
  const Corpus again = build_corpus(own_words(), 1, &other, &trained.vocabulary());
  CHECK(again.report.train_tokens == 3);
  CHECK(again.report.train_unknown == 2);
}

TEST_CASE("pairs are needed with data, and refused with anything else") {
  const std::string pairs = "a\tb\n";
  CHECK(refusal(own_words(), nullptr).find("task.kind is data, and no pairs") == 0);
  CHECK(refusal(config(TaskKind::copy), &pairs).find("task.kind is copy") != std::string::npos);
}

TEST_CASE("large files take time in proportion") {
  // One row of many different unknown words, and many rows: quadratic work would show as a hang.
  std::string words, rows;
  for (int i = 0; i < 60000; ++i) words += " w" + std::to_string(i);
  for (int i = 0; i < 60000; ++i) rows += "s" + std::to_string(i) + "\tt" + std::to_string(i) + "\n";
  const std::string pairs = words + "\t" + words + "\n" + rows;
  TaskConfig settings = own_words();
  settings.vocabulary_size = 10;
  const Corpus corpus = build_corpus(settings, 1, &pairs);
  CHECK(corpus.train.size() == 60001);
  CHECK(corpus.train[0].unknown.size() > 59000);
}
