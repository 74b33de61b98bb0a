// seq2seq program: the same model as a PyTorch program that needs nothing of us.
#include <memory>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/model.h"
#include "cli/print.h"

namespace seq2seq::cli {
namespace {

struct ProgramOptions {
  ModelOptions model;
  std::string out;
};

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

void add_program(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "program", "print a PyTorch program that loads a model and gives the same losses, tokens and attention");
  const auto options = std::make_shared<ProgramOptions>();
  add_model_options(*command, options->model);
  CLI::Option* out =
      command->add_option("--out", options->out, "write it there; else to stdout. The model's file belongs beside it")
          ->type_name("FILE");
  command->callback([options, out] {
    if (out->count() > 0) require_writable(options->out, {{"--model", options->model.file}});
    const std::string text = load_model(options->model).pytorch_program(file_name(options->model.file));
    if (options->out.empty())
      std::fwrite(text.data(), 1, text.size(), stdout);
    else
      write_file(options->out, text);
  });
}

}  // namespace seq2seq::cli
