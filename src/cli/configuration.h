// How subcommands get the run's configuration: a file, and single fields set on top.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/session.h"

namespace seq2seq::cli {

struct ConfigurationOptions {
  std::string file;               // empty: every field has its default, which is the lesson's toy
  std::vector<std::string> sets;  // "training.learning_rate=0.01"
  std::string data;               // file of own pairs, for the task data
};

struct Run {
  Configuration configuration;
  std::optional<std::string> pairs;  // the bytes of the file
  Session session() const { return Session(configuration, pairs ? &*pairs : nullptr); }
};

// "NAME=VALUE" cut in two; Error(invalid_value) where there is no "=".
std::pair<std::string, std::string> name_and_value(const std::string& set);

void add_configuration_options(CLI::App& command, ConfigurationOptions& options);
void add_data_option(CLI::App& command, ConfigurationOptions& options);

Configuration read_configuration(const ConfigurationOptions& options);
Run read_run(
    const ConfigurationOptions& options);  // with the pairs; Error(invalid_value) where they do not go together

}  // namespace seq2seq::cli
