// How long work is watched and stopped from outside.
#pragma once

#include <functional>
#include <utility>

namespace seq2seq {

// Handed to long work, which polls it once per batch and once per decoding step. Cancelling is sticky:
// once `cancelled()` has been true it stays true. Progress runs from 0 to 1.
class Context {
 public:
  using Poll = std::function<bool()>;            // true asks the work to stop
  using Progress = std::function<void(double)>;  // fraction done

  Context() = default;
  explicit Context(Poll poll, Progress progress = {}) : poll_(std::move(poll)), progress_(std::move(progress)) {}

  void cancel() { cancelled_ = true; }
  bool cancelled() {
    if (!cancelled_ && poll_) cancelled_ = poll_();
    return cancelled_;
  }
  void report(double fraction) {
    if (progress_) progress_(fraction);
  }

 private:
  Poll poll_;
  Progress progress_;
  bool cancelled_ = false;
};

}  // namespace seq2seq
