// seq2seq check: somebody's own model, one pass of it dumped, against the engine with the same weights.
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/files.h"
#include "cli/print.h"
#include "session/json_reference.h"

namespace seq2seq::cli {
namespace {

struct CheckOptions {
  ConfigurationOptions configuration;
  std::string reference, mapping;
  double tolerance = default_check_tolerance;
  bool all = false, json = false;
};

std::string shape_of(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + ")";
}

std::string at(const std::string& tensor, int step) {
  return tensor + (step < 0 ? "" : ", step " + std::to_string(step));
}

// "index 13, that is (0, 1, 5)".
std::string index_of(std::size_t index, const std::vector<int>& shape) {
  std::string place;
  std::size_t rest = index;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto size = static_cast<std::size_t>(std::max(shape[i], 1));
    place.insert(0, std::to_string(rest % size) + (place.empty() ? "" : ", "));
    rest /= size;
  }
  if (rest > 0) place.clear();  // padding beyond ours
  return "index " + std::to_string(index) + (place.empty() || shape.size() < 2 ? "" : ", that is (" + place + ")");
}

void print_names(const NameMatches& names) {
  std::vector<std::vector<std::string>> guessed{{"their name", "taken as", "why"}};
  for (const WeightMatch& match : names.weights)
    if (match.kind == MatchKind::guess) guessed.push_back({match.theirs, match.ours, "guessed by name and shape"});
  for (const auto& [ours, theirs] : names.extra_biases) guessed.push_back({theirs, ours, "a bias that we do not have"});
  for (const auto& [theirs, ours] : names.forward)
    if (names.forward_kind.at(theirs) == MatchKind::guess) guessed.push_back({theirs, ours, "guessed by name"});
  if (guessed.size() > 1) print_table(guessed, true);
  for (const UnmatchedName& unused : names.unused) {
    std::string text = "not used: " + unused.name + " " + shape_of(unused.shape);
    if (!unused.remark.empty()) text += ", " + unused.remark;
    for (std::size_t i = 0; i < unused.suggestions.size(); ++i)
      text += (i == 0 ? "; it could be " : " or ") + unused.suggestions[i];
    print_line(text);
  }
}

void print_missing(const NameMatches& names) {
  print_line();
  print_line("These weights were not found, so that nothing can be computed:");
  for (const std::string& missing : names.missing) print_line("  " + missing);
  print_line();
  print_line("Complete this mapping of their names to ours, and hand it in with --mapping:");
  print_line(mapping_to_json(names));
}

void print_compared(const ReferenceReport& report, bool all) {
  constexpr std::size_t most = 8;  // of those that differ; what follows the first mostly follows from it
  std::vector<std::vector<std::string>> rows{{"tensor", "step", "largest difference", "allowed", ""}};
  std::size_t wrong = 0;
  for (const Comparison& c : report.compared) {
    wrong += c.agrees ? 0 : 1;
    if (!all && (c.agrees || wrong > most)) continue;
    rows.push_back({c.name, c.step < 0 ? "" : std::to_string(c.step),
                    c.remark.empty() ? general(std::fabs(c.theirs - c.ours), 3) : "", general(c.allowed, 3),
                    c.agrees           ? "agrees"
                    : c.remark.empty() ? "differs"
                                       : c.remark});
  }
  print_line(std::to_string(report.compared.size()) + " tensors compared, in the order of the computation: " +
             std::to_string(report.compared.size() - wrong) + " agree, " + std::to_string(wrong) + " differ.");
  if (rows.size() > 1) print_table(rows, true);
  if (!all && wrong > most) print_line("... and " + std::to_string(wrong - most) + " more; --all lists all of them");
}

void print_first(const Comparison& first) {
  print_line("First difference: " + at(first.name, first.step));
  if (!first.theirs_name.empty() && first.theirs_name != stored_name(first.name, first.step))
    print_line("  in their dump: " + first.theirs_name);
  if (!first.remark.empty()) {
    print_line("  " + first.remark);
    return;
  }
  print_line("  " + index_of(first.worst, first.shape) + ": theirs " + general(first.theirs, 8) + ", ours " +
             general(first.ours, 8));
  print_line("  off by " + general(std::fabs(first.theirs - first.ours), 3) + ", allowed " + general(first.allowed, 3));
}

void print_causes(const Explanation& explanation) {
  print_line();
  for (const Cause& cause : explanation.causes) {
    print_line((cause.tested ? "Cause (tested, it gives their numbers), at " : "What it usually is, at ") +
               at(cause.tensor, cause.step) + ":");
    print_line("  " + cause.sentence);
    for (const std::string& other : cause.alternatives) print_line("  or, with the same numbers: " + other);
  }
  if (explanation.complete)
    print_line("With that, everything in the dump comes out.");
  else if (std::any_of(explanation.causes.begin(), explanation.causes.end(), [](const Cause& c) { return c.tested; }))
    print_line("Even with what was tested, something is left that differs.");
}

void print_report(const ReferenceReport& report, bool all) {
  if (!report.loaded) {
    print_names(report.names);
    return print_missing(report.names);
  }
  if (report.agrees) {
    print_line("Agrees: your implementation computes what the engine computes.");
  } else {
    print_first(*report.first);
    print_causes(report.explanation);
  }
  for (const std::string& note : report.notes) print_line("Note: " + note + ".");
  print_line();
  print_compared(report, all);
  print_line();
  print_names(report.names);
}

}  // namespace

void add_check(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "check", "compare your own implementation with the engine: where it first differs, and what that means");
  const auto options = std::make_shared<CheckOptions>();
  add_configuration_options(*command, options->configuration);
  command
      ->add_option("--reference", options->reference,
                   "one pass of your model (.safetensors): weights, forward tensors, gradients")
      ->type_name("FILE")
      ->required();
  command->add_option("--mapping", options->mapping, "your names to ours (JSON object); guessed where it is left out")
      ->type_name("FILE");
  command->add_option("--tolerance", options->tolerance, "what a value may be off, relative to its tensor's largest")
      ->type_name("X")
      ->capture_default_str();
  command->add_flag("--all", options->all, "list the tensors that agree as well");
  add_json_option(*command, options->json, "one object with every comparison");
  command->footer(
      "Exit code: 0 where all agrees, 1 where something differs, 2 where the dump cannot be used.\n"
      "The dump is described, with ten lines of Python that write it, in docs/check-your-implementation.md.");
  command->callback([options, &exit_code] {
    const NameMapping mapping =
        options->mapping.empty() ? NameMapping{} : parse_name_mapping(read_file(options->mapping));
    const ReferenceReport report = check_reference(
        read_file(options->reference), read_configuration(options->configuration), mapping, options->tolerance);
    if (options->json)
      print_line(to_json(report));
    else
      print_report(report, options->all);
    exit_code = !report.loaded ? 2 : report.agrees ? 0 : 1;
  });
}

}  // namespace seq2seq::cli
