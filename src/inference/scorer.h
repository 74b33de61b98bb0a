// What a search must know of a model. Searches see nothing else, so that a hand-made table can stand in for it.
#pragma once

#include <vector>

#include "math/matrix.h"
#include "model/batch.h"

namespace seq2seq {

// Holds a list of hypotheses, each with a state of its own. Calls: start, then step and select in turn.
class Scorer {
 public:
  virtual ~Scorer() = default;

  virtual int vocabulary_size() const = 0;  // X; tokens are 0 to X-1
  virtual int source_length() const = 0;    // S, rows of the attention; 0: the model has none to show

  // Forgets all hypotheses and begins one for each entry of `rows`, in the source row it names.
  virtual void start(const std::vector<int>& rows) = 0;

  // Feeds hypothesis j the token tokens[j] and gives what it then expects: log-probabilities [X,N], each at most 0,
  // -inf where impossible, and the attention [S,N] of this step.
  virtual void step(const std::vector<TokenId>& tokens, Matrix& log_probabilities, Matrix& attention) = 0;

  // From now on hypothesis j is what parents[j] was; parents may be left out or repeated.
  virtual void select(const std::vector<int>& parents) = 0;
};

}  // namespace seq2seq
