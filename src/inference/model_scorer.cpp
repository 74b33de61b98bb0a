#include "inference/model_scorer.h"

#include "model/workspace.h"

namespace seq2seq {

ModelScorer::ModelScorer(const Seq2Seq& model, const Parameters& parameters, const Batch& batch)
    : model_(model), parameters_(parameters), batch_(batch), workspace_(std::make_unique<Workspace>()) {
  model_.encode(parameters_, batch_, *workspace_);
}

ModelScorer::~ModelScorer() = default;

int ModelScorer::vocabulary_size() const {
  const ModelConfig& config = model_.config();
  return config.copy == CopyKind::off ? config.vocabulary_size : batch_.extended_size;
}

int ModelScorer::source_length() const {
  return model_.config().attention == AttentionKind::none ? 0 : batch_.source_length;
}

void ModelScorer::start(const std::vector<int>& rows) {
  rows_ = rows;
  model_.initial_state(*workspace_, rows_, state_);
}

void ModelScorer::step(const std::vector<TokenId>& tokens, Matrix& log_probabilities, Matrix& attention) {
  model_.step(parameters_, batch_, *workspace_, rows_, tokens, state_, log_probabilities, attention);
  // Without attention the weights tell where the context came from, not what the model looked at.
  if (source_length() == 0) attention.resize(0, attention.cols());
}

void ModelScorer::select(const std::vector<int>& parents) {
  Matrix state(state_.rows(), static_cast<Index>(parents.size()));
  std::vector<int> rows;
  for (std::size_t j = 0; j < parents.size(); ++j) {
    state.col(static_cast<Index>(j)) = state_.col(parents[j]);
    rows.push_back(rows_[static_cast<std::size_t>(parents[j])]);
  }
  state_ = std::move(state);
  rows_ = std::move(rows);
}

}  // namespace seq2seq
