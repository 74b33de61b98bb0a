// The one façade. The command line and the browser call nothing else, so native tests cover what the browser does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "formats/configuration.h"
#include "inference/trace.h"
#include "training/trainer.h"

namespace seq2seq {

// What one epoch left behind. Snapshot k is the model after k epochs; its forced loss is the loss of epoch k, before
// that epoch's first update.
struct Snapshot {
  std::int64_t epoch = 0;
  std::int64_t step = 0;
  double loss = 0;                  // forced loss on the watched pair, summed over its tokens
  std::vector<std::string> source;  // labels of the columns
  std::vector<std::string> target;  // labels of the rows (expected tokens)
  std::vector<Real> alpha;          // (T,S) row-major, teacher-forced; empty without attention
  std::vector<std::string> forced_inputs, forced_predictions;
  std::vector<std::string> free_inputs, free_predictions;  // T steps, not stopped at EOS
  std::vector<std::string> decoded;                        // free run with the stop rule, EOS not shown
};

struct Translation {
  std::vector<std::string> source;  // tokens as the model sees them
  std::vector<std::string> tokens;  // output without EOS
  std::string text;
  std::vector<Real> alpha;  // (rows, S) row-major, one row a generated token, EOS included
  int rows = 0;
  double log_probability = 0;
  bool cut_off = false;  // the length limit was reached before EOS
};

class Session {
 public:
  explicit Session(const Configuration& configuration);  // builds vocabulary, data, model; draws the weights
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const Configuration& configuration() const;
  void configure(const std::string& name, const std::string& json_value);  // live fields only, e.g.
                                                                           // ("training.learning_rate", "0.01")
  void reset();                                                            // back to the initial weights and position

  bool finished() const;
  std::vector<StepReport> train(std::int64_t steps, Context& context);  // at most so many; fewer at the end or on
                                                                        // cancel. Throws Error(not_finite); see trainer
  std::int64_t steps_done() const;
  std::int64_t epochs_done() const;

  Snapshot snapshot() const;  // of the watched pair: the task's first
  Translation translate(const std::string& text) const;
  Trace trace(const std::string& source, const std::string& target, Regime regime) const;  // texts as tokens
  Trace trace_watched(Regime regime) const;

  const Parameters& parameters() const;
  std::string digest() const;  // 16 hex digits over the weights in file order
  std::size_t parameter_count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seq2seq
