// What people are told of their own pairs before a run begins.
#pragma once

#include "session/session.h"

namespace seq2seq::cli {

// Rows that were skipped, what was guessed of the file, how the pairs were split; with `json` one object
// {"event": "data", "pairs": {"train", "validation", "test"}, "report"}. Nothing for the built-in tasks.
void print_corpus(const Session& session, bool json);

}  // namespace seq2seq::cli
