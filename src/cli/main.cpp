// The command line: seq2seq <subcommand>. Results go to stdout, messages to stderr; exit 0 for success, 1 for work that
// failed, 2 for bad use or bad input.
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"

namespace {

// Whether what went wrong was handed to us, or happened in our hands.
int exit_code(seq2seq::ErrorCode code) {
  switch (code) {
    case seq2seq::ErrorCode::invalid_value:
    case seq2seq::ErrorCode::invalid_token:
    case seq2seq::ErrorCode::invalid_data:
    case seq2seq::ErrorCode::invalid_file: return 2;
    case seq2seq::ErrorCode::invalid_state:
    case seq2seq::ErrorCode::not_finite:
    case seq2seq::ErrorCode::cancelled: return 1;
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Sequence-to-sequence learning with attention: the lesson's numbers, training, inspection.",
                   "seq2seq");
  program.set_version_flag("--version", SEQ2SEQ_VERSION);
  program.require_subcommand(1);
  seq2seq::cli::add_lesson(program);
  seq2seq::cli::add_train(program);
  seq2seq::cli::add_translate(program);
  seq2seq::cli::add_evaluate(program);
  seq2seq::cli::add_trace(program);
  seq2seq::cli::add_program(program);
  int result = 0;
  seq2seq::cli::add_check(program, result);
  seq2seq::cli::add_gradcheck(program, result);
  seq2seq::cli::add_tasks(program);
  seq2seq::cli::add_config(program);
  seq2seq::cli::end_on_interrupt();
  try {
    program.parse(argc, argv);  // runs the subcommand's callback
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      std::fprintf(stderr, "seq2seq: the output could not be written\n");
      return 1;
    }
    return result;
  } catch (const CLI::RequiredError& error) {
    const std::vector<std::string> rest = program.remaining();
    if (rest.empty()) return program.exit(error), 2;
    std::fprintf(stderr, "seq2seq: there is no subcommand %s; run with --help to see them\n", rest.front().c_str());
    return 2;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;  // --help and --version arrive here as well
  } catch (const seq2seq::Error& error) {
    std::fprintf(stderr, "seq2seq: %s\n", error.what());
    return exit_code(error.code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "seq2seq: %s\n", error.what());
    return 1;
  }
}
