// A pass with a mistake in it as JSON text: fields are those of wasm/protocol.ts's BrokenVariant.
#pragma once

#include <string>

#include "session/session.h"

namespace seq2seq {

// {"mistake", "source", "target", "sourcePadding", "targetPadding"} -> {"source", "target", "ours", "theirs",
// "tensors", "first"}. Error(invalid_value) names what it does not know.
std::string broken_run_from_json(const Session& session, const std::string& request);

}  // namespace seq2seq
