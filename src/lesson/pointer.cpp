// Copying as a distribution over source tokens: the softmax of one score a token (Vinyals et al. 2015).
#include <algorithm>
#include <string>

#include "base/message.h"
#include "base/number_text.h"
#include "lesson/lesson.h"
#include "math/activations.h"
#include "math/generator.h"

namespace seq2seq::lesson {
namespace {

void check_share(const std::string& name, Real value) {
  if (!(value >= 0 && value <= 1)) throw_error(ErrorCode::invalid_value, {name, " is ", value, "; allowed: 0 to 1"});
}

void check_shares(const std::string& name, const std::vector<Real>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) check_share(worded({name, "[", i, "]"}), values[i]);
}

}  // namespace

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

CopyMixture copy_mixture(const std::vector<Real>& alpha, const std::vector<Real>& p_vocabulary, Real p_gen,
                         const std::vector<TokenId>& source) {
  if (alpha.size() != source.size())
    throw_error(ErrorCode::invalid_value, {"alpha has ", alpha.size(), " numbers; allowed: one for each of the ",
                                           source.size(), " source words"});
  if (p_vocabulary.empty())
    throw_error(ErrorCode::invalid_value, {"p_vocabulary is empty; allowed: a number for each word of the vocabulary"});
  check_shares("alpha", alpha);
  check_shares("p_vocabulary", p_vocabulary);
  check_share("p_gen", p_gen);
  const TokenId V = static_cast<TokenId>(p_vocabulary.size()), beyond = V + static_cast<TokenId>(source.size());
  TokenId extended = V;
  for (const TokenId word : source) {
    if (word < 0 || word >= beyond)
      throw_error(ErrorCode::invalid_token, {"a source word is ", word, "; allowed: 0 to ", beyond - 1});
    extended = std::max(extended, word + 1);
  }
  CopyMixture mixture;
  mixture.copied.assign(static_cast<std::size_t>(extended), Real(0));
  for (std::size_t i = 0; i < source.size(); ++i) mixture.copied[static_cast<std::size_t>(source[i])] += alpha[i];
  mixture.probabilities = mixture.copied;
  for (Real& probability : mixture.probabilities) probability *= 1 - p_gen;
  for (std::size_t w = 0; w < p_vocabulary.size(); ++w) mixture.probabilities[w] += p_gen * p_vocabulary[w];
  return mixture;
}

}  // namespace seq2seq::lesson
