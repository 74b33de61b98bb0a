#include "formats/model_file.h"

#include <vector>

#include "base/message.h"
#include "formats/json_reader.h"
#include "formats/weights.h"

namespace seq2seq {
namespace {

using Json = JsonValue;

const char* const format_name = "seq2seq-lab-model-1";
const char* const first_prefix = "optimizer.exp_avg.";
const char* const second_prefix = "optimizer.exp_avg_sq.";

Json to_json(const Generator::State& state) {
  return {{"seed", state.seed},
          {"words", state.words},
          {"has_waiting_normal", state.has_waiting_normal},
          {"waiting_normal", state.waiting_normal}};
}

Generator::State generator_state(const Json& json) {
  Generator::State state;
  state.seed = json.at("seed").get<std::uint64_t>();
  state.words = json.at("words").get<std::uint64_t>();
  state.has_waiting_normal = json.at("has_waiting_normal").get<bool>();
  state.waiting_normal = json.at("waiting_normal").get<double>();
  return state;
}

Json to_json(const TrainerPosition& at) {
  return {{"step", at.step},
          {"epoch", at.epoch},
          {"batch", at.batch},
          {"optimizer_steps", at.optimizer_steps},
          {"epoch_loss", at.epoch_loss},
          {"epoch_tokens", at.epoch_tokens},
          {"best_validation", at.validations > 0 ? at.best_validation : 0.0},
          {"validations", at.validations},
          {"validations_without_gain", at.validations_without_gain},
          {"coins", to_json(at.coins)},
          {"sampling", to_json(at.sampling)},
          {"shuffling", to_json(at.shuffling)}};
}

std::int64_t count(const Json& json, const char* name) {
  const auto value = json.at(name).get<std::int64_t>();
  if (value < 0)
    throw_error(ErrorCode::invalid_file, {"the training position has ", name, " ", value, "; allowed: 0 and above"});
  return value;
}

TrainerPosition trainer_position(const Json& json) {
  TrainerPosition at;
  at.step = count(json, "step");
  at.epoch = count(json, "epoch");
  at.batch = count(json, "batch");
  at.optimizer_steps = count(json, "optimizer_steps");
  at.epoch_loss = json.at("epoch_loss").get<double>();
  at.epoch_tokens = count(json, "epoch_tokens");
  at.best_validation = json.at("best_validation").get<double>();
  at.validations = count(json, "validations");
  at.validations_without_gain = count(json, "validations_without_gain");
  at.coins = generator_state(json.at("coins"));
  at.sampling = generator_state(json.at("sampling"));
  at.shuffling = generator_state(json.at("shuffling"));
  return at;
}

const std::string& metadata(const SafeTensors& file, const std::string& key) {
  const auto found = file.metadata().find(key);
  if (found == file.metadata().end())
    throw_error(ErrorCode::invalid_file, {"the model file's metadata has no ", key, "; it is needed"});
  return found->second;
}

// Runs a reading of JSON text and names the metadata key it failed on.
template <class Read>
auto reading(const SafeTensors& file, const std::string& key, Read read) {
  const JsonDocument document = read_json(metadata(file, key));
  try {
    if (document.good()) return read(document.value);
    throw_error(ErrorCode::invalid_file,
                {"the model file's ", key, " cannot be read: no JSON at byte ", document.byte});
  } catch (const Json::exception& error) {
    throw_error(ErrorCode::invalid_file, {"the model file's ", key, " cannot be read: ", error.what()});
  }
}

void append(std::vector<NamedTensor>& to, std::vector<NamedTensor> more) {
  for (NamedTensor& tensor : more) to.push_back(std::move(tensor));
}

Configuration configuration_of(const SafeTensors& file) {
  const std::string& text = metadata(file, "configuration");
  try {
    return parse_configuration(text);
  } catch (const Error& error) {
    throw_error(ErrorCode::invalid_file, {"the model file's configuration: ", error.what()});
  }
}

Vocabulary vocabulary_of(const SafeTensors& file) {
  const SpecialIds specials = reading(file, "special_ids", [](const Json& json) {
    return SpecialIds{json.at("pad").get<TokenId>(), json.at("bos").get<TokenId>(), json.at("eos").get<TokenId>(),
                      json.at("unk").get<TokenId>()};
  });
  auto tokens = reading(file, "vocabulary", [](const Json& json) { return json.get<std::vector<std::string>>(); });
  try {
    return Vocabulary::from_tokens(std::move(tokens), specials);
  } catch (const Error& error) {
    throw_error(ErrorCode::invalid_file, {"the model file's vocabulary: ", error.what()});
  }
}

}  // namespace

std::string write_model_file(const ModelFile& model) {
  const SpecialIds& specials = model.vocabulary.specials();
  SafeTensors::Metadata text;
  text["format"] = format_name;
  text["engine_version"] = SEQ2SEQ_VERSION;
  text["configuration"] = to_json(model.configuration);
  text["vocabulary"] = Json(model.vocabulary.tokens()).dump();
  text["special_ids"] =
      Json{{"pad", specials.pad}, {"bos", specials.bos}, {"eos", specials.eos}, {"unk", specials.unk}}.dump();

  std::vector<NamedTensor> tensors = to_tensors(model.weights);
  if (model.checkpoint) {
    text["training_position"] = to_json(model.checkpoint->position).dump();
    append(tensors, to_tensors(model.checkpoint->first, first_prefix));
    append(tensors, to_tensors(model.checkpoint->second, second_prefix));
  }
  return write_safetensors(tensors, text);
}

bool is_model_file(const SafeTensors& file) { return file.metadata().count("format") != 0; }

ModelFile read_model_file(std::string_view bytes) {
  const SafeTensors file = SafeTensors::parse(bytes);
  if (metadata(file, "format") != format_name)
    throw_error(ErrorCode::invalid_file, {"the model file's format is \"", metadata(file, "format"),
                                          "\"; this version reads \"", format_name, "\""});
  Configuration configuration = configuration_of(file);
  Vocabulary vocabulary = vocabulary_of(file);
  configuration.model.vocabulary_size = vocabulary.size();
  configuration.model.unk_id = vocabulary.specials().unk;

  const auto layout = std::make_shared<const ParameterLayout>(configuration.model);
  Parameters weights = read_parameters(file, layout);
  std::optional<Checkpoint> checkpoint;
  if (file.metadata().count("training_position") != 0)
    checkpoint = Checkpoint{reading(file, "training_position", trainer_position),
                            read_parameters(file, layout, first_prefix), read_parameters(file, layout, second_prefix)};
  return {configuration, std::move(vocabulary), std::move(weights), std::move(checkpoint)};
}

}  // namespace seq2seq
