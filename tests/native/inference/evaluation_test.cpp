#include "inference/evaluation.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "inference/edit_distance.h"
#include "inference/trace.h"
#include "support/fixtures.h"

using namespace seq2seq;
using fixtures::Json;
using Tokens = std::vector<TokenId>;

namespace {

// The half-trained model of decode.json with pairs of different lengths, some of which it knows.
struct Setting {
  Setting() : file(fixtures::load("decode.json")), model(config()), parameters(model.layout()) {
    for (const auto& [name, values] : file.at("params").items())
      parameters.write(name, fixtures::tensor(values).from_float());
    for (const Json& pair : file.at("pairs")) {
      Tokens target = pair.at("tgt");
      target.pop_back();  // the fixture's end with EOS
      add(pair.at("src"), target);
    }
    add({4, 5}, {7});
    add({7, 6, 5, 4}, {});
    add({6}, {6, 6, 6, 6, 5, 4, 2});
    add({4, 5, 6}, {6, 5, 5, 6});
    add({5, 6, 7}, {7, 4, 6});
    options.search.bos = specials.bos;
    options.search.eos = specials.eos;
    options.search.max_length = 9;
  }
  ModelConfig config() const {
    ModelConfig sizes;
    sizes.vocabulary_size = file.at("V");
    sizes.embedding_size = file.at("E");
    sizes.hidden_size = file.at("H");
    return sizes;
  }
  void add(const Tokens& source, const Tokens& target) {
    Example example;
    example.source = source;
    example.target = target;
    examples.push_back(example);
  }
  Evaluation run() {
    Context context;
    return evaluate(model, parameters, examples, vocabulary, options, context);
  }
  Trace traced(const Example& example, Regime regime) const {
    Tokens target = example.target;
    target.push_back(specials.eos);
    return trace(model, parameters, example.source, target, regime, specials.bos, specials.eos, 0, false);
  }

  Json file;
  SpecialIds specials{-1, file.at("bos"), file.at("eos"), -1};
  Seq2Seq model;
  Parameters parameters;
  Vocabulary vocabulary = Vocabulary::of_ids(file.at("V"), specials);
  std::vector<Example> examples;
  EvaluationOptions options;
};

}  // namespace

TEST_CASE("evaluation: losses, accuracies and outputs are those of single pairs") {
  Setting setting;
  const Evaluation found = setting.run();
  REQUIRE(found.pairs.size() == setting.examples.size());
  double loss = 0, free_loss = 0;
  std::int64_t tokens = 0, edits = 0, target_tokens = 0, exact = 0;
  std::vector<PositionAccuracy> positions;
  BleuCounts counts;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    CAPTURE(i);
    const Example& example = setting.examples[i];
    const EvaluatedPair& pair = found.pairs[i];
    const Trace forced = setting.traced(example, Regime::teacher), free = setting.traced(example, Regime::free);
    CHECK(pair.loss == doctest::Approx(forced.loss).epsilon(1e-6));
    CHECK(pair.free_loss == doctest::Approx(free.loss).epsilon(1e-6));
    loss += forced.loss;
    free_loss += free.loss;
    for (std::size_t t = 0; t < forced.target.size(); ++t) {
      if (positions.size() <= t) positions.emplace_back();
      ++positions[t].tokens;
      positions[t].forced += forced.predictions[t] == forced.target[t] ? 1 : 0;
      positions[t].free += free.predictions[t] == forced.target[t] ? 1 : 0;
      ++tokens;
    }
    // Decoding without forbidden ids is the free run to its first EOS.
    const Trace stopped = trace(setting.model, setting.parameters, example.source, {}, Regime::free, 0, 3, 9, true);
    Tokens output = stopped.predictions;
    CHECK(pair.cut_off == (output.back() != 3));
    if (!pair.cut_off) output.pop_back();
    CHECK(pair.output == output);
    CHECK(pair.exact == (output == example.target));
    exact += pair.exact ? 1 : 0;
    CHECK(pair.edit_distance == edit_distance(output, example.target));
    edits += pair.edit_distance;
    BleuOptions sentence;
    sentence.effective_order = true;
    CHECK(pair.bleu == bleu(count_ngrams(output, {example.target}), sentence).score);
    if (pair.exact && !output.empty()) CHECK(pair.bleu == 1.0);
    target_tokens += static_cast<std::int64_t>(example.target.size());
    counts.add(count_ngrams(output, {example.target}));
  }
  CHECK(found.tokens == tokens);
  CHECK(found.loss == doctest::Approx(loss / static_cast<double>(tokens)).epsilon(1e-6));
  CHECK(found.free_loss == doctest::Approx(free_loss / static_cast<double>(tokens)).epsilon(1e-6));
  CHECK(found.free_loss != found.loss);
  CHECK(found.perplexity == doctest::Approx(std::exp(found.loss)).epsilon(1e-12));
  REQUIRE(found.positions.size() == positions.size());
  std::int64_t forced = 0, free = 0;
  bool differs = false;
  for (std::size_t t = 0; t < positions.size(); ++t) {
    CHECK(found.positions[t].tokens == positions[t].tokens);
    CHECK(found.positions[t].forced == positions[t].forced);
    CHECK(found.positions[t].free == positions[t].free);
    CHECK(found.positions[t].forced_accuracy * static_cast<double>(positions[t].tokens) ==
          doctest::Approx(static_cast<double>(positions[t].forced)).epsilon(1e-12));
    CHECK(found.positions[t].free_accuracy * static_cast<double>(positions[t].tokens) ==
          doctest::Approx(static_cast<double>(positions[t].free)).epsilon(1e-12));
    differs = differs || positions[t].forced != positions[t].free;
    forced += positions[t].forced;
    free += positions[t].free;
  }
  CHECK(differs);  // else the test could not tell them apart
  CHECK(found.forced_accuracy == static_cast<double>(forced) / static_cast<double>(tokens));
  CHECK(found.free_accuracy == static_cast<double>(free) / static_cast<double>(tokens));
  CHECK(exact > 0);
  CHECK(found.exact_match == static_cast<double>(exact) / static_cast<double>(found.pairs.size()));
  CHECK(found.edit_distance == static_cast<double>(edits) / static_cast<double>(found.pairs.size()));
  CHECK(found.token_error_rate == static_cast<double>(edits) / static_cast<double>(target_tokens));
  CHECK(found.bleu.score == bleu(counts, {}).score);
  CHECK(found.bleu.counts.matches == counts.matches);
}

TEST_CASE("C07 every batch size gives the same numbers") {
  Setting setting;
  const Evaluation all = setting.run();
  for (const int size : {1, 2, 5}) {
    CAPTURE(size);
    setting.options.batch_size = size;
    const Evaluation found = setting.run();
    CHECK(found.loss == all.loss);
    CHECK(found.free_loss == all.free_loss);
    CHECK(found.perplexity == all.perplexity);
    CHECK(found.forced_accuracy == all.forced_accuracy);
    CHECK(found.free_accuracy == all.free_accuracy);
    CHECK(found.bleu.score == all.bleu.score);
    for (std::size_t i = 0; i < all.pairs.size(); ++i) CHECK(found.pairs[i].output == all.pairs[i].output);
  }
  // The mean is over tokens: the pair of many tokens weighs more than the pair of one.
  Setting two;
  two.examples = {setting.examples[0], setting.examples.back()};
  two.options.batch_size = 1;
  const Evaluation found = two.run();
  CHECK(
      found.loss ==
      doctest::Approx((found.pairs[0].loss + found.pairs[1].loss) / static_cast<double>(found.tokens)).epsilon(1e-12));
}

TEST_CASE("C08 a huge loss has an infinite perplexity, and the rest stays readable") {
  Setting setting;
  std::vector<Real> bias = setting.parameters.read("dec.fc.bias");
  bias[0] = 5000;  // the model is sure of BOS, which never comes
  setting.parameters.write("dec.fc.bias", bias);
  const Evaluation found = setting.run();
  CHECK(std::isfinite(found.loss));
  CHECK(found.loss > 1000);
  CHECK(std::isinf(found.perplexity));
  CHECK(found.forced_accuracy == 0);
  CHECK(found.cut_off == static_cast<std::int64_t>(found.pairs.size()));
  CHECK(found.bleu.score == 0);
  CHECK(found.bleu.zero_because == "no word matches");
}

TEST_CASE("evaluation decodes with a beam where one is asked for, and C24: it may be worse or better") {
  Setting setting;
  setting.options.search.width = 4;
  setting.options.search.length_penalty = 1;
  const Evaluation beam = setting.run();
  setting.options.search.width = 1;
  const Evaluation greedy = setting.run();
  CHECK(beam.loss == greedy.loss);
  bool differs = false;
  for (std::size_t i = 0; i < beam.pairs.size(); ++i)
    differs = differs || beam.pairs[i].output != greedy.pairs[i].output;
  CHECK(differs);
}

TEST_CASE("the alignment score is the share of known places that get the largest weight") {
  Setting setting;
  std::int64_t known = 0, right = 0;
  for (std::size_t i = 0; i < setting.examples.size(); ++i) {
    Example& example = setting.examples[i];
    if (i % 3 == 2) continue;  // some pairs without
    for (std::size_t t = 0; t < example.target.size(); ++t)
      example.alignment.push_back(t % 3 == 1 ? std::vector<int>{} : std::vector<int>{0, static_cast<int>(t)});
    const Trace forced = setting.traced(example, Regime::teacher);
    for (std::size_t t = 0; t < example.target.size(); ++t) {
      if (example.alignment[t].empty()) continue;
      const std::vector<Real>& alpha = forced.find("dec.alpha", static_cast<int>(t)).values;
      const auto largest = std::max_element(alpha.begin(), alpha.end()) - alpha.begin();
      ++known;
      right += largest == 0 || largest == static_cast<std::ptrdiff_t>(t) ? 1 : 0;
    }
  }
  CHECK(right > 0);
  CHECK(right < known);
  const Evaluation found = setting.run();
  CHECK(found.aligned_tokens == known);
  CHECK(found.alignment_score == static_cast<double>(right) / static_cast<double>(known));
}

TEST_CASE("without attention there is no alignment to score") {
  ModelConfig config;
  config.attention = AttentionKind::none;
  const Seq2Seq model(config);
  Parameters parameters(model.layout());
  Generator generator(3);
  initialise(parameters, config, generator);
  Example example;
  example.source = {4, 5, 6};
  example.target = {6, 5};
  example.alignment = {{2}, {1}};
  EvaluationOptions options;
  options.search.bos = 0;
  options.search.eos = 3;
  Context context;
  const Evaluation found =
      evaluate(model, parameters, {example}, Vocabulary::of_ids(10, lesson_specials), options, context);
  CHECK(found.aligned_tokens == 0);
  CHECK(found.alignment_score == 0);
  CHECK(found.tokens == 3);
}

TEST_CASE("copied words count as what they are, and UNK is never right for a word") {
  // Ids from V on are the source's own words.
  const Json file = fixtures::load("copy.json");
  ModelConfig config;
  config.vocabulary_size = file.at("model").at("V");
  config.embedding_size = file.at("model").at("E");
  config.hidden_size = file.at("model").at("H");
  config.unk_id = file.at("model").at("unk");
  config.copy = CopyKind::pointer_generator;
  const Seq2Seq model(config);
  Parameters parameters(model.layout());
  for (const auto& [name, values] : file.at("params").items())
    parameters.write(name, fixtures::tensor(values).from_float());
  parameters.write("gate.b", {-40});  // copies: what is in the source most often comes first
  const int V = config.vocabulary_size;
  const SpecialIds specials{-1, 0, 3, config.unk_id};
  Example example;
  example.source = {V, V, V, V + 1, 2};
  example.target = {V, 2, V + 1};
  example.unknown = {"zork", "blip"};
  EvaluationOptions options;
  options.search.bos = 0;
  options.search.eos = 3;
  options.search.max_length = 4;
  Context context;
  const Evaluation found = evaluate(model, parameters, {example}, Vocabulary::of_ids(V, specials), options, context);
  const Trace forced = trace(model, parameters, example.source, {V, 2, V + 1, 3}, Regime::teacher, 0, 3, 0, false);
  CHECK(found.loss * 4 == doctest::Approx(forced.loss).epsilon(1e-6));
  REQUIRE(!found.pairs[0].output.empty());
  CHECK(found.pairs[0].output[0] == V);
  CHECK(found.positions[0].forced == 1);

  // Without copying the same word is UNK to the model, and its UNK is not the word.
  Setting plain;
  plain.specials.unk = 5;
  const TokenId beyond = plain.vocabulary.size();
  plain.vocabulary = Vocabulary::of_ids(beyond, plain.specials);
  plain.examples.resize(1);
  plain.examples[0].source = {4, beyond};
  plain.examples[0].target = {beyond};
  plain.examples[0].unknown = {"zork"};
  std::vector<Real> bias = plain.parameters.read("dec.fc.bias");
  bias[5] = 100;
  plain.parameters.write("dec.fc.bias", bias);
  plain.options.search.max_length = 1;
  const Evaluation unknown = plain.run();
  CHECK(unknown.pairs[0].output == Tokens{5});
  CHECK(unknown.positions[0].forced == 1);  // the label that it learns is UNK
  CHECK(!unknown.pairs[0].exact);
  CHECK(unknown.pairs[0].edit_distance == 1);
}

TEST_CASE("evaluation refuses nothing to evaluate, reports progress and can be cancelled") {
  Setting setting;
  setting.options.batch_size = 2;
  std::vector<double> progress;
  Context watching({}, [&progress](double fraction) { progress.push_back(fraction); });
  evaluate(setting.model, setting.parameters, setting.examples, setting.vocabulary, setting.options, watching);
  REQUIRE(progress.size() == (setting.examples.size() + 1) / 2);
  CHECK(std::is_sorted(progress.begin(), progress.end()));
  CHECK(progress.back() == 1.0);
  Context cancelled;
  cancelled.cancel();
  CHECK_THROWS_WITH_AS(
      evaluate(setting.model, setting.parameters, setting.examples, setting.vocabulary, setting.options, cancelled),
      "decoding was cancelled", Error);
  setting.examples.clear();
  CHECK_THROWS_WITH_AS(setting.run(), "there is no pair to evaluate; at least 1 is needed", Error);
}
