// The next training step as JSON text, asked for and answered (next_step.h). Fields are those of wasm/next-step.ts.
#pragma once

#include <string>

#include "session/session.h"

namespace seq2seq {

// {"tensor", "index", "padding"} -> {"report", "steps", "tensors", "weight", ...}
std::string next_step_from_json(const Session& session, const std::string& request);

}  // namespace seq2seq
