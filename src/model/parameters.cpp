#include "model/parameters.h"

#include <algorithm>

#include "base/message.h"

namespace seq2seq {
namespace {

// 2^28 floats are 1 GiB; with gradients and two moments a run then needs 4, which is all that WebAssembly can address.
constexpr std::uint64_t most_parameters = std::uint64_t{1} << 28;
constexpr int most_tokens = 1000000;
constexpr int widest = 4096;

void check_size(const char* name, int found, int least, int most) {
  if (found >= least && found <= most) return;
  throw_error(ErrorCode::invalid_value, {name, " is ", found, "; allowed are ", least, " to ", most});
}

}  // namespace

void check_config(const ModelConfig& config) {
  check_size("vocabulary_size", config.vocabulary_size, 1, most_tokens);
  check_size("embedding_size", config.embedding_size, 1, widest);
  check_size("hidden_size", config.hidden_size, 1, widest);
  check_size("unk_id", config.unk_id, -1, config.vocabulary_size - 1);
  if (config.copy != CopyKind::off && config.attention == AttentionKind::none)
    throw_error(ErrorCode::invalid_value, {"copy needs an attention to point with; attention is none"});
  if (config.copy != CopyKind::off && config.unk_id < 0)
    throw_error(ErrorCode::invalid_value,
                {"copy needs unk_id, the token that is fed in place of a copied word; it is -1"});
  std::uint64_t total = 0;
  for (const Parameter& p : parameter_list(config)) total += p.size;
  if (total > most_parameters)
    throw_error(ErrorCode::invalid_value, {"vocabulary_size, embedding_size and hidden_size give ", total,
                                           " parameters; allowed are ", most_parameters});
}

std::vector<Parameter> parameter_list(const ModelConfig& config) {
  const int V = config.vocabulary_size, E = config.embedding_size, H = config.hidden_size;
  std::vector<Parameter> list;
  const auto add = [&list](const std::string& name, std::vector<int> shape, int first_row = 0) {
    std::size_t size = 1;
    for (const int n : shape) size *= static_cast<std::size_t>(n);
    list.push_back({name, std::move(shape), 0, size, first_row});
  };
  const auto add_gru = [&](const std::string& name, int input) {
    add(name + ".weight_ih_l0", {3 * H, input}, 2 * H);
    add(name + ".weight_hh_l0", {3 * H, H});
    add(name + ".bias_ih_l0", {3 * H}, 2 * H);
    add(name + ".bias_hh_l0", {3 * H});
  };
  add("enc.emb.weight", {V, E});
  add_gru("enc.gru", E);
  add("dec.emb.weight", {V, E});
  if (config.attention == AttentionKind::bahdanau) {
    add("dec.attn.Wh.weight", {H, H});
    add("dec.attn.Ws.weight", {H, H});
    add("dec.attn.v.weight", {1, H});
  }
  if (config.attention == AttentionKind::luong_general) add("dec.attn.Wa.weight", {H, H});
  add_gru("dec.gru", E + H);
  if (config.copy != CopyKind::pointer) {
    add("dec.fc.weight", {V, 2 * H});
    add("dec.fc.bias", {V});
  }
  if (config.copy == CopyKind::pointer_generator) {
    add("gate.w_h", {H});
    add("gate.w_s", {H});
    add("gate.w_x", {E});
    add("gate.b", {1});
  }
  return list;
}

ParameterLayout::ParameterLayout(const ModelConfig& config) {
  check_config(config);
  list_ = parameter_list(config);
  const auto by_name = [this](const std::string& name) {
    return std::find_if(list_.begin(), list_.end(), [&name](const Parameter& p) { return p.name == name; });
  };
  const auto place = [this](Parameter& p) {
    p.offset = total_;
    total_ += p.size;
  };
  const auto query = by_name("dec.attn.Ws.weight");
  for (Parameter& p : list_) {
    if (query != list_.end() && p.name == query->name) continue;
    place(p);
    if (query != list_.end() && p.name == "dec.gru.weight_hh_l0") place(*query);
  }

  const auto offset = [&](const std::string& name) {
    const auto p = by_name(name);
    return p == list_.end() ? ParameterOffsets::absent : p->offset;
  };
  const auto gru = [&](const std::string& name) {
    return GruOffsets{offset(name + ".weight_ih_l0"), offset(name + ".weight_hh_l0"), offset(name + ".bias_ih_l0"),
                      offset(name + ".bias_hh_l0")};
  };
  offsets_.encoder_embedding = offset("enc.emb.weight");
  offsets_.encoder_gru = gru("enc.gru");
  offsets_.decoder_embedding = offset("dec.emb.weight");
  offsets_.attention_keys =
      offset(config.attention == AttentionKind::bahdanau ? "dec.attn.Wh.weight" : "dec.attn.Wa.weight");
  offsets_.attention_v = offset("dec.attn.v.weight");
  offsets_.decoder_gru = gru("dec.gru");
  offsets_.head_weight = offset("dec.fc.weight");
  offsets_.head_bias = offset("dec.fc.bias");
  offsets_.gate_context = offset("gate.w_h");
  offsets_.gate_state = offset("gate.w_s");
  offsets_.gate_input = offset("gate.w_x");
  offsets_.gate_bias = offset("gate.b");
}

bool ParameterLayout::contains(const std::string& name) const {
  return std::any_of(list_.begin(), list_.end(), [&name](const Parameter& p) { return p.name == name; });
}

const Parameter& ParameterLayout::find(const std::string& name) const {
  for (const Parameter& p : list_)
    if (p.name == name) return p;
  std::string names;
  for (const Parameter& p : list_) names += (names.empty() ? "" : ", ") + p.name;
  throw_error(ErrorCode::invalid_value, {"there is no parameter \"", name, "\"; this model has ", names});
}

Parameters::Parameters(std::shared_ptr<const ParameterLayout> layout)
    : layout_(std::move(layout)), values_(layout_->total(), Real(0)) {}

std::vector<Real> Parameters::read(const std::string& name) const {
  const Parameter& p = layout_->find(name);
  std::vector<Real> out(p.size);
  const std::size_t cut = static_cast<std::size_t>(p.first_row) * (p.size / static_cast<std::size_t>(p.shape[0]));
  std::rotate_copy(at(p), at(p) + (p.size - cut), at(p) + p.size, out.begin());
  return out;
}

void Parameters::write(const std::string& name, const std::vector<Real>& values) {
  const Parameter& p = layout_->find(name);
  if (values.size() != p.size)
    throw_error(ErrorCode::invalid_value, {name, " was given ", values.size(), " values; it has ", p.size});
  const std::size_t cut = static_cast<std::size_t>(p.first_row) * (p.size / static_cast<std::size_t>(p.shape[0]));
  std::rotate_copy(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(cut), values.end(), at(p));
}

void Parameters::clear_touched() {
  const std::vector<int>& shape = layout_->list().front().shape;  // enc.emb.weight (V,E); the decoder's is alike
  const auto clear = [&](std::size_t table, std::vector<std::int32_t>& rows) {
    Real* const values = values_.data() + table;
    if (touched_.all) std::fill_n(values, std::ptrdiff_t{shape[0]} * shape[1], Real(0));
    for (const std::int32_t row : rows) std::fill_n(values + std::ptrdiff_t{row} * shape[1], shape[1], Real(0));
    rows.clear();
  };
  clear(layout_->offsets().encoder_embedding, touched_.encoder);
  clear(layout_->offsets().decoder_embedding, touched_.decoder);
  touched_.all = false;
}

}  // namespace seq2seq
