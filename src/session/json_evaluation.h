// What is known of pairs and of a model's answers to them, as JSON text: evaluations, and what reading a file met.
// Numbers are written as json.h says.
#pragma once

#include <string>

#include "session/evaluation.h"
#include "text/corpus.h"

namespace seq2seq {

std::string to_json(const EvaluationReport& report);
std::string to_json(const CorpusReport& report);

}  // namespace seq2seq
