// Ctrl-C as a request: work in hand is finished, then the run stops. A second Ctrl-C ends the program at once.
#pragma once

#include "base/context.h"

namespace seq2seq::cli {

void catch_interrupts();
bool interrupted();
inline Context interruptible() {
  return Context([] { return interrupted(); });
}

}  // namespace seq2seq::cli
