// Reports as JSON text: what the command line prints with --json and what crosses into JavaScript. Keys are those of
// wasm/protocol.ts. Numbers are written with as many digits as give the same bits back (at most 9 for float, 17 for
// double); JSON has no NaN or infinity, so these are the strings "NaN", "Infinity", "-Infinity", which JavaScript's
// Number() and Python's float() read.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lesson/lesson.h"
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

namespace lesson {

std::string to_json(const Line& line);
std::string to_json(const std::vector<Line>& lines);  // an array
std::string to_json(const AttentionInput& input);
std::string to_json(const AttentionSteps& steps);
std::string to_json(const ParameterCounts& counts);
std::string to_json(const ForwardCost& cost);
std::string to_json(const ForcingComparison& means);

// Reads what to_json(AttentionInput) writes; `masked` and `temperature` may be missing. Error(invalid_value) names a
// field that is missing, of the wrong length or not a number.
AttentionInput parse_attention_input(const std::string& json);
AttentionScore parse_attention_score(const std::string& name);  // "bahdanau", "luong_dot", "luong_general"

}  // namespace lesson
}  // namespace seq2seq
