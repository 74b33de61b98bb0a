// What the subcommands share. Each lives in a file of its own: it adds itself to the program with its options and a
// callback that runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace seq2seq::cli {

void add_lesson(CLI::App& program);
void add_train(CLI::App& program);
void add_translate(CLI::App& program);
void add_evaluate(CLI::App& program);
void add_trace(CLI::App& program);
void add_program(CLI::App& program);
// These two end well and still have something to say by their exit code: 1 where numbers differ.
void add_check(CLI::App& program, int& exit_code);
void add_gradcheck(CLI::App& program, int& exit_code);
void add_tasks(CLI::App& program);
void add_config(CLI::App& program);

// Adds --json, which every subcommand has.
inline void add_json_option(CLI::App& command, bool& json, const std::string& what) {
  command.add_flag("--json", json, what);
}

}  // namespace seq2seq::cli
