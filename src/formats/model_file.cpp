#include "formats/model_file.h"

#include <vector>

#include "base/message.h"
#include "base/whole_number.h"
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

[[noreturn]] void refuse(const char* name, const Json& found, const std::string& allowed) {
  throw_error(ErrorCode::invalid_file, {name, " is ", shown(found), "; allowed: ", allowed});
}

const Json& member(const Json& object, const char* name) {
  const auto found = object.find(name);  // the end where it is no object at all
  if (found == object.end()) throw_error(ErrorCode::invalid_file, {"there is no ", name, ", which is needed"});
  return *found;
}

double number(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_number()) refuse(name, value, "a number");
  return value.get<double>();
}

template <class Integer>
Integer whole(const Json& object, const char* name) {
  const Json& value = member(object, name);
  const double found = value.is_number() ? value.get<double>() : 0.5;
  if (!is_whole<Integer>(found)) refuse(name, value, allowed_whole<Integer>(found));
  return static_cast<Integer>(found);
}

// Of 64 bits, which a double does not hold.
std::uint64_t exact(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_number_unsigned()) refuse(name, value, "a whole number from 0 that fits into 64 bits");
  return value.get<std::uint64_t>();
}

Generator::State generator_state(const Json& json) {
  Generator::State state;
  state.seed = exact(json, "seed");
  state.words = exact(json, "words");
  const Json& waiting = member(json, "has_waiting_normal");
  if (!waiting.is_boolean()) refuse("has_waiting_normal", waiting, "true or false");
  state.has_waiting_normal = waiting.get<bool>();
  state.waiting_normal = number(json, "waiting_normal");
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
  const auto value = whole<std::int64_t>(json, name);
  if (value < 0) refuse(name, member(json, name), "a whole number from 0");
  return value;
}

TrainerPosition trainer_position(const Json& json) {
  TrainerPosition at;
  at.step = count(json, "step");
  at.epoch = count(json, "epoch");
  at.batch = count(json, "batch");
  at.optimizer_steps = count(json, "optimizer_steps");
  at.epoch_loss = number(json, "epoch_loss");
  at.epoch_tokens = count(json, "epoch_tokens");
  at.best_validation = number(json, "best_validation");
  at.validations = count(json, "validations");
  at.validations_without_gain = count(json, "validations_without_gain");
  at.coins = generator_state(member(json, "coins"));
  at.sampling = generator_state(member(json, "sampling"));
  at.shuffling = generator_state(member(json, "shuffling"));
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
    if (!document.good()) throw_error(ErrorCode::invalid_file, {"no JSON at byte ", document.byte});
    return read(document.value);
  } catch (const Error& error) {
    throw_error(ErrorCode::invalid_file, {"the model file's ", key, ": ", error.what()});
  }
}

std::vector<std::string> texts(const Json& json) {
  std::vector<std::string> found;
  if (!json.is_array()) refuse("it", json, "a list of texts");
  for (const Json& text : json) {
    if (!text.is_string()) refuse(worded({"entry ", found.size()}).c_str(), text, "a text");
    found.push_back(text.get<std::string>());
  }
  return found;
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
    return SpecialIds{whole<TokenId>(json, "pad"), whole<TokenId>(json, "bos"), whole<TokenId>(json, "eos"),
                      whole<TokenId>(json, "unk")};
  });
  auto tokens = reading(file, "vocabulary", texts);
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
