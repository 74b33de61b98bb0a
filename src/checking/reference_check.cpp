#include "checking/reference_check.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/message.h"
#include "checking/reference_dump.h"
#include "text/vocabulary.h"

namespace seq2seq {
namespace {

void check_ids(const ReferencePair& pair, const ModelConfig& config) {
  const int V = config.vocabulary_size;
  // Unknown words of the source have ids of their own where a model copies.
  const int most = config.copy == CopyKind::off ? V : V + static_cast<int>(pair.source.size());
  const auto check = [](const char* what, TokenId id, int bound) {
    if (id >= bound)
      throw_error(ErrorCode::invalid_token,
                  {"the dump's ", what, " has token ", id, "; its embedding allows 0 to ", bound - 1});
  };
  for (const TokenId id : pair.source) check("source", id, most);
  for (const TokenId id : pair.target) check("target", id, most);
  check("bos", pair.bos, V);
}

class Check {
 public:
  Check(std::string_view bytes, const Configuration& configuration, const NameMapping& mapping, double tolerance)
      : dump_(read_reference_dump(bytes)), kind_(configuration.training.loss) {
    report_.tolerance = tolerance;
    report_.pair = dump_.pair;
    report_.notes = dump_.notes;
    ModelConfig config = configuration.model;
    if (config.copy != CopyKind::off && config.unk_id < 0) config.unk_id = text_specials.unk;
    report_.names = match_names(dump_.file, config, mapping);
  }

  ReferenceReport run() {
    if (!report_.names.missing.empty()) return std::move(report_);
    report_.loaded = true;
    check_ids(report_.pair, report_.names.config);
    if (!report_.names.keys_unsure) {
      judge(true);
      return std::move(report_);
    }
    // W1 and W2, W and U: authors do not agree which is for the keys. The numbers say, where one way is all right or
    // makes sense with a mistake that is known.
    const ReferenceReport unjudged = report_;
    ReferenceReport best;
    for (const bool explain : {false, true})
      for (const bool exchanged : {false, true}) {
        report_ = unjudged;
        if (exchanged) exchange_keys();
        judge(explain);
        if (exchanged) note_keys();
        if (report_.explanation.complete) return std::move(report_);
        if (explain && (!exchanged || agreeing(report_) > agreeing(best))) best = std::move(report_);
      }
    return best;
  }

 private:
  // How many tensors agree before one does not.
  static std::size_t agreeing(const ReferenceReport& report) {
    std::size_t count = 0;
    while (count < report.compared.size() && report.compared[count].agrees) ++count;
    return count;
  }

  void note_keys() {
    report_.notes.push_back(
        worded({"which of the attention's weights is W_h (keys) and which W_s (query) was settled by the "
                "numbers: ",
                report_.names.of("dec.attn.Wh.weight")->theirs, " is W_h, ",
                report_.names.of("dec.attn.Ws.weight")->theirs, " is W_s"}));
  }

  void exchange_keys() {
    NameMatches& names = report_.names;
    const auto named = [&names](const char* name) {
      return std::find_if(names.weights.begin(), names.weights.end(),
                          [name](const WeightMatch& match) { return match.ours == name; });
    };
    std::swap(named("dec.attn.Wh.weight")->ours, named("dec.attn.Ws.weight")->ours);
    std::map<std::string, std::string> biases;
    for (const auto& [ours, theirs] : names.extra_biases)
      biases[ours == "dec.attn.Wh.bias"   ? "dec.attn.Ws.bias"
             : ours == "dec.attn.Ws.bias" ? "dec.attn.Wh.bias"
                                          : ours] = theirs;
    names.extra_biases = std::move(biases);
  }

  // Compares; with `explaining`, also finds out why what differs does.
  void judge(bool explaining) {
    const Seq2Seq model(report_.names.config);
    const Parameters parameters = load_matched(dump_.file, report_.names, model.layout());
    TheirTensors theirs = their_tensors(dump_.file, report_.names, model.layout()->list());
    drop_empty_gradients(theirs);
    report_.compared = compare(engine_tensors(model, parameters, report_.pair, kind_), theirs, report_.tolerance);
    list_unused(theirs);
    if (report_.compared.empty())
      throw_error(ErrorCode::invalid_file,
                  {"the dump has weights, but no tensor of the forward pass and no gradient that is known; names are "
                   "the trace's, as dec.energy.0, or stand in a mapping"});
    const Variant start = shapes_say();
    const int differs = first_difference(report_.compared);
    if (!report_.first && differs >= 0) report_.first = report_.compared[static_cast<std::size_t>(differs)];
    report_.agrees = !report_.first;
    report_.explanation.complete = report_.agrees;
    if (report_.agrees || !explaining) return;
    PlainModel plain = plain_model(model, parameters);
    Explanation found = explain(plain, report_.names.config, report_.pair, kind_, start,
                                !report_.names.extra_biases.empty(), theirs, report_.tolerance);
    std::vector<Cause>& causes = report_.explanation.causes;
    for (Cause& cause : causes) cause.tested = found.complete;
    causes.insert(causes.end(), found.causes.begin(), found.causes.end());
    report_.explanation.complete = found.complete;
    unmarked_padding(theirs);
  }

  // Tensors of the forward pass that nothing was held against: a step or a name that this pass does not have, one of
  // two with the same meaning, the gradient of no weight.
  void list_unused(const TheirTensors& theirs) {
    NameMatches& names = report_.names;
    const auto list = [&](const std::string& name, const char* remark) {
      names.unused.push_back({name, dump_.file.find(name)->shape, remark, {}});
    };
    const auto forward = names.forward;
    for (const auto& [name, ours] : forward) {
      const auto read = theirs.find(ours);
      const bool first = read != theirs.end() && read->second.name == name;
      const bool compared =
          std::any_of(report_.compared.begin(), report_.compared.end(),
                      [&ours = ours](const Comparison& c) { return stored_name(c.name, c.step) == ours; });
      if (first && compared) continue;
      names.forward.erase(name);
      list(name, compared ? "another tensor has the same meaning" : "this pass has no such tensor or step");
    }
    for (const StoredTensor& tensor : dump_.file.tensors()) {
      if (!is_gradient(tensor.name)) continue;
      const std::string of = tensor.name.substr(5);
      bool known = std::any_of(names.weights.begin(), names.weights.end(),
                               [&of](const WeightMatch& match) { return match.stored == of; });
      for (const auto& [ours, bias] : names.extra_biases) known = known || bias == of;
      for (const UnmatchedName& other : names.unused) known = known || other.name == of;  // told already
      if (!known) list(tensor.name, "the gradient of no weight");
    }
  }

  PlainModel plain_model(const Seq2Seq& model, const Parameters& parameters) const {
    PlainModel plain(model.config(), parameters);
    for (const auto& [ours, name] : report_.names.extra_biases) {
      const std::vector<Real> values = dump_.file.values(*dump_.file.find(name));
      plain.add_bias(ours, {values.begin(), values.end()});
    }
    return plain;
  }

  // Without backward() there are none, and the snippet writes zeros.
  void drop_empty_gradients(TheirTensors& theirs) {
    bool some = false, filled = false;
    for (const auto& [name, tensor] : theirs) {
      if (name.rfind("grad.", 0) != 0) continue;
      some = true;
      filled = filled || std::any_of(tensor.values.begin(), tensor.values.end(), [](double x) { return x != 0; });
    }
    if (!some || filled) return;
    for (auto tensor = theirs.begin(); tensor != theirs.end();)
      tensor = tensor->first.rfind("grad.", 0) == 0 ? theirs.erase(tensor) : std::next(tensor);
    report_.notes.push_back("every gradient in the dump is 0: backward() was not called before it; they are left out");
  }

  // Differences that the weights' shapes give away before anything is computed.
  Variant shapes_say() {
    Variant variant;
    const auto add = [this](const std::string& id, const std::string& sentence, const std::string& ours,
                            const std::string& theirs, const std::string& remark) {
      if (!report_.first) {
        Comparison first;
        first.name = ours;
        first.theirs_name = theirs;
        first.agrees = false;
        first.remark = remark;
        report_.first = std::move(first);
      }
      report_.explanation.causes.push_back({id, sentence, ours, -1, true, {}});
    };
    for (const WeightMatch& match : report_.names.weights) {
      if (match.transposed)
        report_.notes.push_back(match.theirs + " lies transposed, (in,out) instead of (out,in): loaded the other way");
      if (!match.narrow) continue;
      const bool gru = match.ours == "dec.gru.weight_ih_l0";
      (gru ? variant.in_gru : variant.in_head) = Variant::Context::left_out;
      add("context-left-out",
          gru ? "the context is left out of the GRU's input: it sees the embedding alone"
              : "the context is left out of the head's input: it sees the state alone",
          match.ours, match.theirs, "it has no columns for the context");
    }
    for (const std::string& bias : report_.names.absent_biases)
      add("bias-missing", bias + " is not in the dump: that layer has no bias (bias=False)", bias, "", "it is missing");
    return variant;
  }

  // Positions that get no weight at any step look like padding that the metadata does not mention.
  void unmarked_padding(const TheirTensors& theirs) {
    if (static_cast<std::size_t>(report_.pair.source_length) < report_.pair.source.size()) return;
    std::size_t positions = report_.pair.source.size();
    bool seen = false;
    for (int step = 0; step < report_.pair.target_length; ++step) {
      const auto alpha = theirs.find(stored_name("dec.alpha", step));
      if (alpha == theirs.end() || alpha->second.values.size() != report_.pair.source.size()) continue;
      std::size_t used = alpha->second.values.size();
      while (used > 0 && alpha->second.values[used - 1] == 0) --used;
      positions = seen ? std::max(positions, used) : used;
      seen = true;
    }
    if (seen && positions > 0 && positions < report_.pair.source.size())
      report_.notes.push_back(
          worded({"the last ", report_.pair.source.size() - positions,
                  " source positions get no attention at all: if they are padding, put source_length=", positions,
                  " into the dump's metadata"}));
  }

  ReferenceDump dump_;
  const LossKind kind_;
  ReferenceReport report_;
};

}  // namespace

ReferenceReport check_reference(std::string_view dump, const Configuration& configuration, const NameMapping& mapping,
                                double tolerance) {
  if (!(tolerance > 0) || tolerance > 1)
    throw_error(ErrorCode::invalid_value,
                {"the tolerance is ", tolerance, "; allowed: a number above 0 and at most 1"});
  return Check(dump, configuration, mapping, tolerance).run();
}

}  // namespace seq2seq
