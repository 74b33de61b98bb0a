// seq2seq gradcheck: the backward pass against finite differences, parameter by parameter.
#include <memory>

#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/model.h"
#include "cli/print.h"
#include "session/json_reference.h"

namespace seq2seq::cli {
namespace {

struct GradcheckOptions {
  ConfigurationOptions configuration;
  std::string model, source, target;
  GradientCheckOptions check;
  bool json = false;
};

void print_report(const GradientReport& report) {
  print_table({{"loss, engine", general(report.loss, 9)},
               {"loss, written out in double", general(report.plain_loss, 9)},
               {"step", general(report.step, 3) + " times the larger of 1 and |weight|, and half of it"},
               {"allowed relative error", general(report.tolerance, 3)}},
              false);
  print_line();
  std::vector<std::vector<std::string>> rows{
      {"parameter", "checked", "of", "worst index", "backward", "difference quotient", "relative error", ""}};
  for (const GradientEntry& entry : report.entries)
    rows.push_back({entry.name, std::to_string(entry.checked), std::to_string(entry.size), std::to_string(entry.worst),
                    general(entry.analytic, 7), general(entry.numeric, 7), general(entry.relative_error, 2),
                    entry.agrees ? "agrees" : "differs"});
  print_table(rows, true);
  print_line();
  print_line(report.agrees ? "Every gradient is the slope of the loss." : "Some gradients are not the loss's slopes.");
}

}  // namespace

void add_gradcheck(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("gradcheck", "hold every parameter's gradient against finite differences");
  const auto options = std::make_shared<GradcheckOptions>();
  add_configuration_options(*command, options->configuration);
  add_data_option(*command, options->configuration);
  command->add_option("--model", options->model, "trained model (.safetensors) in place of fresh weights")
      ->type_name("FILE")
      ->excludes("--config");
  CLI::Option* source =
      command->add_option("--source", options->source, "source text; the task's first pair where it is left out")
          ->type_name("TEXT");
  command->add_option("--target", options->target, "target text")->type_name("TEXT")->needs(source);
  command
      ->add_option("--entries", options->check.entries,
                   "of each parameter: half the largest gradients, half spread over the rest; 0 checks all")
      ->type_name("N")
      ->transform(whole_number(0, largest_count))
      ->capture_default_str();
  command
      ->add_option("--tolerance", options->check.tolerance,
                   "allowed error, relative to the largest gradient; 0: the usual one")
      ->type_name("X");
  add_json_option(*command, options->json, "one object with every parameter");
  command->footer(
      "The engine computes in float, where a difference quotient of the loss has three digits at best. So the "
      "quotient\n"
      "is that of the same model written out once more in double, whose loss must agree with the engine's.\n"
      "Exit code: 0 where all agrees, 1 where something differs.");
  command->callback([options, source, &exit_code] {
    require_source(*source, options->source);
    const Session session = open_session(options->model, options->configuration);
    if (source->count() == 0) require_pairs(session);
    const GradientReport report = session.check_gradients(options->source, options->target, options->check);
    if (options->json)
      print_line(to_json(report));
    else
      print_report(report);
    exit_code = report.agrees ? 0 : 1;
  });
}

}  // namespace seq2seq::cli
