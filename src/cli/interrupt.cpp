#include "cli/interrupt.h"

#include <csignal>

namespace seq2seq::cli {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;

extern "C" void note_interrupt(int signal) {
  asked_to_stop = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

bool interrupted() { return asked_to_stop != 0; }

}  // namespace seq2seq::cli
