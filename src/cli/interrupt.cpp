#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace seq2seq::cli {
namespace {

volatile std::sig_atomic_t is_request = 0, asked_to_stop = 0;

extern "C" void note_interrupt(int) {
  if (is_request != 0 && asked_to_stop == 0) {
    asked_to_stop = 1;
    return;
  }
  constexpr char text[] = "seq2seq: stopped\n";
  if (::write(STDERR_FILENO, text, sizeof text - 1) < 0) ::_exit(1);
  ::_exit(1);
}

}  // namespace

void end_on_interrupt() {
  is_request = 0;
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

void catch_interrupts() { is_request = 1; }

bool interrupted() { return asked_to_stop != 0; }

}  // namespace seq2seq::cli
