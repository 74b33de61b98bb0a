#include "inference/decode_steps.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "inference/trace.h"
#include "support/fixtures.h"

using namespace seq2seq;
using fixtures::Json;

namespace {

using Ids = std::vector<TokenId>;

struct Followed {
  Seq2Seq model;
  Parameters parameters;
  TokenId eos = 3;

  Followed(const Json& sizes, const Json& values, CopyKind copy = CopyKind::off)
      : model(config_of(sizes, copy)), parameters(model.layout()) {
    for (const auto& [name, tensor] : values.items())
      if (model.layout()->contains(name)) parameters.write(name, fixtures::tensor(tensor).from_float());
  }

  static ModelConfig config_of(const Json& sizes, CopyKind copy) {
    ModelConfig config;
    config.vocabulary_size = sizes.at("V");
    config.embedding_size = sizes.at("E");
    config.hidden_size = sizes.at("H");
    config.copy = copy;
    if (copy != CopyKind::off) config.unk_id = sizes.at("unk");
    return config;
  }

  Batch batch(const Ids& source) const {
    const int V = model.config().vocabulary_size;
    Batch batch;
    batch.rows = 1;
    batch.source_length = static_cast<int>(source.size());
    batch.source_lengths = {batch.source_length};
    batch.source = source;
    batch.extended_size = V;
    if (model.config().copy == CopyKind::off) return batch;
    batch.source_extended = source;
    for (TokenId& id : batch.source) {
      batch.extended_size = std::max(batch.extended_size, id + 1);
      if (id >= V) id = model.config().unk_id;
    }
    return batch;
  }

  std::vector<DecodedStep> run(const Ids& source, DecodeStepsOptions options) const {
    options.eos = eos;
    return decode_steps(model, parameters, batch(source), options);
  }
};

Followed toy() {
  const Json record = fixtures::load("forward.json").at("cases").at(0);
  return {record, record.at("params")};
}

DecodeStepsOptions steps_from(TokenId bos, int steps) {
  DecodeStepsOptions options;
  options.bos = bos;
  options.steps = steps;
  return options;
}

Ids inputs_of(const std::vector<DecodedStep>& run) {
  Ids ids;
  for (const DecodedStep& step : run) ids.push_back(step.input);
  return ids;
}

// Everything a step shows against what PyTorch has.
void check_steps(const std::vector<DecodedStep>& found, const Json& expected) {
  const double near = fixtures::tolerance(1e-6, 1e-12);
  REQUIRE(found.size() == expected.size());
  for (std::size_t t = 0; t < found.size(); ++t) {
    CAPTURE(t);
    const Json& step = expected.at(t);
    CHECK(found[t].input == step.at("input").at(0).get<TokenId>());
    CHECK(found[t].prediction == step.at("pred").at(0).get<TokenId>());
    CHECK(fixtures::difference(found[t].state, fixtures::tensor(step.at("gru_out")).data, near) == "");
    CHECK(fixtures::difference(found[t].alpha, fixtures::tensor(step.at("alpha")).data, near) == "");
    std::vector<double> probabilities;
    for (const double x : fixtures::tensor(step.at("logprob")).data) probabilities.push_back(std::exp(x));
    std::vector<double> top;
    for (const TokenId id : found[t].top) top.push_back(probabilities[static_cast<std::size_t>(id)]);
    CHECK(fixtures::difference(found[t].top_probabilities, top, near) == "");
    std::sort(probabilities.rbegin(), probabilities.rend());
    probabilities.resize(top.size());
    CHECK(fixtures::difference(top, probabilities, near) == "");
    CHECK(found[t].top.front() == found[t].prediction);
  }
}

}  // namespace

TEST_CASE("decode steps: fed the truth and fed its own as PyTorch has them") {
  const Json file = fixtures::load("forward.json");
  REQUIRE(!file.at("cases").empty());
  for (const Json& record : file.at("cases")) {
    CAPTURE(record.at("name").get<std::string>());
    const Followed model(record, record.at("params"));
    const Ids source = record.at("src").at(0), target = record.at("tgt").at(0);
    const Json& forced = record.at("teacher").at(fixtures::block()).at("steps");
    const Json& free = record.at("free").at(fixtures::block()).at("steps");
    DecodeStepsOptions options = steps_from(target.front(), static_cast<int>(forced.size()));
    options.inputs.assign(target.begin(), target.end() - 1);
    const std::vector<DecodedStep> fed = model.run(source, options);
    check_steps(fed, forced);
    for (const DecodedStep& step : fed) CHECK(step.given);
    options = steps_from(target.front(), static_cast<int>(free.size()));
    check_steps(model.run(source, options), free);
  }
}

TEST_CASE("decode steps: one token put in, and the model's own again after it") {
  const Followed model = toy();
  const std::vector<DecodedStep> usual = model.run({2, 5, 1, 3}, steps_from(0, 6));
  DecodeStepsOptions options = steps_from(0, 6);
  options.inputs = {own_prediction, own_prediction, 7};
  const std::vector<DecodedStep> changed = model.run({2, 5, 1, 3}, options);
  for (std::size_t t = 0; t < 2; ++t) {
    CHECK(changed[t].state == usual[t].state);
    CHECK(changed[t].top_probabilities == usual[t].top_probabilities);
    CHECK(!changed[t].given);
  }
  CHECK(changed[2].given);
  CHECK(changed[2].input == 7);
  CHECK(changed[2].state != usual[2].state);
  for (std::size_t t = 3; t < 6; ++t) CHECK(changed[t].input == changed[t - 1].prediction);

  std::vector<std::vector<Real>> one, other;
  for (const DecodedStep& step : usual) one.push_back(step.state);
  for (const DecodedStep& step : changed) other.push_back(step.state);
  other.pop_back();
  const std::vector<double> distances = state_distances(one, other);
  REQUIRE(distances.size() == 5);
  CHECK(distances[0] == 0);
  CHECK(distances[1] == 0);
  CHECK(distances[2] > 0);
  CHECK(state_distances({{3, 0}}, {{0, 4}}) == std::vector<double>{5});
}

TEST_CASE("decode steps: where EOS ends the output, with and without the stop rule; losses where a token is expected") {
  Followed model = toy();
  DecodeStepsOptions options = steps_from(0, 5);
  options.expected = {4, 6, 3};
  model.eos = model.run({2, 5, 1, 3}, options)[0].prediction;  // the lesson's untrained toy predicts EOS at once
  std::vector<DecodedStep> run = model.run({2, 5, 1, 3}, options);
  REQUIRE(run.size() == 5);
  CHECK(inputs_of(run) == Ids{0, run[0].prediction, run[1].prediction, run[2].prediction, run[3].prediction});
  for (const DecodedStep& step : run) CHECK(step.ended);
  CHECK(run[2].has_loss);
  CHECK(!run[3].has_loss);
  const Trace free = trace(model.model, model.parameters, {2, 5, 1, 3}, {4, 6, 3}, Regime::free, 0, 3, 3, false);
  CHECK(run[0].loss + run[1].loss + run[2].loss == doctest::Approx(free.loss).epsilon(1e-6));
  options.stop = true;
  options.inputs = {own_prediction, 4};
  run = model.run({2, 5, 1, 3}, options);
  CHECK(run.size() == 1);
  CHECK(!run[0].given);
  options.top = 0;
  const DecodedStep bare = model.run({2, 5, 1, 3}, options).front();
  CHECK(bare.prediction == run[0].prediction);
  CHECK(bare.top.empty());
}

TEST_CASE("decode steps: with copying p_gen, words of the source, and UNK fed for them") {
  const Json file = fixtures::load("copy.json");
  const Json& record = file.at("single");
  Followed model(file.at("model"), file.at("params"), CopyKind::pointer_generator);
  const Ids source = record.at("src_ext").at(0), target = record.at("tgt_ext").at(0);
  const Json& expected = record.at(fixtures::block()).at("steps");
  const int V = model.model.config().vocabulary_size, unk = model.model.config().unk_id;
  DecodeStepsOptions options = steps_from(target.front(), static_cast<int>(expected.size()));
  options.inputs.assign(target.begin(), target.end() - 1);
  options.expected.assign(target.begin() + 1, target.end());
  const double near = fixtures::tolerance(2e-6, 1e-12);
  double loss = 0;
  const std::vector<DecodedStep> run = model.run(source, options);
  for (std::size_t t = 0; t < run.size(); ++t) {
    CAPTURE(t);
    CHECK(run[t].input == (target[t] < V ? target[t] : unk));
    CHECK(fixtures::difference(std::vector<double>{run[t].p_gen}, fixtures::tensor(expected.at(t).at("p_gen")).data,
                               near) == "");
    const std::vector<double> final = fixtures::tensor(expected.at(t).at("p_final")).data;
    std::vector<double> top;
    for (const TokenId id : run[t].top) top.push_back(final[static_cast<std::size_t>(id)]);
    CHECK(fixtures::difference(run[t].top_probabilities, top, near) == "");
    loss += run[t].loss;
  }
  CHECK(fixtures::difference(std::vector<double>{loss}, fixtures::tensor(record.at(fixtures::block()).at("loss")).data,
                             fixtures::tolerance(1e-5, 1e-12)) == "");
  const Followed pointer(file.at("model"), file.at("params"), CopyKind::pointer);
  for (const DecodedStep& step : pointer.run(source, steps_from(target.front(), 3))) {
    CHECK(step.p_gen == 0);
    CHECK(std::find(source.begin(), source.end(), step.prediction) != source.end());
  }
}

TEST_CASE("decode steps: refused by name") {
  const Followed model = toy();
  const auto refusal = [&](const DecodeStepsOptions& options) {
    try {
      model.run({2, 5, 1, 3}, options);
    } catch (const Error& error) {
      return std::string(name_of(error.code())) + ": " + error.what();
    }
    return std::string("accepted");
  };
  CHECK(refusal(steps_from(0, 1)) == "accepted");
  CHECK(refusal(steps_from(0, 0)) == "invalid_value: steps is 0; allowed: 1 or more");
  const int V = model.model.config().vocabulary_size;  // whatever fixtures are in place
  const std::string allowed = "; allowed: 0 to " + std::to_string(V - 1);
  const std::string over = std::to_string(V);
  CHECK(refusal(steps_from(V, 1)) == "invalid_token: the BOS id is " + over + allowed);
  DecodeStepsOptions options = steps_from(0, 2);
  options.inputs = {own_prediction, V};
  CHECK(refusal(options) == "invalid_token: an input is " + over + allowed);
  options.inputs = {-2};
  CHECK(refusal(options) == "invalid_token: an input is -2" + allowed);
  options = steps_from(0, 2);
  options.expected = {V};
  CHECK(refusal(options) == "invalid_token: an expected token is " + over + allowed);
  options = steps_from(0, 2);
  options.top = -1;
  CHECK(refusal(options) == "invalid_value: top is -1; allowed: 0 or more");
  CHECK_THROWS_WITH_AS(state_distances({{1, 2}}, {{1}}),
                       "the states of step 0 have 2 and 1 values; allowed: as many of each", Error);
  CHECK_THROWS_AS(state_distances({{static_cast<Real>(std::nan(""))}}, {{1}}), Error);
  Followed broken = toy();
  broken.parameters.write("dec.fc.bias",
                          std::vector<Real>(static_cast<std::size_t>(V), static_cast<Real>(std::nan(""))));
  CHECK_THROWS_AS(broken.run({2, 5, 1, 3}, steps_from(0, 1)), Error);
}
