// How subcommands get a trained model: its file, and live fields set on top.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/configuration.h"

namespace seq2seq::cli {

struct ModelOptions {
  std::string file;
  std::vector<std::string> sets;  // "decoding.beam=4"
  int beam = 0;                   // 0: as the model's configuration says
};

void add_model_options(CLI::App& command, ModelOptions& options);
Session load_model(const ModelOptions& options);

// For subcommands that take either: the model's file with its live fields set, or a fresh session by the configuration.
// Pairs for a model of a built-in task are refused.
Session open_session(const std::string& model_file, const ConfigurationOptions& options);

// Inside, an empty source means the task's first pair; typed, it is a slip. Error(invalid_data) says so.
void require_source(const CLI::Option& option, const std::string& source);

// Where no source is given, the task's first pair is taken: Error(invalid_value) where a model came without any.
void require_pairs(const Session& session);

}  // namespace seq2seq::cli
