// The one façade. The command line and the browser call nothing else, so native tests cover what the browser does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "checking/gradient_check.h"
#include "formats/configuration.h"
#include "inference/trace.h"
#include "session/broken.h"
#include "session/evaluation.h"
#include "session/following.h"
#include "session/next_step.h"
#include "session/snapshot.h"
#include "training/trainer.h"

namespace seq2seq {

struct Translation {
  std::vector<std::string> source;  // tokens as the model sees them
  std::vector<std::string> tokens;  // output without EOS
  std::string text;
  std::vector<Real> alpha;  // (rows, S) row-major, one row a generated token, EOS included
  int rows = 0;
  double log_probability = 0;
  double score = 0;      // that by the length penalty: what outputs are ranked by
  bool cut_off = false;  // the length limit was reached before EOS
};

class Session {
 public:
  // Builds vocabulary, data and model, and draws the weights. `own_pairs`: the bytes of a file of pairs, for task data.
  explicit Session(const Configuration& configuration, const std::string* own_pairs = nullptr);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const Configuration& configuration() const;
  void configure(const std::string& name, const std::string& json_value);  // live fields only, e.g.
                                                                           // ("training.learning_rate", "0.01")
  void reset();                                                            // back to the initial weights and position

  bool finished() const;
  // At most so many steps; fewer at the end or on cancel, always whole ones. Throws Error(not_finite) where the next
  // step ran into NaN (see trainer.h): reports of the steps before it are returned first, the error comes with the next
  // call. The weights are then the last good ones, and training can go on, with a lower learning rate for example.
  std::vector<StepReport> train(std::int64_t steps, Context& context);
  // One step shared out between sessions of the same configuration and position, in several workers (trainer.h): each
  // computes some of the parts as bytes, and each finishes the step from all of them. train(1) gives the same bits.
  int parts();
  std::string compute_part(int which);
  StepReport train_from(const std::vector<std::string_view>& parts);
  void give_up_step();  // one whose parts cannot all be had: train goes on from before it
  // The step that train(1) will take, in its stages; nothing changes. Error(invalid_state) where the run is finished,
  // Error(not_finite) where train(1) would meet it.
  NextStep next_step(const NextStepRequest& request = {}) const;
  std::int64_t steps_done() const;
  std::int64_t epochs_done() const;

  Snapshot snapshot() const;  // of the watched pair: the task's first
  // By the decoding settings, greedy where the beam is 1. An output that is never PAD or BOS.
  Translation translate(const std::string& text) const;
  // The search's outputs by falling score, at most `count`; the first is translate's.
  std::vector<Translation> translations(const std::string& text, int count, Context& context) const;
  // The best of every output that fits into max_length, without attention: the truth a search is held against. For
  // small vocabularies and lengths; refuses what would take for ever.
  std::vector<Translation> every_translation(const std::string& text, int count, Context& context) const;
  // One pass taken apart (inference/trace.h), of texts or of the watched pair; `gradients` of the summed loss as well.
  Trace trace(const std::string& source, const std::string& target, Regime regime, bool gradients = false) const;
  Trace trace_watched(Regime regime, bool gradients = false) const;
  // One decode followed step by step, where any step's input may be put in by hand (following.h).
  ShownSteps decode_steps(const StepsRequest& request) const;
  // What every id is called, and after them the words that only this source has, whose ids go on from there.
  std::vector<std::string> labels(const std::string& source = {}) const;
  // A pass of a pair beside the same with a mistake in it (broken.h).
  ShownBrokenRun broken_run(const BrokenRequest& request) const;
  // Weights, teacher-forced pass and gradients of a pair as .safetensors, for somebody else's implementation to compare
  // with (reference_dump.h). An empty source takes the watched pair.
  std::string dump(const std::string& source, const std::string& target) const;
  // The backward pass of that pair against finite differences (gradient_check.h).
  GradientReport check_gradients(const std::string& source, const std::string& target,
                                 const GradientCheckOptions& options) const;

  // How good the model is on one part of the session's pairs, or on a file of other pairs.
  EvaluationReport evaluate(Part part, Context& context) const;
  EvaluationReport evaluate(const std::string& pairs, Context& context) const;
  const CorpusReport& corpus_report() const;  // what reading and splitting the pairs met
  std::size_t part_size(Part part) const;

  // The whole model as one .safetensors file. With `resumable` it also holds the optimiser's moments and the run's
  // position, and the loaded session goes on bit for bit. A model of own pairs needs their file again only to train.
  std::string save(bool resumable) const;
  static Session load(std::string_view file, const std::string* own_pairs = nullptr);
  // Weights alone, under PyTorch's names, from any .safetensors file. All fit, or nothing changes and one error lists
  // every name that does not. The run begins anew from them, and reset goes back to them.
  void import_weights(std::string_view file);
  // A PyTorch program that loads `weights_file` beside it and prints what this model does with its first pairs.
  std::string pytorch_program(const std::string& weights_file) const;

  const Parameters& parameters() const;
  std::string digest() const;  // 16 hex digits over the weights in file order
  std::size_t parameter_count() const;

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace seq2seq
