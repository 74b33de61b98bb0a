// The model as a Scorer: encodes a batch of sources once, then advances hypotheses over them.
#pragma once

#include <memory>

#include "inference/scorer.h"
#include "model/seq2seq.h"

namespace seq2seq {

class ModelScorer : public Scorer {
 public:
  // Model, parameters and batch outlive the scorer. Targets in the batch are not looked at.
  ModelScorer(const Seq2Seq& model, const Parameters& parameters, const Batch& batch);
  ~ModelScorer() override;

  int vocabulary_size() const override;
  int source_length() const override;  // 0 for a model without attention
  void start(const std::vector<int>& rows) override;
  void step(const std::vector<TokenId>& tokens, Matrix& log_probabilities, Matrix& attention) override;
  void select(const std::vector<int>& parents) override;

 private:
  const Seq2Seq& model_;
  const Parameters& parameters_;
  const Batch& batch_;
  std::unique_ptr<Workspace> workspace_;
  std::vector<int> rows_;  // of each hypothesis
  Matrix state_;           // [H,N]
};

}  // namespace seq2seq
