// The session's evaluations.
#include "base/message.h"
#include "session/searching.h"
#include "session/state.h"

namespace seq2seq {
namespace {

const char* name_of(TokeniserKind kind) {
  switch (kind) {
    case TokeniserKind::characters: return "characters";
    case TokeniserKind::words: return "words";
    case TokeniserKind::ids: return "ids";
  }
  return "";
}

EvaluationReport evaluate_examples(const Seq2Seq& model, const Parameters& parameters, const Corpus& corpus,
                                   const std::vector<Example>& examples, const DecodingConfig& decoding,
                                   Context& context) {
  EvaluationOptions options;
  options.search = search_options(corpus.specials(), decoding);
  options.bleu.order = decoding.bleu_order;
  options.bleu.smoothing = decoding.bleu_smoothing;
  EvaluationReport report;
  report.numbers = seq2seq::evaluate(model, parameters, examples, corpus.vocabulary(), options, context);
  report.bleu_signature = bleu_signature(options.bleu, name_of(corpus.codec.tokeniser()));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const EvaluatedPair& pair = report.numbers.pairs[i];
    report.texts.push_back({examples[i].source_text, examples[i].target_text,
                            corpus.decode(pair.output, examples[i].unknown), pair.exact, pair.cut_off,
                            pair.edit_distance, pair.loss, pair.bleu});
  }
  return report;
}

}  // namespace

EvaluationReport Session::evaluate(Part part, Context& context) const {
  const State& s = *state_;
  return evaluate_examples(s.model, s.parameters, s.corpus, s.corpus.part(part), s.configuration.decoding, context);
}

EvaluationReport Session::evaluate(const std::string& pairs, Context& context) const {
  const State& s = *state_;
  if (s.configuration.task.kind == TaskKind::lesson)
    throw_error(ErrorCode::invalid_value, {"the lesson's model knows its one pair only; allowed: any other task.kind"});
  TaskConfig task = s.configuration.task;
  task.kind = TaskKind::data;
  task.tokeniser = s.corpus.codec.tokeniser();
  task.validation_share = task.test_share = 0;
  const Corpus other = build_corpus(task, s.configuration.training.seed, &pairs, &s.corpus.vocabulary());
  return evaluate_examples(s.model, s.parameters, other, other.train, s.configuration.decoding, context);
}

const CorpusReport& Session::corpus_report() const { return state_->corpus.report; }
std::size_t Session::part_size(Part part) const { return state_->corpus.part(part).size(); }

}  // namespace seq2seq
