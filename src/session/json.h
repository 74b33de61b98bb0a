// Reports as JSON text: what the command line prints with --json and what crosses into JavaScript. Keys are those of
// wasm/protocol.ts. Numbers are written with as many digits as give the same bits back (at most 9 for float, 17 for
// double); JSON has no NaN or infinity, so these are the strings "NaN", "Infinity", "-Infinity", which JavaScript's
// Number() and Python's float() read.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "session/json_evaluation.h"
#include "session/session.h"

namespace seq2seq {

std::string to_json(const StepReport& report);
std::string to_json(const std::vector<StepReport>& reports);  // an array
std::string to_json(const Snapshot& snapshot);                // alpha as one flat array, row-major
std::string to_json(const Translation& translation);
std::string to_json(const Trace& trace);
std::string state_to_json(const Session& session);  // configuration, step, epoch, finished, parameterCount, digest
std::string error_to_json(const Error& error);      // {"code", "message"}

}  // namespace seq2seq
