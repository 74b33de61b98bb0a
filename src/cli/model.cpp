#include "cli/model.h"

#include "base/error.h"
#include "cli/command.h"
#include "cli/files.h"

namespace seq2seq::cli {

void add_model_options(CLI::App& command, ModelOptions& options) {
  command.add_option("--model", options.file, "trained model (.safetensors), as train --out writes it")
      ->type_name("FILE")
      ->required();
  command.add_option("--beam", options.beam, "width of the beam; 1 is greedy")
      ->type_name("K")
      ->transform(whole_number(1, std::stoll(find_field("decoding.beam").maximum)));
  command.add_option("--set", options.sets, "one field that can change after training, as decoding.max_length=20")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

namespace {

void set_live_fields(Session& session, const std::vector<std::string>& sets) {
  for (const std::string& set : sets) {
    const auto [name, value] = name_and_value(set);
    if (!find_field(name).live)
      throw Error(ErrorCode::invalid_value, name + " is part of the model's run; allowed with a model: fields that " +
                                                "seq2seq config --help marks as changing while training");
    session.configure(name, value);
  }
}

}  // namespace

Session load_model(const ModelOptions& options) {
  Session session = Session::load(read_file(options.file));
  set_live_fields(session, options.sets);
  if (options.beam > 0) session.configure("decoding.beam", std::to_string(options.beam));
  return session;
}

Session open_session(const std::string& model_file, const ConfigurationOptions& options) {
  if (model_file.empty()) return read_run(options).session();
  const std::string pairs = options.data.empty() ? "" : read_file(options.data);
  Session session = Session::load(read_file(model_file), options.data.empty() ? nullptr : &pairs);
  set_live_fields(session, options.sets);
  return session;
}

void require_pairs(const Session& session) {
  if (session.part_size(Part::train) == 0)
    throw Error(ErrorCode::invalid_value,
                "this model's own pairs are not in its file; give --source with --target, or their file with --data");
}

void require_source(const CLI::Option& option, const std::string& source) {
  if (option.count() > 0 && source.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(ErrorCode::invalid_data,
                "--source is empty; allowed: a text of at least one token, or no --source for the task's first pair");
}

}  // namespace seq2seq::cli
