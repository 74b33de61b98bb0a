// What the subcommands share. Each lives in a file of its own: it adds itself to the program with its options and a
// callback that runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
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

constexpr std::int64_t largest_count = 1'000'000'000;

// An option's check: digits, and in this range. CLI11's own let through what no number of the option's type is.
inline CLI::Validator whole_number(std::int64_t least, std::int64_t most) {
  const std::string range = "from " + std::to_string(least) + " to " + std::to_string(most);
  const auto refuse = [least, most, range](const std::string& text) {
    const bool digits = !text.empty() && text.size() < 12 && text.find_first_not_of("0123456789") == std::string::npos;
    const bool inside = digits && std::stoll(text) >= least && std::stoll(text) <= most;
    return inside ? std::string() : "it is " + (text.empty() ? "empty" : text) + "; allowed: a whole number " + range;
  };
  return CLI::Validator(refuse, range);
}

// Adds --json, which every subcommand has.
inline void add_json_option(CLI::App& command, bool& json, const std::string& what) {
  command.add_flag("--json", json, what);
}

}  // namespace seq2seq::cli
