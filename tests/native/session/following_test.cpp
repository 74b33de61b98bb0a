#include "session/following.h"

#include <algorithm>

#include "session/support.h"

using namespace seq2seq;
using session_test::contains;
using session_test::refusal;
using Words = std::vector<std::string>;

namespace {

Session copying_session() {
  Session session(parse_configuration(R"({"task":{"kind":"names","examples":30},"model":{"hidden_size":9,
    "embedding_size":6,"copy":"pointer_generator"},"training":{"epochs":2,"batch_size":3}})"));
  session_test::train(session);
  return session;
}

}  // namespace

TEST_CASE("a decode that is followed: the watched pair, forced and free, as its traces have it") {
  const Session session(parse_configuration("{}"));
  for (const Regime regime : {Regime::teacher, Regime::free}) {
    StepsRequest request;
    request.regime = regime;
    const ShownSteps shown = session.decode_steps(request);
    const Trace trace = session.trace_watched(regime);
    CHECK(shown.source == Words{"2", "5", "1", "EOS"});
    CHECK(shown.target == Words{"4", "6", "EOS"});
    REQUIRE(shown.steps.size() == trace.inputs.size());
    const Words labels = session.labels();
    double loss = 0;
    for (std::size_t t = 0; t < shown.steps.size(); ++t) {
      const ShownStep& step = shown.steps[t];
      CHECK(step.input == labels[static_cast<std::size_t>(trace.inputs[t])]);
      CHECK(step.prediction == labels[static_cast<std::size_t>(trace.predictions[t])]);
      CHECK(step.expected == shown.target[t]);
      CHECK(step.top.size() == 5);
      CHECK(step.top.front().first == step.prediction);
      CHECK(!step.given);
      CHECK(!step.p_gen);
      loss += step.loss.value();
    }
    CHECK(loss == doctest::Approx(trace.loss).epsilon(1e-6));
  }
}

TEST_CASE("a decode that is followed: inputs by token, by shown name, by a word of the source") {
  const Session session = copying_session();
  StepsRequest request;
  request.source = "zork met blip and zork";
  request.inputs = {std::nullopt, "zork", "EOS", "met"};
  request.steps = 6;
  const ShownSteps shown = session.decode_steps(request);
  REQUIRE(shown.steps.size() == 6);
  CHECK(shown.target.empty());
  CHECK(shown.source.front() == "zork");
  CHECK(shown.steps[0].input == "BOS");
  CHECK(shown.steps[1].input == "UNK");  // what a word outside the vocabulary is fed as
  CHECK(shown.steps[1].given);
  CHECK(shown.steps[2].input == "EOS");
  CHECK(!shown.steps[4].given);
  for (const ShownStep& step : shown.steps) {
    CHECK(step.expected.empty());
    CHECK(!step.loss);
    CHECK(step.p_gen.value() > 0);
    CHECK(step.p_gen.value() < 1);
    CHECK(step.alpha.size() == shown.source.size());
    CHECK(step.state.size() == 9);
  }
}

TEST_CASE("a decode that is followed: it stops after EOS where that is asked for, else it goes on") {
  Session session(parse_configuration("{}"));
  session_test::train(session);  // until it says the pair's target
  StepsRequest request;
  request.steps = 7;
  const ShownSteps whole = session.decode_steps(request);
  CHECK(whole.steps.size() == 7);
  request.stop = true;
  const ShownSteps stopped = session.decode_steps(request);
  REQUIRE(stopped.steps.size() == 3);
  for (std::size_t t = 0; t < 7; ++t) {
    CHECK(whole.steps[t].ended == (t >= 2));
    if (t < 3) CHECK(stopped.steps[t].prediction == whole.steps[t].prediction);
  }
  CHECK(stopped.steps.back().prediction == "EOS");
}

TEST_CASE("a decode that is followed: by default as long as the target, else as max_length says") {
  Session session(parse_configuration(R"({"task":{"kind":"reverse","examples":20},"decoding":{"max_length":7}})"));
  StepsRequest request;
  request.source = "abc";
  CHECK(session.decode_steps(request).steps.size() == 7);
  request.target = "cb";
  CHECK(session.decode_steps(request).steps.size() == 3);
  request.regime = Regime::teacher;
  request.steps = 5;  // beyond the target it goes on with its own
  const ShownSteps shown = session.decode_steps(request);
  CHECK(shown.steps[3].input == shown.steps[2].prediction);
  CHECK(shown.steps[3].expected.empty());
}

TEST_CASE("a decode that is followed: refused by name") {
  const Session session(parse_configuration("{}"));
  const auto refused = [&](ErrorCode code, const StepsRequest& request) {
    return refusal(code, [&] { session.decode_steps(request); });
  };
  StepsRequest request;
  request.steps = 1001;
  CHECK(refused(ErrorCode::invalid_value, request) == "steps is 1001; allowed: 0 to 1000");
  request = {};
  request.target = "4";
  CHECK(contains(refused(ErrorCode::invalid_value, request), "without its source"));
  request = {};
  request.source = "2 5";
  request.regime = Regime::teacher;
  CHECK(contains(refused(ErrorCode::invalid_data, request), "no target"));
  request.regime = Regime::free;
  request.inputs = {"cat"};
  CHECK(contains(refused(ErrorCode::invalid_token, request), "the input of step 0 is \"cat\"; allowed"));
  request.inputs = {"2", "3", "4"};
  request.steps = 2;
  CHECK(contains(refused(ErrorCode::invalid_value, request), "inputs has 3 entries; allowed"));
}

TEST_CASE("labels: the vocabulary's, then the source's own words") {
  const Session session = copying_session();
  const Words plain = session.labels();
  CHECK(plain.size() == static_cast<std::size_t>(session.configuration().model.vocabulary_size));
  CHECK(Words(plain.begin(), plain.begin() + 4) == Words{"PAD", "BOS", "EOS", "UNK"});
  const Words with_source = session.labels("zork and blip zork");
  CHECK(Words(with_source.begin(), with_source.end() - 2) == plain);
  CHECK(Words(with_source.end() - 2, with_source.end()) == Words{"zork", "blip"});
}
