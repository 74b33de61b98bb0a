#include "model/copy.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "math/activations.h"
#include "model/support.h"

using namespace model_test;
using fixtures::block;
using fixtures::difference;
using fixtures::Json;
using fixtures::load;
using fixtures::tensor;
using fixtures::tolerance;

namespace {

const double near_copy = tolerance(2e-6, 1e-12);
const double near_loss = tolerance(1e-5, 1e-12);

// Extended sources and targets; encoder and decoder are fed UNK for what is outside the vocabulary.
Batch copy_batch(const Json& file, const Json& sources, const Json& targets, std::vector<std::int32_t> lengths = {},
                 std::vector<std::int32_t> target_lengths = {}) {
  const TokenId V = file.at("model").at("V"), unk = file.at("model").at("unk");
  Batch batch = batch_of(sources.get<Rows>(), targets.get<Rows>(), std::move(lengths), std::move(target_lengths));
  batch.source_extended = batch.source;
  batch.extended_size = V + file.at("model").at("n_oov").get<int>();
  for (TokenId& token : batch.source) token = token < V ? token : unk;
  for (TokenId& token : batch.input) token = token < V ? token : unk;
  return batch;
}

Example example_of(const Json& file, CopyKind copy) {
  ModelConfig config = config_of(file.at("model"));
  config.copy = copy;
  config.unk_id = file.at("model").at("unk");
  Example example(config);
  example.parameters = parameters_of(file, example.model);
  return example;
}

struct Run {
  Workspace w;
  Loss loss;
  Gradients gradients;
  Run(const Example& example, const Batch& batch) : gradients(example.model.layout()) {
    loss = example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    example.model.backward(example.parameters, batch, w, gradients);
  }
};

void check_gradients(const Example& example, const Gradients& gradients, const Json& expected, double limit) {
  int compared = 0;
  for (auto entry = expected.begin(); entry != expected.end(); ++entry) {
    const std::string name = entry.key();
    CAPTURE(name);
    const auto values = tensor(entry.value());
    if (example.model.layout()->contains(name)) {
      CHECK(difference(gradients.read(name), values.data, limit) == "");
      ++compared;
    } else {
      for (const double x : values.data) CHECK(x == 0);  // a pure pointer has no head and no gate
    }
  }
  CHECK(compared > 7);
}

std::vector<Real> column(const Matrix& m, Index j) { return {m.col(j).data(), m.col(j).data() + m.rows()}; }

}  // namespace

TEST_CASE("the pointer-generator's distributions, loss and gradients are the reference's") {
  const Json file = load("copy.json");
  const Example example = example_of(file, CopyKind::pointer_generator);
  const int V = file.at("model").at("V");
  for (const char* name : {"single", "batch"}) {
    CAPTURE(std::string(name));
    const Json& c = file.at(name);
    const auto lengths = [&c](const char* key) {
      return c.contains(key) ? c.at(key).get<std::vector<std::int32_t>>() : std::vector<std::int32_t>{};
    };
    const Batch batch = copy_batch(file, c.at("src_ext"), c.at("tgt_ext"), lengths("lengths"), lengths("tgt_len"));
    const Json& expected = c.at(block());
    Run run(example, batch);
    CHECK(std::fabs(run.loss.sum - tensor(expected.at("loss")).data[0]) <= near_loss);
    check_gradients(example, run.gradients, expected.at("grads"), near_copy);

    // Step by step, as search does it.
    Workspace w;
    Matrix state, log_probabilities, attention;
    std::vector<int> rows;
    for (int b = 0; b < batch.rows; ++b) rows.push_back(b);
    example.model.encode(example.parameters, batch, w);
    example.model.initial_state(w, rows, state);
    const int B = batch.rows;
    int t = 0;
    for (const Json& step : expected.at("steps")) {
      CAPTURE(t);
      example.model.step(example.parameters, batch, w, rows, step.at("input").get<std::vector<TokenId>>(), state,
                         log_probabilities, attention);
      CHECK(log_probabilities.rows() == batch.extended_size);
      std::vector<double> found;
      for (Index i = 0; i < log_probabilities.size(); ++i)
        found.push_back(std::exp(static_cast<double>(log_probabilities.data()[i])));
      CHECK(difference(found, tensor(step.at("p_final")).data, near_copy) == "");
      for (int b = 0; b < B; ++b) {
        const auto at = [b](const Json& json) { return tensor(json).data[static_cast<std::size_t>(b)]; };
        const std::size_t cell = static_cast<std::size_t>(t * B + b);
        if (step.at("counted").at(static_cast<std::size_t>(b)).get<int>() == 0) {
          CHECK(run.w.token_losses[cell] == 0);
          continue;
        }
        CHECK(std::fabs(double{run.w.gate_scores[cell]} - at(step.at("gate_score"))) <= near_copy);
        CHECK(std::fabs(double{run.w.token_losses[cell]} - at(step.at("nll"))) <= near_loss);
        const std::size_t label = step.at("target").at(static_cast<std::size_t>(b)).get<std::size_t>();
        CHECK(std::fabs(-double{column(log_probabilities, b)[label]} - at(step.at("nll"))) <= near_loss);
      }
      ++t;
    }
    CHECK(t == batch.target_length);
    // Unknown words come in: at least one label is outside the vocabulary.
    CHECK(*std::max_element(batch.label.begin(), batch.label.end()) >= V);
  }
}

TEST_CASE("the pure pointer's distributions, loss and gradients are the reference's") {
  const Json file = load("copy.json");
  const Json& c = file.at("copy_only");
  const Example example = example_of(file, CopyKind::pointer);
  const Batch batch = copy_batch(file, c.at("src_ext"), c.at("tgt_ext"));
  const Json& expected = c.at(block());
  Run run(example, batch);
  CHECK(std::fabs(run.loss.sum - tensor(expected.at("loss")).data[0]) <= near_loss);
  check_gradients(example, run.gradients, expected.at("grads"), near_copy);

  Workspace w;
  Matrix state, log_probabilities, attention;
  example.model.encode(example.parameters, batch, w);
  example.model.initial_state(w, {0}, state);
  int t = 0;
  for (const Json& step : c.at("p_final_f64")) {
    example.model.step(example.parameters, batch, w, {0}, {batch.input[static_cast<std::size_t>(t)]}, state,
                       log_probabilities, attention);
    std::vector<double> found;
    for (Index i = 0; i < log_probabilities.size(); ++i)
      found.push_back(std::exp(static_cast<double>(log_probabilities.data()[i])));
    CHECK(difference(found, tensor(step).data, near_copy) == "");
    CHECK(std::fabs(double{run.w.token_losses[static_cast<std::size_t>(t)]} -
                    tensor(expected.at("nll").at(static_cast<std::size_t>(t))).data[0]) <= near_loss);
    ++t;
  }
  CHECK(t == 4);
}

TEST_CASE("a gate stuck at either end keeps a finite loss and right gradients") {
  const Json file = load("copy.json");
  int cases = 0;
  for (const Json& c : file.at("extreme_gates").at("cases")) {
    CAPTURE(c.at("gate_b").get<double>());
    Example example = example_of(file, CopyKind::pointer_generator);
    example.parameters.write("gate.b", {c.at("gate_b").get<Real>()});
    const Batch batch = copy_batch(file, c.at("src_ext"), c.at("tgt_ext"));
    const Json& expected = c.at("log_f64");
    Run run(example, batch);
    const double loss = tensor(expected.at("loss")).data[0];
    CHECK(std::fabs(run.loss.sum - loss) <= near_loss * std::fmax(1, loss));
    check_gradients(example, run.gradients, expected.at("grads"), near_copy);
    for (std::size_t i = 0; i < run.gradients.size(); ++i) CHECK(std::isfinite(run.gradients.data()[i]));
    ++cases;
  }
  CHECK(cases >= 4);
}

TEST_CASE("a target that nothing can produce is refused with row and position") {
  const Json file = load("copy.json");
  const Json& c = file.at("unreachable_target");
  const Batch batch = copy_batch(file, c.at("src_ext"), c.at("tgt_ext"));
  for (const CopyKind copy : {CopyKind::pointer_generator, CopyKind::pointer}) {
    const Example example = example_of(file, copy);
    Workspace w;
    CHECK_THROWS_WITH_AS(
        example.model.forward(example.parameters, batch, {}, LossKind::sum, w),
        doctest::Contains(
            ("label " + std::to_string(batch.label[0]) + " in row 0, position 0 cannot be produced").c_str()),
        Error);
  }
  // A word of the vocabulary that is not in the source: fine for the one, out of reach for the other.
  Batch other = batch;
  other.label[0] = 7;
  Workspace w;
  const Example generator = example_of(file, CopyKind::pointer_generator),
                pointer = example_of(file, CopyKind::pointer);
  CHECK(std::isfinite(generator.model.forward(generator.parameters, other, {}, LossKind::sum, w).sum));
  CHECK_THROWS_AS(pointer.model.forward(pointer.parameters, other, {}, LossKind::sum, w), Error);
}

TEST_CASE("C15: weights of a repeated word are added up") {
  // "a zork b zork blip", vocabulary of 10: zork 10, blip 11.
  const std::vector<TokenId> ids{4, 10, 5, 10, 11};
  const SourceWords words{ids.data(), 1, 5};
  std::vector<Real> log_alpha;
  for (const double a : {0.1, 0.2, 0.3, 0.15, 0.25}) log_alpha.push_back(static_cast<Real>(std::log(a)));
  const Real score = static_cast<Real>(std::log(0.4 / 0.6));  // p_gen 0.4
  const std::vector<Real> log_vocabulary(10, static_cast<Real>(std::log(0.1)));
  std::vector<Real> out(12);
  extended_log_probabilities(words, 10, 12, log_alpha.data(), log_vocabulary.data(), score, out.data());
  const auto p = [&out](int word) { return std::exp(double{out[static_cast<std::size_t>(word)]}); };
  CHECK(p(10) == doctest::Approx(0.21).epsilon(1e-6));
  CHECK(p(11) == doctest::Approx(0.15).epsilon(1e-6));
  CHECK(p(4) == doctest::Approx(0.04 + 0.06).epsilon(1e-6));
  CHECK(p(0) == doctest::Approx(0.04).epsilon(1e-6));
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += p(i);
  CHECK(sum == doctest::Approx(1).epsilon(1e-6));
  // A row without unknown words leaves the others' ids without any probability.
  const std::vector<TokenId> known{4, 4, 4, 4, 4};
  extended_log_probabilities({known.data(), 1, 5}, 10, 12, log_alpha.data(), log_vocabulary.data(), score, out.data());
  CHECK(p(10) == 0);
  CHECK(p(11) == 0);
}

TEST_CASE("C16: the same extended id means another word in each row") {
  // Both rows have one unknown word, id V: row 0 at position 0, row 1 at position 1.
  ModelConfig config = odd_config();
  config.copy = CopyKind::pointer;
  config.unk_id = 1;
  const Example example(config);
  Batch batch = batch_of({{1, 6}, {7, 1}}, {{0, 11}, {0, 11}});
  batch.source_extended = {11, 7, 6, 11};
  batch.extended_size = 12;
  Workspace w;
  example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
  CHECK(double{w.token_losses[0]} == doctest::Approx(-std::log(double{w.alpha[0]})).epsilon(1e-5));
  CHECK(double{w.token_losses[1]} == doctest::Approx(-std::log(double{w.alpha[3]})).epsilon(1e-5));
}

TEST_CASE("C18: a gate logit of 40 against a copied target costs 40.3567 and moves everything by finite gradients") {
  const std::vector<TokenId> ids{10, 4};
  std::vector<Real> alpha{Real(0.7), Real(0.3)}, log_alpha{log_scalar(alpha[0]), log_scalar(alpha[1])}, logits(10, 0);
  Real d_score = 0;
  const Real loss = pointer_generator_loss({ids.data(), 1, 2}, 10, 1, 10, alpha.data(), 40, logits.data(),
                                           log_alpha.data(), &d_score);
  CHECK(double{loss} == doctest::Approx(40.3567).epsilon(1e-6));
  CHECK(double{d_score} == doctest::Approx(1));
  CHECK(double{log_alpha[0]} == doctest::Approx(-0.3));
  CHECK(double{log_alpha[1]} == doctest::Approx(0.3));
  for (const Real d : logits) CHECK(d == 0);
}

TEST_CASE("C17: after a copied unknown word the decoder is fed UNK, in training and in search") {
  ModelConfig config = odd_config();
  config.copy = CopyKind::pointer;
  config.unk_id = 1;
  const Example example(config);
  Batch batch = batch_of({{1, 1}}, {{0, 12, 11}});
  batch.source_extended = {11, 12};
  batch.extended_size = 13;
  batch.input = {0, 1};
  const std::vector<std::uint8_t> own{0, 1};
  Workspace w;
  example.model.forward(example.parameters, batch, {own.data()}, LossKind::sum, w);
  CHECK(w.fed == std::vector<TokenId>{0, 1});  // whatever was predicted is outside the vocabulary

  Matrix state, other, log_probabilities, attention, expected;
  example.model.encode(example.parameters, batch, w);
  example.model.initial_state(w, {0}, state);
  other = state;
  example.model.step(example.parameters, batch, w, {0}, {1}, state, expected, attention);
  example.model.step(example.parameters, batch, w, {0}, {12}, other, log_probabilities, attention);
  CHECK(log_probabilities == expected);
  CHECK(state == other);
}

TEST_CASE("copying without an attention or without UNK is refused") {
  ModelConfig config = odd_config();
  config.copy = CopyKind::pointer_generator;
  CHECK_THROWS_WITH_AS(Seq2Seq{config}, doctest::Contains("unk_id"), Error);
  config.unk_id = 1;
  CHECK_NOTHROW(Seq2Seq{config});
  config.unk_id = 11;
  CHECK_THROWS_WITH_AS(Seq2Seq{config}, "unk_id is 11; allowed are -1 to 10", Error);
  config.unk_id = 1;
  config.attention = AttentionKind::none;
  CHECK_THROWS_WITH_AS(Seq2Seq{config}, doctest::Contains("attention is none"), Error);
}

TEST_CASE("the copy gate is drawn behind the decoder, like a linear layer of its inputs") {
  ModelConfig config = odd_config();
  config.copy = CopyKind::pointer_generator;
  config.unk_id = 1;
  const Example with(config, 8);
  config.copy = CopyKind::off;
  const Example without(config, 8);
  for (const Parameter& p : without.model.layout()->list())
    CHECK(with.parameters.read(p.name) == without.parameters.read(p.name));
  const double bound = 1 / std::sqrt(2.0 * config.hidden_size + config.embedding_size);
  double largest = 0;
  for (const char* name : {"gate.w_h", "gate.w_s", "gate.w_x", "gate.b"})
    for (const Real x : with.parameters.read(name)) largest = std::fmax(largest, std::fabs(double{x}));
  CHECK(largest <= bound);
  CHECK(largest > bound / 2);
}
