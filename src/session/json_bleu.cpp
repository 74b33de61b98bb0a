#include "session/json_bleu.h"

#include "base/message.h"
#include "session/json_request.h"
#include "text/tokeniser.h"

namespace seq2seq {
namespace {

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

void write_bleu(JsonWriter& json, const Bleu& bleu, const std::string& signature) {
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

std::string bleu_from_json(const std::string& text) {
  const JsonRequest request("bleu", text,
                            {"hypotheses", "references", "tokeniser", "order", "smoothing", "value", "effectiveOrder"});
  BleuOptions options;
  options.order = request.whole<int>("order", options.order);
  constexpr BleuSmoothing smoothings[] = {BleuSmoothing::none, BleuSmoothing::exp, BleuSmoothing::floor,
                                          BleuSmoothing::add_k};
  options.smoothing = smoothings[request.choice("smoothing", {"none", "exp", "floor", "add-k"}, 0)];
  if (request.has("value")) options.value = request.number("value");
  options.effective_order = request.flag("effectiveOrder", false);
  const bool letters = request.choice("tokeniser", {"words", "characters"}, 0) == 1;
  const TokeniserKind tokeniser = letters ? TokeniserKind::characters : TokeniserKind::words;

  const JsonValue& hypotheses = request.member("hypotheses");
  const JsonValue& references = request.member("references");
  if (!hypotheses.is_array() || hypotheses.empty())
    request.refuse("hypotheses", hypotheses, "a list of at least one text");
  if (!references.is_array() || references.size() != hypotheses.size())
    request.refuse("references", references,
                   worded({"as many as hypotheses, ", hypotheses.size(), ", each a text or a list of texts"}));
  BleuCounts counts;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (!hypotheses[i].is_string()) request.refuse("hypotheses", hypotheses[i], "a text");
    counts.add(count_ngrams(tokenise(tokeniser, hypotheses[i].get<std::string>()),
                            references_from(request, references[i], tokeniser), options.order));
  }
  JsonWriter json;
  write_bleu(json, bleu(counts, options), bleu_signature(options, letters ? "characters" : "words"));
  return json.take();
}

}  // namespace seq2seq
