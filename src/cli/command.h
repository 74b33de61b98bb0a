// What the subcommands share. Each lives in a file of its own: it adds itself to the program with its options and a
// callback that runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
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

// A count: digits, and in this range. CLI11's own check lets through what no number of the option's type is, and its
// conversion reads 010 as eight: the zeros in front go, so this is handed to transform(), not to check().
inline CLI::Validator whole_number(std::int64_t least, std::int64_t most) {
  const std::string range = "from " + std::to_string(least) + " to " + std::to_string(most);
  const auto read = [least, most, range](std::string& text) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    const std::string number = digits ? text.substr(std::min(text.find_first_not_of('0'), text.size() - 1)) : "";
    const bool inside = digits && number.size() < 12 && std::stoll(number) >= least && std::stoll(number) <= most;
    if (!inside) return "it is " + (text.empty() ? "empty" : text) + "; allowed: a whole number " + range;
    text = number;
    return std::string();
  };
  return CLI::Validator(read, range);
}

// Adds --json, which every subcommand has.
inline void add_json_option(CLI::App& command, bool& json, const std::string& what) {
  command.add_flag("--json", json, what);
}

}  // namespace seq2seq::cli
