// Dumps for the tests of checking somebody's implementation.
#pragma once

#include <string>
#include <vector>

#include "checking/plain_model.h"
#include "checking/reference_check.h"
#include "checking/reference_dump.h"
#include "formats/weights.h"

namespace reference_test {

using namespace seq2seq;

// No two sizes agree.
inline ModelConfig odd_config(AttentionKind attention = AttentionKind::bahdanau, CopyKind copy = CopyKind::off) {
  ModelConfig config;
  config.vocabulary_size = 11;
  config.embedding_size = 5;
  config.hidden_size = 7;
  config.attention = attention;
  config.copy = copy;
  config.unk_id = copy == CopyKind::off ? -1 : 3;
  return config;
}

struct Model {
  Seq2Seq seq2seq;
  Parameters parameters;
  explicit Model(const ModelConfig& config, std::uint64_t seed = 12) : seq2seq(config), parameters(seq2seq.layout()) {
    Generator generator(seed);
    initialise(parameters, config, generator);
  }
};

// Source words 12 and 11 are outside the vocabulary where a model copies; word 4 stands there twice.
inline ReferencePair odd_pair(CopyKind copy = CopyKind::off, bool padded = false) {
  ReferencePair pair;
  pair.source = {4, 9, 4, 2, 6, 8};
  pair.target = {9, 4, 2, 1};
  if (copy != CopyKind::off) pair.source = {4, 11, 4, 2, 12, 8};
  if (copy == CopyKind::pointer) pair.target = {4, 2, 12, 8};
  pair.source_length = 6;
  pair.target_length = 4;
  if (padded) {
    pair.source_length = copy == CopyKind::off ? 4 : 5;
    pair.target_length = copy == CopyKind::off ? 3 : 4;
  }
  return pair;
}

inline Configuration configuration_of(const ModelConfig& config, LossKind kind = LossKind::sum) {
  Configuration configuration;
  configuration.model = config;
  configuration.training.loss = kind;
  return configuration;
}

inline std::string ids(const std::vector<TokenId>& tokens) {
  std::string text;
  for (const TokenId token : tokens) text += std::to_string(token) + ", ";
  return "[" + text.substr(0, text.size() - 2) + "]";
}

// A dump as somebody else would write it: their weights, their tensors.
inline std::string dump_of(const std::vector<NamedTensor>& weights, const std::vector<ReferenceTensor>& tensors,
                           const ReferencePair& pair) {
  std::vector<NamedTensor> all = weights;
  for (const ReferenceTensor& tensor : tensors) {
    NamedTensor named{stored_name(tensor.name, tensor.step), tensor.shape, {}};
    for (const double x : tensor.values) named.values.push_back(static_cast<Real>(x));
    all.push_back(std::move(named));
  }
  SafeTensors::Metadata metadata{
      {"source", ids(pair.source)}, {"target", ids(pair.target)}, {"bos", std::to_string(pair.bos)}};
  if (static_cast<std::size_t>(pair.source_length) != pair.source.size())
    metadata["source_length"] = std::to_string(pair.source_length);
  if (static_cast<std::size_t>(pair.target_length) != pair.target.size())
    metadata["target_length"] = std::to_string(pair.target_length);
  return write_safetensors(all, metadata);
}

// What somebody's model would give that is the engine's but for `variant`.
inline std::string dump_of(const Model& model, const ReferencePair& pair, LossKind kind, const Variant& variant) {
  PlainModel plain(model.seq2seq.config(), model.parameters);
  return dump_of(to_tensors(model.parameters), plain.run(pair, kind, variant, true), pair);
}

inline std::string text_of(const ReferenceReport& report) {
  std::string text = report.first ? "first " + stored_name(report.first->name, report.first->step) : "agrees";
  for (const Cause& cause : report.explanation.causes) {
    text += "; " + cause.id + (cause.tested ? " (tested) " : " ") + cause.sentence;
    for (const std::string& other : cause.alternatives) text += " | " + other;
  }
  return text + (report.explanation.complete ? "; complete" : "; not complete");
}

}  // namespace reference_test
