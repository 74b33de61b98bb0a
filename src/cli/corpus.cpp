#include "cli/corpus.h"

#include <cstdio>

#include "cli/print.h"
#include "session/json_evaluation.h"
#include "session/json_writer.h"

namespace seq2seq::cli {
namespace {

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

void print_skipped(const Pairs& file) {
  const std::int64_t skipped = file.skipped_empty + file.skipped_one_column;
  if (skipped == 0) return;
  std::string lines;
  for (const std::int64_t row : file.skipped) lines += (lines.empty() ? "" : ", ") + std::to_string(row);
  if (static_cast<std::int64_t>(file.skipped.size()) < skipped) lines += ", ...";
  print_line(counted(skipped, "row skipped", "rows skipped") + ": " + std::to_string(file.skipped_empty) +
             " with a blank side, " + std::to_string(file.skipped_one_column) + " without a second column (line" +
             (skipped == 1 ? " " : "s ") + lines + ")");
}

void print_for_people(const Session& session) {
  const CorpusReport& report = session.corpus_report();
  const Pairs& file = report.file;
  print_line("own pairs: " + std::to_string(session.part_size(Part::train)) + " to train on, " +
             std::to_string(session.part_size(Part::validation)) + " for validation, " +
             std::to_string(session.part_size(Part::test)) + " kept for the test");
  print_line(std::string("read as ") + name_of(file.encoding) + ", separated by: " + name_of(file.separator) +
             (file.had_header ? ", the first row a heading" : ""));
  print_skipped(file);
  if (file.extra_columns > 0)
    print_line(counted(file.extra_columns, "row has", "rows have") +
               " more than two columns; what stands in the others was not read");
  if (report.left_out_long > 0)
    print_line(counted(report.left_out_long, "pair is", "pairs are") +
               " left out: longer than task.max_source_length or task.max_target_length");
  if (report.repeated_sources > 0)
    print_line(counted(report.repeated_sources, "pair repeats", "pairs repeat") +
               " an earlier source; equal sources stay in one part");
  if (report.leaked_sources > 0)
    print_line(counted(report.leaked_sources, "held-out pair has", "held-out pairs have") +
               " a source that is also trained on");
  if (report.shared_targets > 0)
    print_line(counted(report.shared_targets, "held-out pair has", "held-out pairs have") +
               " a target that also occurs in training");
  if (report.held_out_unknown > 0)
    print_line(std::to_string(report.held_out_unknown) + " of " +
               counted(report.held_out_tokens, "held-out token", "held-out tokens") + " are not in the vocabulary");
  print_line();
}

void print_as_json(const Session& session) {
  JsonWriter json;
  json.open_object();
  json.field("event", "data");
  json.key("pairs");
  json.open_object();
  json.field("train", session.part_size(Part::train));
  json.field("validation", session.part_size(Part::validation));
  json.field("test", session.part_size(Part::test));
  json.close_object();
  json.key("report");
  json.raw(to_json(session.corpus_report()));
  json.close_object();
  print_line(json.take());
}

}  // namespace

void print_corpus(const Session& session, bool json) {
  if (session.configuration().task.kind != TaskKind::data || session.part_size(Part::train) == 0) return;
  if (json)
    print_as_json(session);
  else
    print_for_people(session);
  std::fflush(stdout);  // training may take long
}

}  // namespace seq2seq::cli
