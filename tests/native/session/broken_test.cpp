#include "session/broken.h"

#include "session/json_broken.h"
#include "session/support.h"

using namespace seq2seq;
using namespace session_test;

namespace {

Session reversing() {
  return Session(parse_configuration(R"({"task": {"kind": "reverse", "symbols": 5, "examples": 40},
                                         "model": {"embedding_size": 5, "hidden_size": 7}})"));
}

}  // namespace

TEST_CASE("a mistaken pass is shown in tokens, padding by its name") {
  const Session session = reversing();
  BrokenRequest request;
  request.mistake = "padding_unmasked";
  request.source = "abca";
  request.target = "acba";
  request.source_padding = 3;
  request.target_padding = 2;
  const ShownBrokenRun run = session.broken_run(request);
  CHECK(run.source == std::vector<std::string>{"a", "b", "c", "a", "EOS", "PAD", "PAD", "PAD"});
  CHECK(run.target == std::vector<std::string>{"a", "c", "b", "a", "EOS", "PAD", "PAD"});
  CHECK(run.our_inputs == std::vector<std::string>{"BOS", "a", "c", "b", "a"});
  CHECK(run.their_predictions.size() == 5);
  REQUIRE(run.first >= 0);
  const BrokenTensor& first = run.tensors[static_cast<std::size_t>(run.first)];
  CHECK(first.name == "dec.alpha");
  CHECK(first.theirs.size() == run.source.size());
}

TEST_CASE("without padding there is nothing to forget") {
  const Session session{Configuration{}};
  for (const char* mistake : {"padding_unmasked", "padding_in_loss", "state_at_padding"}) {
    CAPTURE(mistake);
    BrokenRequest request;
    request.mistake = mistake;
    CHECK(session.broken_run(request).first == -1);
  }
}

TEST_CASE("the watched pair's own loss is ours, and EOS pads where a task has no PAD") {
  const Session session{Configuration{}};
  BrokenRequest request;
  request.mistake = "padding_in_loss";
  request.target_padding = 2;
  const ShownBrokenRun run = session.broken_run(request);
  CHECK(run.target == std::vector<std::string>{"4", "6", "EOS", "PAD", "PAD"});
  CHECK(run.tensors.back().name == "loss");
  CHECK(run.tensors.back().ours.at(0) == doctest::Approx(session.snapshot().loss));
  CHECK(run.tensors.back().theirs.at(0) > run.tensors.back().ours.at(0) + Real(1));
}

TEST_CASE("what cannot be shown broken is refused by name") {
  const Session session{Configuration{}};
  BrokenRequest half;
  half.mistake = "no_tanh";
  half.source = "2 5";
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { session.broken_run(half); }), "given together"));
  BrokenRequest padded;
  padded.mistake = "no_tanh";
  padded.source_padding = 65;
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { session.broken_run(padded); }),
                 "source padding is 65; allowed: 0 to 64"));
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { broken_run_from_json(session, R"({"mistake": "typo"})"); }),
                 "the mistake is \"typo\"; allowed: padding_unmasked"));
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { broken_run_from_json(session, R"({"misteak": "no_tanh"})"); }),
                 "misteak"));
}

TEST_CASE("a mistaken pass as JSON has both sides and where they part") {
  const Session session = reversing();
  const std::string json =
      broken_run_from_json(session, R"({"mistake": "gate_order", "source": "ab", "target": "ba", "sourcePadding": 1})");
  CHECK(contains(json, R"("source":["a","b","EOS","PAD"],"target":["b","a","EOS"],"ours":{"inputs":["BOS","b","a"])"));
  CHECK(contains(json, R"("name":"enc.gru.r","step":-1,"shape":[1,3,7],"ours":[)"));
  CHECK(contains(json, R"("first":1})"));
}
