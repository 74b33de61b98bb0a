#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "lesson/lesson.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace seq2seq::lesson;
using fixtures::Json;

namespace {

std::string difference(const std::vector<Real>& found, const Json& expected, double tolerance = 1e-6) {
  return fixtures::difference(found, fixtures::tensor(expected).data, fixtures::tolerance(tolerance, 1e-12));
}

// Row `b` of a (B,...) tensor.
std::vector<double> row_of(const Json& json, int b) {
  const fixtures::Tensor all = fixtures::tensor(json);
  const std::size_t size = all.data.size() / static_cast<std::size_t>(all.shape.at(0));
  const auto first = all.data.begin() + static_cast<std::ptrdiff_t>(size * static_cast<std::size_t>(b));
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

std::vector<Real> real(const std::vector<double>& values) {
  std::vector<Real> out;
  for (const double x : values) out.push_back(static_cast<Real>(static_cast<float>(x)));
  return out;
}

AttentionInput small_input() {
  AttentionInput input = attention_input(5, 3, 2);
  return input;
}

}  // namespace

TEST_CASE("attention by hand: the lesson's numeric trace") {
  const Json slide = fixtures::load("attention.json").at("slide9");
  const AttentionInput input = attention_input(std::stoull(slide.at("seed").get<std::string>()));
  const Json& drawn = slide.at("inputs");
  CHECK(input.h == fixtures::tensor(drawn.at("h")).from_float());
  CHECK(input.s == fixtures::tensor(drawn.at("s")).from_float());
  CHECK(input.Wh == fixtures::tensor(drawn.at("Wh")).from_float());
  CHECK(input.Ws == fixtures::tensor(drawn.at("Ws")).from_float());
  CHECK(input.v == fixtures::tensor(drawn.at("v")).from_float());
  const AttentionSteps steps = attention_steps(input);
  const Json& expected = slide.at(fixtures::block());
  CHECK(difference(steps.Wh_h, expected.at("Wh_h")) == "");
  CHECK(difference(steps.Ws_s, expected.at("Ws_s")) == "");
  CHECK(difference(steps.energy, expected.at("energy")) == "");
  CHECK(difference(steps.alpha, expected.at("alpha")) == "");
  CHECK(difference(steps.context, expected.at("ctx")) == "");
  CHECK(steps.largest == 1);
  for (std::size_t i = 0; i < steps.sum.size(); ++i) {
    CHECK(steps.sum[i] == steps.Wh_h[i] + steps.Ws_s[i % 4]);
    CHECK(static_cast<double>(steps.tanh[i]) == doctest::Approx(std::tanh(static_cast<double>(steps.sum[i]))));
  }
}

TEST_CASE("attention by hand: batches with and without a mask, row by row") {
  const Json file = fixtures::load("attention.json");
  for (const char* name : {"batch_unmasked", "batch_masked", "batch_saturated"}) {
    CAPTURE(name);
    const Json& record = file.at(name);
    const std::vector<int> shape = fixtures::tensor(record.at("enc_out")).shape;
    for (int b = 0; b < shape.at(0); ++b) {
      CAPTURE(b);
      AttentionInput input;
      input.source_length = shape.at(1);
      input.hidden_size = shape.at(2);
      input.h = real(row_of(record.at("enc_out"), b));
      input.s = real(row_of(record.at("dec_h"), b));
      input.Wh = fixtures::tensor(record.at("params").at("Wh.weight")).from_float();
      input.Ws = fixtures::tensor(record.at("params").at("Ws.weight")).from_float();
      input.v = fixtures::tensor(record.at("params").at("v.weight")).from_float();
      if (record.contains("mask"))
        for (const double real_position : row_of(record.at("mask"), b)) input.masked.push_back(real_position == 0);
      const AttentionSteps steps = attention_steps(input);
      const Json& expected = record.at(fixtures::block());
      const double tolerance = fixtures::tolerance(name == std::string("batch_saturated") ? 5e-6 : 1e-6, 1e-12);
      CHECK(fixtures::difference(steps.energy, row_of(expected.at("energy"), b), tolerance) == "");
      CHECK(fixtures::difference(steps.alpha, row_of(expected.at("alpha"), b), tolerance) == "");
      CHECK(fixtures::difference(steps.context, row_of(expected.at("ctx"), b), tolerance) == "");
    }
  }
}

TEST_CASE("attention by hand: Luong's two scores") {
  const Json file = fixtures::load("attention.json");
  for (const char* name : {"luong_single", "luong_masked"}) {
    const Json& record = file.at(name);
    const std::vector<int> shape = fixtures::tensor(record.at("h")).shape;
    for (const AttentionScore score : {AttentionScore::luong_dot, AttentionScore::luong_general})
      for (int b = 0; b < shape.at(0); ++b) {
        const char* const kind = score == AttentionScore::luong_dot ? "dot" : "general";
        CAPTURE(name);
        CAPTURE(kind);
        CAPTURE(b);
        AttentionInput input;
        input.source_length = shape.at(1);
        input.hidden_size = shape.at(2);
        input.h = real(row_of(record.at("h"), b));
        input.s = real(row_of(record.at("s"), b));
        if (score == AttentionScore::luong_general) input.Wh = fixtures::tensor(record.at("W")).from_float();
        if (record.contains("mask"))
          for (const double real_position : row_of(record.at("mask"), b)) input.masked.push_back(real_position == 0);
        const AttentionSteps steps = attention_steps(input, score);
        const Json& expected = record.at(kind).at(fixtures::block());
        const double tolerance = fixtures::tolerance(1e-6, 1e-12);
        CHECK(fixtures::difference(steps.energy, row_of(expected.at("energy"), b), tolerance) == "");
        CHECK(fixtures::difference(steps.alpha, row_of(expected.at("alpha"), b), tolerance) == "");
        CHECK(fixtures::difference(steps.context, row_of(expected.at("ctx"), b), tolerance) == "");
        CHECK(steps.tanh.empty());
      }
  }
}

TEST_CASE("C01 a masked position weighs exactly 0 and the others share its part") {
  AttentionInput input;
  input.source_length = 3;
  input.hidden_size = 1;
  input.h = {Real(0.5), Real(-0.3), Real(2)};  // Luong's dot with s = 1 gives these as energies
  input.s = {1};
  AttentionSteps steps = attention_steps(input, AttentionScore::luong_dot);
  CHECK(fixtures::difference(steps.alpha, {0.169, 0.076, 0.756}, 1e-3) == "");
  input.masked = {0, 0, 1};
  steps = attention_steps(input, AttentionScore::luong_dot);
  CHECK(fixtures::difference(steps.alpha, {0.6899745, 0.3100255, 0}, 1e-6) == "");
  CHECK(steps.alpha[2] == 0);
  CHECK(steps.energy[2] == 2);
  input.masked = {1, 1, 1};
  steps = attention_steps(input, AttentionScore::luong_dot);
  CHECK(steps.alpha == std::vector<Real>{0, 0, 0});
  CHECK(steps.context == std::vector<Real>{0});
}

TEST_CASE("attention by hand: temperature flattens or sharpens the weights") {
  AttentionInput input = small_input();
  const std::vector<Real> usual = attention_steps(input).alpha;
  input.temperature = 4;
  const std::vector<Real> flat = attention_steps(input).alpha;
  input.temperature = Real(0.25);
  const std::vector<Real> sharp = attention_steps(input).alpha;
  const auto most = static_cast<std::size_t>(attention_steps(input).largest);
  CHECK(flat[most] < usual[most]);
  CHECK(usual[most] < sharp[most]);
}

TEST_CASE("weights by hand: the softmax's own weights give its context, bit by bit") {
  const AttentionInput input = attention_input(8, 5, 3);
  const AttentionSteps steps = attention_steps(input);
  const HandContext made = context_of(input.h, steps.alpha);
  CHECK(made.context == steps.context);
  CHECK(made.alpha == steps.alpha);
  CHECK(made.alpha_sum == steps.alpha_sum);
}

TEST_CASE("weights by hand: used as they are, or divided by their sum") {
  const std::vector<Real> h = {1, 2, 3, 10, 20, 30};  // two states of three numbers
  HandContext made = context_of(h, {Real(0.5), Real(0.25)});
  CHECK(made.context == std::vector<Real>{3, 6, 9});
  CHECK(made.alpha_sum == Real(0.75));
  made = context_of(h, {Real(0.25), Real(0.25)}, true);
  CHECK(made.alpha == std::vector<Real>{Real(0.5), Real(0.5)});
  CHECK(made.context == std::vector<Real>{Real(5.5), 11, Real(16.5)});
  CHECK(made.alpha_sum == 1);
  CHECK(context_of(h, {0, 0}).context == std::vector<Real>{0, 0, 0});
  CHECK(context_of(h, {0, 1}).context == std::vector<Real>{10, 20, 30});
}

TEST_CASE("weights by hand: refuses what cannot be used, by name") {
  const std::vector<Real> h = {1, 2, 3, 4, 5, 6};
  CHECK_THROWS_WITH_AS(context_of(h, {1, -1}), "alpha[1] is -1; allowed: 0 to 1", Error);
  CHECK_THROWS_WITH_AS(context_of(h, {static_cast<Real>(std::nan("")), 1}), "alpha[0] is NaN; allowed: 0 to 1", Error);
  CHECK_THROWS_WITH_AS(context_of(h, {1, 0, 0, 0}), "h has 6 numbers; allowed: a multiple of the 4 weights", Error);
  CHECK_THROWS_WITH_AS(context_of(h, {}), "the number of weights is 0; allowed: 1 to 256", Error);
  CHECK_THROWS_WITH_AS(context_of({1, Real(2500000.5)}, {1, 0}), "h[1] is 2500000.5; allowed: -1000000 to 1000000",
                       Error);
  CHECK_THROWS_WITH_AS(context_of({1, Real(1e7)}, {1, 0}), "h[1] is 10000000; allowed: -1000000 to 1000000", Error);
  CHECK_THROWS_WITH_AS(context_of(h, {0, 0}, true), "the weights sum to 0; allowed: a sum above 0, to be divided by it",
                       Error);
}

TEST_CASE("attention by hand: refuses numbers that cannot be used, by name") {
  const auto refusal = [](const AttentionInput& input, AttentionScore score = AttentionScore::bahdanau) {
    try {
      attention_steps(input, score);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_value);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  AttentionInput input = small_input();
  CHECK(refusal(input) == "accepted");
  input.h[1] = static_cast<Real>(std::nan(""));
  CHECK(refusal(input) == "h[1] is NaN; allowed: -1000000 to 1000000");
  input = small_input();
  input.v.pop_back();
  CHECK(refusal(input) == "v has 1 numbers; allowed: 2");
  CHECK(refusal(input, AttentionScore::luong_general) == "accepted");  // v is not read
  input = small_input();
  input.source_length = 0;
  CHECK(refusal(input) == "source_length is 0; allowed: 1 to 256");
  input = small_input();
  input.masked = {1};
  CHECK(refusal(input) == "masked has 1 entries; allowed: none or 3");
  input = small_input();
  input.temperature = 0;
  CHECK(refusal(input).find("temperature is 0") == 0);
  CHECK_THROWS_WITH_AS(attention_input(1, 3, 257), "hidden_size is 257; allowed: 1 to 256", Error);
}
