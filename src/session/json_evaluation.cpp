#include "session/json_evaluation.h"

#include "session/json_bleu.h"
#include "session/json_writer.h"

namespace seq2seq {

std::string to_json(const EvaluationReport& report) {
  const Evaluation& numbers = report.numbers;
  JsonWriter json;
  json.open_object();
  json.field("pairs", numbers.pairs.size());
  json.field("tokens", numbers.tokens);
  json.field("loss", numbers.loss);
  json.field("freeLoss", numbers.free_loss);
  json.field("perplexity", numbers.perplexity);
  json.field("forcedAccuracy", numbers.forced_accuracy);
  json.field("freeAccuracy", numbers.free_accuracy);
  json.field("exactMatch", numbers.exact_match);
  json.field("editDistance", numbers.edit_distance);
  json.field("tokenErrorRate", numbers.token_error_rate);
  json.field("cutOff", numbers.cut_off);
  json.field("alignedTokens", numbers.aligned_tokens);
  json.field("alignmentScore", numbers.alignment_score);
  json.key("bleu");
  write_bleu(json, numbers.bleu, report.bleu_signature);
  json.key("positions");
  json.open_array();
  for (const PositionAccuracy& position : numbers.positions) {
    json.open_object();
    json.field("tokens", position.tokens);
    json.field("forced", position.forced);
    json.field("free", position.free);
    json.field("forcedAccuracy", position.forced_accuracy);
    json.field("freeAccuracy", position.free_accuracy);
    json.close_object();
  }
  json.close_array();
  json.key("texts");
  json.open_array();
  for (const EvaluatedText& text : report.texts) {
    json.open_object();
    json.field("source", text.source);
    json.field("target", text.target);
    json.field("output", text.output);
    json.field("exact", text.exact);
    json.field("cutOff", text.cut_off);
    json.field("editDistance", text.edit_distance);
    json.field("loss", text.loss);
    json.field("bleu", text.bleu);
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return json.take();
}

std::string to_json(const CorpusReport& report) {
  JsonWriter json;
  json.open_object();
  json.field("separator", name_of(report.file.separator));
  json.field("encoding", name_of(report.file.encoding));
  json.field("hadHeader", report.file.had_header);
  json.field("skippedEmpty", report.file.skipped_empty);
  json.field("skippedOneColumn", report.file.skipped_one_column);
  json.field("extraColumns", report.file.extra_columns);
  json.field("skippedRows", report.file.skipped);
  json.field("leftOutLong", report.left_out_long);
  json.field("repeatedSources", report.repeated_sources);
  json.field("leakedSources", report.leaked_sources);
  json.field("sharedTargets", report.shared_targets);
  json.field("heldOutTokens", report.held_out_tokens);
  json.field("heldOutUnknown", report.held_out_unknown);
  json.close_object();
  return json.take();
}

}  // namespace seq2seq
