// What the trainer's tests share.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "model/support.h"
#include "training/trainer.h"

namespace training_test {

using namespace seq2seq;
using model_test::batch_of;
using model_test::config_of;

inline Parameters parameters_of(const fixtures::Json& tensors, const Seq2Seq& model) {
  Parameters parameters(model.layout());
  for (const auto& p : model.layout()->list())
    parameters.write(p.name, fixtures::tensor(tensors.at(p.name)).from_float());
  return parameters;
}

// Empty where every parameter agrees, else the first name that does not and by how much.
inline std::string difference(const Parameters& found, const fixtures::Json& tensors, double tolerance) {
  for (const auto& p : found.layout().list()) {
    const std::string text =
        fixtures::difference(found.read(p.name), fixtures::tensor(tensors.at(p.name)).data, tolerance);
    if (!text.empty()) return p.name + ": " + text;
  }
  return {};
}

// A model of the fixture with its batch: rows of equal length, padded with `pad` where the fixture has one.
struct Case {
  explicit Case(const fixtures::Json& json) : model(config_of(json)) {
    const auto sources = json.at("src").get<model_test::Rows>();
    const auto targets = json.at("tgt").get<model_test::Rows>();
    std::vector<std::int32_t> source_lengths, target_lengths;
    if (json.contains("lengths")) source_lengths = json.at("lengths").get<std::vector<std::int32_t>>();
    const TokenId pad = json.value("pad", -1);
    for (const auto& row : targets) {
      std::int32_t labels = 0;
      for (std::size_t t = 1; t < row.size() && row[t] != pad; ++t) ++labels;
      target_lengths.push_back(labels);
    }
    batches = {batch_of(sources, targets, source_lengths, target_lengths)};
  }
  Seq2Seq model;
  std::vector<Batch> batches;

  BatchSource source() {
    return [this](std::int64_t, Generator&) -> const std::vector<Batch>& { return batches; };
  }
};

// The number that follows `word` in a fixture's description of an optimiser, or `otherwise`.
inline double number_after(const std::string& text, const std::string& word, double otherwise) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? otherwise : std::strtod(text.c_str() + at + word.size(), nullptr);
}

// "clip_grad_norm_(all parameters, 1.0), then Adam lr 1e-3 betas 0.9,0.999 eps 1e-8 weight_decay 0.01 momentum 0.9"
inline TrainingConfig config_from(const std::string& text) {
  TrainingConfig config;
  config.optimizer = text.find("AdamW") != std::string::npos  ? OptimizerKind::adamw
                     : text.find("Adam") != std::string::npos ? OptimizerKind::adam
                                                              : OptimizerKind::sgd;
  config.learning_rate = number_after(text, "lr ", -1);
  config.weight_decay = number_after(text, "weight_decay ", 0);
  config.momentum = number_after(text, "momentum ", 0);
  config.clip_norm = number_after(text, "all parameters, ", 0);
  config.beta1 = number_after(text, "betas ", config.beta1);
  config.epsilon = number_after(text, " eps ", config.epsilon);
  return config;
}

}  // namespace training_test
