// seq2seq translate: a line of text in, the model's answer out.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/model.h"
#include "cli/print.h"
#include "session/json.h"
#include "session/json_writer.h"

namespace seq2seq::cli {
namespace {

struct TranslateOptions {
  ModelOptions model;
  int n_best = 0;  // 0: the best one alone
  bool exhaustive = false, json = false;
};

void print_empty(bool json) {
  JsonWriter writer;
  writer.open_object();
  writer.field("text", "");
  writer.field("skipped", "the line is empty");
  writer.close_object();
  print_line(json ? writer.take() : "");
}

void print_best(const Translation& best, bool json) { print_line(json ? to_json(best) : best.text); }

// Ranked outputs of one line: one object, or a table and a blank line.
void print_candidates(const std::vector<Translation>& candidates, bool json) {
  if (json) {
    JsonWriter writer;
    writer.open_object();
    writer.key("candidates");
    writer.open_array();
    for (const Translation& candidate : candidates) writer.raw(to_json(candidate));
    writer.close_array();
    writer.close_object();
    print_line(writer.take());
    return;
  }
  std::vector<std::vector<std::string>> rows{{"score", "log-probability", "output"}};
  for (const Translation& candidate : candidates)
    rows.push_back({fixed(candidate.score, 4), fixed(candidate.log_probability, 4),
                    candidate.text + (candidate.cut_off ? " (cut off)" : "")});
  print_table(rows, true);
  print_line();
}

void translate_line(const Session& session, const std::string& line, std::int64_t number,
                    const TranslateOptions& options) {
  Context context;
  const int count = std::max(1, options.n_best);
  const std::vector<Translation> found =
      options.exhaustive ? session.every_translation(line, count, context) : session.translations(line, count, context);
  if (options.n_best > 0) return print_candidates(found, options.json);
  print_best(found.front(), options.json);
  if (found.front().cut_off)
    std::fprintf(stderr, "seq2seq: line %lld: cut off at decoding.max_length\n", static_cast<long long>(number));
}

// One answer for each line, so that files stay side by side.
void translate_lines(const Session& session, const TranslateOptions& options) {
  const std::string_view mark = "\xEF\xBB\xBF";  // that some editors put in front of UTF-8
  std::string line;
  for (std::int64_t number = 1; read_line(line); ++number) {
    if (const std::size_t zero = line.find('\0'); zero != std::string::npos)
      throw Error(ErrorCode::invalid_data, "line " + std::to_string(number) + ": a NUL byte at position " +
                                               std::to_string(zero + 1) + ", which no text has");
    if (number == 1 && line.compare(0, mark.size(), mark) == 0) line.erase(0, mark.size());
    try {
      if (line.find_first_not_of(" \t\r\v\f") == std::string::npos)
        print_empty(options.json);
      else
        translate_line(session, line, number, options);
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
  const auto options = std::make_shared<TranslateOptions>();
  add_model_options(*command, options->model);
  command->add_option("--n-best", options->n_best, "print so many outputs of the search, ranked")
      ->type_name("N")
      ->transform(whole_number(1, 1000));
  command->add_flag("--exhaustive", options->exhaustive,
                    "try every output up to decoding.max_length instead; for tiny vocabularies");
  add_json_option(*command, options->json, "one object a line: tokens, text, attention, log-probability");
  command->callback([options] {
    const Session session = load_model(options->model);
    translate_lines(session, *options);
  });
}

}  // namespace seq2seq::cli
