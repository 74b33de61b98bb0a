#include "checking/broken_run.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/message.h"
#include "checking/plain_model.h"
#include "checking/reference_compare.h"
#include "inference/trace.h"

namespace seq2seq {
namespace {

constexpr double shown_digits = 1e-4;

struct Mistake {
  const char* name;
  void (*apply)(Variant&);
};

const std::array<Mistake, 16> mistakes{{
    {"padding_unmasked", [](Variant& v) { v.mask = Variant::Mask::padding_encoded; }},
    {"padding_in_loss", [](Variant&) {}},  // by the kind of loss, below
    {"state_at_padding", [](Variant& v) { v.first_state = Variant::Last::padded_end; }},
    {"forcing_left_on", [](Variant&) {}},  // ours is what changes: an evaluation runs freely
    {"gate_order",
     [](Variant& v) {
       v.encoder.block = v.decoder.block = {1, 0, 2};
     }},
    {"update_reversed", [](Variant& v) { v.encoder.update_reversed = v.decoder.update_reversed = true; }},
    {"state_after_step", [](Variant& v) { v.query = Variant::Query::after; }},
    {"no_tanh", [](Variant& v) { v.score = Variant::Score::without_tanh; }},
    {"softmax_axis", [](Variant& v) { v.weights = Variant::Weights::ones; }},
    {"context_of_keys", [](Variant& v) { v.context_of_keys = true; }},
    {"target_shift", [](Variant& v) { v.inputs = Variant::Inputs::labels; }},
    {"softmax_twice", [](Variant& v) { v.softmax_twice = true; }},
    {"first_state_zero", [](Variant& v) { v.first_state = Variant::Last::zeros; }},
    {"state_not_carried", [](Variant& v) { v.state_carried = false; }},
    {"copies_overwritten", [](Variant& v) { v.copies_overwritten = true; }},
    {"gate_reversed", [](Variant& v) { v.gate_reversed = true; }},
}};

Variant variant_of(const std::string& name, LossKind kind) {
  const auto found =
      std::find_if(mistakes.begin(), mistakes.end(), [&](const Mistake& mistake) { return name == mistake.name; });
  if (found == mistakes.end()) {
    std::string allowed;
    for (const std::string& known : mistake_names()) allowed += (allowed.empty() ? "" : ", ") + known;
    throw_error(ErrorCode::invalid_value, {"the mistake is \"", name, "\"; allowed: ", allowed});
  }
  Variant variant;
  found->apply(variant);
  using Reduction = Variant::Reduction;
  if (name == "padding_in_loss")
    variant.reduction = kind == LossKind::mean ? Reduction::mean_with_padding : Reduction::sum_with_padding;
  return variant;
}

std::vector<TokenId> forced_inputs(const ReferencePair& pair) {
  std::vector<TokenId> inputs{pair.bos};
  inputs.insert(inputs.end(), pair.target.begin(), pair.target.begin() + pair.target_length - 1);
  return inputs;
}

}  // namespace

std::vector<std::string> mistake_names() {
  std::vector<std::string> names;
  names.reserve(mistakes.size());
  for (const Mistake& mistake : mistakes) names.emplace_back(mistake.name);
  return names;
}

BrokenRun broken_run(const Seq2Seq& model, const Parameters& parameters, const ReferencePair& pair, LossKind kind,
                     TokenId eos, const std::string& mistake) {
  const Variant variant = variant_of(mistake, kind);
  const Regime regime = mistake == "forcing_left_on" ? Regime::free : Regime::teacher;
  const Trace trace = seq2seq::trace(model, parameters, pair.real_source(), pair.real_target(), regime, pair.bos, eos,
                                     pair.target_length, false);
  PlainModel plain(model.config(), parameters);
  const std::vector<ReferenceTensor> theirs = plain.run(pair, kind, variant, false);

  BrokenRun run;
  run.our_inputs = trace.inputs;
  run.our_predictions = trace.predictions;
  run.their_inputs = variant.inputs == Variant::Inputs::labels ? pair.real_target() : forced_inputs(pair);
  std::vector<Comparison> comparisons;
  for (const ReferenceTensor& tensor : theirs) {
    if (tensor.name == "dec.probabilities")
      run.their_predictions.push_back(
          static_cast<TokenId>(std::max_element(tensor.values.begin(), tensor.values.end()) - tensor.values.begin()));
    BrokenTensor both;
    if (tensor.name == "loss") {
      const double count = kind == LossKind::mean ? pair.target_length : 1;
      both = {tensor.name, tensor.step, {}, {static_cast<Real>(trace.loss / count)}, {}, true};
    } else {
      const auto ours = std::find_if(trace.tensors.begin(), trace.tensors.end(), [&](const TraceTensor& t) {
        return t.name == tensor.name && t.step == tensor.step;
      });
      if (ours == trace.tensors.end()) continue;
      both = {tensor.name, tensor.step, ours->shape, ours->values, {}, true};
    }
    both.theirs.assign(tensor.values.begin(), tensor.values.end());
    const std::size_t entries = std::max(both.ours.size(), both.theirs.size());
    if (tensor.name == "dec.alpha") both.ours.resize(entries, 0), both.theirs.resize(entries, 0);
    const std::size_t shared = std::min(both.ours.size(), both.theirs.size());
    Comparison comparison =
        compare_values({both.ours.begin(), both.ours.begin() + static_cast<std::ptrdiff_t>(shared)},
                       {both.theirs.begin(), both.theirs.begin() + static_cast<std::ptrdiff_t>(shared)}, shown_digits);
    comparison.name = both.name;
    comparison.step = both.step;
    comparison.shape = both.shape;
    both.agrees = comparison.agrees;
    comparisons.push_back(std::move(comparison));
    run.tensors.push_back(std::move(both));
  }
  run.first = first_difference(comparisons);
  return run;
}

}  // namespace seq2seq
