#include "checking/reference_names.h"

#include <algorithm>
#include <set>

#include "base/message.h"
#include "checking/forward_names.h"
#include "checking/name_features.h"
#include "formats/weights.h"

namespace seq2seq {
namespace {

using Shape = std::vector<std::uint64_t>;

// Without dimensions of one: (1,H) and (H) hold the same.
Shape squeezed(const Shape& shape) {
  Shape rest;
  for (const std::uint64_t n : shape)
    if (n != 1) rest.push_back(n);
  return rest;
}
Shape wide(const std::vector<int>& shape) { return {shape.begin(), shape.end()}; }

[[noreturn]] void refuse_name(const std::string& theirs, const std::string& ours) {
  throw_error(ErrorCode::invalid_value,
              {"the mapping gives ", theirs, " a name that we do not have: ", ours,
               "; allowed: this model's parameters and the trace's tensors, as enc.emb.weight or dec.energy"});
}

[[noreturn]] void refuse_twice(const std::string& one, const std::string& other, const std::string& ours) {
  throw_error(ErrorCode::invalid_value, {"the mapping gives ", one, " and ", other, " one name: ", ours,
                                         "; allowed: one tensor of the dump for each of ours"});
}

struct Candidate {
  std::string name, stored;
  Shape shape;
  NameFeatures features;
  int first_column = 0;
  bool half = false, used = false;
};

class Matcher {
 public:
  Matcher(const SafeTensors& file, const ModelConfig& config, const NameMapping& mapping)
      : file_(file), mapping_(mapping), config_(config) {
    collect();
    find_sizes();
    cut_halves();
  }

  NameMatches match() {
    matches_.config = config_;
    list_ = parameter_list(config_);
    matches_.forward = std::move(forward_);
    matches_.forward_kind = std::move(forward_kind_);
    for (const Parameter& parameter : list_) take_given(parameter);
    guess();
    guess_by_shape();
    settle();
    return std::move(matches_);
  }

 private:
  std::string mapped(const std::string& name) const {
    const auto found = mapping_.find(name);
    return found == mapping_.end() ? std::string() : found->second;
  }

  // Sorts the file's names into forward tensors, gradients and what may be weights.
  void collect() {
    std::set<std::string> present;
    for (const StoredTensor& tensor : file_.tensors()) {
      present.insert(tensor.name);
      present.insert(without_step(tensor.name));
      if (is_gradient(tensor.name)) continue;
      bool guessed = false;
      const std::string forward = forward_name(tensor.name, mapping_, guessed);
      if (!forward.empty()) {
        forward_[tensor.name] = forward;
        const bool told = !mapped(tensor.name).empty() || !mapped(without_step(tensor.name)).empty();
        forward_kind_[tensor.name] = told ? MatchKind::mapping : guessed ? MatchKind::guess : MatchKind::same_name;
        if (!told) continue;
        const auto [first, only] = told_.emplace(forward, tensor.name);
        if (!only) refuse_twice(first->second, tensor.name, forward);
        continue;
      }
      const std::string told = mapped(tensor.name);
      candidates_.push_back(
          {tensor.name, tensor.name, tensor.shape, name_features(told.empty() ? tensor.name : told), 0, false, false});
    }
    const std::vector<Parameter> all = parameter_list(config_);
    for (const auto& [theirs, ours] : mapping_) {
      const std::string stored = theirs.substr(0, theirs.find("[:"));
      if (present.count(stored) == 0)
        throw_error(ErrorCode::invalid_value, {"the mapping names ", theirs, ", which the dump does not have"});
      const bool parameter =
          std::any_of(all.begin(), all.end(), [&ours = ours](const Parameter& p) { return p.name == ours; });
      if (!parameter && !is_forward_name(without_step(ours))) refuse_name(theirs, ours);
    }
  }

  // V and E from an embedding, H from recurrent weights; what is not found stays as configured.
  void find_sizes() {
    for (const Candidate& c : candidates_) {
      if (c.shape.size() != 2) continue;
      const bool embedding = c.features.layer == NameFeatures::Layer::embedding;
      if (embedding && c.features.side != NameFeatures::Side::decoder) {
        config_.vocabulary_size = static_cast<int>(std::min<std::uint64_t>(c.shape[0], 100'000'000));
        config_.embedding_size = static_cast<int>(std::min<std::uint64_t>(c.shape[1], 100'000'000));
      }
      if (c.features.layer != NameFeatures::Layer::gru || c.features.which != NameFeatures::Which::state ||
          c.features.kind == NameFeatures::Kind::bias)
        continue;
      const std::uint64_t narrow = std::min(c.shape[0], c.shape[1]), broad = std::max(c.shape[0], c.shape[1]);
      if (broad == 4 * narrow)
        throw_error(ErrorCode::invalid_file,
                    {c.name, " has four blocks of ", narrow, " rows, as an LSTM; this model has GRUs, with three"});
      if (broad == 3 * narrow) config_.hidden_size = static_cast<int>(std::min<std::uint64_t>(narrow, 100'000'000));
    }
  }

  void cut_halves() {
    if (config_.attention != AttentionKind::bahdanau) return;
    const auto H = static_cast<std::uint64_t>(config_.hidden_size);
    std::vector<Candidate> halves;
    for (Candidate& c : candidates_) {
      if (c.features.layer != NameFeatures::Layer::attention || c.shape != Shape{H, 2 * H}) continue;
      c.used = true;
      for (const bool second : {false, true}) {
        Candidate half = c;
        half.used = false;
        half.half = true;
        half.shape = {H, H};
        half.name += second ? worded({"[:, ", H, ":]"}) : worded({"[:, :", H, "]"});
        half.first_column = second ? config_.hidden_size : 0;
        const std::string told = mapped(half.name);
        if (!told.empty()) half.features = name_features(told);
        halves.push_back(std::move(half));
      }
    }
    candidates_.insert(candidates_.end(), halves.begin(), halves.end());
  }

  // Whether the candidate can hold the parameter, and how. Negative: it cannot.
  int fit(const Candidate& c, const Parameter& parameter, WeightMatch& match) const {
    const Shape ours = squeezed(wide(parameter.shape)), theirs = squeezed(c.shape);
    if (c.used) return -1;
    if (theirs == ours) return 2;
    if (ours.size() != 2 || theirs.size() != 2) return -1;
    const auto H = static_cast<std::uint64_t>(config_.hidden_size);
    const bool has_context = parameter.name == "dec.gru.weight_ih_l0" || parameter.name == "dec.fc.weight";
    if (has_context && theirs[0] == ours[0] && theirs[1] + H == ours[1]) {
      match.narrow = true;
      return 0;
    }
    match.transposed = theirs[0] == ours[1] && theirs[1] == ours[0];
    return match.transposed ? 1 : -1;
  }

  int score(const Candidate& c, const Parameter& parameter) const {
    WeightMatch ignored;
    const int shape = fit(c, parameter, ignored);
    if (shape < 0) return -1;
    const int names = likeness(c.features, name_features(parameter.name));
    return names < 0 ? -1 : 4 * names + shape;
  }

  void take(Candidate& c, const Parameter& parameter, MatchKind kind) {
    WeightMatch match{parameter.name, c.name, kind, c.stored, c.first_column, c.half, false, false};
    if (fit(c, parameter, match) < 0) {
      std::string shape;
      for (const std::uint64_t n : c.shape) shape += (shape.empty() ? "" : ",") + std::to_string(n);
      std::string needed;
      for (const int n : parameter.shape) needed += (needed.empty() ? "" : ",") + std::to_string(n);
      throw_error(ErrorCode::invalid_file,
                  {c.name, " has shape (", shape, "); as ", parameter.name, " with V = ", config_.vocabulary_size,
                   ", E = ", config_.embedding_size, ", H = ", config_.hidden_size, " it should be (", needed, ")"});
    }
    c.used = true;
    matched_.insert(parameter.name);
    matches_.weights.push_back(std::move(match));
  }

  void take_given(const Parameter& parameter) {
    Candidate* told = nullptr;
    for (Candidate& c : candidates_) {
      if (mapped(c.name) != parameter.name) continue;
      if (told != nullptr) refuse_twice(told->name, c.name, parameter.name);
      told = &c;
    }
    if (told != nullptr) return take(*told, parameter, MatchKind::mapping);
    for (Candidate& c : candidates_)
      if (c.name == parameter.name && mapped(c.name).empty() && !c.used)
        return take(c, parameter, MatchKind::same_name);
  }

  bool open(const Candidate& c) const { return !c.used && mapped(c.name).empty(); }

  // Takes pairs that are each other's best, best first. Equal ones, as W1 and W2, stand in the file's order; the check
  // tries both ways.
  void guess() {
    for (;;) {
      int best = 0;
      Candidate* from = nullptr;
      const Parameter* to = nullptr;
      for (const Parameter& parameter : list_) {
        if (matched_.count(parameter.name) != 0) continue;
        for (Candidate& c : candidates_) {
          const int found = open(c) ? score(c, parameter) : -1;
          if (found > best && found >= 4) best = found, from = &c, to = &parameter;
        }
      }
      if (from == nullptr) return;
      take(*from, *to, MatchKind::guess);
    }
  }

  // What no name gave away but only fits in one place.
  void guess_by_shape() {
    for (const Parameter& parameter : list_) {
      if (matched_.count(parameter.name) != 0) continue;
      std::vector<Candidate*> fitting;
      for (Candidate& c : candidates_) {
        WeightMatch ignored;
        if (open(c) && fit(c, parameter, ignored) == 2 && score(c, parameter) >= 0) fitting.push_back(&c);
      }
      const auto rivals = std::count_if(list_.begin(), list_.end(), [&](const Parameter& other) {
        return matched_.count(other.name) == 0 && squeezed(wide(other.shape)) == squeezed(wide(parameter.shape));
      });
      if (fitting.size() == 1 && rivals == 1) take(*fitting.front(), parameter, MatchKind::guess);
    }
  }

  void settle() {
    const WeightMatch* keys = matches_.of("dec.attn.Wh.weight");
    const WeightMatch* query = matches_.of("dec.attn.Ws.weight");
    matches_.keys_unsure =
        keys != nullptr && query != nullptr && keys->kind == MatchKind::guess && query->kind == MatchKind::guess;
    for (Candidate& c : candidates_)
      if (!c.used) take_extra_bias(c);
    for (const Parameter& parameter : list_) {
      if (matched_.count(parameter.name) != 0) continue;
      const bool bias = parameter.name.find(".bias") != std::string::npos;
      (bias ? matches_.absent_biases : matches_.missing).push_back(parameter.name);
    }
    for (const Candidate& c : candidates_) {
      if (c.used || c.half) continue;
      UnmatchedName unmatched{c.name, c.shape, remark(c), {}};
      for (const Parameter& parameter : list_) {
        WeightMatch ignored;
        if (matched_.count(parameter.name) == 0 && fit(c, parameter, ignored) >= 0)
          unmatched.suggestions.push_back(parameter.name);
      }
      matches_.unused.push_back(std::move(unmatched));
    }
  }

  // A bias where the lesson's attention has none, named as the weight beside it.
  void take_extra_bias(Candidate& c) {
    const std::size_t at = c.name.rfind("bias");
    if (at == std::string::npos || config_.attention == AttentionKind::none) return;
    const std::string beside = worded({c.name.substr(0, at), "weight", c.name.substr(at + 4)});
    for (const WeightMatch& match : matches_.weights) {
      if (match.stored != beside || match.ours.rfind("dec.attn.", 0) != 0) continue;
      const std::size_t size = match.ours == "dec.attn.v.weight" ? 1 : static_cast<std::size_t>(config_.hidden_size);
      std::size_t count = 1;
      for (const std::uint64_t n : c.shape) count *= n;
      if (count != size) return;
      matches_.extra_biases[match.ours.substr(0, match.ours.size() - 6) + "bias"] = c.name;
      c.used = true;
      return;
    }
  }

  std::string remark(const Candidate& c) const {
    const auto has = [&c](const char* text) { return c.name.find(text) != std::string::npos; };
    if (has("reverse")) return "a second direction: this model's encoder has one";
    if (has("_l1") || has("_l2")) return "a second layer: this model has one";
    const auto V = static_cast<std::uint64_t>(config_.vocabulary_size);
    const auto E = static_cast<std::uint64_t>(config_.embedding_size),
               H = static_cast<std::uint64_t>(config_.hidden_size);
    if (c.shape == Shape{V, 2 * H + E})
      return "a head that also sees the embedding: this model's sees state and context";
    if (c.shape.size() == 2 && c.shape[0] == 4 * H) return "four gates, as an LSTM: this model has GRUs";
    return {};
  }

  const SafeTensors& file_;
  const NameMapping& mapping_;
  ModelConfig config_;
  std::vector<Parameter> list_;
  std::vector<Candidate> candidates_;
  std::set<std::string> matched_;
  std::map<std::string, std::string> forward_, told_;  // told_: ours -> the one that the mapping gives that name
  std::map<std::string, MatchKind> forward_kind_;
  NameMatches matches_;
};

}  // namespace

const WeightMatch* NameMatches::of(const std::string& ours) const {
  for (const WeightMatch& match : weights)
    if (match.ours == ours) return &match;
  return nullptr;
}

NameMatches match_names(const SafeTensors& file, const ModelConfig& config, const NameMapping& mapping) {
  return Matcher(file, config, mapping).match();
}

std::vector<double> matched_values(const SafeTensors& file, const WeightMatch& match, const Parameter& parameter,
                                   bool gradient) {
  const StoredTensor* const tensor = file.find((gradient ? "grad." : "") + match.stored);
  if (tensor == nullptr) return {};
  if (gradient && squeezed(tensor->shape) != squeezed(file.find(match.stored)->shape))
    throw_error(ErrorCode::invalid_file,
                {tensor->name, " has another shape than ", match.stored, ", whose gradient it should be"});
  const std::vector<Real> stored = file.values(*tensor);
  if (parameter.shape.size() != 2) return {stored.begin(), stored.end()};
  const auto rows = static_cast<std::size_t>(parameter.shape[0]), cols = static_cast<std::size_t>(parameter.shape[1]);
  const std::size_t stored_cols = stored.size() / rows, first = static_cast<std::size_t>(match.first_column);
  std::vector<double> values(rows * cols, 0);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < cols; ++c) {
      const std::size_t from = match.transposed ? c * rows + r : r * stored_cols + first + c;
      if (match.transposed || first + c < stored_cols) values[r * cols + c] = static_cast<double>(stored.at(from));
    }
  return values;
}

Parameters load_matched(const SafeTensors& file, const NameMatches& matches,
                        const std::shared_ptr<const ParameterLayout>& layout) {
  std::vector<NamedTensor> tensors;
  for (const Parameter& parameter : layout->list()) {
    const WeightMatch* const match = matches.of(parameter.name);
    NamedTensor tensor{parameter.name, parameter.shape, std::vector<Real>(parameter.size, 0)};
    if (match != nullptr) {
      const std::vector<double> values = matched_values(file, *match, parameter, false);
      for (std::size_t i = 0; i < values.size(); ++i) tensor.values.at(i) = static_cast<Real>(values[i]);
    }
    tensors.push_back(std::move(tensor));
  }
  // Through the reader of weights, which refuses what is not finite.
  return read_parameters(SafeTensors::parse(write_safetensors(tensors, {})), layout);
}

}  // namespace seq2seq
