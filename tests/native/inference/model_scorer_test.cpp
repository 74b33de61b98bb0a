#include "inference/model_scorer.h"

#include <doctest/doctest.h>

#include "inference/search.h"
#include "inference/trace.h"
#include "support/fixtures.h"

using namespace seq2seq;
using fixtures::Json;
using Tokens = std::vector<TokenId>;

namespace {

struct ScoredModel {
  explicit ScoredModel(const Json& file) : seq2seq(config_of(file)), parameters(seq2seq.layout()) {
    for (const auto& [name, values] : file.at("params").items())
      parameters.write(name, fixtures::tensor(values).from_float());
    options.bos = file.at("bos");
    options.eos = file.at("eos");
  }
  static ModelConfig config_of(const Json& file) {
    ModelConfig config;
    config.vocabulary_size = file.at("V");
    config.embedding_size = file.at("E");
    config.hidden_size = file.at("H");
    return config;
  }

  Seq2Seq seq2seq;
  Parameters parameters;
  SearchOptions options;
};

// A batch of sources alone, padded with an id that no vocabulary has.
Batch batch_of(const std::vector<Tokens>& sources) {
  Batch batch;
  batch.rows = static_cast<int>(sources.size());
  for (const Tokens& source : sources) {
    batch.source_lengths.push_back(static_cast<std::int32_t>(source.size()));
    batch.source_length = std::max(batch.source_length, static_cast<int>(source.size()));
  }
  for (std::size_t s = 0; s < static_cast<std::size_t>(batch.source_length); ++s)
    for (const Tokens& source : sources) batch.source.push_back(s < source.size() ? source[s] : 999);
  return batch;
}

const double tolerance = fixtures::tolerance(5e-6, 1e-12);

void check_value(double found, const Json& expected) {
  CHECK(fixtures::difference(std::vector<double>{found}, {expected.get<double>()}, tolerance) == "");
}

void check_hypotheses(const std::vector<Hypothesis>& found, const Json& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    const Json& hypothesis = expected.at(i);
    CHECK(found[i].tokens == hypothesis.at("tokens").get<Tokens>());
    check_value(found[i].log_probability, hypothesis.at("logp"));
    check_value(found[i].score, hypothesis.at("score"));
    if (hypothesis.contains("ended")) CHECK(found[i].cut_off != hypothesis.at("ended").get<bool>());
  }
}

// Greedy, every beam and the exhaustive truth of one record.
void check_case(const ScoredModel& model, const Json& record) {
  CAPTURE(record.at("src").dump());
  const Batch batch = batch_of({record.at("src").get<Tokens>()});
  ModelScorer scorer(model.seq2seq, model.parameters, batch);
  Context context;
  SearchOptions options = model.options;
  options.max_length = record.at("max_len");
  const Hypothesis greedy = greedy_search(scorer, {0}, options, context).front();
  CHECK(greedy.tokens == record.at("greedy").at("tokens").get<Tokens>());
  check_value(greedy.log_probability, record.at("greedy").at("logp_f64"));
  REQUIRE(!record.at("beams").empty());
  for (const Json& beam : record.at("beams")) {
    options.width = beam.at("width");
    options.length_penalty = beam.at("alpha");
    CAPTURE(options.width);
    CAPTURE(options.length_penalty);
    check_hypotheses(beam_search(scorer, 0, options, context), beam.at("f64"));
  }
  if (!record.contains("exhaustive")) return;
  for (const Json& truth : record.at("exhaustive")) {
    options.max_length = record.at("exhaustive_len");
    options.length_penalty = truth.at("alpha");
    options.n_best = static_cast<int>(truth.at("best").size());
    CAPTURE(options.length_penalty);
    check_hypotheses(exhaustive_search(scorer, 0, options, context), truth.at("best"));
  }
}

}  // namespace

TEST_CASE("searches on a trained model find what PyTorch's do") {
  const Json file = fixtures::load("decode.json");
  const ScoredModel model(file);
  for (const char* list : {"cases", "cases_short"}) {
    REQUIRE(!file.at(list).empty());
    for (const Json& record : file.at(list)) check_case(model, record);
  }
}

TEST_CASE("searches break exact ties as PyTorch's do") {
  const Json file = fixtures::load("decode.json");
  REQUIRE(!file.at("ties").empty());
  for (const Json& record : file.at("ties")) {
    ScoredModel model(file);
    std::vector<Real> weight = model.parameters.read("dec.fc.weight"), bias = model.parameters.read("dec.fc.bias");
    const std::size_t inputs = weight.size() / bias.size();
    for (const std::size_t row : record.at("tied").get<std::vector<std::size_t>>()) {
      std::fill_n(weight.begin() + static_cast<std::ptrdiff_t>(row * inputs), inputs, Real(0));
      bias[row] = record.at("bias").get<Real>();
    }
    model.parameters.write("dec.fc.weight", weight);
    model.parameters.write("dec.fc.bias", bias);
    check_case(model, record);
  }
}

TEST_CASE("C05 a sentence decoded alone and beside a longer one gives the same") {
  const ScoredModel model(fixtures::load("decode.json"));
  const std::vector<Tokens> sources{{4, 5}, {4, 5, 6, 7, 2, 4, 6, 5, 7, 7, 4, 2}, {6}};
  const Batch together = batch_of(sources);
  ModelScorer all(model.seq2seq, model.parameters, together);
  Context context;
  SearchOptions options = model.options;
  options.max_length = 12;
  const std::vector<Hypothesis> found = greedy_search(all, {0, 1, 2}, options, context);
  for (std::size_t row = 0; row < sources.size(); ++row) {
    const Batch single = batch_of({sources[row]});
    ModelScorer one(model.seq2seq, model.parameters, single);
    const Hypothesis alone = greedy_search(one, {0}, options, context).front();
    CHECK(found[row].tokens == alone.tokens);
    CHECK(found[row].log_probability == alone.log_probability);
    const std::size_t S = sources[row].size();
    for (std::size_t t = 0; t < alone.tokens.size(); ++t)
      for (std::size_t s = 0; s < 12; ++s)
        CHECK(found[row].attention[t * 12 + s] == (s < S ? alone.attention[t * S + s] : 0));
    options.width = 3;
    CHECK(beam_search(all, static_cast<int>(row), options, context).front().tokens ==
          beam_search(one, 0, options, context).front().tokens);
  }
}

TEST_CASE("C25 the winner's attention rows are those of feeding it by force") {
  const Json file = fixtures::load("decode.json");
  const ScoredModel model(file);
  Context context;
  for (const Json& record : file.at("cases")) {
    const Tokens source = record.at("src");
    const Batch batch = batch_of({source});
    ModelScorer scorer(model.seq2seq, model.parameters, batch);
    SearchOptions options = model.options;
    options.max_length = 9;
    options.width = 4;
    const Hypothesis winner = beam_search(scorer, 0, options, context).front();
    REQUIRE(winner.attention.size() == winner.tokens.size() * source.size());
    const Trace forced = trace(model.seq2seq, model.parameters, source, winner.tokens, Regime::teacher, options.bos,
                               options.eos, 0, false);
    for (int t = 0; t < forced.steps(); ++t) {
      const std::vector<Real>& row = forced.find("dec.alpha", t).values;
      const auto first = winner.attention.begin() + t * static_cast<std::ptrdiff_t>(source.size());
      CHECK(fixtures::difference(std::vector<Real>(first, first + static_cast<std::ptrdiff_t>(source.size())),
                                 std::vector<double>(row.begin(), row.end()), 1e-6) == "");
    }
    CHECK(winner.log_probability == doctest::Approx(-forced.loss).epsilon(1e-6));
  }
}
