// The teaching views' questions and answers as JSON text: what JavaScript asks of schedules, coins, copying and decodes
// that are followed step by step. Fields are those of wasm/protocol.ts; numbers are written as json.h says.
#pragma once

#include <string>

#include "session/session.h"

namespace seq2seq {

// {"forcing": the configuration's training.forcing, "at": [k, ...]} -> [epsilon, ...]
std::string schedule_from_json(const std::string& request);
// {"seed", "rows", "length", "epsilon", "coin", "step"} -> a list a row, true where the model's own word is fed
std::string coins_from_json(const std::string& request);
// {"h", "alpha", "normalized"} -> {"alpha", "context", "alphaSum"}
std::string attention_context_from_json(const std::string& request);
// {"alpha", "pVocabulary", "pGen", "source"} -> {"pCopy", "probabilities"}
std::string copy_mixture_from_json(const std::string& request);
// {"one": [[...]], "other": [[...]]} -> [distance, ...]
std::string state_distances_from_json(const std::string& request);
// {"comparisons": [what to_json(ForcingComparison) writes, ...]} -> one over all their seeds
std::string joined_comparisons_from_json(const std::string& request);
// {"source", "target", "regime", "inputs", "steps", "stop"} -> {"source", "target", "steps": [...]}
std::string decode_steps_from_json(const Session& session, const std::string& request);

}  // namespace seq2seq
