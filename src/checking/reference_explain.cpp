#include "checking/reference_explain.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "checking/reference_gradients.h"
#include "checking/reference_hypotheses.h"

namespace seq2seq {
namespace {

constexpr int most_causes = 5;            // together, in one dump
constexpr double pair_budget = 4e9;       // multiplications for trying two at a time
constexpr std::size_t telling_count = 6;  // so many numbers do not agree by accident

bool comes_from_head(const std::string& name) {
  return name == "dec.head_input" || name == "dec.logits" || name.rfind("dec.p", 0) == 0 || name == "dec.loss";
}

class Search {
 public:
  Search(PlainModel& model, const ModelConfig& config, const ReferencePair& pair, LossKind kind, bool extra_biases,
         const TheirTensors& theirs, double tolerance)
      : model_(model),
        pair_(pair),
        kind_(kind),
        theirs_(theirs),
        tolerance_(tolerance),
        list_(hypotheses(config, pair, kind, extra_biases)),
        has_gradients_(
            std::any_of(theirs.begin(), theirs.end(), [](const auto& entry) { return is_gradient(entry.first); })) {}

  Explanation run(Variant variant) {
    Explanation explanation;
    for (int round = 0; round < most_causes; ++round) {
      const std::vector<Comparison> now = compared(variant);
      const int differs = first_difference(now);
      if (differs < 0) {
        explanation.complete = true;
        return explanation;
      }
      shown_ = now[static_cast<std::size_t>(differs)];
      first_ = *std::find_if(now.begin(), now.end(), [](const Comparison& c) { return !c.agrees; });
      // Places in the order of the computation. A variant may lack a tensor, but never has others.
      places_.clear();
      for (std::size_t i = 0; i < now.size(); ++i) places_[stored_name(now[i].name, now[i].step)] = i;
      place_ = places_.at(stored_name(first_.name, first_.step));
      if (!extend(variant, explanation)) {
        unexplained(variant, explanation);
        return explanation;
      }
    }
    explanation.complete = reach(variant) == places_.size();
    return explanation;
  }

 private:
  std::vector<Comparison> compared(const Variant& variant) {
    return compare(model_.run(pair_, kind_, variant, has_gradients_), theirs_, tolerance_);
  }

  // The place of the first tensor that differs under the variant; the number of places where none does.
  std::size_t reach(const Variant& variant) {
    try {
      // A difference in an early step is cheaply seen not to be explained.
      if (first_.name != "loss" && !is_gradient(first_.name)) {
        const PlainModel::Extent extent{first_.step + 1, comes_from_head(first_.name)};
        const std::size_t early =
            place_of(compare(model_.run(pair_, kind_, variant, false, extent), theirs_, tolerance_));
        if (early <= place_) return early;
      }
      // The backward pass is the dear part, and everything before it must come out anyway.
      if (is_gradient(first_.name)) {
        const std::vector<Comparison> forward = compare(model_.run(pair_, kind_, variant, false), theirs_, tolerance_);
        if (first_difference(forward) >= 0) return 0;
      }
      return place_of(compared(variant));
    } catch (const Error&) {
      return 0;  // a variant that cannot be computed for this pair
    }
  }
  std::size_t place_of(const std::vector<Comparison>& comparisons) {
    touched_ = false;
    bool seen = false;
    for (const Comparison& c : comparisons) {
      const auto place = places_.find(stored_name(c.name, c.step));
      if (place == places_.end()) continue;
      if (place->second == place_) touched_ = c.worst != first_.worst || c.ours != first_.ours;
      seen = seen || place->second == place_;
      if (!c.agrees) return place->second;
    }
    // A variant that has no such tensor says nothing of it.
    return seen ? places_.size() : 0;
  }

  bool extend(Variant& variant, Explanation& explanation) {
    std::vector<std::size_t> reaches;
    near_.clear();
    for (const Deviation& hypothesis : list_) {
      Variant candidate = variant;
      hypothesis.apply(candidate);
      reaches.push_back(reach(candidate));
      // Leaves what comes before right, and makes another number of the first that is not.
      if (reaches.back() == place_ && touched_) near_.push_back(&hypothesis);
    }
    const std::size_t best = *std::max_element(reaches.begin(), reaches.end());
    if (best <= place_) return extend_by_two(variant, explanation);
    Cause cause;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (reaches[i] != best) continue;
      if (cause.id.empty()) {
        list_[i].apply(variant);
        cause = {list_[i].id, list_[i].sentence, shown_.name, shown_.step, true, {}};
      } else if (list_[i].id != cause.id) {
        cause.alternatives.push_back(list_[i].sentence);
      }
    }
    explanation.causes.push_back(std::move(cause));
    return true;
  }

  // Two mistakes that show in one tensor: the gates that would tell them apart are not in the dump.
  bool extend_by_two(Variant& variant, Explanation& explanation) {
    const double passes = static_cast<double>(near_.size()) * static_cast<double>(near_.size()) / 2;
    const double each = model_.cost(pair_) * (first_.step < 0 && has_gradients_ ? 4 : 1);
    if (passes * each > pair_budget) return false;
    std::size_t best = place_, values = 1;
    for (const int n : first_.shape) values *= static_cast<std::size_t>(n);
    const Deviation *one = nullptr, *two = nullptr;
    for (std::size_t i = 0; i < near_.size(); ++i)
      for (std::size_t j = i + 1; j < near_.size(); ++j) {
        Variant candidate = variant;
        near_[i]->apply(candidate);
        near_[j]->apply(candidate);
        const std::size_t found = reach(candidate);
        if (found <= best || (found < places_.size() && values < telling_count)) continue;
        best = found;
        one = near_[i];
        two = near_[j];
      }
    if (one == nullptr) return false;
    for (const Deviation* hypothesis : {one, two}) {
      hypothesis->apply(variant);
      explanation.causes.push_back({hypothesis->id, hypothesis->sentence, shown_.name, shown_.step, true, {}});
    }
    return true;
  }

  void unexplained(const Variant& variant, Explanation& explanation) {
    Cause cause{"usual", usual_causes(shown_.name), shown_.name, shown_.step, false, {}};
    if (!std::isfinite(shown_.theirs) && std::isfinite(shown_.ours)) {
      cause.id = "not-finite";
      cause.sentence = is_gradient(shown_.name)
                           ? "NaN or infinity comes out of the backward pass only: a square root or logarithm at 0, 0 "
                             "times an infinite mask, half precision that overflows"
                           : "NaN or infinity: a softmax where every position is masked, a logarithm of 0, a division "
                             "by 0, memory that was never filled (torch.empty)";
    } else if (is_gradient(first_.name)) {
      const GradientFinding finding =
          judge_gradients(model_.run(pair_, kind_, variant, true), theirs_, model_, pair_.target_length, tolerance_);
      if (!finding.id.empty()) {
        cause.id = finding.id;
        cause.sentence = finding.sentence;
        cause.tested = finding.exact;
        explanation.complete = finding.exact;
      }
    }
    explanation.causes.push_back(std::move(cause));
  }

  PlainModel& model_;
  const ReferencePair& pair_;
  const LossKind kind_;
  const TheirTensors& theirs_;
  const double tolerance_;
  const std::vector<Deviation> list_;
  const bool has_gradients_;
  Comparison first_;  // in the order of the list, which is the places'
  Comparison shown_;  // as the computation goes
  std::map<std::string, std::size_t> places_;
  std::size_t place_ = 0;
  bool touched_ = false;                // by the last variant: the first tensor has other numbers
  std::vector<const Deviation*> near_;  // deviations worth trying two at a time
};

}  // namespace

Explanation explain(PlainModel& model, const ModelConfig& config, const ReferencePair& pair, LossKind kind,
                    const Variant& start, bool extra_biases, const TheirTensors& theirs, double tolerance) {
  return Search(model, config, pair, kind, extra_biases, theirs, tolerance).run(start);
}

}  // namespace seq2seq
