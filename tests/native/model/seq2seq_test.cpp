#include "model/seq2seq.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "model/output.h"
#include "model/support.h"

using namespace model_test;
using fixtures::block;
using fixtures::difference;
using fixtures::load;
using fixtures::tensor;
using fixtures::tolerance;

namespace {

const double near = tolerance(1e-6, 1e-12);

// The logits of all steps, which forward overwrites with their gradient.
std::vector<double> logits_of(const Example& example, const Workspace& w) {
  const ModelConfig& config = example.model.config();
  const int V = config.vocabulary_size, H = config.hidden_size, columns = w.target_length * w.rows;
  const ParameterOffsets& at = example.parameters.layout().offsets();
  const Real* const values = example.parameters.data();
  std::vector<Real> logits(static_cast<std::size_t>(V * columns));
  head_forward({values + at.head_weight, values + at.head_bias, 2 * H, V}, w.head_input.data() + w.rows * 2 * H,
               columns, logits.data());
  return batch_first(logits.data(), w.rows, w.target_length, V, V);
}

std::vector<double> joined(const fixtures::Json& steps, const char* name, int rows) {
  std::vector<fixtures::Tensor> all;
  for (const auto& step : steps) all.push_back(tensor(step.at(name)));
  std::vector<double> out;
  for (int b = 0; b < rows; ++b)
    for (const auto& step : all) {
      const std::size_t size = step.data.size() / static_cast<std::size_t>(rows);
      const auto from = step.data.begin() + static_cast<std::ptrdiff_t>(size * static_cast<std::size_t>(b));
      out.insert(out.end(), from, from + static_cast<std::ptrdiff_t>(size));
    }
  return out;
}

std::vector<fixtures::Json> forward_cases() {
  const fixtures::Json file = load("forward.json");
  std::vector<fixtures::Json> cases(file.at("cases").begin(), file.at("cases").end());
  cases.push_back(file.at("padded"));
  return cases;
}

Example example_of(const fixtures::Json& json) {
  Example example(config_of(json));
  example.parameters = parameters_of(json, example.model);
  return example;
}

std::vector<std::int32_t> lengths_of(const fixtures::Json& json) {
  return json.contains("lengths") ? json.at("lengths").get<std::vector<std::int32_t>>() : std::vector<std::int32_t>{};
}

void check_forward(const Example& example, const Batch& batch, const Workspace& w, const fixtures::Json& expected,
                   bool padded) {
  const int B = batch.rows, S = batch.source_length, T = batch.target_length, H = example.model.config().hidden_size;
  std::vector<double> states = batch_first(w.encoder_states.data() + B * H, B, S, H, H);
  // PyTorch has zeros beyond a length, where we keep the last state.
  for (int b = 0; b < B && padded; ++b)
    for (int s = batch.source_lengths[static_cast<std::size_t>(b)]; s < S; ++s)
      for (int i = 0; i < H; ++i) states[static_cast<std::size_t>((b * S + s) * H + i)] = 0;
  CHECK(difference(states, tensor(expected.at("enc_out")).data, near) == "");
  CHECK(difference(batch_first(w.encoder_states.data() + S * B * H, B, 1, H, H), tensor(expected.at("enc_hid")).data,
                   near) == "");
  const auto& steps = expected.at("steps");
  CHECK(difference(batch_first(w.head_input.data(), B, T, H, 2 * H), joined(steps, "s_in", B), near) == "");
  CHECK(difference(batch_first(w.alpha.data(), B, T, S, S), joined(steps, "alpha", B), near) == "");
  CHECK(difference(batch_first(w.head_input.data() + B * 2 * H + H, B, T, H, 2 * H), joined(steps, "ctx", B), near) ==
        "");
  CHECK(difference(batch_first(w.head_input.data() + B * 2 * H, B, T, H, 2 * H), joined(steps, "gru_out", B), near) ==
        "");
  CHECK(difference(logits_of(example, w), joined(steps, "logits", B), near) == "");
}

}  // namespace

TEST_CASE("teacher forcing: encoder, attention, context, state and logits of every step are PyTorch's") {
  for (const auto& c : forward_cases()) {
    CAPTURE(c.at("name").get<std::string>());
    const Example example = example_of(c);
    const Batch batch = batch_of(c.at("src").get<Rows>(), c.at("tgt").get<Rows>(), lengths_of(c));
    Workspace w;
    example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    check_forward(example, batch, w, c.at("teacher").at(block()), c.contains("lengths"));
  }
}

TEST_CASE("free running: own predictions are fed back, the lowest id on ties") {
  for (const auto& c : forward_cases()) {
    CAPTURE(c.at("name").get<std::string>());
    const Example example = example_of(c);
    Rows targets = c.at("tgt").get<Rows>();
    const std::size_t T = c.at("inputs_free").size();
    for (auto& row : targets) row.resize(T + 1, 0);
    const Batch batch = batch_of(c.at("src").get<Rows>(), targets, lengths_of(c));
    const std::vector<std::uint8_t> own(T * targets.size(), 1);
    Workspace w;
    example.model.forward(example.parameters, batch, {own.data()}, LossKind::sum, w);
    std::vector<TokenId> expected;
    for (const auto& step : c.at("inputs_free")) expected.insert(expected.end(), step.begin(), step.end());
    CHECK(w.fed == expected);
    check_forward(example, batch, w, c.at("free").at(block()), c.contains("lengths"));
  }
}

TEST_CASE("one step at a time gives PyTorch's log-probabilities, weights and states") {
  for (const auto& c : forward_cases()) {
    CAPTURE(c.at("name").get<std::string>());
    const Example example = example_of(c);
    const Batch batch = batch_of(c.at("src").get<Rows>(), c.at("tgt").get<Rows>(), lengths_of(c));
    Workspace w;
    example.model.encode(example.parameters, batch, w);
    // Each row twice and in reverse: hypotheses need not lie as the rows do.
    std::vector<int> rows;
    for (int b = batch.rows - 1; b >= 0; --b) rows.insert(rows.end(), {b, b});
    Matrix state, log_probabilities, attention;
    example.model.initial_state(w, rows, state);
    for (const auto& step : c.at("free").at(block()).at("steps")) {
      std::vector<TokenId> tokens;
      std::vector<double> expected_log, expected_alpha, expected_state;
      const auto take = [&](const char* name, int row, std::vector<double>& to) {
        const auto all = tensor(step.at(name));
        const std::ptrdiff_t size = all.shape[1];
        to.insert(to.end(), all.data.begin() + row * size, all.data.begin() + (row + 1) * size);
      };
      for (const int row : rows) {
        tokens.push_back(step.at("input").at(static_cast<std::size_t>(row)));
        take("logprob", row, expected_log);
        take("alpha", row, expected_alpha);
        take("gru_out", row, expected_state);
      }
      example.model.step(example.parameters, batch, w, rows, tokens, state, log_probabilities, attention);
      const auto values = [](const Matrix& m) { return std::vector<Real>(m.data(), m.data() + m.size()); };
      CHECK(difference(values(log_probabilities), expected_log, near) == "");
      CHECK(difference(values(attention), expected_alpha, near) == "");
      CHECK(difference(values(state), expected_state, near) == "");
    }
  }
}

TEST_CASE("the encoder's gates are PyTorch's") {
  const auto file = load("forward.json");
  const Example example = example_of(file.at("cases").at(0));
  const auto& c = file.at("cases").at(0);
  Workspace w;
  example.model.encode(example.parameters, batch_of(c.at("src").get<Rows>(), c.at("tgt").get<Rows>()), w);
  const int H = example.model.config().hidden_size;
  int t = 0;
  for (const auto& step : file.at("toy_encoder_gates_f64")) {
    const Real* const gates = w.encoder_gates.data() + 4 * H * t;
    CHECK(difference(std::vector<Real>(gates, gates + H), tensor(step.at("n")).data, near) == "");
    CHECK(difference(std::vector<Real>(gates + H, gates + 2 * H), tensor(step.at("r")).data, near) == "");
    CHECK(difference(std::vector<Real>(gates + 2 * H, gates + 3 * H), tensor(step.at("z")).data, near) == "");
    ++t;
  }
  CHECK(t == static_cast<int>(c.at("src").at(0).size()));
}

TEST_CASE("every gradient is PyTorch's") {
  const auto file = load("backward.json");
  int cases = 0;
  for (auto entry = file.begin(); entry != file.end(); ++entry) {
    const fixtures::Json& c = entry.value();
    if (!c.is_object()) continue;
    CAPTURE(entry.key());
    ++cases;
    const Example example = example_of(c);
    const Rows targets = c.at("tgt").get<Rows>();
    const int B = static_cast<int>(targets.size());
    std::vector<std::int32_t> target_lengths;
    if (c.contains("pad"))
      for (const auto& row : targets) {
        target_lengths.push_back(0);
        for (std::size_t t = 1; t < row.size(); ++t) target_lengths.back() += row[t] != c.at("pad").get<TokenId>();
      }
    const Batch batch = batch_of(c.at("src").get<Rows>(), targets, lengths_of(c), target_lengths);
    // The lesson's loop sums over steps the mean over rows; the padded case is the mean over tokens.
    const LossKind kind = c.contains("pad") ? LossKind::mean : LossKind::sum;
    const double rows = kind == LossKind::sum ? B : 1;
    Workspace w;
    Gradients gradients(example.model.layout());
    const Loss loss = example.model.forward(example.parameters, batch, {}, kind, w);
    example.model.backward(example.parameters, batch, w, gradients);
    const auto& expected = c.at(block());
    CHECK(std::fabs(loss.value / rows - tensor(expected.at("loss")).data[0]) <= tolerance(2e-6, 1e-12));
    if (c.contains("tokens")) CHECK(loss.tokens == c.at("tokens").get<std::int64_t>());
    const auto scaled = [rows](std::vector<double> values) {
      for (double& x : values) x /= rows;
      return values;
    };
    for (const Parameter& p : example.model.layout()->list()) {
      CAPTURE(p.name);
      const std::vector<Real> found = gradients.read(p.name);
      CHECK(difference(scaled({found.begin(), found.end()}), tensor(expected.at("grads").at(p.name)).data, near) == "");
    }
    const int V = example.model.config().vocabulary_size, H = example.model.config().hidden_size;
    std::vector<Real> d_logits(static_cast<std::size_t>(batch.target_length * B * V));  // 0 at padding
    for (std::size_t r = 0; r < w.output_columns.size(); ++r)
      std::copy_n(w.logits.data() + r * static_cast<std::size_t>(V), V, d_logits.data() + w.output_columns[r] * V);
    CHECK(difference(scaled(batch_first(d_logits.data(), B, batch.target_length, V, V)),
                     tensor(expected.at("grad_logits")).data, near) == "");
    CHECK(difference(scaled(batch_first(w.d_encoder_states.data(), B, batch.source_length, H, H)),
                     tensor(expected.at("grad_enc_out")).data, near) == "");
    CHECK(difference(scaled(batch_first(w.d_first_state.data(), B, 1, H, H)), tensor(expected.at("grad_enc_hid")).data,
                     near) == "");
  }
  CHECK(cases == 5);
}

TEST_CASE("a padded batch's loss is the sum of its rows' losses alone, over their tokens") {
  const auto c = load("backward.json").at("padded");
  const Example example = example_of(c);
  double sum = 0;
  for (const auto& alone : c.at("sequences_alone")) {
    Workspace w;
    const Batch batch =
        batch_of({alone.at("src").get<std::vector<TokenId>>()}, {alone.at("tgt").get<std::vector<TokenId>>()});
    const Loss loss = example.model.forward(example.parameters, batch, {}, LossKind::sum, w);
    CHECK(std::fabs(loss.sum - alone.at("loss_sum_f64").get<double>()) <= tolerance(1e-5, 1e-12));
    sum += loss.sum;
  }
  CHECK(std::fabs(sum / c.at("tokens").get<double>() - tensor(c.at(block()).at("loss")).data[0]) <=
        tolerance(2e-6, 1e-12));
}

TEST_CASE("a source decodes to the same bits alone and beside a longer one") {
  for (const auto attention : {AttentionKind::bahdanau, AttentionKind::luong_general, AttentionKind::none}) {
    ModelConfig config = odd_config();
    config.attention = attention;
    const Example example(config);
    const Batch alone = batch_of({{4, 9}}, {{0, 0}});
    const Batch beside = batch_of({{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2}, {4, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                  {{0, 0}, {0, 0}}, {12, 2});
    Workspace v, w;
    Matrix state, other_state, log_probabilities, other_log_probabilities, weights, other_weights;
    example.model.encode(example.parameters, alone, v);
    example.model.encode(example.parameters, beside, w);
    example.model.initial_state(v, {0}, state);
    example.model.initial_state(w, {0, 1, 1}, other_state);
    for (const TokenId token : {0, 5, 10}) {
      example.model.step(example.parameters, alone, v, {0}, {token}, state, log_probabilities, weights);
      example.model.step(example.parameters, beside, w, {0, 1, 1}, {7, token, 2}, other_state, other_log_probabilities,
                         other_weights);
      CHECK(log_probabilities.col(0) == other_log_probabilities.col(1));
      CHECK(state.col(0) == other_state.col(1));
      CHECK(weights.col(0) == other_weights.col(1).head(2));
      CHECK(other_weights.col(1).tail(10).isZero(0));
    }
  }
}

TEST_CASE("a large model runs over a source of 200 tokens") {
  ModelConfig config;
  config.vocabulary_size = 5000;
  config.embedding_size = 64;
  config.hidden_size = 512;
  const Example example(config);
  std::vector<TokenId> source;
  for (TokenId s = 0; s < 200; ++s) source.push_back(s * 24);
  const Batch batch = batch_of({source}, {{0, 4999, 1}});
  Workspace w;
  Gradients gradients(example.model.layout());
  const Loss loss = example.model.forward(example.parameters, batch, {}, LossKind::mean, w);
  CHECK(std::fabs(loss.value - std::log(5000.0)) < 1);  // a fresh model knows next to nothing
  example.model.backward(example.parameters, batch, w, gradients);
  double sum = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i) sum += std::fabs(double{gradients.data()[i]});
  CHECK(std::isfinite(sum));
  CHECK(sum > 0);
}
