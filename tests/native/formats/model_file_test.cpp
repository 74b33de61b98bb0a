#include "formats/model_file.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "base/error.h"
#include "formats/weights.h"

using namespace seq2seq;

namespace {

// A small model of a text task; every size differs.
ModelFile example(bool with_checkpoint) {
  Configuration configuration =
      parse_configuration(R"({"task":{"kind":"reverse"},"model":{"embedding_size":5,"hidden_size":7},
                              "training":{"seed":"-1","learning_rate":0.0123456789012345678}})");
  Vocabulary vocabulary =
      Vocabulary::from_tokens({"PAD", "BOS", "EOS", "UNK", "a", "</s>", "caf\xC3\xA9"}, text_specials);
  configuration.model.vocabulary_size = vocabulary.size();
  configuration.model.unk_id = vocabulary.specials().unk;
  const auto layout = std::make_shared<const ParameterLayout>(configuration.model);
  Parameters weights(layout);
  Generator generator(7);
  initialise(weights, configuration.model, generator);
  ModelFile model{configuration, vocabulary, weights, std::nullopt};
  if (with_checkpoint) {
    Checkpoint checkpoint{{}, Parameters(layout), Parameters(layout)};
    generator.randn(checkpoint.first.data(), checkpoint.first.size());
    generator.randn(checkpoint.second.data(), checkpoint.second.size());
    TrainerPosition& at = checkpoint.position;
    at.step = 41;
    at.epoch = 3;
    at.batch = 2;
    at.optimizer_steps = 41;
    at.epoch_loss = 1.0 / 3;
    at.best_validation = 0.1;
    at.validations = 3;
    at.coins = {18446744073709551615u, 17, true, -0.12345678901234567};
    model.checkpoint = checkpoint;
  }
  return model;
}

std::string model_file_refusal(const std::string& bytes) {
  try {
    read_model_file(bytes);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_file);
    return error.what();
  }
  return {};
}

// The example's file with one entry of its metadata changed.
std::string with_metadata(const std::function<void(SafeTensors::Metadata&)>& change) {
  const SafeTensors file = SafeTensors::parse(write_model_file(example(true)));
  std::vector<NamedTensor> tensors;
  for (const StoredTensor& tensor : file.tensors())
    tensors.push_back({tensor.name, {tensor.shape.begin(), tensor.shape.end()}, file.values(tensor)});
  SafeTensors::Metadata metadata = file.metadata();
  change(metadata);
  return write_safetensors(tensors, metadata);
}

}  // namespace

TEST_CASE("a model comes back whole, and writing it again gives the same bytes") {
  const ModelFile model = example(false);
  const std::string bytes = write_model_file(model);
  const ModelFile again = read_model_file(bytes);
  CHECK(again.weights == model.weights);
  CHECK(again.vocabulary.tokens() == model.vocabulary.tokens());
  CHECK(again.vocabulary.find("caf\xC3\xA9") == 6);
  CHECK(again.vocabulary.find("</s>") == 5);
  CHECK(to_json(again.configuration) == to_json(model.configuration));
  CHECK(again.configuration.model.vocabulary_size == 7);
  CHECK_FALSE(again.checkpoint.has_value());
  CHECK(write_model_file(again) == bytes);
}

TEST_CASE("a checkpoint carries moments, position and generators exactly") {
  const ModelFile model = example(true);
  const std::string bytes = write_model_file(model);
  const ModelFile again = read_model_file(bytes);
  REQUIRE(again.checkpoint.has_value());
  CHECK(again.checkpoint->first == model.checkpoint->first);
  CHECK(again.checkpoint->second == model.checkpoint->second);
  const TrainerPosition& found = again.checkpoint->position;
  const TrainerPosition& expected = model.checkpoint->position;
  CHECK(found.step == expected.step);
  CHECK(found.batch == expected.batch);
  CHECK(found.epoch_loss == expected.epoch_loss);
  CHECK(found.best_validation == expected.best_validation);
  CHECK(found.coins.seed == expected.coins.seed);
  CHECK(found.coins.words == expected.coins.words);
  CHECK(found.coins.has_waiting_normal);
  CHECK(found.coins.waiting_normal == expected.coins.waiting_normal);
  CHECK(write_model_file(again) == bytes);

  SUBCASE("and a reader of plain weights passes the optimiser over") {
    const SafeTensors file = SafeTensors::parse(bytes);
    CHECK(read_parameters(file, model.weights.shared_layout()) == model.weights);
  }
}

TEST_CASE("metadata that is missing, foreign or broken is refused by its name") {
  const auto names = [](const std::string& message, const char* name) {
    CAPTURE(message);
    return message.find(name) != std::string::npos;
  };
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m.erase("format"); })), "format"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["format"] = "other-2"; })), "other-2"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m.erase("vocabulary"); })), "vocabulary"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["vocabulary"] = "[1,2]"; })), "vocabulary"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["vocabulary"] = "[\"a\"]"; })), "vocabulary"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["configuration"] = R"({"model":{"hiden_size":3}})"; })),
              "hiden_size"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["configuration"] = R"({"model":{"hidden_size":9}})"; })),
              "[21,7]"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["training_position"] = R"({"step":-4})"; })), "-4"));
  CHECK(names(model_file_refusal(with_metadata([](auto& m) { m["special_ids"] = "{}"; })), "special_ids"));
}

TEST_CASE("numbers and texts of the metadata are what they must be, or are named in our own words") {
  const struct {
    const char *key, *part, *instead, *message;
  } changes[] = {
      {"special_ids", "\"pad\":0", "\"pad\":1099511627776",
       "special_ids: pad is 1099511627776; allowed: a whole number that fits into 32 bits"},
      {"special_ids", "\"pad\":0", "\"pad\":0.5", "special_ids: pad is 0.5; allowed: a whole number"},
      {"special_ids", "\"unk\":3", "\"unk\":\"3\"", "special_ids: unk is \"3\"; allowed: a whole number"},
      {"special_ids", "\"unk\":3", "\"no\":3", "special_ids: there is no unk"},
      {"special_ids", "\"eos\":2", "\"eos\":1", "vocabulary: BOS and EOS both have the id 1; allowed: one each"},
      {"special_ids", "\"pad\":0", "\"pad\":3", "vocabulary: PAD and UNK both have the id 3"},
      {"special_ids", "\"eos\":2", "\"eos\":-1", "vocabulary: the special id of EOS is -1; allowed: 0 to 6"},
      {"special_ids", "\"bos\":1", "\"bos\":7", "vocabulary: the special id of BOS is 7; allowed: 0 to 6"},
      {"special_ids", "\"pad\":0", "\"pad\":-2", "vocabulary: the special id of PAD is -2; allowed: -1 to 6"},
      {"special_ids", nullptr, "[0,1,2,3]", "special_ids: there is no pad"},
      {"special_ids", nullptr, "{", "special_ids: no JSON at byte 2"},
      {"vocabulary", nullptr, "{}", "vocabulary: it is an object; allowed: a list of texts"},
      {"vocabulary", "\"EOS\"", "7", "vocabulary: entry 2 is 7; allowed: a text"},
      {"training_position", nullptr, "[1]", "training_position: there is no step"},
      {"training_position", "\"epoch\":3", "\"epoch\":1.5", "training_position: epoch is 1.5; allowed: a whole number"},
      {"training_position", "\"epoch\":3", "\"epoch\":-1", "epoch is -1; allowed: a whole number from 0"},
      {"training_position", "\"step\":41", "\"step\":9223372036854775808",
       "step is 9223372036854775808; allowed: a whole number that fits into 64 bits"},
      {"training_position", "\"best_validation\":0.1", "\"best_validation\":null", "best_validation is null"},
      {"training_position", "\"words\":17", "\"words\":-17", "words is -17; allowed: a whole number from 0"},
      {"training_position", "\"has_waiting_normal\":true", "\"has_waiting_normal\":1",
       "has_waiting_normal is 1; allowed: true or false"},
      {"training_position", "\"coins\":{", "\"coins\":3,\"other\":{", "training_position: there is no seed"},
  };
  for (const auto& change : changes) {
    const std::string refused = model_file_refusal(with_metadata([&](SafeTensors::Metadata& metadata) {
      std::string& text = metadata[change.key];
      if (change.part == nullptr) {
        text = change.instead;
        return;
      }
      const std::size_t at = text.find(change.part);
      REQUIRE(at != std::string::npos);
      text.replace(at, std::string(change.part).size(), change.instead);
    }));
    CAPTURE(refused);
    CAPTURE(change.message);
    CHECK(refused.find(change.message) != std::string::npos);
    CHECK(refused.find("json.exception") == std::string::npos);
  }
}
