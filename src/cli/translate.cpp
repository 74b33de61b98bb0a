// seq2seq translate: a line of text in, the model's answer out.
#include <cstdio>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/model.h"
#include "cli/print.h"
#include "session/json.h"
#include "session/json_writer.h"

namespace seq2seq::cli {
namespace {

struct Options {
  ModelOptions model;
  bool json = false;
};

void print_empty(bool json) {
  JsonWriter writer;
  writer.open_object();
  writer.field("text", "");
  writer.field("skipped", "the line is empty");
  writer.close_object();
  print_line(json ? writer.take() : "");
}

// One line out for each line in, so that files stay side by side.
void translate_lines(const Session& session, bool json) {
  std::string line;
  for (std::int64_t number = 1; std::getline(std::cin, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) {
      print_empty(json);
      continue;
    }
    try {
      const Translation translation = session.translate(line);
      print_line(json ? to_json(translation) : translation.text);
      if (translation.cut_off)
        std::fprintf(stderr, "seq2seq: line %lld: cut off at decoding.max_length\n", static_cast<long long>(number));
    } catch (const Error& error) {
      throw Error(error.code(), "line " + std::to_string(number) + ": " + error.what());
    }
    std::fflush(stdout);
  }
}

}  // namespace

void add_translate(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("translate", "read lines from stdin and print what the model makes of them");
  const auto options = std::make_shared<Options>();
  add_model_options(*command, options->model);
  add_json_option(*command, options->json, "one object a line: tokens, text, attention, log-probability");
  command->callback([options] { translate_lines(load_model(options->model), options->json); });
}

}  // namespace seq2seq::cli
