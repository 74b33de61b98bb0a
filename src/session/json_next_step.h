// Looks at a session as JSON text: its next training step (next_step.h) and what padding does (padded_pass.h). Fields
// are those of wasm/next-step.ts.
#pragma once

#include <string>

#include "session/session.h"

namespace seq2seq {

// {"tensor", "index"} -> {"report", "rows", "tensors", "weight", ...}
std::string next_step_from_json(const Session& session, const std::string& request);
std::string to_json(const PaddedPass& pass);

}  // namespace seq2seq
