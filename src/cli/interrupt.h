// Ctrl-C and SIGTERM. Until something is at stake the program ends at once, with exit code 1. Where work in hand is to
// be finished first they are a request; the second one ends the program at once even then.
#pragma once

#include "base/context.h"

namespace seq2seq::cli {

void end_on_interrupt();  // the program's beginning
void catch_interrupts();  // from here on they are a request
bool interrupted();

}  // namespace seq2seq::cli
