#include "checking/reference_hypotheses.h"

#include <string_view>

#include "base/message.h"
#include "base/word_table.h"

namespace seq2seq {
namespace {

class Builder {
 public:
  Builder(const ModelConfig& config, const ReferencePair& pair, LossKind kind, bool extra_biases)
      : config_(config),
        pair_(pair),
        kind_(kind),
        extra_biases_(extra_biases),
        padded_(pair.source.size() > static_cast<std::size_t>(pair.source_length)),
        padded_target_(pair.target.size() > static_cast<std::size_t>(pair.target_length)) {}

  std::vector<Deviation> build() {
    gru();
    encoder();
    if (config_.attention != AttentionKind::none) attention();
    decoder();
    if (config_.copy != CopyKind::off) copying();
    loss();
    gradients();
    return std::move(list_);
  }

 private:
  void add(const char* id, const std::string& sentence, std::function<void(Variant&)> apply) {
    list_.push_back({id, sentence, std::move(apply)});
  }

  void in_grus(const char* id, const std::string& sentence, const std::function<void(GruVariant&)>& apply) {
    add(id, "encoder and decoder: " + sentence, [apply](Variant& v) { apply(v.encoder), apply(v.decoder); });
    add(id, "encoder: " + sentence, [apply](Variant& v) { apply(v.encoder); });
    add(id, "decoder: " + sentence, [apply](Variant& v) { apply(v.decoder); });
  }

  void gru() {
    // Block b of the rows holds gate names[b]; block[g] is where gate g of r, z, n is found.
    for (const std::string names : {"zrn", "nrz", "rnz", "znr", "nzr"}) {
      std::array<int, 3> block{};
      for (std::size_t g = 0; g < 3; ++g) block[g] = static_cast<int>(names.find("rzn"[g]));
      in_grus("gate-order",
              worded({"the GRU's gate order: its weights are read as ", names[0], ", ", names[1], ", ", names[2],
                      "; PyTorch's rows lie as r, z, n"}),
              [block](GruVariant& g) { g.block = block; });
    }
    in_grus("update-reversed", "the update gate is reversed: h' = (1 - z) h + z n; PyTorch's is h' = (1 - z) n + z h",
            [](GruVariant& g) { g.update_reversed = true; });
    in_grus("reset-without-bias",
            "bias placement: the reset gate multiplies W_hn h without its bias, n = tanh(... + r (W_hn h) + b_hn); "
            "PyTorch's is r (W_hn h + b_hn)",
            [](GruVariant& g) { g.reset = GruVariant::Reset::product_only; });
    in_grus("reset-before-product",
            "the reset gate is applied to h before the product, n = tanh(... + W_hn (r h) + b_hn), as in Cho et al. "
            "2014; PyTorch's is r (W_hn h + b_hn)",
            [](GruVariant& g) { g.reset = GruVariant::Reset::state; });
    in_grus("bias-missing", "the GRU's bias_hh is not added", [](GruVariant& g) { g.state_bias = false; });
    in_grus("bias-missing", "the GRU's bias_ih is not added", [](GruVariant& g) { g.input_bias = false; });
    in_grus("bias-missing", "neither bias of the GRU is added",
            [](GruVariant& g) { g.input_bias = g.state_bias = false; });
    in_grus("transposed", "weight_hh is used transposed (x W instead of x W^T), block by block",
            [](GruVariant& g) { g.state_weight_transposed = true; });
    if (config_.embedding_size == config_.hidden_size)
      add("transposed", "encoder: weight_ih is used transposed (x W instead of x W^T), block by block",
          [](Variant& v) { v.encoder.input_weight_transposed = true; });
  }

  void encoder() {
    add("source-reversed", "the source is read from right to left; ours from left to right",
        [](Variant& v) { v.source_reversed = true; });
    if (!padded_) return;
    add("state-at-padding",
        "the encoder's last state is taken at the padded end; ours at the row's own last token "
        "(pack_padded_sequence does that)",
        [](Variant& v) { v.first_state = Variant::Last::padded_end; });
    // One mistake shows in both places where neither is seen to.
    add("padding-everywhere",
        "mask: padding is encoded like tokens, gets attention, and the last state is taken at the padded end",
        [](Variant& v) {
          v.first_state = Variant::Last::padded_end;
          v.mask = Variant::Mask::padding_encoded;
        });
  }

  void attention() {
    const bool additive = config_.attention == AttentionKind::bahdanau;
    if (padded_) {
      add("mask",
          "mask: padded source positions are not masked before the softmax (their encoder states are the run "
          "over the padding)",
          [](Variant& v) { v.mask = Variant::Mask::padding_encoded; });
      add("mask", "mask: padded source positions are not masked before the softmax (their encoder states are zero)",
          [](Variant& v) { v.mask = Variant::Mask::padding_zero; });
    }
    add("state-after-step",
        "attention reads the state after the step, and the GRU is fed the context of the step before; ours reads the "
        "state before the step",
        [](Variant& v) { v.query = Variant::Query::after; });
    add("state-after-step",
        "attention is computed with the state after the step for the head (the GRU has been fed that of the state "
        "before); ours reads the state before the step, once",
        [](Variant& v) { v.query = Variant::Query::again; });
    add("query-fixed", "attention reads the decoder's first state at every step; ours the state before the step",
        [](Variant& v) { v.query = Variant::Query::first; });
    if (additive) {
      add("no-tanh", "the energies are computed without tanh: v . (W_h h + W_s s)",
          [](Variant& v) { v.score = Variant::Score::without_tanh; });
      add("relu", "the energies are computed with relu in place of tanh",
          [](Variant& v) { v.score = Variant::Score::relu; });
      add("transposed", "W_h of the attention is used transposed", [](Variant& v) { v.keys_transposed = true; });
      add("transposed", "W_s of the attention is used transposed", [](Variant& v) { v.query_transposed = true; });
      add("context-of-keys", "the context sums W_h h_i; ours the states h_i themselves",
          [](Variant& v) { v.context_of_keys = true; });
    } else if (config_.attention == AttentionKind::luong_general) {
      add("transposed", "W_a of the attention is used transposed", [](Variant& v) { v.keys_transposed = true; });
      add("context-of-keys", "the context sums W_a h_i; ours the states h_i themselves",
          [](Variant& v) { v.context_of_keys = true; });
    }
    if (config_.attention != AttentionKind::luong_dot)
      add("dot-product", "the energies are the dot products s . h_i; this model's attention has weights",
          [](Variant& v) { v.score = Variant::Score::dot; });
    add("scaled", "the energies are divided by the root of H; ours are not",
        [](Variant& v) { v.score = Variant::Score::scaled; });
    if (extra_biases_)
      add("attention-bias", "the attention's linear layers have biases; the lesson's have none (bias=False)",
          [](Variant& v) { v.attention_biases = true; });
    add("softmax-axis",
        "softmax runs over another axis, which here has one entry: every weight is 1; ours runs over the source",
        [](Variant& v) { v.weights = Variant::Weights::ones; });
    add("no-softmax", "the energies themselves are the weights: softmax is missing",
        [](Variant& v) { v.weights = Variant::Weights::energies; });
    add("sigmoid", "the weights are sigmoid(energy) instead of a softmax",
        [](Variant& v) { v.weights = Variant::Weights::sigmoid; });
    add("uniform", "the weights are all alike: the energies do not reach the softmax",
        [](Variant& v) { v.weights = Variant::Weights::uniform; });
  }

  void decoder() {
    add("target-shift",
        "shifted target: each step is fed the token that it should predict; ours is fed the one before (BOS first)",
        [](Variant& v) { v.inputs = Variant::Inputs::labels; });
    add("no-forcing", "each step is fed the model's own prediction; ours is teacher-forced",
        [](Variant& v) { v.inputs = Variant::Inputs::predictions; });
    add("one-embedding", "the decoder looks its tokens up in the encoder's embedding",
        [](Variant& v) { v.decoder_uses_encoder_embedding = true; });
    add("first-state-zero", "the decoder starts from zeros; ours from the encoder's last state",
        [](Variant& v) { v.first_state = Variant::Last::zeros; });
    add("state-not-carried", "every step starts from the encoder's state: the decoder's is not carried on",
        [](Variant& v) { v.state_carried = false; });
    add("context-left-out", "the context is left out of the GRU's input (zeros stand in its place)",
        [](Variant& v) { v.in_gru = Variant::Context::zeroed; });
    add("swapped", "the GRU's input is [context ; embedding]; ours is [embedding ; context]",
        [](Variant& v) { v.in_gru = Variant::Context::swapped; });
    if (config_.copy == CopyKind::pointer) return;
    add("context-left-out", "the context is left out of the head's input (zeros stand in its place)",
        [](Variant& v) { v.in_head = Variant::Context::zeroed; });
    add("swapped", "the head's input is [context ; state]; ours is [state ; context]",
        [](Variant& v) { v.in_head = Variant::Context::swapped; });
    add("state-before-step", "the head sees the state before the step; ours the state after it",
        [](Variant& v) { v.head_uses_previous_state = true; });
    add("bias-missing", "the head's bias is not added", [](Variant& v) { v.head_bias = false; });
    add("log-softmax", "the logits in the dump are log-probabilities (after log_softmax); ours are before it",
        [](Variant& v) { v.logits_normalised = true; });
  }

  void copying() {
    if (config_.copy == CopyKind::pointer_generator) {
      add("gate-state", "p_gen is computed with the state before the step; ours with the state after it",
          [](Variant& v) { v.gate_uses_previous_state = true; });
      add("gate-reversed", "p_gen weighs the copies and 1 - p_gen the vocabulary; ours the other way round",
          [](Variant& v) { v.gate_reversed = true; });
    }
    add("copies-overwritten",
        "of a word that the source has twice only the last place counts (scatter_ instead of scatter_add_); ours sums",
        [](Variant& v) { v.copies_overwritten = true; });
  }

  void loss() {
    add("target-shift",
        "shifted target: the loss compares with the step's input; ours with the next token (labels are the target one "
        "further)",
        [](Variant& v) { v.labels = Variant::Labels::inputs; });
    add("softmax-twice",
        "softmax twice: cross_entropy is given probabilities; it takes logits and does the softmax itself",
        [](Variant& v) { v.softmax_twice = true; });
    if (kind_ == LossKind::sum && pair_.target_length > 1)
      add("loss-mean", "the loss is the mean over the tokens; the configuration's is the sum (training.loss)",
          [](Variant& v) { v.reduction = Variant::Reduction::mean; });
    if (kind_ == LossKind::mean && pair_.target_length > 1)
      add("loss-sum", "the loss is the sum over the tokens; the configuration's is the mean (training.loss)",
          [](Variant& v) { v.reduction = Variant::Reduction::sum; });
    if (padded_target_) {
      add("padding-in-loss", "padded target positions count in the loss (a sum); ours leaves them out",
          [](Variant& v) { v.reduction = Variant::Reduction::sum_with_padding; });
      add("padding-in-loss", "padded target positions count in the loss (a mean); ours leaves them out",
          [](Variant& v) { v.reduction = Variant::Reduction::mean_with_padding; });
    }
    if (pair_.target_length > 1)
      add("last-label", "the last token (EOS) does not count in the loss; ours counts it",
          [](Variant& v) { v.last_label_counts = false; });
  }

  void gradients() {
    using Detached = Variant::Detached;
    const auto detach = [this](const std::string& what, Detached detached) {
      add("detached", worded({"no gradient flows ", what, " (detach, .data or no_grad there); in ours it does"}),
          [detached](Variant& v) { v.detached = detached; });
    };
    detach("from step to step through the decoder's state", Detached::between_steps);
    detach("through the decoder's first state into the encoder", Detached::first_state);
    if (config_.attention != AttentionKind::none)
      detach("through the encoder's states that attention sees", Detached::encoder_states);
    detach("into the encoder at all", Detached::encoder);
    detach("through the context", Detached::context);
    if (config_.attention != AttentionKind::none) detach("through the state that attention reads", Detached::query);
  }

  const ModelConfig& config_;
  const ReferencePair& pair_;
  const LossKind kind_;
  const bool extra_biases_, padded_, padded_target_;
  std::vector<Deviation> list_;
};

constexpr WordValue<std::string_view> causes[] = {
    {"enc.emb", "other source ids than the metadata says, a scaled embedding, dropout in training mode (call eval())"},
    {"enc.gru.r", "gate order, weights read transposed, a bias missing, another first state than zero"},
    {"enc.gru.z", "gate order, weights read transposed, a bias missing"},
    {"enc.gru.n", "where the reset gate and b_hn stand, gate order"},
    {"enc.out", "the GRU's equations, the direction of reading, dropout in training mode (call eval())"},
    {"enc.hidden", "the last state of another position (padding), or of another layer or direction"},
    {"dec.Wh_h", "W_h and W_s exchanged, a bias in the attention, other encoder states than enc.out"},
    {"dec.Wa_h", "W_a transposed, a bias in the attention, other encoder states than enc.out"},
    {"dec.emb", "what the step is fed: BOS, the shift by one, own predictions; dropout (call eval())"},
    {"dec.Ws_s", "which state attention reads (ours: before the step), W_h and W_s exchanged, a bias"},
    {"dec.tanh", "the sum of W_h h and W_s s taken with another shape (broadcast), a bias"},
    {"dec.energy", "the score function, v used with a bias or transposed, a scale"},
    {"dec.alpha", "the axis of the softmax, the mask, a temperature"},
    {"dec.context", "the sum taken over another axis, other states than enc.out"},
    {"dec.gru_input", "the order [embedding ; context], dropout (call eval())"},
    {"dec.gru.r", "gate order, the first state, the order [embedding ; context]"},
    {"dec.gru.z", "gate order, the first state, the order [embedding ; context]"},
    {"dec.gru.n", "where the reset gate and b_hn stand, gate order"},
    {"dec.hidden", "the GRU's equations, the first state, dropout (call eval())"},
    {"dec.head_input", "the order [state ; context], the state before the step in place of the one after it"},
    {"dec.logits", "the order [state ; context], a bias missing, log_softmax already applied"},
    {"dec.p_vocabulary", "another axis of the softmax"},
    {"dec.p_gen", "the state that the gate reads (ours: after the step), its input, a bias missing"},
    {"dec.p_copy", "words that stand twice in the source (their weights must be summed), the mask"},
    {"dec.probabilities", "another axis of the softmax; with copying p_gen and 1 - p_gen exchanged"},
    {"dec.loss", "labels shifted by one, softmax twice, the mean of something, another logarithm"},
    {"loss", "mean or sum, padding counted, EOS left out, label smoothing, an added penalty"},
};

}  // namespace

std::vector<Deviation> hypotheses(const ModelConfig& config, const ReferencePair& pair, LossKind kind,
                                  bool extra_biases) {
  return Builder(config, pair, kind, extra_biases).build();
}

std::string usual_causes(const std::string& tensor) {
  if (tensor.rfind("grad.", 0) == 0)
    return "gradients of an earlier step still in it (zero_grad), a detach on the way, clipping before the dump, "
           "another loss than the one compared, the weights already updated";
  return std::string(value_of(causes, tensor));
}

}  // namespace seq2seq
