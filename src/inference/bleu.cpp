#include "inference/bleu.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/message.h"
#include "base/number_text.h"
#include "math/portable.h"

namespace seq2seq {
namespace {

constexpr int highest_order = 16;
constexpr double largest_value = 1e6;

void check_order(int order) {
  if (order < 1 || order > highest_order)
    throw_error(ErrorCode::invalid_value, {"the BLEU order is ", order, "; allowed: 1 to ", highest_order});
}

template <class Token>
std::map<std::vector<Token>, std::int64_t> ngrams(const std::vector<Token>& tokens, int n) {
  std::map<std::vector<Token>, std::int64_t> counts;
  for (auto first = tokens.begin(); tokens.end() - first >= n; ++first) ++counts[std::vector<Token>(first, first + n)];
  return counts;
}

template <class Token>
BleuCounts count(const std::vector<Token>& hypothesis, const std::vector<std::vector<Token>>& references, int order) {
  check_order(order);
  if (references.empty()) throw_error(ErrorCode::invalid_data, {"BLEU needs at least one reference; found none"});
  BleuCounts counts;
  counts.hypothesis_length = static_cast<std::int64_t>(hypothesis.size());
  std::set<std::pair<std::int64_t, std::int64_t>> by_distance;  // (distance, length): the closest, then the shorter
  for (const auto& reference : references) {
    const auto length = static_cast<std::int64_t>(reference.size());
    by_distance.emplace(std::abs(length - counts.hypothesis_length), length);
  }
  counts.reference_length = by_distance.begin()->second;
  for (int n = 1; n <= order; ++n) {
    std::map<std::vector<Token>, std::int64_t> most;  // the most often any one reference has it
    for (const auto& reference : references)
      for (const auto& [ngram, times] : ngrams(reference, n)) most[ngram] = std::max(most[ngram], times);
    std::int64_t matches = 0, total = 0;
    for (const auto& [ngram, times] : ngrams(hypothesis, n)) {
      total += times;
      const auto found = most.find(ngram);
      if (found != most.end()) matches += std::min(times, found->second);
    }
    counts.matches.push_back(matches);
    counts.totals.push_back(total);
  }
  return counts;
}

double smoothing_value(const BleuOptions& options) {
  return options.value.value_or(options.smoothing == BleuSmoothing::add_k ? 1 : 0.1);
}

void check_options(const BleuOptions& options) {
  check_order(options.order);
  if (options.value && !(*options.value >= 0 && *options.value <= largest_value))
    throw_error(ErrorCode::invalid_value,
                {"the value of BLEU's smoothing is ", *options.value, "; allowed: 0 to ", largest_value});
}

std::string why_zero(const Bleu& result) {
  if (result.counts.hypothesis_length == 0) return "the output is empty";
  if (result.counts.matches.front() == 0) return "no word matches";
  for (std::size_t n = 0; n < static_cast<std::size_t>(result.order_used); ++n) {
    if (result.precisions[n] != 0) continue;
    const bool too_short = result.counts.totals[n] == 0;
    return worded(
        {too_short ? "the output is too short for any " : "no ", n + 1, "-gram", too_short ? "" : " matches"});
  }
  return "the value is too small to show";
}

}  // namespace

void BleuCounts::add(const BleuCounts& other) {
  if (matches.empty()) matches.resize(other.matches.size()), totals.resize(other.totals.size());
  if (matches.size() != other.matches.size())
    throw_error(ErrorCode::invalid_value, {"BLEU counts of order ", other.matches.size(),
                                           " cannot be added to counts of order ", matches.size()});
  for (std::size_t n = 0; n < matches.size(); ++n) matches[n] += other.matches[n], totals[n] += other.totals[n];
  hypothesis_length += other.hypothesis_length;
  reference_length += other.reference_length;
}

BleuCounts count_ngrams(const std::vector<std::string>& hypothesis,
                        const std::vector<std::vector<std::string>>& references, int order) {
  return count(hypothesis, references, order);
}

BleuCounts count_ngrams(const std::vector<TokenId>& hypothesis, const std::vector<std::vector<TokenId>>& references,
                        int order) {
  return count(hypothesis, references, order);
}

Bleu bleu(const BleuCounts& counts, const BleuOptions& options) {
  check_options(options);
  const auto order = static_cast<std::size_t>(options.order);
  if (counts.matches.size() != order || counts.totals.size() != order)
    throw_error(ErrorCode::invalid_value,
                {"counts of order ", counts.matches.size(), " cannot be scored with order ", options.order});
  Bleu result;
  result.counts = counts;
  result.precisions.assign(order, 0);
  result.order_used = options.order;
  const auto hypothesis = static_cast<double>(counts.hypothesis_length);
  const auto reference = static_cast<double>(counts.reference_length);
  if (counts.hypothesis_length < counts.reference_length)
    result.brevity_penalty = counts.hypothesis_length == 0 ? 0 : portable_exp(1 - reference / hypothesis);

  if (std::any_of(counts.matches.begin(), counts.matches.end(), [](std::int64_t m) { return m > 0; })) {
    const double value = smoothing_value(options);
    double halved = 1;
    for (std::size_t n = 0; n < order; ++n) {
      auto matches = static_cast<double>(counts.matches[n]), total = static_cast<double>(counts.totals[n]);
      if (options.smoothing == BleuSmoothing::add_k && n > 0) matches += value, total += value;
      if (total == 0) break;  // too short for this order and every longer one
      if (options.effective_order) result.order_used = static_cast<int>(n) + 1;
      if (matches > 0) {
        result.precisions[n] = matches / total;
      } else if (options.smoothing == BleuSmoothing::exp) {
        halved *= 2;
        result.precisions[n] = 1 / (halved * total);
      } else if (options.smoothing == BleuSmoothing::floor) {
        result.precisions[n] = value / total;
      }
    }
    double logs = 0;
    for (std::size_t n = 0; n < static_cast<std::size_t>(result.order_used); ++n)
      logs += portable_log(result.precisions[n]);  // -inf where one is 0, and so the score is 0
    // Rounding may not lift a perfect score above 1.
    result.score = std::min(1.0, result.brevity_penalty * portable_exp(logs / result.order_used));
  }
  if (result.score == 0) result.zero_because = why_zero(result);
  return result;
}

std::string bleu_signature(const BleuOptions& options, const std::string& tokeniser) {
  std::string text = worded({"BLEU-", options.order, ", 0 to 1, smoothing ", name_of(options.smoothing)});
  if (options.smoothing == BleuSmoothing::floor || options.smoothing == BleuSmoothing::add_k)
    text += " " + number_text(smoothing_value(options));
  if (options.effective_order) text += ", orders cut to the sentence";
  return worded({text, ", tokens: ", tokeniser});
}

const char* name_of(BleuSmoothing smoothing) {
  switch (smoothing) {
    case BleuSmoothing::none: return "none";
    case BleuSmoothing::exp: return "exp";
    case BleuSmoothing::floor: return "floor";
    case BleuSmoothing::add_k: return "add-k";
  }
  return "none";
}

}  // namespace seq2seq
