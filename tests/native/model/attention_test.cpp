#include "model/attention.h"

#include <doctest/doctest.h>

#include <cmath>

#include "math/activations.h"
#include "model/bahdanau.h"
#include "model/support.h"

using namespace model_test;
using fixtures::block;
using fixtures::difference;
using fixtures::load;
using fixtures::tensor;
using fixtures::tolerance;

namespace {

using Values = std::vector<Real>;

// y = W x for each column of x; W row-major (out,in).
Values product(const Values& weight, const Values& x, int hidden) {
  Values y;
  for (std::size_t column = 0; column < x.size(); column += static_cast<std::size_t>(hidden))
    for (int i = 0; i < hidden; ++i) {
      double sum = 0;
      for (int k = 0; k < hidden; ++k)
        sum +=
            double{weight[static_cast<std::size_t>(i * hidden + k)]} * double{x[column + static_cast<std::size_t>(k)]};
      y.push_back(static_cast<Real>(sum));
    }
  return y;
}

Values transposed(const Values& weight, int hidden) {
  Values out;
  for (int i = 0; i < hidden; ++i)
    for (int k = 0; k < hidden; ++k) out.push_back(weight[static_cast<std::size_t>(k * hidden + i)]);
  return out;
}

// sum over columns of d x^T, row-major (out,in).
std::vector<double> outer(const Values& d, const Values& x, int hidden) {
  std::vector<double> out(static_cast<std::size_t>(hidden * hidden), 0);
  for (std::size_t column = 0; column < x.size(); column += static_cast<std::size_t>(hidden))
    for (std::size_t i = 0; i < static_cast<std::size_t>(hidden); ++i)
      for (std::size_t k = 0; k < static_cast<std::size_t>(hidden); ++k)
        out[i * static_cast<std::size_t>(hidden) + k] += double{d[column + i]} * double{x[column + k]};
  return out;
}

// One fixture case: states (B,S,H), queries (B,H), a loss sum(alpha g_alpha) + sum(context g_context).
struct Case {
  AttentionKind kind;
  int B, S, H;
  std::vector<std::int32_t> lengths;
  Values states, s, keys_weight, query_weight, v, g_alpha, g_context;
};

struct Found {
  std::vector<double> energy, alpha, context, d_states, d_s, d_keys_weight, d_query_weight, d_v;
};

Found run(const Case& c, bool exp_product) {
  const int B = c.B, S = c.S, H = c.H;
  const auto at = [](Values& values, int i) { return values.data() + i; };
  Values states;  // column s*B + b
  for (int s = 0; s < S; ++s)
    for (int b = 0; b < B; ++b)
      states.insert(states.end(), c.states.begin() + (b * S + s) * H, c.states.begin() + (b * S + s + 1) * H);
  Values keys = c.keys_weight.empty() ? states : product(c.keys_weight, states, H);
  Values queries = c.query_weight.empty() ? c.s : product(c.query_weight, c.s, H);
  if (exp_product) {
    exp_twice_array(keys.data(), keys.data(), static_cast<Index>(keys.size()));
    exp_twice_array(queries.data(), queries.data(), static_cast<Index>(queries.size()));
  }
  const AttentionMemory memory{c.kind, H, B, S, c.lengths.data(), states.data(), keys.data(), c.v.data(), exp_product};

  Found found;
  Values alpha(static_cast<std::size_t>(B * S), 7), context(static_cast<std::size_t>(B * H)),
      d_states(states.size(), 0), d_keys(states.size(), 0), d_query(queries.size()),
      d_v(static_cast<std::size_t>(H), 0), scratch(static_cast<std::size_t>(S + H));
  AttentionGradient gradient{d_states.data(), d_keys.data(), d_v.data()};
  for (int b = 0; b < B; ++b) {
    Values energies(static_cast<std::size_t>(S), 0);
    attention_energies(memory, b, at(queries, b * H), energies.data(), scratch.data());
    found.energy.insert(found.energy.end(), energies.begin(), energies.end());
    attend(memory, b, at(queries, b * H), at(alpha, b * S), at(context, b * H), scratch.data());
    // g_alpha through the softmax, as an energies' gradient.
    Values d_energies(static_cast<std::size_t>(S), 0);
    double mean = 0;
    for (int s = 0; s < S; ++s)
      mean += double{*at(alpha, b * S + s)} * double{c.g_alpha[static_cast<std::size_t>(b * S + s)]};
    for (int s = 0; s < S; ++s)
      d_energies[static_cast<std::size_t>(s)] = static_cast<Real>(
          double{*at(alpha, b * S + s)} * (double{c.g_alpha[static_cast<std::size_t>(b * S + s)]} - mean));
    attend_backward(memory, b, at(queries, b * H), at(alpha, b * S), c.g_context.data() + b * H, d_energies.data(),
                    gradient, at(d_query, b * H), scratch.data());
  }
  finish_attention_gradient(memory, gradient);

  found.alpha.assign(alpha.begin(), alpha.end());
  found.context.assign(context.begin(), context.end());
  Values total = d_states;
  const Values through = c.keys_weight.empty() ? d_keys : product(transposed(c.keys_weight, H), d_keys, H);
  for (std::size_t i = 0; i < total.size(); ++i) total[i] += through[i];
  found.d_states = batch_first(total.data(), B, S, H, H);
  const Values d_s = c.query_weight.empty() ? d_query : product(transposed(c.query_weight, H), d_query, H);
  found.d_s.assign(d_s.begin(), d_s.end());
  if (!c.keys_weight.empty()) found.d_keys_weight = outer(d_keys, states, H);
  if (!c.query_weight.empty()) found.d_query_weight = outer(d_query, c.s, H);
  found.d_v.assign(d_v.begin(), d_v.end());
  return found;
}

std::vector<std::int32_t> lengths_of(const fixtures::Json& json, int B, int S) {
  std::vector<std::int32_t> lengths(static_cast<std::size_t>(B), S);
  if (!json.contains("mask")) return lengths;
  const std::vector<double> mask = tensor(json.at("mask")).data;
  for (int b = 0; b < B; ++b) {
    lengths[static_cast<std::size_t>(b)] = 0;
    for (int s = 0; s < S; ++s) lengths[static_cast<std::size_t>(b)] += mask[static_cast<std::size_t>(b * S + s)] != 0;
  }
  return lengths;
}

Case bahdanau_case(const fixtures::Json& json) {
  const auto states = tensor(json.at("enc_out"));
  const int B = states.shape[0], S = states.shape[1], H = states.shape[2];
  const auto parameter = [&](const char* name) { return tensor(json.at("params").at(name)).from_float(); };
  return {AttentionKind::bahdanau,
          B,
          S,
          H,
          lengths_of(json, B, S),
          states.from_float(),
          tensor(json.at("dec_h")).from_float(),
          parameter("Wh.weight"),
          parameter("Ws.weight"),
          parameter("v.weight"),
          tensor(json.at("g_alpha")).from_float(),
          tensor(json.at("g_ctx")).from_float()};
}

// Energies of padding are not computed; the fixtures have them.
std::vector<double> real_energies(const Case& c, std::vector<double> energies) {
  for (int b = 0; b < c.B; ++b)
    for (int s = c.lengths[static_cast<std::size_t>(b)]; s < c.S; ++s)
      energies[static_cast<std::size_t>(b * c.S + s)] = 0;
  return energies;
}

void check_bahdanau(const Case& c, const Found& found, const fixtures::Json& expected, double limit) {
  CHECK(difference(found.alpha, tensor(expected.at("alpha")).data, limit) == "");
  CHECK(difference(found.context, tensor(expected.at("ctx")).data, limit) == "");
  const auto& grads = expected.at("grads");
  CHECK(difference(found.d_keys_weight, tensor(grads.at("Wh.weight")).data, limit) == "");
  CHECK(difference(found.d_query_weight, tensor(grads.at("Ws.weight")).data, limit) == "");
  CHECK(difference(found.d_v, tensor(grads.at("v.weight")).data, limit) == "");
  CHECK(difference(found.d_states, tensor(grads.at("enc_out")).data, limit) == "");
  CHECK(difference(found.d_s, tensor(grads.at("dec_h")).data, limit) == "");
  for (int b = 0; b < c.B; ++b)
    for (int s = c.lengths[static_cast<std::size_t>(b)]; s < c.S; ++s) {
      CHECK(found.alpha[static_cast<std::size_t>(b * c.S + s)] == 0);
      for (int i = 0; i < c.H; ++i) CHECK(found.d_states[static_cast<std::size_t>((b * c.S + s) * c.H + i)] == 0);
    }
}

}  // namespace

TEST_CASE("Bahdanau attention and its gradients are PyTorch's, by tanh and by exponentials") {
  const auto file = load("attention.json");
  for (const char* name : {"milestone1", "batch_unmasked", "batch_masked", "batch_saturated"}) {
    CAPTURE(std::string(name));
    const auto& json = file.at(name);
    const Case c = bahdanau_case(json);
    const auto& expected = json.at(block());
    const bool saturated = std::string(name) == "batch_saturated";
    const double limit = tolerance(saturated ? 5e-6 : 1e-6, 1e-12);
    const Found direct = run(c, false);
    CHECK(difference(direct.energy, real_energies(c, tensor(expected.at("energy")).data), limit) == "");
    check_bahdanau(c, direct, expected, limit);
    if (saturated) continue;  // keys beyond 21.5, where exponentials are not exact
    const Found product = run(c, true);
    check_bahdanau(c, product, expected, limit);
    // The energies lack the sum of v and nothing else.
    double constant = 0;
    for (const Real v : c.v) constant += double{v};
    for (std::size_t i = 0; i < direct.energy.size(); ++i)
      if (direct.alpha[i] != 0)
        CHECK(std::fabs(product.energy[i] + constant - direct.energy[i]) <= tolerance(2e-6, 1e-12));
  }
}

TEST_CASE("Luong's energies and their gradients are PyTorch's, dot and general") {
  const auto file = load("attention.json");
  for (const char* name : {"luong_single", "luong_masked"})
    for (const char* kind : {"dot", "general"}) {
      CAPTURE(std::string(name));
      CAPTURE(std::string(kind));
      const auto& json = file.at(name);
      const auto states = tensor(json.at("h"));
      const int B = states.shape[0], S = states.shape[1], H = states.shape[2];
      const bool general = std::string(kind) == "general";
      const Case c{general ? AttentionKind::luong_general : AttentionKind::luong_dot,
                   B,
                   S,
                   H,
                   lengths_of(json, B, S),
                   states.from_float(),
                   tensor(json.at("s")).from_float(),
                   general ? tensor(json.at("W")).from_float() : Values{},
                   {},
                   {},
                   tensor(json.at("g_alpha")).from_float(),
                   tensor(json.at("g_ctx")).from_float()};
      const auto& expected = json.at(kind).at(block());
      const Found found = run(c, false);
      const double limit = tolerance(1e-5, 1e-12);
      CHECK(difference(found.energy, real_energies(c, tensor(expected.at("energy")).data), limit) == "");
      CHECK(difference(found.alpha, tensor(expected.at("alpha")).data, tolerance(1e-6, 1e-12)) == "");
      CHECK(difference(found.context, tensor(expected.at("ctx")).data, tolerance(1e-6, 1e-12)) == "");
      CHECK(difference(found.d_states, tensor(expected.at("grads").at("h")).data, limit) == "");
      CHECK(difference(found.d_s, tensor(expected.at("grads").at("s")).data, limit) == "");
      if (general) CHECK(difference(found.d_keys_weight, tensor(expected.at("grads").at("W")).data, limit) == "");
    }
}

TEST_CASE("a masked position gets no weight however large its energy would be") {
  // Energies 0.5, -0.3 and 2 through Luong's dot with a query of 1; the third position is padding.
  const Values states{Real(0.5), Real(-0.3), Real(2)}, query{1};
  std::vector<std::int32_t> lengths{2};
  AttentionMemory memory{
      AttentionKind::luong_dot, 1, 1, 3, lengths.data(), states.data(), states.data(), nullptr, false};
  Values alpha(3), context(1), scratch(4);
  attend(memory, 0, query.data(), alpha.data(), context.data(), scratch.data());
  CHECK(difference(alpha, {0.6899745, 0.3100255, 0}, 1e-6) == "");
  CHECK(alpha[2] == 0);
  lengths[0] = 3;
  attend(memory, 0, query.data(), alpha.data(), context.data(), scratch.data());
  CHECK(difference(alpha, {0.169, 0.076, 0.756}, 1e-3) == "");
}

TEST_CASE("without attention the context is the row's own last state") {
  const Values states{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // H 2, S 3, B 2
  const std::vector<std::int32_t> lengths{3, 2};
  const AttentionMemory memory{AttentionKind::none, 2, 2, 3, lengths.data(), states.data(), nullptr, nullptr, false};
  Values alpha(3), context(2), scratch(5);
  attend(memory, 0, nullptr, alpha.data(), context.data(), scratch.data());
  CHECK(alpha == Values{0, 0, 1});
  CHECK(context == Values{9, 10});
  attend(memory, 1, nullptr, alpha.data(), context.data(), scratch.data());
  CHECK(alpha == Values{0, 1, 0});
  CHECK(context == Values{7, 8});
}

TEST_CASE("log_alpha stays finite where alpha is too small for a float") {
  const Values states{0, Real(-900)}, query{1};
  const std::vector<std::int32_t> lengths{2};
  const AttentionMemory memory{
      AttentionKind::luong_dot, 1, 1, 2, lengths.data(), states.data(), states.data(), nullptr, false};
  Values alpha(2), log_alpha(2), context(1), scratch(3);
  attend(memory, 0, query.data(), alpha.data(), context.data(), scratch.data(), log_alpha.data());
  CHECK(alpha[1] == 0);
  CHECK(log_alpha[1] == Real(-900));
}

TEST_CASE("exponentials are used only where no key and no query can leave their range") {
  const int H = 3;
  Values key(9, Real(1)), query(9, Real(-7));
  CHECK(exp_product_is_exact(key.data(), query.data(), H));  // 21 at most
  query[4] = Real(-7.6);
  CHECK_FALSE(exp_product_is_exact(key.data(), query.data(), H));
  CHECK_FALSE(exp_product_is_exact(query.data(), key.data(), H));
  query[4] = std::nan("");
  CHECK_FALSE(exp_product_is_exact(key.data(), query.data(), H));
}
