#include "checking/plain_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/message.h"
#include "checking/plain_gru.h"

namespace seq2seq {

using Node = PlainTape::Node;

PlainModel::PlainModel(const ModelConfig& config, const Parameters& parameters)
    : config_(config), list_(parameters.layout().list()) {
  for (const Parameter& parameter : list_) {
    const std::vector<Real> values = parameters.read(parameter.name);
    const bool matrix = parameter.shape.size() == 2;
    weights_[parameter.name] = {matrix ? parameter.shape[0] : 1,
                                parameter.shape.back(),
                                {values.begin(), values.end()},
                                std::vector<double>(values.size(), 0)};
  }
}

void PlainModel::add_bias(const std::string& name, const std::vector<double>& values) {
  weights_[name] = {1, static_cast<int>(values.size()), values, std::vector<double>(values.size(), 0)};
}

PlainWeight& PlainModel::weight(const std::string& name) {
  const auto found = weights_.find(name);
  if (found == weights_.end()) throw_error(ErrorCode::invalid_value, {"the plain model has no parameter ", name});
  return found->second;
}

double PlainModel::cost(const ReferencePair& pair) const {
  const double V = config_.vocabulary_size, E = config_.embedding_size, H = config_.hidden_size;
  const double S = static_cast<double>(pair.source.size()), T = static_cast<double>(pair.target.size());
  return S * (3 * H * (E + H) + H * H) + T * (3 * H * (E + 2 * H) + H * H + 2 * S * H + 2 * V * H);
}

// One forward pass of one pair.
class PlainModel::Pass {
 public:
  Pass(PlainModel& model, const ReferencePair& pair, LossKind kind, const Variant& variant)
      : model_(model),
        config_(model.config_),
        pair_(pair),
        kind_(kind),
        variant_(variant),
        V(config_.vocabulary_size),
        E(config_.embedding_size),
        H(config_.hidden_size),
        S(pair.source_length) {}

  void encode() {
    const bool padded =
        variant_.mask == Variant::Mask::padding_encoded || variant_.first_state == Variant::Last::padded_end;
    const int length = padded ? static_cast<int>(pair_.source.size()) : S;
    std::vector<Node> embedded(length), r(length), z(length), n(length);
    states_.assign(length, 0);
    Node h = tape_.zeros(H);
    Node own = h;
    for (int k = 0; k < length; ++k) {
      const std::size_t i = variant_.source_reversed && k < S ? S - 1 - k : k;
      embedded[i] = embedding("enc.emb.weight", pair_.source[i]);
      const GruSteps gates = gru("enc.gru", variant_.encoder, embedded[i], h);
      r[i] = gates.r, z[i] = gates.z, n[i] = gates.n;
      states_[i] = h = gates.state;
      if (k < S) own = h;
    }
    emit("enc.emb", {1, S, E}, embedded);
    emit("enc.gru.r", {1, S, H}, r);
    emit("enc.gru.z", {1, S, H}, z);
    emit("enc.gru.n", {1, S, H}, n);
    emit("enc.out", {1, S, H}, states_);
    using Last = Variant::Last;
    first_state_ = variant_.first_state == Last::own ? own : variant_.first_state == Last::zeros ? tape_.zeros(H) : h;
    emit("enc.hidden", {1, 1, H}, {variant_.first_state == Last::zeros ? own : first_state_});
    summary_ = own;
    using Detached = Variant::Detached;
    if (variant_.detached == Detached::first_state || variant_.detached == Detached::encoder)
      first_state_ = tape_.detached(first_state_);
    if (variant_.detached == Detached::encoder_states || variant_.detached == Detached::encoder) {
      for (Node& state : states_) state = tape_.detached(state);
      summary_ = tape_.detached(summary_);
    }
    if (variant_.mask == Variant::Mask::padding_zero)
      while (states_.size() < pair_.source.size()) states_.push_back(tape_.zeros(H));
    if (variant_.mask == Variant::Mask::yes) states_.resize(static_cast<std::size_t>(S));
    prepare_keys();
    state_ = first_state_;
    context_ = tape_.zeros(H);
  }

  void step(int t, bool head) {
    using Query = Variant::Query;
    step_ = t < pair_.target_length ? t : hidden_step;
    const Node before = variant_.state_carried ? carried() : first_state_;
    const Node y = embedding(variant_.decoder_uses_encoder_embedding ? "enc.emb.weight" : "dec.emb.weight", input(t));
    emit("dec.emb", {1, 1, E}, {y});
    Looked looked;
    if (variant_.query != Query::after) looked = attend(variant_.query == Query::first ? first_state_ : before);
    const Node gru_context = variant_.query == Query::after ? context_ : looked.context;
    const GruSteps gates = decoder_gru(y, gru_context, before);
    if (variant_.query == Query::after || variant_.query == Query::again) looked = attend(gates.state);
    emit_attention(looked);
    const Node in = gru_input(y, gru_context);
    emit("dec.gru_input", {1, 1, size(in)}, {in});
    emit("dec.gru.r", {1, 1, H}, {gates.r});
    emit("dec.gru.z", {1, 1, H}, {gates.z});
    emit("dec.gru.n", {1, 1, H}, {gates.n});
    emit("dec.hidden", {1, 1, H}, {gates.state});
    context_ = looked.context;
    state_ = gates.state;
    if (head) output(t, y, looked, before);
  }

  void total() {
    using Reduction = Variant::Reduction;
    const bool padding =
        variant_.reduction == Reduction::mean_with_padding || variant_.reduction == Reduction::sum_with_padding;
    int count = padding ? static_cast<int>(pair_.target.size()) : pair_.target_length;
    if (!variant_.last_label_counts) --count;
    Node sum = tape_.zeros(1);
    for (int t = 0; t < count; ++t) sum = tape_.add(sum, losses_[t]);
    const bool mean = variant_.reduction == Reduction::mean || variant_.reduction == Reduction::mean_with_padding ||
                      (variant_.reduction == Reduction::configured && kind_ == LossKind::mean);
    loss_ = mean ? tape_.scale(sum, 1.0 / std::max(count, 1)) : sum;
    step_ = -1;
    emit("loss", {}, {loss_});
  }

  void gradients() {
    for (auto& [name, weight] : model_.weights_) std::fill(weight.gradient.begin(), weight.gradient.end(), 0.0);
    tape_.backward(loss_);
    for (auto parameter = model_.list_.rbegin(); parameter != model_.list_.rend(); ++parameter) {
      const PlainWeight& weight = model_.weight(parameter->name);
      tensors.push_back({"grad." + parameter->name, -1, parameter->shape, weight.gradient});
    }
  }

  double loss() const { return tape_.scalar(loss_); }

  std::vector<ReferenceTensor> tensors;

 private:
  static constexpr int hidden_step = -2;  // a step over padding: nobody compares it
  struct Looked {
    Node query = 0, energy = 0, alpha = 0, context = 0;
    std::vector<Node> activated;
  };

  int size(Node x) const { return static_cast<int>(tape_.value(x).size()); }
  Node embedding(const std::string& name, TokenId token) {
    return tape_.row(model_.weight(name), token < V ? token : config_.unk_id);
  }

  Node bias(const std::string& name, Node to) {
    if (!model_.has(name)) return to;
    return tape_.add(to, tape_.part(model_.weight(name), 0, size(to)));
  }

  GruSteps gru(const std::string& name, const GruVariant& variant, Node x, Node h) {
    return plain_gru(tape_,
                     {model_.weight(name + ".weight_ih_l0"), model_.weight(name + ".weight_hh_l0"),
                      model_.weight(name + ".bias_ih_l0"), model_.weight(name + ".bias_hh_l0")},
                     variant, x, h);
  }

  void prepare_keys() {
    keys_ = states_;
    if (config_.attention != AttentionKind::bahdanau && config_.attention != AttentionKind::luong_general) return;
    const bool additive = config_.attention == AttentionKind::bahdanau;
    const std::string name = additive ? "dec.attn.Wh" : "dec.attn.Wa";
    for (Node& key : keys_) {
      key = tape_.product(model_.weight(name + ".weight"), {0, H, 0, H}, key, variant_.keys_transposed);
      if (variant_.attention_biases) key = bias(name + ".bias", key);
    }
    emit(additive ? "dec.Wh_h" : "dec.Wa_h", {1, S, H}, keys_);
  }

  Node carried() {
    return variant_.detached == Variant::Detached::between_steps && state_ != first_state_ ? tape_.detached(state_)
                                                                                           : state_;
  }

  TokenId input(int t) const {
    const auto at = static_cast<std::size_t>(t);
    if (variant_.inputs == Variant::Inputs::labels) return pair_.target[at];
    if (t == 0) return pair_.bos;
    return variant_.inputs == Variant::Inputs::predictions ? prediction_ : pair_.target[at - 1];
  }

  Looked attend(Node state) {
    Looked looked;
    if (config_.attention == AttentionKind::none) {
      looked.context = context_for_use(summary_);
      return looked;
    }
    if (variant_.detached == Variant::Detached::query) state = tape_.detached(state);
    looked.query = state;
    const bool additive = config_.attention == AttentionKind::bahdanau;
    if (additive) {
      looked.query = tape_.product(model_.weight("dec.attn.Ws.weight"), {0, H, 0, H}, state, variant_.query_transposed);
      if (variant_.attention_biases) looked.query = bias("dec.attn.Ws.bias", looked.query);
    }
    std::vector<Node> energies;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      Node energy = 0;
      if (variant_.score == Variant::Score::dot) {
        energy = tape_.dot(state, states_[i]);
      } else if (additive) {
        looked.activated.push_back(activate(tape_.add(keys_[i], looked.query)));
        energy = tape_.dot(tape_.part(model_.weight("dec.attn.v.weight"), 0, H), looked.activated.back());
        if (variant_.attention_biases) energy = bias("dec.attn.v.bias", energy);
      } else {
        energy = tape_.dot(state, keys_[i]);
      }
      if (variant_.score == Variant::Score::scaled) energy = tape_.scale(energy, 1 / std::sqrt(H));
      energies.push_back(energy);
    }
    looked.energy = tape_.concatenate(energies);
    looked.alpha = weights_of(looked.energy);
    looked.context = context_for_use(tape_.weighted_sum(looked.alpha, variant_.context_of_keys ? keys_ : states_));
    return looked;
  }
  Node context_for_use(Node context) {
    return variant_.detached == Variant::Detached::context ? tape_.detached(context) : context;
  }
  Node activate(Node sum) {
    if (variant_.score == Variant::Score::without_tanh) return sum;
    return variant_.score == Variant::Score::relu ? tape_.relu(sum) : tape_.tanh(sum);
  }
  Node weights_of(Node energy) {
    const std::size_t count = tape_.value(energy).size();
    switch (variant_.weights) {
      case Variant::Weights::softmax: return tape_.softmax(energy);
      case Variant::Weights::ones: return tape_.constant(std::vector<double>(count, 1));
      case Variant::Weights::energies: return energy;
      case Variant::Weights::sigmoid: return tape_.sigmoid(energy);
      case Variant::Weights::uniform: return tape_.constant(std::vector<double>(count, 1 / static_cast<double>(count)));
    }
    return energy;
  }

  void emit_attention(const Looked& looked) {
    if (config_.attention != AttentionKind::none) {
      if (config_.attention == AttentionKind::bahdanau) {
        emit("dec.Ws_s", {1, H}, {looked.query});
        if (!looked.activated.empty()) emit("dec.tanh", {1, S, H}, looked.activated);
      }
      emit("dec.energy", {1, S, 1}, {looked.energy});
      emit("dec.alpha", {1, size(looked.alpha)}, {looked.alpha});
    }
    emit("dec.context", {1, H}, {looked.context});
  }

  Node with_context(Variant::Context place, Node first, Node context) {
    switch (place) {
      case Variant::Context::in_place: return tape_.concatenate({first, context});
      case Variant::Context::left_out: return first;
      case Variant::Context::zeroed: return tape_.concatenate({first, tape_.zeros(H)});
      case Variant::Context::swapped: return tape_.concatenate({context, first});
    }
    return first;
  }
  Node gru_input(Node y, Node context) { return with_context(variant_.in_gru, y, context); }
  GruSteps decoder_gru(Node y, Node context, Node before) {
    const Node x = gru_input(y, context);
    return gru("dec.gru", variant_.decoder, x, before);
  }

  void output(int t, Node y, const Looked& looked, Node before) {
    const Node head_input =
        with_context(variant_.in_head, variant_.head_uses_previous_state ? before : state_, context_);
    emit("dec.head_input", {1, size(head_input)}, {head_input});
    Node distribution = 0;
    if (config_.copy != CopyKind::pointer) {
      Node logits = tape_.product(model_.weight("dec.fc.weight"), {0, V, 0, size(head_input)}, head_input, false);
      if (variant_.head_bias) logits = tape_.add(logits, tape_.part(model_.weight("dec.fc.bias"), 0, V));
      distribution = tape_.softmax(logits);
      if (variant_.logits_normalised) logits = tape_.log(distribution);
      emit("dec.logits", {1, V}, {logits});
    }
    if (config_.copy != CopyKind::off) distribution = with_copies(distribution, y, looked.alpha, before);
    const int words = size(distribution);
    emit("dec.probabilities", {1, words}, {distribution});
    const std::vector<double>& p = tape_.value(distribution);  // until the next step of the tape
    prediction_ = static_cast<TokenId>(std::max_element(p.begin(), p.end()) - p.begin());
    if (variant_.softmax_twice) distribution = tape_.softmax(distribution);
    const TokenId label =
        variant_.labels == Variant::Labels::next ? pair_.target[static_cast<std::size_t>(t)] : input(t);
    if (label >= words)
      throw_error(ErrorCode::invalid_token,
                  {"the label ", label, " of step ", t, " can not be produced; allowed are 0 to ", words - 1});
    losses_.push_back(tape_.scale(tape_.log(tape_.pick(distribution, label)), -1));
    emit("dec.loss", {}, {losses_.back()});
  }

  Node with_copies(Node vocabulary, Node y, Node alpha, Node before) {
    std::vector<int> words;
    int X = V;
    for (const TokenId word : pair_.real_source()) {
      words.push_back(word);
      X = std::max(X, word + 1);
    }
    if (alpha_is_padded(alpha)) words.resize(tape_.value(alpha).size(), pair_.source.back());
    if (variant_.copies_overwritten) alpha = last_places(alpha, words);
    const Node copied = tape_.scatter(alpha, words, X);
    if (config_.copy == CopyKind::pointer) {
      emit("dec.p_copy", {1, X}, {copied});
      return copied;
    }
    emit("dec.p_vocabulary", {1, V}, {vocabulary});
    const auto score = [&](const char* name, Node of) {
      return tape_.dot(tape_.part(model_.weight(name), 0, size(of)), of);
    };
    Node g =
        tape_.add(score("gate.w_h", context_), score("gate.w_s", variant_.gate_uses_previous_state ? before : state_));
    g = tape_.add(tape_.add(g, score("gate.w_x", y)), tape_.part(model_.weight("gate.b"), 0, 1));
    const Node p_gen = tape_.sigmoid(g);
    emit("dec.p_gen", {1, 1}, {p_gen});
    emit("dec.p_copy", {1, X}, {copied});
    const Node generated = X == V ? vocabulary : tape_.concatenate({vocabulary, tape_.zeros(X - V)});
    const Node for_vocabulary = variant_.gate_reversed ? tape_.one_minus(p_gen) : p_gen;
    const Node for_copies = variant_.gate_reversed ? p_gen : tape_.one_minus(p_gen);
    return tape_.add(tape_.weighted_sum(for_vocabulary, {generated}), tape_.weighted_sum(for_copies, {copied}));
  }
  bool alpha_is_padded(Node alpha) const { return size(alpha) > S; }
  Node last_places(Node alpha, const std::vector<int>& words) {
    std::vector<double> kept(words.size(), 1);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (std::find(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end(), words[i]) != words.end())
        kept[i] = 0;
    return tape_.multiply(alpha, tape_.constant(std::move(kept)));
  }

  // The values of several nodes, one behind another, as many as the shape asks for.
  void emit(const std::string& name, std::vector<int> shape, const std::vector<Node>& nodes) {
    if (step_ == hidden_step) return;
    std::size_t count = 1;
    for (const int n : shape) count *= static_cast<std::size_t>(n);
    std::vector<double> values;
    for (const Node node : nodes) values.insert(values.end(), tape_.value(node).begin(), tape_.value(node).end());
    values.resize(std::min(values.size(), count));
    tensors.push_back({name, step_, std::move(shape), std::move(values)});
  }

  PlainModel& model_;
  const ModelConfig& config_;
  const ReferencePair& pair_;
  const LossKind kind_;
  const Variant& variant_;
  PlainTape tape_;
  const int V, E, H, S;
  int step_ = -1;
  std::vector<Node> states_, keys_, losses_;
  Node first_state_ = 0, summary_ = 0, state_ = 0, context_ = 0, loss_ = 0;
  TokenId prediction_ = 0;
};

std::vector<ReferenceTensor> PlainModel::run(const ReferencePair& pair, LossKind kind, const Variant& variant,
                                             bool gradients, Extent extent) {
  Pass pass(*this, pair, kind, variant);
  pass.encode();
  const bool padding = variant.reduction == Variant::Reduction::mean_with_padding ||
                       variant.reduction == Variant::Reduction::sum_with_padding;
  const int all = padding ? static_cast<int>(pair.target.size()) : pair.target_length;
  const int steps = extent.steps < 0 ? all : std::min(extent.steps, all);
  for (int t = 0; t < steps; ++t) pass.step(t, t + 1 < steps || extent.last_head);
  if (extent.steps >= 0) return std::move(pass.tensors);
  pass.total();
  if (gradients) pass.gradients();
  return std::move(pass.tensors);
}

double PlainModel::loss(const ReferencePair& pair, LossKind kind) {
  const Variant variant;
  Pass pass(*this, pair, kind, variant);
  pass.encode();
  for (int t = 0; t < pair.target_length; ++t) pass.step(t, true);
  pass.total();
  return pass.loss();
}

}  // namespace seq2seq
