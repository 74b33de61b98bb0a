// The whole model: encoder, decoder, loss, and their backward. Stateless but for its configuration: parameters and
// workspaces are handed in, so that one model serves training, validation and inspection side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "math/generator.h"
#include "math/matrix.h"
#include "model/batch.h"
#include "model/config.h"
#include "model/parameters.h"

namespace seq2seq {

struct Workspace;  // model/workspace.h: every activation of one batch, allocated once and grown when a batch is larger

enum class OwnPrediction { argmax, sample };

// Which decoder inputs are true tokens and which the model's own previous prediction.
struct Feeding {
  const std::uint8_t* own = nullptr;  // [T,B] 1: feed the model's own prediction; nullptr: teacher forcing throughout.
                                      // Step 0 is always the batch's input (BOS).
  OwnPrediction prediction = OwnPrediction::argmax;
  Generator* generator = nullptr;  // needed for sample
};

enum class LossKind {
  sum,   // over all real target tokens
  mean,  // that sum divided by their number
};

struct Loss {
  double value = 0;  // as LossKind says
  double sum = 0;    // over real tokens, natural logarithm
  std::int64_t tokens = 0;
};

class Seq2Seq {
 public:
  explicit Seq2Seq(const ModelConfig& config);  // throws Error(invalid_value) naming a size outside its range
  const ModelConfig& config() const { return config_; }
  const std::shared_ptr<const ParameterLayout>& layout() const { return layout_; }

  // Runs encoder and decoder over the batch and leaves everything backward and inspection need in the workspace.
  // Throws Error(invalid_token) naming row and position of an id outside the vocabulary, Error(invalid_data) for an
  // empty source.
  Loss forward(const Parameters& parameters, const Batch& batch, const Feeding& feeding, LossKind kind,
               Workspace& workspace) const;

  // After forward on the same workspace, once, as it works in place: writes every gradient whole (nothing is
  // accumulated from call to call). What was fed back is a constant: no gradient flows through argmax or sampling.
  void backward(const Parameters& parameters, const Batch& batch, Workspace& workspace, Gradients& gradients) const;

  // One decoding step at a time, for greedy and beam search. `encode` fills the workspace for the batch's sources;
  // `step` advances N hypotheses: hypothesis j belongs to batch row rows[j], was last fed tokens[j] (an extended id is
  // fed as UNK) and has its state in column j of `state` ([H,N], replaced by the new state).
  // It writes log-probabilities [X,N] (X = vocabulary size without copying) and attention weights [S,N].
  void encode(const Parameters& parameters, const Batch& batch, Workspace& workspace) const;
  void initial_state(const Workspace& workspace, const std::vector<int>& rows, Matrix& state) const;
  void step(const Parameters& parameters, const Batch& batch, Workspace& workspace, const std::vector<int>& rows,
            const std::vector<TokenId>& tokens, Matrix& state, Matrix& log_probabilities, Matrix& attention) const;

 private:
  ModelConfig config_;
  std::shared_ptr<const ParameterLayout> layout_;
};

}  // namespace seq2seq
