// What is known of pairs and of a model's answers to them, as JSON text: evaluations, BLEU, what reading a file met,
// the built-in tasks. Numbers are written as json.h says.
#pragma once

#include <string>

#include "session/evaluation.h"
#include "text/corpus.h"
#include "text/tasks.h"

namespace seq2seq {

std::string to_json(const EvaluationReport& report);
std::string to_json(const CorpusReport& report);
std::string to_json(const TaskDescription& task);
std::string tasks_as_json();  // an array of all of them

// BLEU of texts: {"hypotheses": [text, ...], "references": [text or [text, ...], ...], "tokeniser": "words" or
// "characters", "order", "smoothing", "value", "effectiveOrder"}, all but the first two with defaults
// (inference/bleu.h)
// -> the "bleu" of an evaluation.
std::string bleu_from_json(const std::string& request);

}  // namespace seq2seq
