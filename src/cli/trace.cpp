// seq2seq trace: one forward pass of one pair, taken apart.
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/files.h"
#include "cli/model.h"
#include "cli/print.h"
#include "session/json.h"

namespace seq2seq::cli {
namespace {

struct TraceOptions {
  ConfigurationOptions configuration;
  std::string model, source, target, out;
  std::string regime = "teacher";
  bool gradients = false, json = false;
};

std::string shape_of(const TraceTensor& tensor) {
  std::string text;
  for (const int size : tensor.shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + ")";
}

// The first values; all of them are in the JSON.
std::string values_of(const TraceTensor& tensor) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < tensor.values.size() && i < most; ++i)
    text += (text.empty() ? "" : " ") + fixed(static_cast<double>(tensor.values[i]), 4);
  return tensor.values.size() > most ? text + " ..." : text;
}

std::string ids(const std::vector<TokenId>& tokens) {
  std::string text;
  for (const TokenId token : tokens) text += (text.empty() ? "" : " ") + std::to_string(token);
  return text;
}

void print_trace(const Trace& trace) {
  print_table({{"regime", trace.regime == Regime::teacher ? "teacher forcing" : "free run"},
               {"source ids", ids(trace.source)},
               {"expected ids", ids(trace.target)},
               {"fed", ids(trace.inputs)},
               {"predicted", ids(trace.predictions)},
               {"loss", fixed(trace.loss, 4)}},
              false);
  std::vector<std::vector<std::string>> rows{{"tensor", "shape", "formula", "values"}};
  int step = -1;
  for (const TraceTensor& tensor : trace.tensors) {
    if (tensor.step != step) {
      rows.push_back({});
      rows.push_back({tensor.step < 0 ? "gradients" : "step " + std::to_string(tensor.step)});
      step = tensor.step;
    }
    rows.push_back({tensor.name, shape_of(tensor), tensor.formula, values_of(tensor)});
  }
  print_line();
  print_table(rows, true);
}

}  // namespace

void add_trace(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("trace", "take one forward pass apart: every tensor with shape, formula, values");
  const auto options = std::make_shared<TraceOptions>();
  add_configuration_options(*command, options->configuration);
  command
      ->add_option("--model", options->model,
                   "trained model (.safetensors); else an untrained one by the configuration")
      ->type_name("FILE")
      ->excludes("--config");
  add_data_option(*command, options->configuration);
  CLI::Option* source =
      command->add_option("--source", options->source, "source text; the task's first pair where it is left out")
          ->type_name("TEXT");
  command->add_option("--target", options->target, "target text")->type_name("TEXT")->needs(source);
  command->add_option("--regime", options->regime, "teacher: fed the target; free: fed its own predictions")
      ->check(CLI::IsMember({"teacher", "free"}));
  command->add_flag("--gradients", options->gradients, "the summed loss's gradient by every parameter as well");
  CLI::Option* out =
      command
          ->add_option(
              "--out", options->out,
              "write weights, the teacher-forced pass and gradients for somebody else's implementation to compare")
          ->type_name("FILE")
          ->excludes("--regime");
  add_json_option(*command, options->json, "one object with every value");
  command->callback([options, source, out] {
    require_source(*source, options->source);
    if (out->count() > 0)
      require_writable(options->out, {{"--model", options->model},
                                      {"--config", options->configuration.file},
                                      {"--data", options->configuration.data}});
    const Session session = open_session(options->model, options->configuration);
    if (source->count() == 0) require_pairs(session);
    const Regime regime = options->regime == "teacher" ? Regime::teacher : Regime::free;
    const Trace trace = source->count() == 0
                            ? session.trace_watched(regime, options->gradients)
                            : session.trace(options->source, options->target, regime, options->gradients);
    if (!options->out.empty()) write_file(options->out, session.dump(options->source, options->target));
    if (options->json)
      print_line(to_json(trace));
    else
      print_trace(trace);
  });
}

}  // namespace seq2seq::cli
