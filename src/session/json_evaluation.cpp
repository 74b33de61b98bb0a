#include "session/json_evaluation.h"

#include "base/error.h"
#include "inference/bleu.h"
#include "session/json_request.h"
#include "session/json_writer.h"
#include "text/tokeniser.h"

namespace seq2seq {
namespace {

void write(JsonWriter& json, const Bleu& bleu, const std::string& signature) {
  json.open_object();
  json.field("score", bleu.score);
  json.field("signature", signature);
  json.field("precisions", bleu.precisions);
  json.field("brevityPenalty", bleu.brevity_penalty);
  json.field("orderUsed", bleu.order_used);
  json.field("matches", bleu.counts.matches);
  json.field("totals", bleu.counts.totals);
  json.field("hypothesisLength", bleu.counts.hypothesis_length);
  json.field("referenceLength", bleu.counts.reference_length);
  json.field("zeroBecause", bleu.zero_because);
  json.close_object();
}

void write(JsonWriter& json, const TaskDescription& task) {
  json.open_object();
  json.field("name", task.name);
  json.field("sentence", task.sentence);
  json.field("settings", task.settings);
  json.field("source", task.source);
  json.field("target", task.target);
  json.field("hasAlignment", task.has_alignment);
  json.close_object();
}

// One text, or several that are all right.
std::vector<std::vector<std::string>> references_from(const JsonRequest& request, const JsonValue& given,
                                                      TokeniserKind tokeniser) {
  std::vector<std::vector<std::string>> references;
  const auto add = [&](const JsonValue& text) {
    if (!text.is_string()) request.refuse("references", text, "a text or a list of texts for each hypothesis");
    references.push_back(tokenise(tokeniser, text.get<std::string>()));
  };
  if (given.is_array())
    for (const JsonValue& text : given) add(text);
  else
    add(given);
  return references;
}

}  // namespace

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
  write(json, numbers.bleu, report.bleu_signature);
  json.key("positions");
  json.open_array();
  for (const PositionAccuracy& position : numbers.positions) {
    json.open_object();
    json.field("tokens", position.tokens);
    json.field("forced", position.forced);
    json.field("free", position.free);
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

std::string to_json(const TaskDescription& task) {
  JsonWriter json;
  write(json, task);
  return json.take();
}

std::string tasks_as_json() {
  JsonWriter json;
  json.open_array();
  for (const TaskDescription& task : task_descriptions()) write(json, task);
  json.close_array();
  return json.take();
}

std::string bleu_from_json(const std::string& text) {
  const JsonRequest request("bleu", text,
                            {"hypotheses", "references", "tokeniser", "order", "smoothing", "value", "effectiveOrder"});
  BleuOptions options;
  options.order = static_cast<int>(request.whole("order", 1, 16, 4));
  constexpr BleuSmoothing smoothings[] = {BleuSmoothing::none, BleuSmoothing::exp, BleuSmoothing::floor,
                                          BleuSmoothing::add_k};
  options.smoothing = smoothings[request.choice("smoothing", {"none", "exp", "floor", "add-k"}, 0)];
  options.value = request.number("value", 0, 1e6, -1);
  options.effective_order = request.flag("effectiveOrder", false);
  const bool letters = request.choice("tokeniser", {"words", "characters"}, 0) == 1;
  const TokeniserKind tokeniser = letters ? TokeniserKind::characters : TokeniserKind::words;

  const JsonValue& hypotheses = request.member("hypotheses");
  const JsonValue& references = request.member("references");
  if (!hypotheses.is_array() || hypotheses.empty())
    request.refuse("hypotheses", hypotheses, "a list of at least one text");
  if (!references.is_array() || references.size() != hypotheses.size())
    request.refuse("references", references,
                   "as many as hypotheses, " + std::to_string(hypotheses.size()) + ", each a text or a list of texts");
  BleuCounts counts;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (!hypotheses[i].is_string()) request.refuse("hypotheses", hypotheses[i], "a text");
    counts.add(count_ngrams(tokenise(tokeniser, hypotheses[i].get<std::string>()),
                            references_from(request, references[i], tokeniser), options.order));
  }
  JsonWriter json;
  write(json, bleu(counts, options), bleu_signature(options, letters ? "characters" : "words"));
  return json.take();
}

}  // namespace seq2seq
