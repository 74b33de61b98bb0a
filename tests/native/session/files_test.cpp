#include <doctest/doctest.h>

#include "base/error.h"
#include "formats/weights.h"
#include "session/session.h"
#include "session/support.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace session_test;

namespace {

const char* const names_run =
    R"({"task":{"kind":"names","examples":50},"model":{"embedding_size":5,"hidden_size":7,"copy":"pointer_generator"},
        "training":{"batch_size":6,"epochs":4,"learning_rate":0.01,"loss":"mean","seed":"-5",
                    "forcing":{"schedule":"linear","linear_steps":4,"prediction":"sample"}}})";

}  // namespace

TEST_CASE("a run saved at any step and loaded goes on bit for bit") {
  for (const std::string optimizer : {"adam", "adamw", "sgd"})
    for (const std::int64_t cut : {0, 1, 5, 7, 13}) {
      CAPTURE(optimizer);
      CAPTURE(cut);
      Configuration configuration = parse_configuration(names_run);
      set_field(configuration, "training.optimizer", optimizer);
      set_field(configuration, "training.momentum", "0.9");
      Session whole(configuration);
      train(whole, cut);
      Session loaded = Session::load(whole.save(true));
      CHECK(loaded.digest() == whole.digest());
      CHECK(loaded.steps_done() == cut);
      CHECK(to_json(loaded.configuration()) == to_json(whole.configuration()));
      train(whole);
      train(loaded);
      CHECK(loaded.digest() == whole.digest());
      CHECK(loaded.save(true) == whole.save(true));
      loaded.reset();  // back to where it was loaded
      CHECK(loaded.steps_done() == cut);
      train(loaded);
      CHECK(loaded.digest() == whole.digest());
    }
}

TEST_CASE("a plain model file keeps the weights and begins a new run") {
  Session session(parse_configuration(names_run));
  train(session, 9);
  Session loaded = Session::load(session.save(false));
  CHECK(loaded.digest() == session.digest());
  CHECK(loaded.steps_done() == 0);
  CHECK(loaded.translate("book room 12").tokens == session.translate("book room 12").tokens);
  CHECK(loaded.save(false) == session.save(false));
}

TEST_CASE("a model of own pairs is used without them, and trained with them") {
  std::string pairs;
  for (const char* word : {"cat", "dog", "cow", "hen", "owl", "fox"}) pairs += std::string(word) + "\t" + word + "s\n";
  Session session(parse_configuration(R"({"task":{"kind":"data","validation_share":0.2},"training":{"epochs":30}})"),
                  &pairs);
  train(session, 20);
  const std::string file = session.save(true);
  Session reader = Session::load(file);
  CHECK(reader.translate("cat").tokens == session.translate("cat").tokens);
  CHECK(reader.part_size(Part::train) == 0);
  CHECK(contains(refusal(ErrorCode::invalid_state, [&] { reader.snapshot(); }), "without pairs"));
  CHECK(contains(refusal(ErrorCode::invalid_state, [&] { train(reader, 1); }), "give the file of pairs"));
  Session trainer = Session::load(file, &pairs);
  train(trainer);
  train(session);
  CHECK(trainer.digest() == session.digest());
}

TEST_CASE("PyTorch's weights are taken whole or not at all") {
  Session session(parse_configuration("{}"));
  train(session, 5);
  const std::string trained = session.digest();
  Session other(parse_configuration(R"({"training":{"seed":"1"}})"));
  other.import_weights(session.save(false));  // any file with these names
  CHECK(other.digest() == trained);
  CHECK(other.steps_done() == 0);
  train(other, 3);
  other.reset();
  CHECK(other.digest() == trained);

  Session wide(parse_configuration(R"({"model":{"hidden_size":9}})"));
  const std::string before = wide.digest();
  const std::string text = refusal(ErrorCode::invalid_file, [&] { wide.import_weights(session.save(false)); });
  CHECK(contains(text, "dec.fc.weight"));
  CHECK(wide.digest() == before);
  CHECK(contains(refusal(ErrorCode::invalid_file, [&] { wide.import_weights("no file"); }), ""));

  // Weights that fit, in a file that says of itself that they are others.
  std::string lying = fixtures::read_bytes("safetensors/metadata_lies.safetensors");
  CHECK(contains(refusal(ErrorCode::invalid_file, [&] { other.import_weights(lying); }), "H"));
  CHECK(other.digest() == trained);
  other.import_weights(fixtures::read_bytes("safetensors/model.safetensors"));
  CHECK(other.digest() == Session(parse_configuration("{}")).digest());
}

TEST_CASE("a file whose position or weights do not fit its task is refused") {
  Session session(parse_configuration(names_run));
  std::string file = session.save(true);
  // The position's "batch" is text in the metadata; both texts are equally long.
  const std::string here = R"(\"batch\":0)";
  const std::size_t at = file.find(here);
  REQUIRE(at != std::string::npos);
  file.replace(at, here.size(), R"(\"batch\":9)");
  Session loaded = Session::load(file);
  CHECK(contains(refusal(ErrorCode::invalid_data, [&] { train(loaded, 1); }), "batch 9"));
  CHECK_THROWS_AS(Session::load("broken"), Error);
}

TEST_CASE("the PyTorch program names its weights and its pairs") {
  Session session(parse_configuration(names_run));
  const std::string program = session.pytorch_program("my model.safetensors");
  CHECK(contains(program, "my model.safetensors"));
  CHECK(contains(program, "import torch"));
  CHECK(contains(Session(parse_configuration("{}")).pytorch_program("w"), "[2,5,1,3]"));
}
