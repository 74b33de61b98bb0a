#include "inference/trace.h"

#include <doctest/doctest.h>

#include <numeric>

#include "base/error.h"
#include "support/fixtures.h"

using namespace seq2seq;
using fixtures::Json;
using Tokens = std::vector<TokenId>;

namespace {

constexpr TokenId bos = 0, eos = 3;

struct Model {
  Seq2Seq seq2seq;
  Parameters parameters;
};

ModelConfig sizes_of(const Json& json) {
  ModelConfig config;
  config.vocabulary_size = json.at("V");
  config.embedding_size = json.at("E");
  config.hidden_size = json.at("H");
  return config;
}

Model model_of(const Json& json) {
  Model model{Seq2Seq(sizes_of(json)), Parameters(Seq2Seq(sizes_of(json)).layout())};
  for (const auto& [name, values] : json.at("params").items())
    model.parameters.write(name, fixtures::tensor(values).from_float());
  return model;
}

// The lesson's toy, drawn from its seed.
Model lesson_model() {
  const ModelConfig config;
  Model model{Seq2Seq(config), Parameters(Seq2Seq(config).layout())};
  Generator generator(99);
  initialise(model.parameters, config, generator);
  return model;
}

// The fixtures' sequences hold BOS first.
Tokens without_bos(const Json& ids) {
  Tokens tokens = ids.get<Tokens>();
  tokens.erase(tokens.begin());
  return tokens;
}

void check_tensor(const Trace& found, const char* name, int step, const Json& expected) {
  CAPTURE(name);
  CAPTURE(step);
  CHECK(fixtures::difference(found.find(name, step).values, fixtures::tensor(expected).data,
                             fixtures::tolerance(1e-6, 1e-12)) == "");
}

void check_trace(const Trace& found, const Json& expected) {
  check_tensor(found, "enc.out", -1, expected.at("enc_out"));
  check_tensor(found, "enc.hidden", -1, expected.at("enc_hid"));
  REQUIRE(found.steps() == static_cast<int>(expected.at("steps").size()));
  for (int t = 0; t < found.steps(); ++t) {
    const Json& step = expected.at("steps").at(static_cast<std::size_t>(t));
    CHECK(found.inputs[static_cast<std::size_t>(t)] == step.at("input").at(0).get<TokenId>());
    CHECK(found.predictions[static_cast<std::size_t>(t)] == step.at("pred").at(0).get<TokenId>());
    check_tensor(found, "dec.emb", t, step.at("emb"));
    check_tensor(found, "dec.alpha", t, step.at("alpha"));
    check_tensor(found, "dec.context", t, step.at("ctx"));
    check_tensor(found, "dec.hidden", t, step.at("gru_out"));
    check_tensor(found, "dec.logits", t, step.at("logits"));
    std::vector<double> probabilities;
    for (const double x : fixtures::tensor(step.at("logprob")).data) probabilities.push_back(std::exp(x));
    CHECK(fixtures::difference(found.find("dec.probabilities", t).values, probabilities,
                               fixtures::tolerance(1e-6, 1e-12)) == "");
  }
}

// Every tensor of the parts in their order, with shapes for S 4, V 10, E 6, H 8.
const std::vector<std::pair<std::string, std::vector<int>>> once{{"enc.emb", {1, 4, 6}},   {"enc.gru.r", {1, 4, 8}},
                                                                 {"enc.gru.z", {1, 4, 8}}, {"enc.gru.n", {1, 4, 8}},
                                                                 {"enc.out", {1, 4, 8}},   {"enc.hidden", {1, 1, 8}}};
const std::vector<std::pair<std::string, std::vector<int>>> each_step{
    {"dec.emb", {1, 1, 6}},        {"dec.Ws_s", {1, 8}},           {"dec.tanh", {1, 4, 8}},
    {"dec.energy", {1, 4, 1}},     {"dec.alpha", {1, 4}},          {"dec.context", {1, 8}},
    {"dec.gru_input", {1, 1, 14}}, {"dec.gru.r", {1, 1, 8}},       {"dec.gru.z", {1, 1, 8}},
    {"dec.gru.n", {1, 1, 8}},      {"dec.hidden", {1, 1, 8}},      {"dec.head_input", {1, 16}},
    {"dec.logits", {1, 10}},       {"dec.probabilities", {1, 10}}, {"dec.loss", {}}};

}  // namespace

TEST_CASE("trace: teacher forcing and free run as PyTorch has them") {
  const Json file = fixtures::load("forward.json");
  REQUIRE(!file.at("cases").empty());
  for (const Json& record : file.at("cases")) {
    CAPTURE(record.at("name").get<std::string>());
    const Model model = model_of(record);
    const Tokens source = record.at("src").at(0), target = without_bos(record.at("tgt").at(0));
    const TokenId first = record.at("tgt").at(0).at(0);
    check_trace(trace(model.seq2seq, model.parameters, source, target, Regime::teacher, first, eos, 0, false),
                record.at("teacher").at(fixtures::block()));
    const Json& free = record.at("free").at(fixtures::block());
    check_trace(trace(model.seq2seq, model.parameters, source, target, Regime::free, first, eos,
                      static_cast<int>(free.at("steps").size()), false),
                free);
  }
}

TEST_CASE("trace: the encoder's gates") {
  const Json file = fixtures::load("forward.json");
  const Json& record = file.at("cases").at(0);
  const Model model = model_of(record);
  const Trace found =
      trace(model.seq2seq, model.parameters, record.at("src").at(0), {4}, Regime::teacher, bos, eos, 0, false);
  const Json& gates = file.at("toy_encoder_gates_f64");
  REQUIRE(gates.size() == record.at("src").at(0).size());
  for (const auto& names :
       {std::pair{"enc.gru.r", "r"}, {"enc.gru.z", "z"}, {"enc.gru.n", "n"}, {"enc.out", "h"}, {"enc.emb", "x"}}) {
    const auto *const name = names.first, *const key = names.second;
    std::vector<double> expected;
    for (const Json& position : gates)
      for (const double x : fixtures::tensor(position.at(key)).data) expected.push_back(x);
    CAPTURE(name);
    CHECK(fixtures::difference(found.find(name).values, expected, fixtures::tolerance(1e-6, 1e-12)) == "");
  }
}

TEST_CASE("trace: every tensor has its shape, symbol and formula, and they hang together") {
  const Model model = lesson_model();
  const Trace found =
      trace(model.seq2seq, model.parameters, {2, 5, 1, 3}, {4, 6, 3}, Regime::teacher, bos, eos, 0, false);
  CHECK(found.inputs == Tokens{0, 4, 6});
  REQUIRE(found.tensors.size() == once.size() + 1 + 3 * each_step.size());
  for (const auto& [name, shape] : once) CHECK(found.find(name).shape == shape);
  CHECK(found.find("dec.Wh_h").shape == std::vector<int>{1, 4, 8});
  for (const TraceTensor& tensor : found.tensors) {
    CAPTURE(tensor.name);
    CHECK(!tensor.symbol.empty());
    CHECK(!tensor.formula.empty());
    CHECK(tensor.values.size() ==
          static_cast<std::size_t>(std::accumulate(tensor.shape.begin(), tensor.shape.end(), 1, std::multiplies<>())));
  }
  double loss = 0;
  const std::vector<Real> v = model.parameters.read("dec.attn.v.weight");
  for (int t = 0; t < 3; ++t) {
    for (const auto& [name, shape] : each_step) CHECK(found.find(name, t).shape == shape);
    const std::vector<Real>&tanh = found.find("dec.tanh", t).values, &energy = found.find("dec.energy", t).values;
    for (std::size_t i = 0; i < energy.size(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < v.size(); ++k)
        sum += static_cast<double>(v[k]) * static_cast<double>(tanh[i * 8 + k]);
      CHECK(static_cast<double>(energy[i]) == doctest::Approx(sum).epsilon(1e-6));
    }
    const std::vector<Real>& alpha = found.find("dec.alpha", t).values;
    double total = 0;
    for (const Real x : energy) total += std::exp(static_cast<double>(x));
    for (std::size_t i = 0; i < alpha.size(); ++i)
      CHECK(static_cast<double>(alpha[i]) ==
            doctest::Approx(std::exp(static_cast<double>(energy[i])) / total).epsilon(1e-6));
    const Real probability =
        found.find("dec.probabilities", t).values[static_cast<std::size_t>(found.target[static_cast<std::size_t>(t)])];
    CHECK(static_cast<double>(found.find("dec.loss", t).values.at(0)) ==
          doctest::Approx(-std::log(static_cast<double>(probability))).epsilon(1e-6));
    loss += static_cast<double>(found.find("dec.loss", t).values.at(0));
  }
  CHECK(found.loss == loss);
  CHECK(found.loss == doctest::Approx(6.9713).epsilon(1e-5));
}

TEST_CASE("trace: the decoder's gates are those of PyTorch's equations") {
  const Model model = lesson_model();
  const Trace found =
      trace(model.seq2seq, model.parameters, {2, 5, 1, 3}, {4, 6, 3}, Regime::teacher, bos, eos, 0, false);
  const std::vector<Real> w_ih = model.parameters.read("dec.gru.weight_ih_l0"),
                          w_hh = model.parameters.read("dec.gru.weight_hh_l0"),
                          b_ih = model.parameters.read("dec.gru.bias_ih_l0"),
                          b_hh = model.parameters.read("dec.gru.bias_hh_l0");
  const auto row_times = [](const std::vector<Real>& weight, std::size_t row, const std::vector<Real>& x, Real bias) {
    double sum = static_cast<double>(bias);
    for (std::size_t k = 0; k < x.size(); ++k)
      sum += static_cast<double>(weight[row * x.size() + k]) * static_cast<double>(x[k]);
    return sum;
  };
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (int t = 0; t < 3; ++t) {
    const std::vector<Real>& x = found.find("dec.gru_input", t).values;
    const std::vector<Real>& s = t == 0 ? found.find("enc.hidden").values : found.find("dec.hidden", t - 1).values;
    std::vector<double> r(8), z(8), n(8), next(8);
    for (std::size_t i = 0; i < 8; ++i) {
      r[i] = sigmoid(row_times(w_ih, i, x, b_ih[i]) + row_times(w_hh, i, s, b_hh[i]));
      z[i] = sigmoid(row_times(w_ih, 8 + i, x, b_ih[8 + i]) + row_times(w_hh, 8 + i, s, b_hh[8 + i]));
      n[i] = std::tanh(row_times(w_ih, 16 + i, x, b_ih[16 + i]) + r[i] * row_times(w_hh, 16 + i, s, b_hh[16 + i]));
      next[i] = (1 - z[i]) * n[i] + z[i] * static_cast<double>(s[i]);
    }
    CHECK(fixtures::difference(found.find("dec.gru.r", t).values, r, 1e-6) == "");
    CHECK(fixtures::difference(found.find("dec.gru.z", t).values, z, 1e-6) == "");
    CHECK(fixtures::difference(found.find("dec.gru.n", t).values, n, 1e-6) == "");
    CHECK(fixtures::difference(found.find("dec.hidden", t).values, next, 1e-6) == "");
  }
}

TEST_CASE("trace: a free run is fed what it predicted, and can stop at EOS") {
  const Model model = lesson_model();
  const auto run = [&](int steps, bool stop) {
    return trace(model.seq2seq, model.parameters, {2, 5, 1, 3}, {4, 6, 3}, Regime::free, bos, eos, steps, stop);
  };
  const Trace going_on = run(3, false);
  CHECK(going_on.inputs == Tokens{0, 3, 2});
  CHECK(going_on.predictions == Tokens{3, 2, 3});
  CHECK(run(0, false).steps() == 3);  // as many as the target has
  const Trace stopped = run(6, true);
  CHECK(stopped.inputs == Tokens{0});
  CHECK(stopped.predictions == Tokens{3});
  CHECK(stopped.loss == doctest::Approx(static_cast<double>(stopped.find("dec.loss", 0).values.at(0))));
  const Trace longer = run(5, false);
  CHECK_THROWS_AS(longer.find("dec.loss", 3), Error);  // nothing is expected beyond the target
  CHECK(longer.loss == going_on.loss);
  for (std::size_t t = 1; t < 5; ++t) CHECK(longer.inputs[t] == longer.predictions[t - 1]);
}

namespace {

Model copy_model(const Json& file, CopyKind copy) {
  ModelConfig config = sizes_of(file.at("model"));
  config.copy = copy;
  config.unk_id = file.at("model").at("unk");
  Model model{Seq2Seq(config), Parameters(Seq2Seq(config).layout())};
  for (const auto& [name, values] : file.at("params").items())
    if (model.seq2seq.layout()->contains(name)) model.parameters.write(name, fixtures::tensor(values).from_float());
  return model;
}

}  // namespace

TEST_CASE("trace: gradients of the summed loss as PyTorch has them, from a pass that was read before") {
  const Json record = fixtures::load("backward.json").at("toy");
  const Model model = model_of(record);
  const Trace found =
      trace(model.seq2seq, model.parameters, record.at("src").at(0), without_bos(record.at("tgt").at(0)),
            Regime::teacher, record.at("tgt").at(0).at(0), eos, 0, false, true);
  const Json& expected = record.at(fixtures::block()).at("grads");
  CHECK(expected.size() == model.parameters.layout().list().size());
  for (const auto& item : expected.items()) {
    const std::string& name = item.key();
    const Json& values = item.value();
    CAPTURE(name);
    const TraceTensor& gradient = found.find("grad." + name);
    CHECK(gradient.shape == fixtures::tensor(values).shape);
    CHECK(fixtures::difference(gradient.values, fixtures::tensor(values).data, fixtures::tolerance(1e-6, 1e-12)) == "");
  }
  const Model toy = lesson_model();
  const auto refused = [&](const Tokens& target, int steps, bool stop) {
    return trace(toy.seq2seq, toy.parameters, {2, 5, 1, 3}, target, Regime::free, bos, eos, steps, stop, true);
  };
  CHECK_THROWS_AS(refused({4}, 3, false), Error);
  CHECK_THROWS_AS(refused({4, 6, 3}, 0, true), Error);
  CHECK(refused({4, 6, 3}, 0, false).find("grad.dec.fc.bias").values.size() == 10);  // fed its own: a loss all the same
}

TEST_CASE("trace: pointer-generator and pure pointer, words outside the vocabulary included") {
  const Json file = fixtures::load("copy.json");
  const int V = file.at("model").at("V"), unk = file.at("model").at("unk");
  for (const CopyKind copy : {CopyKind::pointer_generator, CopyKind::pointer}) {
    const char* const name = copy == CopyKind::pointer ? "copy_only" : "single";
    CAPTURE(name);
    const Json& record = file.at(name);
    const Model model = copy_model(file, copy);
    const Tokens source = record.at("src_ext").at(0), target = without_bos(record.at("tgt_ext").at(0));
    const Trace found = trace(model.seq2seq, model.parameters, source, target, Regime::teacher,
                              record.at("tgt_ext").at(0).at(0), eos, 0, false);
    const Json& expected = record.at(fixtures::block());
    const double near = fixtures::tolerance(2e-6, 1e-12);
    CHECK(fixtures::difference(std::vector<double>{found.loss}, fixtures::tensor(expected.at("loss")).data,
                               fixtures::tolerance(1e-5, 1e-12)) == "");
    for (int t = 0; t < found.steps(); ++t) {
      CAPTURE(t);
      CHECK(found.inputs[static_cast<std::size_t>(t)] < V);
      if (copy == CopyKind::pointer) {
        const Json& distribution = record.at("p_final_f64").at(static_cast<std::size_t>(t));
        CHECK(fixtures::difference(found.find("dec.probabilities", t).values, fixtures::tensor(distribution).data,
                                   near) == "");
        CHECK(found.find("dec.probabilities", t).values == found.find("dec.p_copy", t).values);
        CHECK_THROWS_AS(found.find("dec.logits", t), Error);
        continue;
      }
      const Json& step = expected.at("steps").at(static_cast<std::size_t>(t));
      for (const auto& names : {std::pair{"dec.alpha", "alpha"},
                                {"dec.context", "ctx"},
                                {"dec.hidden", "s"},
                                {"dec.logits", "logits"},
                                {"dec.p_vocabulary", "p_vocab"},
                                {"dec.p_gen", "p_gen"},
                                {"dec.probabilities", "p_final"}}) {
        const auto *const tensor = names.first, *const key = names.second;
        CAPTURE(tensor);
        CHECK(fixtures::difference(found.find(tensor, t).values, fixtures::tensor(step.at(key)).data, near) == "");
      }
    }
    // A free run feeds UNK where it copied a word that the vocabulary does not have.
    Model copying = model;
    if (copy == CopyKind::pointer_generator) copying.parameters.write("gate.b", {-40});
    const Trace free =
        trace(copying.seq2seq, copying.parameters, {V, V, V, V + 1, 2}, {}, Regime::free, 0, eos, 9, false);
    bool copied = false;
    for (std::size_t t = 1; t < 9; ++t) {
      const TokenId predicted = free.predictions[t - 1];
      CHECK(free.inputs[t] == (predicted < V ? predicted : unk));
      copied = copied || predicted >= V;
    }
    CHECK(copied);
  }
}

TEST_CASE("C15 a repeated unknown word gets the weights of all its places") {
  const Json file = fixtures::load("copy.json");
  const Model model = copy_model(file, CopyKind::pointer_generator);
  const TokenId zork = file.at("model").at("V"), blip = zork + 1;
  const Trace found =
      trace(model.seq2seq, model.parameters, {2, zork, 5, zork, blip}, {zork}, Regime::teacher, 0, eos, 0, false);
  const std::vector<Real>&alpha = found.find("dec.alpha", 0).values, &copy = found.find("dec.p_copy", 0).values;
  const Real p_gen = found.find("dec.p_gen", 0).values.at(0);
  const auto at = static_cast<std::size_t>(zork);
  REQUIRE(copy.size() == at + 2);
  CHECK(fixtures::difference(std::vector<Real>{copy[at], copy[at + 1], copy[0]},
                             {static_cast<double>(alpha[1] + alpha[3]), static_cast<double>(alpha[4]), 0}, 1e-6) == "");
  CHECK(fixtures::difference(std::vector<Real>{found.find("dec.probabilities", 0).values[at]},
                             {static_cast<double>((1 - p_gen) * copy[at])}, 1e-6) == "");
}

TEST_CASE("trace: Luong's scores and no attention") {
  for (const AttentionKind kind : {AttentionKind::luong_dot, AttentionKind::luong_general, AttentionKind::none}) {
    ModelConfig config;
    config.vocabulary_size = 11;
    config.embedding_size = 5;
    config.hidden_size = 7;
    config.attention = kind;
    const Seq2Seq model(config);
    Parameters parameters(model.layout());
    Generator generator(8);
    initialise(parameters, config, generator);
    const Trace found = trace(model, parameters, {2, 5, 1, 9}, {4, 6, 3}, Regime::teacher, bos, eos, 0, false);
    const std::vector<Real>& states = found.find("enc.out").values;
    CHECK_THROWS_AS(found.find("dec.tanh", 0), Error);
    for (int t = 0; t < 3; ++t) {
      const std::vector<Real>& context = found.find("dec.context", t).values;
      if (kind == AttentionKind::none) {
        CHECK(context == found.find("enc.hidden").values);
        CHECK_THROWS_AS(found.find("dec.alpha", t), Error);
        continue;
      }
      // Energies from the state before the step, weights and context from the energies, by hand.
      const std::vector<Real>& before =
          t == 0 ? found.find("enc.hidden").values : found.find("dec.hidden", t - 1).values;
      const std::vector<Real>& keys = kind == AttentionKind::luong_dot ? states : found.find("dec.Wa_h").values;
      std::vector<double> energy(4), alpha(4), expected(7);
      double total = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < 7; ++k)
          energy[i] += static_cast<double>(keys[i * 7 + k]) * static_cast<double>(before[k]);
        total += alpha[i] = std::exp(energy[i]);
      }
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 7; ++k) expected[k] += (alpha[i] / total) * static_cast<double>(states[i * 7 + k]);
      CHECK(fixtures::difference(found.find("dec.energy", t).values, energy, 1e-6) == "");
      CHECK(fixtures::difference(context, expected, 1e-6) == "");
    }
  }
}

TEST_CASE("trace: refuses what it cannot run") {
  const Model model = lesson_model();
  const auto run = [&](const Tokens& source, const Tokens& target, Regime regime) {
    return trace(model.seq2seq, model.parameters, source, target, regime, bos, eos, 0, false);
  };
  CHECK_THROWS_WITH_AS(run({2}, {}, Regime::teacher), "teacher forcing needs a target; the target is empty", Error);
  CHECK_THROWS_AS(run({2}, {}, Regime::free), Error);
  CHECK_THROWS_AS(run({}, {4}, Regime::teacher), Error);
  CHECK_THROWS_AS(run({10}, {4}, Regime::teacher), Error);
  CHECK_THROWS_AS(run({2}, {-1}, Regime::teacher), Error);
  CHECK_THROWS_WITH_AS(run({2}, {4}, Regime::teacher).find("dec.nothing", 2),
                       "the trace has no tensor dec.nothing at step 2", Error);
}
