// What the model's tests share: batches from nested lists, parameters from fixtures, activations in PyTorch's order.
#pragma once

#include <string>
#include <vector>

#include "model/seq2seq.h"
#include "model/workspace.h"
#include "support/fixtures.h"

namespace model_test {

using namespace seq2seq;
using Rows = std::vector<std::vector<TokenId>>;

// Sources and targets as the fixtures have them: equally long rows, targets with BOS in front. Lengths default to the
// whole row; target lengths count labels.
inline Batch batch_of(const Rows& sources, const Rows& targets, std::vector<std::int32_t> source_lengths = {},
                      std::vector<std::int32_t> target_lengths = {}) {
  Batch batch;
  batch.rows = static_cast<int>(sources.size());
  const std::size_t B = sources.size(), S = sources[0].size(), T = targets[0].size() - 1;
  batch.source_length = static_cast<int>(S);
  batch.target_length = static_cast<int>(T);
  for (std::size_t s = 0; s < S; ++s)
    for (std::size_t b = 0; b < B; ++b) batch.source.push_back(sources[b][s]);
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t b = 0; b < B; ++b) {
      batch.input.push_back(targets[b][t]);
      batch.label.push_back(targets[b][t + 1]);
    }
  batch.source_lengths = std::move(source_lengths);
  if (batch.source_lengths.empty()) batch.source_lengths.assign(B, static_cast<std::int32_t>(S));
  batch.target_lengths = std::move(target_lengths);
  if (batch.target_lengths.empty()) batch.target_lengths.assign(B, static_cast<std::int32_t>(T));
  return batch;
}

inline ModelConfig config_of(const fixtures::Json& json) {
  ModelConfig config;
  config.vocabulary_size = json.at("V");
  config.embedding_size = json.at("E");
  config.hidden_size = json.at("H");
  return config;
}

// Only names that the model has; the fixtures of a variant may carry more.
inline Parameters parameters_of(const fixtures::Json& json, const Seq2Seq& model) {
  Parameters parameters(model.layout());
  for (const auto& p : model.layout()->list())
    parameters.write(p.name, fixtures::tensor(json.at("params").at(p.name)).from_float());
  return parameters;
}

// Columns t*B + b of `size` values, `stride` apart, as PyTorch's (B,steps,size).
inline std::vector<double> batch_first(const Real* data, int rows, int steps, int size, int stride) {
  std::vector<double> out;
  for (int b = 0; b < rows; ++b)
    for (int t = 0; t < steps; ++t)
      for (int i = 0; i < size; ++i) out.push_back(static_cast<double>(data[(t * rows + b) * stride + i]));
  return out;
}

// A little model of any sizes, drawn from a seed.
struct Example {
  Seq2Seq model;
  Parameters parameters;
  explicit Example(const ModelConfig& config, std::uint64_t seed = 5) : model(config), parameters(model.layout()) {
    Generator generator(seed);
    initialise(parameters, config, generator);
  }
};

// Three ragged rows; no two of V, E, H, S, T, B agree.
inline ModelConfig odd_config() {
  ModelConfig config;
  config.vocabulary_size = 11;
  config.embedding_size = 5;
  config.hidden_size = 7;
  return config;
}
inline Batch odd_batch() {
  return batch_of({{3, 10, 4, 4, 6, 2}, {9, 1, 8, 0, 0, 0}, {5, 0, 0, 0, 0, 0}},
                  {{0, 7, 7, 3, 5}, {0, 2, 6, 0, 0}, {0, 10, 9, 4, 0}}, {6, 3, 1}, {4, 2, 3});
}

}  // namespace model_test
