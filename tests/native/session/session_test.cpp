#include "session/session.h"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "session/support.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace session_test;
using Texts = std::vector<std::string>;

namespace {

Session session(const std::string& json = "{}") { return Session(parse_configuration(json)); }

// A small generated task with batches, shuffling, coins and sampling.
const char* const small_task =
    R"({"task":{"kind":"reverse","examples":60,"min_length":2,"max_length":4,"symbols":5},
        "model":{"embedding_size":5,"hidden_size":12},
        "training":{"batch_size":8,"epochs":3,"learning_rate":0.01,"loss":"mean","seed":"-5",
                    "forcing":{"schedule":"linear","linear_steps":4,"prediction":"sample"}}})";

}  // namespace

TEST_CASE("the lesson's run from an empty document prints the lesson's numbers") {
  Session s = session();
  CHECK(s.parameter_count() == 1386);
  const std::vector<StepReport> reports = train(s);
  REQUIRE(reports.size() == 200);
  CHECK(reports[0].loss == doctest::Approx(6.9713).epsilon(1e-5));
  CHECK(reports[1].loss == doctest::Approx(6.9338).epsilon(1e-5));
  CHECK(reports[2].loss == doctest::Approx(6.8965).epsilon(1e-5));
  CHECK(std::round(reports[199].loss * 1e4) == 14987);
  CHECK(reports[199].epoch_ends);
  CHECK(s.finished());
  CHECK(s.epochs_done() == 200);
  CHECK(train(s).empty());
  CHECK(s.snapshot().decoded == Texts{"4", "6"});
  CHECK(s.translate("2 5 1 3").text == "4 6");
}

#ifndef SEQ2SEQ_DOUBLE
TEST_CASE("C35: the weights' check code is the same on every compiler and machine") {
  Session s = session();
  CHECK(s.digest() == "de682bd0117ab3b1");
  train(s);
  CHECK(s.digest() == "787910801e30638b");
  Session task = session(small_task);
  train(task);
  CHECK(task.digest() == "30300d71c52ac720");
}
#endif

TEST_CASE("a run shared out between two sessions has the bits of a run alone") {
  Configuration configuration = parse_configuration(small_task);
  configuration.training.shards = 2;
  configuration.training.forcing.prediction = OwnPrediction::argmax;
  Session alone(configuration), first(configuration);
  train(alone);
  Context context;
  first.train(3, context);  // in the middle of an epoch
  Session second = Session::load(first.save(true));
  while (!first.finished()) {
    std::vector<std::string> parts;
    for (int i = 0; i < first.parts(); ++i) parts.push_back((i == 0 ? first : second).compute_part(i));
    if (parts.size() == 1) second.compute_part(0);
    const std::vector<std::string_view> views(parts.begin(), parts.end());
    REQUIRE(first.train_from(views).loss == second.train_from(views).loss);
  }
  CHECK(second.finished());
  CHECK(first.digest() == alone.digest());
  CHECK(second.digest() == alone.digest());
}

TEST_CASE("snapshot k has the loss of epoch k to the last bit") {
  Session s = session();
  for (int epoch = 0; epoch < 30; ++epoch) {
    const Snapshot snapshot = s.snapshot();
    CHECK(snapshot.epoch == epoch);
    const std::vector<StepReport> reports = train(s, 1);
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].loss == snapshot.loss);
  }
}

TEST_CASE("the untrained snapshot is the lesson's divergence demo") {
  const Snapshot snapshot = session().snapshot();
  CHECK(snapshot.source == Texts{"2", "5", "1", "EOS"});
  CHECK(snapshot.target == Texts{"4", "6", "EOS"});
  CHECK(snapshot.forced_inputs == Texts{"BOS", "4", "6"});
  CHECK(snapshot.forced_predictions == Texts{"EOS", "BOS", "BOS"});
  CHECK(snapshot.free_inputs == Texts{"BOS", "EOS", "2"});
  CHECK(snapshot.free_predictions == Texts{"EOS", "2", "EOS"});
  CHECK(snapshot.decoded.empty());  // with the stop rule the first EOS ends it
  REQUIRE(snapshot.alpha.size() == 12);
  const double first_row[] = {0.232, 0.237, 0.264, 0.267};  // milestone 2
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(static_cast<double>(snapshot.alpha[i]) == doctest::Approx(first_row[i]).epsilon(0.003));
}

TEST_CASE("every row of attention weights adds up to 1") {
  Session s = session(small_task);
  train(s, 5);
  const Snapshot snapshot = s.snapshot();
  const Translation translation = s.translate("abc");
  CHECK(translation.rows >= 1);
  for (const auto& [alpha, width] :
       {std::pair(snapshot.alpha, snapshot.source.size()), std::pair(translation.alpha, translation.source.size())}) {
    REQUIRE(alpha.size() % width == 0);
    for (std::size_t row = 0; row < alpha.size(); row += width) {
      double sum = 0;
      for (std::size_t i = 0; i < width; ++i) sum += static_cast<double>(alpha[row + i]);
      CHECK(sum == doctest::Approx(1).epsilon(1e-6));
    }
  }
  CHECK(static_cast<std::size_t>(translation.rows) * translation.source.size() == translation.alpha.size());
}

TEST_CASE("training in slices, with looks in between, gives the bits of one go") {
  for (const std::string json : {"{}", small_task}) {
    Session whole = session(json), sliced = session(json);
    train(whole);
    for (std::int64_t slice = 1; !sliced.finished(); slice = slice % 7 + 1) {
      train(sliced, slice);
      sliced.snapshot();
      sliced.trace_watched(Regime::free);
    }
    CHECK(sliced.steps_done() == whole.steps_done());
    CHECK(sliced.digest() == whole.digest());
  }
}

TEST_CASE("reset gives the initial weights, and the same run again") {
  Session s = session(small_task);
  const std::string initial = s.digest();
  train(s);
  const std::string trained = s.digest();
  CHECK(trained != initial);
  s.reset();
  CHECK(s.digest() == initial);
  CHECK(s.steps_done() == 0);
  CHECK(!s.finished());
  train(s);
  CHECK(s.digest() == trained);
}

TEST_CASE("two sessions do not disturb each other") {
  Session alone = session(small_task);
  train(alone);
  Session one = session(small_task), two = session();
  while (!one.finished()) {
    train(one, 1);
    train(two, 3);
  }
  CHECK(one.digest() == alone.digest());
  train(two);
  Session toy = session();
  train(toy);
  CHECK(two.digest() == toy.digest());
}

TEST_CASE("C33: only the seed's low 32 bits count") {
  const auto digest = [](const std::string& seed) {
    return session(R"({"training":{"seed":")" + seed + "\"}}").digest();
  };
  CHECK(digest("9007199254740993") == digest("1"));
  CHECK(digest("-1") == digest("4294967295"));
  CHECK(digest("1") != digest("2"));
}

TEST_CASE("a learning rate of 1e9 stops with the cause, and there is a way back") {
  Session s = session(R"({"training":{"learning_rate":1e9}})");
  const std::string initial = s.digest();
  const std::string text = refusal(ErrorCode::not_finite, [&] { train(s); });
  CHECK(contains(text, "learning rate 1000000000 is likely too high"));
  CHECK(s.digest() == initial);
  CHECK(std::isfinite(s.snapshot().loss));
  CHECK(s.translate("2 5 1 3").source.size() == 4);
  s.configure("training.learning_rate", "0.001");
  CHECK(train(s, 5).size() == 5);
  s.reset();
  CHECK(s.digest() == initial);
  CHECK(train(s).size() == 200);
  CHECK(std::isfinite(s.snapshot().loss));
}

TEST_CASE("reports of the steps before a failure are delivered first") {
  Session s = session();
  train(s, 3);
  s.configure("training.forcing.schedule", "linear");
  // Grows until the guard stops it, some steps from now.
  s.configure("training.learning_rate", "10000");
  const std::vector<StepReport> reports = train(s);
  CHECK(!reports.empty());
  CHECK(reports.size() < 197);
  const std::string last_good = s.digest();
  CHECK(contains(refusal(ErrorCode::not_finite, [&] { train(s); }), "step " + std::to_string(3 + reports.size())));
  CHECK(s.digest() == last_good);
}

TEST_CASE("live fields act at once, the others say that they need a new session") {
  Session changed = session(), plain = session();
  train(changed, 10);
  train(plain, 10);
  CHECK(changed.digest() == plain.digest());
  changed.configure("training.learning_rate", "0.01");
  CHECK(changed.configuration().training.learning_rate == 0.01);
  train(changed, 1);
  train(plain, 1);
  CHECK(changed.digest() != plain.digest());

  changed.configure("training.epochs", "15");
  CHECK(train(changed).size() == 4);
  CHECK(changed.finished());
  changed.configure("training.forcing.schedule", "\"free\"");
  changed.configure("training.epochs", "16");
  CHECK(train(changed).at(0).epsilon == 0);

  CHECK(contains(refusal(ErrorCode::invalid_state, [&] { changed.configure("training.seed", "1"); }),
                 "training.seed cannot change during a run"));
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { changed.configure("training.learning_rate", "-1"); }),
                 "training.learning_rate is -1"));
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { changed.configure("training.lr", "1"); }), "unknown field"));
  CHECK(changed.configuration().training.learning_rate == 0.01);
}

TEST_CASE("cancelling leaves the model of the last whole step") {
  Session s = session(small_task), twin = session(small_task);
  int polls = 0;
  double progress = 0;
  Context context([&] { return ++polls > 4; }, [&](double fraction) { progress = fraction; });
  CHECK(s.train(1000000, context).size() == 4);
  CHECK(progress >= 0);
  CHECK(progress < 1);
  train(twin, 4);
  CHECK(s.digest() == twin.digest());
  CHECK(s.train(1, context).empty());  // cancelling is sticky
  Context fresh([] { return false; }, [&](double fraction) { progress = fraction; });
  s.train(1000000, fresh);
  CHECK(progress == 1);
  CHECK(s.finished());
}

TEST_CASE("inputs that cannot be used are refused by name") {
  const Session s = session();
  CHECK(contains(refusal(ErrorCode::invalid_token, [&] { s.translate("2 10"); }), "10"));
  CHECK(contains(refusal(ErrorCode::invalid_token, [&] { s.translate("2 -1"); }), "-1"));
  CHECK(contains(refusal(ErrorCode::invalid_token, [&] { s.translate("2 x"); }), "x"));
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.translate(""); }), "empty"));
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.translate("  "); }), "empty"));
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.trace("2", "", Regime::teacher); }), "target is empty"));
  std::string many;
  for (int i = 0; i < 10001; ++i) many += "2 ";
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.translate(many); }), "10001 tokens; allowed: at most 10000"));
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.trace("2", " ", Regime::teacher); }), "target is empty"));
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.dump("2", " "); }), "target is empty"));
  CHECK(contains(refusal(ErrorCode::invalid_state, [&] { session(R"({"task":{"kind":"data"}})"); }), "pairs"));
}

TEST_CASE("texts are refused by the byte that is none, and by the number of letters that people count") {
  const Session s = session(
      R"({"task":{"kind":"copy","examples":20},"model":{"embedding_size":3,"hidden_size":4},"decoding":{"max_length":2}})");
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.translate("ab\xED\xA0\x80"); }), "0xED at position 3"));
  const std::string longest(10000, 'a');  // EOS, which is put behind it, is not counted
  CHECK(s.translate(longest).source.size() == 10001);
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { s.translate(longest + "a"); }), "has 10001 tokens; allowed"));
}

TEST_CASE("a translation that never ends is marked as cut off") {
  Session s = session();
  train(s, 60);
  s.configure("decoding.max_length", "1");
  const Translation translation = s.translate("2 5 1 3");
  CHECK(translation.rows == 1);
  CHECK(translation.cut_off == !translation.tokens.empty());
  CHECK(translation.log_probability < 0);
}

TEST_CASE("traces follow the watched pair or any text, in both regimes") {
  const Session s = session();
  const Trace forced = s.trace_watched(Regime::teacher);
  CHECK(forced.inputs == std::vector<TokenId>{0, 4, 6});
  CHECK(forced.predictions == std::vector<TokenId>{3, 0, 0});
  CHECK(forced.loss == doctest::Approx(s.snapshot().loss).epsilon(1e-6));
  const Trace free = s.trace_watched(Regime::free);
  CHECK(free.inputs == std::vector<TokenId>{0, 3, 2});
  CHECK(free.predictions == std::vector<TokenId>{3, 2, 3});
  CHECK(s.trace("2 5 1 3", "4 6", Regime::teacher).loss == forced.loss);
  CHECK(s.trace("2 5 1 3", "", Regime::free).predictions == std::vector<TokenId>{3});  // stops at EOS
  CHECK(s.trace("7", "8 9 8 9", Regime::teacher).steps() == 5);
}

TEST_CASE("own pairs train and translate") {
  std::string pairs;
  for (const char* word : {"cat", "dog", "cow", "hen", "owl"}) pairs += std::string(word) + "\t" + word + "s\n";
  Configuration configuration = parse_configuration(
      R"({"task":{"kind":"data","validation_share":0,"test_share":0},"model":{"hidden_size":24,"embedding_size":12},
          "training":{"batch_size":5,"learning_rate":0.01,"epochs":150}})");
  Session s(configuration, &pairs);
  train(s);
  for (const char* word : {"cat", "dog", "cow", "hen", "owl"}) CHECK(s.translate(word).text == std::string(word) + "s");
}

TEST_CASE("every built-in task trains and decodes, with every kind of attention and copying") {
  for (const std::string kind : {"lesson", "copy", "reverse", "sort", "addition", "dates", "names"})
    for (const std::string model :
         {R"("attention":"bahdanau")", R"("attention":"luong_dot")", R"("attention":"luong_general")",
          R"("attention":"none")", R"("copy":"pointer_generator")"}) {
      if (kind == "lesson" && contains(model, "copy")) continue;  // has no symbol for unknown words
      CAPTURE(kind);
      CAPTURE(model);
      Session s = session(R"({"task":{"kind":")" + kind + R"(","examples":40,"max_length":3},"model":{)" + model +
                          R"(},"training":{"batch_size":7,"epochs":2,"loss":"mean"}})");
      const std::vector<StepReport> reports = train(s);
      CHECK(s.finished());
      const double first = reports.front().loss;
      CHECK(std::isfinite(first));
      const Snapshot snapshot = s.snapshot();
      CHECK(std::isfinite(snapshot.loss));
      CHECK(snapshot.alpha.empty() == contains(model, "none"));
      CHECK(snapshot.forced_inputs.size() == snapshot.target.size());
      CHECK(snapshot.free_predictions.size() == snapshot.target.size());
      CHECK(s.trace_watched(Regime::teacher).loss == doctest::Approx(snapshot.loss).epsilon(1e-4));
      if (kind == "names") CHECK(s.trace("book room 99 for Zork", "Zork stays", Regime::teacher).steps() == 3);
    }
}
