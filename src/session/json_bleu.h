// BLEU of texts, asked and answered as JSON text. Numbers are written as json.h says.
#pragma once

#include <string>

#include "inference/bleu.h"
#include "session/json_writer.h"

namespace seq2seq {

// With everything that went into it: the "bleu" of an evaluation.
void write_bleu(JsonWriter& json, const Bleu& bleu, const std::string& signature);

// {"hypotheses": [text, ...], "references": [text or [text, ...], ...], "tokeniser": "words" or "characters", "order",
// "smoothing", "value", "effectiveOrder"}, all but the first two with defaults (inference/bleu.h) -> what write_bleu
// writes.
std::string bleu_from_json(const std::string& request);

}  // namespace seq2seq
