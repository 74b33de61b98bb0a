// seq2seq evaluate: how good a model is on pairs that it was not trained on.
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/print.h"
#include "session/json.h"

namespace seq2seq::cli {
namespace {

struct EvaluateOptions {
  ModelOptions model;
  std::string data;           // file of other pairs
  std::string part = "test";  // of the model's own task
  int show = 0;               // so many wrong outputs
  bool json = false;
};

std::string percent(double share) { return fixed(100 * share, 2) + " %"; }
std::string percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "-" : percent(static_cast<double>(part) / static_cast<double>(whole));
}

void print_numbers(const Evaluation& found, const std::string& signature) {
  std::string precisions;
  for (const double precision : found.bleu.precisions)
    precisions += (precisions.empty() ? "" : " ") + fixed(precision, 4);
  std::vector<std::vector<std::string>> rows{
      {"pairs", std::to_string(found.pairs.size())},
      {"tokens, EOS counted", std::to_string(found.tokens)},
      {"loss per token", fixed(found.loss, 4)},
      {"  the same, fed its own", fixed(found.free_loss, 4)},
      {"perplexity", general(found.perplexity, 6)},
      {"tokens right, fed the truth", percent(found.forced_accuracy)},
      {"tokens right, fed its own", percent(found.free_accuracy)},
      {"outputs exactly right", percent(found.exact_match)},
      {"edits per pair, in tokens", fixed(found.edit_distance, 3)},
      {"edits per target token", fixed(found.token_error_rate, 4)},
      {"outputs cut off", std::to_string(found.cut_off)},
      {signature,
       fixed(found.bleu.score, 4) + (found.bleu.zero_because.empty() ? "" : " (" + found.bleu.zero_because + ")")},
      {"  n-gram precisions", precisions},
      {"  brevity penalty", fixed(found.bleu.brevity_penalty, 4)},
  };
  if (found.aligned_tokens > 0)
    rows.push_back({"attention on the known place",
                    percent(found.alignment_score) + " of " + std::to_string(found.aligned_tokens) + " tokens"});
  print_table(rows, false);
}

void print_positions(const Evaluation& found) {
  print_line();
  print_line("Tokens right by target position: the gap is exposure bias.");
  std::vector<std::vector<std::string>> rows{{"position", "tokens", "fed the truth", "fed its own"}};
  for (std::size_t t = 0; t < found.positions.size(); ++t) {
    const PositionAccuracy& position = found.positions[t];
    rows.push_back({std::to_string(t + 1), std::to_string(position.tokens), percent(position.forced, position.tokens),
                    percent(position.free, position.tokens)});
  }
  print_table(rows, true);
}

void print_wrong(const std::vector<EvaluatedText>& texts, int most) {
  std::vector<std::vector<std::string>> rows{{"source", "expected", "output", "edits"}};
  for (const EvaluatedText& text : texts)
    if (!text.exact && static_cast<int>(rows.size()) <= most)
      rows.push_back({text.source, text.target, text.output, std::to_string(text.edit_distance)});
  print_line();
  if (rows.size() == 1)
    print_line("No output is wrong.");
  else
    print_table(rows, true);
}

EvaluationReport evaluate_model(const EvaluateOptions& options) {
  const Session session = load_model(options.model);
  catch_interrupts();
  ProgressBar progress;
  Context context([] { return interrupted(); },
                  [&progress](double fraction) { progress.show(fraction, "evaluating"); });
  if (!options.data.empty()) return session.evaluate(read_file(options.data), context);
  const Part part = options.part == "train" ? Part::train : options.part == "test" ? Part::test : Part::validation;
  if (session.part_size(part) == 0)
    throw Error(ErrorCode::invalid_value, "the model's task has no pairs in its part " + options.part +
                                              "; choose another with --part, or give pairs with --data");
  return session.evaluate(part, context);
}

}  // namespace

void add_evaluate(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("evaluate", "losses, accuracy, BLEU of a model on pairs that it was not trained on");
  const auto options = std::make_shared<EvaluateOptions>();
  add_model_options(*command, options->model);
  CLI::Option* data =
      command->add_option("--data", options->data, "pairs, one a line (TSV, CSV); else a part of the model's own task")
          ->type_name("PAIRS");
  command->add_option("--part", options->part, "which part of the model's own task: test, validation or train")
      ->check(CLI::IsMember({"test", "validation", "train"}))
      ->excludes(data);
  command->add_option("--show", options->show, "print so many wrong outputs")
      ->type_name("N")
      ->transform(whole_number(0, largest_count));
  add_json_option(*command, options->json, "one object with every number and every pair");
  command->callback([options] {
    const EvaluationReport report = evaluate_model(*options);
    if (options->json) return print_line(to_json(report));
    print_numbers(report.numbers, report.bleu_signature);
    print_positions(report.numbers);
    if (options->show > 0) print_wrong(report.texts, options->show);
  });
}

}  // namespace seq2seq::cli
