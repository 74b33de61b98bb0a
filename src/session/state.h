// What is behind a session. Only the files of this folder include it.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checking/reference_tensors.h"
#include "formats/model_file.h"
#include "model/workspace.h"
#include "session/session.h"
#include "text/corpus.h"

namespace seq2seq {

struct Session::State {
  State(const Configuration& configuration, const std::string* own_pairs);
  State(ModelFile file, const std::string* own_pairs);

  // Not movable: the trainer refers to model and parameters.
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void reset();
  Example encode(const std::string& source, const std::string& target) const;
  const Example& watched() const;  // Error(invalid_state) where a loaded model has no pairs
  Trace trace_of(const Example& example, Regime regime, bool has_target, bool gradients) const;
  static void require_target(const Example& example);  // Error(invalid_data) where there is nothing to feed
  // What checking/ works on. Of texts, or where the source is empty the watched pair.
  ReferencePair reference_pair(const Example& example) const;
  ReferencePair reference_pair(const std::string& source, const std::string& target) const;
  double validation_loss();  // mean over the held-out part's tokens

  Configuration configuration;
  Corpus corpus;
  Seq2Seq model;
  Parameters parameters;
  // What reset goes back to where it is not drawn from the seed: a loaded file's weights and position.
  std::optional<Parameters> first_weights;
  std::optional<Checkpoint> first_checkpoint;
  std::unique_ptr<Trainer> trainer;
  std::exception_ptr failure;  // met after steps whose reports had to be delivered first
  Workspace workspace;         // of snapshots and validation; training has its own

 private:
  State(const Configuration& the_configuration, Corpus the_corpus);
  const std::vector<Batch>& epoch_batches(Generator& shuffling);

  std::vector<Batch> batches_;     // of the epoch at hand
  std::vector<Batch> validation_;  // the held-out part, made when first needed
};

}  // namespace seq2seq
