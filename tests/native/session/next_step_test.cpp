#include "session/next_step.h"

#include <algorithm>
#include <cmath>

#include "session/json_next_step.h"
#include "session/support.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace session_test;
using Words = std::vector<std::string>;

namespace {

Session opened(const std::string& json = "{}") { return Session(parse_configuration(json)); }

// Every kind of step there is: optimisers, clipping, means, parts of a batch, own words by coin and by sampling,
// copying.
const char* const runs[] = {
    R"({})",
    R"({"training":{"optimizer":"adamw","weight_decay":0.05,"clip_norm":0.3,"forcing":{"schedule":"free"}}})",
    R"({"training":{"optimizer":"sgd","momentum":0.9,"learning_rate":0.1,"weight_decay":0.001,"loss":"mean"}})",
    R"({"task":{"kind":"reverse","examples":23,"min_length":2,"max_length":5,"symbols":6},
        "model":{"embedding_size":5,"hidden_size":7,"attention":"luong_general"},
        "training":{"batch_size":6,"epochs":3,"clip_norm":0.5,"loss":"mean","shards":3,"seed":"-5",
                    "forcing":{"schedule":"linear","linear_steps":4}}})",
    R"({"task":{"kind":"reverse","examples":23,"min_length":2,"max_length":5,"symbols":6},
        "model":{"embedding_size":5,"hidden_size":7},
        "training":{"batch_size":5,"epochs":0,"steps":12,"shards":2,"seed":"8",
                    "forcing":{"schedule":"inverse_sigmoid","sigmoid_scale":2,"prediction":"sample"}}})",
    R"({"task":{"kind":"names","examples":20},
        "model":{"hidden_size":9,"embedding_size":6,"copy":"pointer_generator"},
        "training":{"batch_size":3,"epochs":2,"weight_decay":0.01,"loss":"mean"}})",
};

double sum_of_losses(const NextStep& next) {
  double sum = 0;
  for (const Real loss : next.steps.loss) sum += static_cast<double>(loss);
  return sum;
}

}  // namespace

TEST_CASE("the next step is the one that training takes, and looking at it moves nothing") {
  for (const char* const configuration : runs) {
    CAPTURE(configuration);
    Session looked = opened(configuration), alone = opened(configuration);
    int steps = 0;
    while (!looked.finished() && steps < 10) {
      const std::string before = looked.digest();
      const NextStep next = looked.next_step();
      REQUIRE(looked.digest() == before);
      REQUIRE(looked.next_step().digest == next.digest);
      const StepReport report = train(looked, 1).at(0);
      CHECK(next.digest == looked.digest());
      CHECK(next.report.step == report.step);
      CHECK(next.report.epoch == report.epoch);
      CHECK(next.report.loss == report.loss);
      CHECK(next.report.loss_sum == report.loss_sum);
      CHECK(next.report.tokens == report.tokens);
      CHECK(next.report.epsilon == report.epsilon);
      CHECK(next.report.gradient_norm == report.gradient_norm);
      CHECK(next.update == report.step + 1);
      CHECK(sum_of_losses(next) == doctest::Approx(report.loss_sum).epsilon(1e-6));
      ++steps;
    }
    CHECK(steps == 10);
    train(alone, steps);
    CHECK(looked.digest() == alone.digest());
  }
}

TEST_CASE("its gradients are PyTorch's, tensor by tensor") {
  const fixtures::Json toy = fixtures::load("backward.json").at("toy").at(fixtures::block());
  const NextStep next = opened().next_step();
  const double allowed = fixtures::tolerance(1e-6, 1e-12);
  CHECK(std::fabs(next.report.gradient_norm - toy.at("total_grad_norm").get<double>()) <= allowed * 3);
  const Session s = opened();
  const std::vector<Parameter>& list = s.parameters().layout().list();
  REQUIRE(list.size() == toy.at("grads").size());
  REQUIRE(next.gradients.size() == list.size());
  REQUIRE(next.changes.size() == list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    CAPTURE(list[i].name);
    double squares = 0, weights = 0;
    for (const double x : fixtures::tensor(toy.at("grads").at(list[i].name)).data) squares += x * x;
    for (const Real x : s.parameters().read(list[i].name)) weights += static_cast<double>(x) * static_cast<double>(x);
    CHECK(std::fabs(next.gradients[i] - std::sqrt(squares)) <= allowed * 3);
    CHECK(next.weights[i] == doctest::Approx(std::sqrt(weights)).epsilon(1e-12));
    CHECK(next.changes[i] > 0);
  }
  CHECK(next.clip_factor == 1);
  CHECK(next.clipped_norm == next.report.gradient_norm);
}

TEST_CASE("it tells what is fed, expected, said, and what each token costs") {
  const Session s = opened();
  const NextStep next = s.next_step();
  const Trace trace = s.trace_watched(Regime::teacher);
  const Words labels = s.labels();
  CHECK(next.sources == std::vector<Words>{{"2", "5", "1", "EOS"}});
  CHECK(next.source_length == 4);
  CHECK(next.target_length == 3);
  const FedSteps& steps = next.steps;
  CHECK(steps.row == std::vector<int>{0, 0, 0});
  CHECK(steps.own == std::vector<int>{0, 0, 0});
  REQUIRE(steps.prediction.size() == 3);
  for (std::size_t t = 0; t < 3; ++t) {
    const std::size_t truth = static_cast<std::size_t>(trace.target[t]);
    CHECK(steps.input[t] == labels[static_cast<std::size_t>(trace.inputs[t])]);
    CHECK(steps.truth[t] == labels[truth]);
    CHECK(steps.prediction[t] == labels[static_cast<std::size_t>(trace.predictions[t])]);
    const int at = static_cast<int>(t);
    CHECK(steps.loss[t] == trace.find("dec.loss", at).values[0]);
    CHECK(static_cast<double>(steps.logit[t]) ==
          doctest::Approx(static_cast<double>(trace.find("dec.logits", at).values[truth])).epsilon(1e-6));
    CHECK(steps.probability[t] ==
          doctest::Approx(static_cast<double>(trace.find("dec.probabilities", at).values[truth])).epsilon(1e-6));
  }
}

TEST_CASE("own words are marked, and are the ones said before; a copied word has its name") {
  Session mixed = opened(runs[3]);
  train(mixed, 5);
  int own = 0, forced = 0;
  const NextStep coins = mixed.next_step();
  const FedSteps& fed = coins.steps;
  for (std::size_t i = 0; i < fed.row.size(); ++i) {
    if (i == 0 || fed.row[i] != fed.row[i - 1]) {
      CHECK(fed.input[i] == "BOS");
      CHECK((i == 0 || fed.truth[i - 1] == "EOS"));
      CHECK(fed.row[i] == (i == 0 ? 0 : fed.row[i - 1] + 1));
      continue;
    }
    ++(fed.own[i] == 1 ? own : forced);
    CHECK(fed.input[i] == (fed.own[i] == 1 ? fed.prediction[i - 1] : fed.truth[i - 1]));
  }
  CHECK(fed.row.back() + 1 == static_cast<int>(coins.sources.size()));
  CHECK(own > 0);
  CHECK(forced > 0);

  const Session copying = opened(runs[5]);
  const NextStep next = copying.next_step();
  bool outside = false;
  const Words words = copying.labels();
  CHECK(next.steps.logit.empty());
  CHECK(next.steps.prediction.empty());
  for (std::size_t i = 0; i < next.steps.row.size(); ++i) {
    const Words& source = next.sources[static_cast<std::size_t>(next.steps.row[i])];
    const std::string& truth = next.steps.truth[i];
    const bool copied = std::find(words.begin(), words.end(), truth) == words.end();
    if (copied) CHECK(std::find(source.begin(), source.end(), truth) != source.end());
    outside = outside || copied;
  }
  CHECK(outside);
}

TEST_CASE("one weight is followed through Adam, clipped, with its moments") {
  Session s = opened(R"({"training":{"clip_norm":0.5,"learning_rate":0.01}})");
  train(s, 3);
  NextStepRequest request;
  request.tensor = "dec.gru.weight_ih_l0";
  request.index = 14 * 9 + 2;
  const NextStep next = s.next_step(request);
  const WeightMove& w = next.weight;
  CHECK(w.tensor == "dec.gru.weight_ih_l0");
  CHECK(w.index == request.index);
  CHECK(next.clip_factor == doctest::Approx(0.5 / (next.report.gradient_norm + 1e-6)));
  CHECK(next.clipped_norm == doctest::Approx(0.5).epsilon(1e-5));
  const auto near = [](Real found, double expected) {
    return static_cast<double>(found) == doctest::Approx(expected).epsilon(2e-6);
  };
  const double g = static_cast<double>(w.clipped), m = static_cast<double>(w.first), v = static_cast<double>(w.second);
  CHECK(near(w.clipped, static_cast<double>(w.gradient) * next.clip_factor));
  CHECK(near(w.first, 0.9 * static_cast<double>(w.first_before) + 0.1 * g));
  CHECK(near(w.second, 0.999 * static_cast<double>(w.second_before) + 0.001 * g * g));
  CHECK(next.step_size == doctest::Approx(0.01 / (1 - std::pow(0.9, 4))));
  CHECK(next.correction == doctest::Approx(std::sqrt(1 - std::pow(0.999, 4))));
  CHECK(near(w.after, static_cast<double>(w.before) - next.step_size * m / (std::sqrt(v) / next.correction + 1e-8)));
  CHECK(w.after != w.before);
  const Real before = s.parameters().read(w.tensor)[w.index];
  train(s, 1);
  CHECK(w.before == before);
  CHECK(w.after == s.parameters().read(w.tensor)[w.index]);
}

TEST_CASE("nobody asked for a weight: the one with the largest gradient") {
  const Session s = opened();
  const NextStep next = s.next_step();
  Real largest = 0;
  for (const TraceTensor& tensor : s.trace_watched(Regime::teacher, true).tensors)
    if (tensor.name.rfind("grad.", 0) == 0)
      for (const Real x : tensor.values) largest = std::max(largest, std::abs(x));
  CHECK(std::abs(next.weight.gradient) == largest);
  CHECK(next.weight.first_before == 0);
}

TEST_CASE("SGD: the momentum buffer, and no second moment") {
  Session s = opened(runs[2]);
  train(s, 2);
  const NextStep next = s.next_step();
  const double decayed = static_cast<double>(next.weight.gradient) + 0.001 * static_cast<double>(next.weight.before);
  CHECK(static_cast<double>(next.weight.first) ==
        doctest::Approx(0.9 * static_cast<double>(next.weight.first_before) + decayed).epsilon(2e-6));
  CHECK(next.weight.second == 0);
  CHECK(next.step_size == 0.1);
  CHECK(next.correction == 1);
}

TEST_CASE("padding gets no weight and costs nothing, whatever the attention and the copying; finished runs included") {
  for (const char* const configuration : {
           R"({})",
           R"({"model":{"attention":"luong_dot"},"training":{"forcing":{"schedule":"free"}}})",
           R"({"model":{"attention":"none"},"training":{"epochs":3}})",
           runs[3],
           runs[5],
       }) {
    CAPTURE(configuration);
    Session s = opened(configuration);
    train(s, 3);
    const Trace alone = s.trace_watched(Regime::teacher);
    for (const int padding : {1, 5}) {
      NextStepRequest request;
      request.padding = padding;
      const NextStep next = s.next_step(request);
      REQUIRE(next.sources.size() == 2);
      CHECK(next.sources[1].size() == next.sources[0].size() + static_cast<std::size_t>(padding));
      CHECK(next.padding_weight == 0);
      CHECK(next.padding_loss == 0);
      for (std::size_t t = 0; t < alone.target.size(); ++t) {
        REQUIRE(next.steps.row[t] == 0);
        CHECK(
            static_cast<double>(next.steps.loss[t]) ==
            doctest::Approx(static_cast<double>(alone.find("dec.loss", static_cast<int>(t)).values[0])).epsilon(2e-6));
      }
    }
  }
}

TEST_CASE("refused: a finished run, a tensor and a value that there are not, a step that would diverge") {
  Session s = opened();
  NextStepRequest request;
  request.tensor = "dec.fc.bias";
  request.index = 10;
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { s.next_step(request); }),
                 "index is 10; allowed for dec.fc.bias: 0 to 9"));
  request.padding = 65;
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { s.next_step(request); }), "padding is 65; allowed: 0 to 64"));
  request.padding = 0;
  request.tensor = "dec.none";
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { s.next_step(request); }), "dec.none"));
  train(s);
  CHECK(contains(refusal(ErrorCode::invalid_state, [&] { s.next_step(); }), "finished"));

  const Session wild = opened(R"({"training":{"learning_rate":1e9}})");
  CHECK(contains(refusal(ErrorCode::not_finite, [&] { wild.next_step(); }), "diverge"));
  const std::string pairs = "a\tb\nb\ta\n";
  const Session owner(parse_configuration(R"({"task":{"kind":"data","validation_share":0,"test_share":0}})"), &pairs);
  const Session lone = Session::load(owner.save(false));
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { lone.next_step(); }), "no batch"));
}

TEST_CASE("as JSON: asked by name, answered under the protocol's names") {
  const Session s = opened();
  const std::string json = next_step_from_json(s, R"({"tensor":"dec.fc.bias","index":4})");
  for (const char* name :
       {"\"report\":{", "\"steps\":{", "\"own\":[0,0,0]", "\"logit\":[", "\"clipFactor\":1", "\"tensors\":[{",
        "\"stepSize\":", "\"weight\":{\"tensor\":\"dec.fc.bias\",\"index\":4", "\"firstBefore\":0", "\"digest\":\""})
    CHECK(contains(json, name));
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { next_step_from_json(s, R"({"weight":1})"); }), "weight"));
}
