#include "checking/broken_run.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "support/fixtures.h"
#include "support/reference_dumps.h"

using namespace seq2seq;
using namespace reference_test;

namespace {

const BrokenTensor& broken_tensor(const BrokenRun& run, const std::string& name, int step = -1) {
  for (const BrokenTensor& one : run.tensors)
    if (one.name == name && one.step == step) return one;
  throw Error(ErrorCode::invalid_value, "no tensor " + name);
}

// Where the mistake is first seen, for a padded pair.
struct FirstSeen {
  const char* mistake;
  const char* first;
  CopyKind copy = CopyKind::off;
};
const std::vector<FirstSeen> first_seen{{"padding_unmasked", "dec.alpha"},
                                        {"padding_in_loss", "loss"},
                                        {"state_at_padding", "enc.hidden"},
                                        {"forcing_left_on", "dec.emb"},
                                        {"gate_order", "enc.gru.r"},
                                        {"update_reversed", "enc.out"},
                                        {"state_after_step", "dec.Ws_s"},
                                        {"no_tanh", "dec.tanh"},
                                        {"softmax_axis", "dec.alpha"},
                                        {"context_of_keys", "dec.context"},
                                        {"target_shift", "dec.emb"},
                                        {"softmax_twice", "dec.loss"},
                                        {"first_state_zero", "dec.Ws_s"},
                                        {"state_not_carried", "dec.Ws_s"},
                                        {"copies_overwritten", "dec.p_copy", CopyKind::pointer_generator},
                                        {"gate_reversed", "dec.probabilities", CopyKind::pointer_generator}};

}  // namespace

TEST_CASE("every mistake is seen where it is made, and not before") {
  REQUIRE(first_seen.size() == mistake_names().size());
  for (const FirstSeen& one : first_seen) {
    CAPTURE(std::string(one.mistake));
    const Model model(odd_config(AttentionKind::bahdanau, one.copy));
    const BrokenRun run =
        broken_run(model.seq2seq, model.parameters, odd_pair(one.copy, true), LossKind::mean, 3, one.mistake);
    REQUIRE(run.first >= 0);
    const BrokenTensor& first = run.tensors[static_cast<std::size_t>(run.first)];
    CHECK(first.name == std::string(one.first));
    CHECK_FALSE(first.agrees);
    CHECK(broken_tensor(run, "loss").ours != broken_tensor(run, "loss").theirs);  // be it in the fifth digit
    for (int i = 0; i < run.first; ++i)
      if (run.tensors[static_cast<std::size_t>(i)].name.rfind("enc.", 0) != 0)
        CHECK(run.tensors[static_cast<std::size_t>(i)].agrees);
  }
}

TEST_CASE("over padding our weights are 0 and unmasked ones are not") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair(CopyKind::off, true);
  const BrokenRun run = broken_run(model.seq2seq, model.parameters, pair, LossKind::sum, 3, "padding_unmasked");
  const BrokenTensor& alpha = broken_tensor(run, "dec.alpha", 0);
  REQUIRE(alpha.ours.size() == pair.source.size());
  REQUIRE(alpha.theirs.size() == pair.source.size());
  double ours = 0, theirs = 0, real = 0;
  for (std::size_t i = 0; i < alpha.ours.size(); ++i) {
    if (i >= static_cast<std::size_t>(pair.source_length)) {
      CHECK(alpha.ours[i] == 0);
      CHECK(alpha.theirs[i] > 0);
    } else {
      real += static_cast<double>(alpha.theirs[i]);
    }
    ours += static_cast<double>(alpha.ours[i]);
    theirs += static_cast<double>(alpha.theirs[i]);
  }
  CHECK(ours == doctest::Approx(1));
  CHECK(theirs == doctest::Approx(1));
  CHECK(real < 0.999);
}

TEST_CASE("the loss with padding counts more tokens, summed or as a mean over all of them") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair(CopyKind::off, true);
  REQUIRE(pair.target.size() > static_cast<std::size_t>(pair.target_length));
  const auto loss = [&](LossKind kind) {
    return broken_tensor(broken_run(model.seq2seq, model.parameters, pair, kind, 3, "padding_in_loss"), "loss");
  };
  const BrokenTensor sum = loss(LossKind::sum), mean = loss(LossKind::mean);
  CHECK(sum.theirs.at(0) > sum.ours.at(0));
  CHECK(mean.theirs.at(0) == doctest::Approx(sum.theirs.at(0) / static_cast<Real>(pair.target.size())));
  CHECK(mean.ours.at(0) == doctest::Approx(sum.ours.at(0) / static_cast<Real>(pair.target_length)));
}

TEST_CASE("forcing left on is fed the truth where an evaluation is fed its own words") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const BrokenRun run = broken_run(model.seq2seq, model.parameters, pair, LossKind::sum, 3, "forcing_left_on");
  REQUIRE(run.our_inputs.size() == static_cast<std::size_t>(pair.target_length));
  for (std::size_t t = 0; t < run.our_inputs.size(); ++t) {
    CHECK(run.our_inputs[t] == (t == 0 ? pair.bos : run.our_predictions[t - 1]));
    CHECK(run.their_inputs[t] == (t == 0 ? pair.bos : pair.target[t - 1]));
  }
  const BrokenRun shifted = broken_run(model.seq2seq, model.parameters, pair, LossKind::sum, 3, "target_shift");
  CHECK(shifted.their_inputs == pair.real_target());
  CHECK(shifted.their_predictions.size() == shifted.their_inputs.size());
}

TEST_CASE("a mistake that nobody knows is refused with those that are known") {
  const Model model(odd_config());
  try {
    broken_run(model.seq2seq, model.parameters, odd_pair(), LossKind::sum, 3, "typo");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_value);
    CHECK(std::string(error.what()).find("\"typo\"; allowed: padding_unmasked, padding_in_loss") != std::string::npos);
  }
}
