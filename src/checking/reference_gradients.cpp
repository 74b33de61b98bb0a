#include "checking/reference_gradients.h"

#include <algorithm>
#include <cmath>

#include "base/message.h"
#include "base/number_text.h"

namespace seq2seq {
namespace {

using Values = std::vector<double>;

struct GradientPair {
  std::string name;  // the parameter's
  Values ours, theirs;
  int cols = 1;
};

std::string short_number(double x) {
  const double digits = std::fabs(x) > 0 ? std::pow(10.0, 3 - std::floor(std::log10(std::fabs(x)))) : 1;
  return number_text(std::round(x * digits) / digits);
}

class Judge {
 public:
  Judge(std::vector<GradientPair> pairs, PlainModel& model, int target_length, double tolerance)
      : pairs_(std::move(pairs)), model_(model), target_length_(target_length), tolerance_(tolerance) {}

  GradientFinding judge() {
    sums();
    if (!std::isfinite(our_square_ + their_square_)) return {};  // NaN is a multiple of anything
    for (auto test : {&Judge::factor, &Judge::clipped_values, &Judge::padding_row, &Judge::weight_decay, &Judge::absent,
                      &Judge::accumulated}) {
      GradientFinding finding = (this->*test)();
      if (!finding.id.empty()) return finding;
    }
    return {};
  }

 private:
  void sums() {
    for (const GradientPair& pair : pairs_)
      for (std::size_t i = 0; i < pair.ours.size(); ++i) {
        both_ += pair.ours[i] * pair.theirs[i];
        our_square_ += pair.ours[i] * pair.ours[i];
        their_square_ += pair.theirs[i] * pair.theirs[i];
      }
  }

  // Whether theirs come out everywhere where ours are replaced by f(pair, index).
  template <class Function>
  bool reproduces(Function f) const {
    for (const GradientPair& pair : pairs_) {
      Values changed(pair.ours.size());
      for (std::size_t i = 0; i < changed.size(); ++i) changed[i] = f(pair, i);
      if (!compare_values(changed, pair.theirs, tolerance_).agrees) return false;
    }
    return true;
  }

  GradientFinding factor() {
    if (our_square_ == 0 || their_square_ == 0) return {};
    const double c = both_ / our_square_;
    if (!reproduces([c](const GradientPair& pair, std::size_t i) { return c * pair.ours[i]; })) return {};
    const double whole = std::round(c), norm = std::sqrt(their_square_);
    const std::string times = worded({"every gradient is ", short_number(c), " times ours"});
    if (whole >= 2 && std::fabs(c - whole) < 1e-3 * whole)
      return {"counted-twice",
              worded({times, ": backward ran ", whole,
                      " times without zero_grad in between (gradients add up), or the loss is scaled"}),
              true};
    if (target_length_ > 1 && std::fabs(c * target_length_ - 1) < 1e-3)
      return {"loss-mean",
              times +
                  ", one over the number of tokens: they are those of the mean, although the loss in the dump is "
                  "the sum",
              true};
    if (c < 0) return {"sign", times + ": the sign of the loss is turned round", true};
    if (c < 1 && pairs_whole() && std::fabs(norm - std::round(norm * 100) / 100) < 1e-4 * norm)
      return {"clipped",
              worded({"the gradients were clipped to the norm ", short_number(norm),
                      " before the dump (clip_grad_norm_); ours are not"}),
              true};
    return {"factor", times + ": the loss is scaled, or averaged over something else", true};
  }
  // The norm of all gradients means something only where all are there.
  bool pairs_whole() const { return pairs_.size() > 4; }

  GradientFinding clipped_values() {
    double bound = 0, largest = 0;
    for (const GradientPair& pair : pairs_)
      for (std::size_t i = 0; i < pair.ours.size(); ++i) {
        bound = std::max(bound, std::fabs(pair.theirs[i]));
        largest = std::max(largest, std::fabs(pair.ours[i]));
      }
    if (!(bound < largest) || bound == 0) return {};
    const auto clip = [bound](const GradientPair& pair, std::size_t i) {
      return std::clamp(pair.ours[i], -bound, bound);
    };
    if (!reproduces(clip)) return {};
    return {"clipped",
            worded({"every value is clipped to ", short_number(bound),
                    " (clip_grad_value_) before the dump; ours are not"}),
            true};
  }

  // nn.Embedding(padding_idx=k) gives row k no gradient.
  GradientFinding padding_row() {
    std::ptrdiff_t row = -1;
    for (const GradientPair& pair : pairs_) {
      const bool table = pair.name == "enc.emb.weight" || pair.name == "dec.emb.weight";
      const Comparison found = compare_values(pair.ours, pair.theirs, tolerance_);
      if (found.agrees) continue;
      if (!table) return {};
      row = static_cast<std::ptrdiff_t>(found.worst) / pair.cols;
    }
    if (row < 0) return {};
    const bool zero = reproduces([row](const GradientPair& pair, std::size_t i) {
      const bool table = pair.name == "enc.emb.weight" || pair.name == "dec.emb.weight";
      return table && static_cast<std::ptrdiff_t>(i) / pair.cols == row && pair.theirs[i] == 0 ? 0 : pair.ours[i];
    });
    if (!zero) return {};
    return {"padding-idx",
            worded({"row ", row, " of the embedding gets no gradient although token ", row,
                    " is in the pair: padding_idx=", row, " is set"}),
            true};
  }

  // theirs = ours + lambda w.
  GradientFinding weight_decay() {
    double along = 0, square = 0;
    for (const GradientPair& pair : pairs_) {
      const Values& w = model_.weight(pair.name).values;
      for (std::size_t i = 0; i < w.size(); ++i) {
        along += (pair.theirs[i] - pair.ours[i]) * w[i];
        square += w[i] * w[i];
      }
    }
    const double lambda = square > 0 ? along / square : 0;
    if (lambda == 0) return {};
    const bool found = reproduces([this, lambda](const GradientPair& pair, std::size_t i) {
      return pair.ours[i] + lambda * model_.weight(pair.name).values[i];
    });
    if (!found) return {};
    return {"weight-decay",
            worded({"to every gradient ", short_number(lambda),
                    " times the weight is added: a penalty on the weights in the "
                    "loss, or weight decay"}),
            true};
  }

  // Parameters that get nothing at all.
  GradientFinding absent() {
    std::string names;
    for (const GradientPair& pair : pairs_) {
      const auto zero = [](double x) { return x == 0; };
      const bool nothing = std::all_of(pair.theirs.begin(), pair.theirs.end(), zero);
      if (nothing && !std::all_of(pair.ours.begin(), pair.ours.end(), zero)) {
        names += (names.empty() ? "" : ", ") + pair.name;
      } else if (!compare_values(pair.ours, pair.theirs, tolerance_).agrees) {
        return {};
      }
    }
    if (names.empty()) return {};
    return {"detached", worded({"no gradient reaches ", names, " (detach, requires_grad=False or no_grad there)"}),
            true};
  }

  // What an earlier backward pass left, with slightly other weights: nearly a multiple of ours.
  GradientFinding accumulated() {
    if (our_square_ == 0 || their_square_ == 0) return {};
    const double c = both_ / our_square_, cosine = both_ / std::sqrt(our_square_ * their_square_);
    const double whole = std::round(c);
    if (cosine < 0.9 || whole < 2 || std::fabs(c - whole) > 0.25) return {};
    return {"not-zeroed",
            worded({"the gradients are about ", whole, " times ours (", short_number(c),
                    ", and they point the same way, cosine ", short_number(cosine),
                    "): zero_grad is missing, so that those of earlier steps are still in them"}),
            false};
  }

  const std::vector<GradientPair> pairs_;
  PlainModel& model_;
  const int target_length_;
  const double tolerance_;
  double both_ = 0, our_square_ = 0, their_square_ = 0;
};

}  // namespace

GradientFinding judge_gradients(const std::vector<ReferenceTensor>& ours, const TheirTensors& theirs, PlainModel& model,
                                int target_length, double tolerance) {
  std::vector<GradientPair> pairs;
  for (const ReferenceTensor& tensor : ours) {
    const auto found = theirs.find(tensor.name);
    if (tensor.name.rfind("grad.", 0) != 0 || found == theirs.end()) continue;
    if (found->second.values.size() != tensor.values.size()) return {};
    pairs.push_back({tensor.name.substr(5), tensor.values, found->second.values, tensor.shape.back()});
  }
  return pairs.empty() ? GradientFinding{} : Judge(std::move(pairs), model, target_length, tolerance).judge();
}

}  // namespace seq2seq
