// Copying as a distribution over source tokens: the softmax of one score a token (Vinyals et al. 2015).
#include "lesson/lesson.h"
#include "math/activations.h"
#include "math/generator.h"

namespace seq2seq::lesson {

PointerTrace pointer_trace(std::uint64_t seed) {
  PointerTrace trace;
  trace.tokens = {"the", "customer", "ordered", "tea"};
  std::vector<float> logits(trace.tokens.size());  // drawn in float in every build
  Generator generator(seed);
  generator.randn(logits.data(), logits.size());
  trace.logits.assign(logits.begin(), logits.end());
  trace.weights = trace.logits;
  softmax(trace.weights.data(), static_cast<Index>(trace.weights.size()));
  for (std::size_t i = 0; i < trace.weights.size(); ++i)
    if (trace.weights[i] > trace.weights[static_cast<std::size_t>(trace.best)]) trace.best = static_cast<int>(i);
  return trace;
}

}  // namespace seq2seq::lesson
