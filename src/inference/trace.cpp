#include "inference/trace.h"

#include <algorithm>

#include "base/message.h"
#include "math/activations.h"
#include "math/gemm.h"
#include "model/copy.h"
#include "model/output.h"
#include "model/workspace.h"

namespace seq2seq {
namespace {

// A batch of the one pair, with room for `steps` decoder steps.
Batch batch_of(const ModelConfig& config, const std::vector<TokenId>& source, const std::vector<TokenId>& target,
               TokenId bos, int steps) {
  const int V = config.vocabulary_size;
  Batch batch;
  batch.rows = 1;
  batch.source_length = static_cast<int>(source.size());
  batch.source_lengths = {batch.source_length};
  batch.target_length = steps;
  batch.target_lengths = {steps};
  batch.source = source;
  batch.extended_size = V;
  if (config.copy != CopyKind::off) {
    batch.source_extended = source;
    for (TokenId& token : batch.source) {
      batch.extended_size = std::max(batch.extended_size, token + 1);
      if (token >= V) token = config.unk_id;
    }
  }
  // A step beyond the target expects nothing; its label only has to be one that can be produced.
  batch.label.assign(static_cast<std::size_t>(steps), source.empty() ? 0 : source.front());
  std::copy(target.begin(),
            target.begin() + std::min<std::ptrdiff_t>(steps, static_cast<std::ptrdiff_t>(target.size())),
            batch.label.begin());
  batch.input.push_back(bos);
  for (int t = 1; t < steps; ++t) {
    const TokenId token = batch.label[static_cast<std::size_t>(t - 1)];
    batch.input.push_back(config.copy != CopyKind::off && token >= V ? config.unk_id : token);
  }
  return batch;
}

// Reads one pass out of the workspace and computes what it does not keep.
class Reader {
 public:
  Reader(const Seq2Seq& model, const Parameters& parameters, const Batch& batch, const Workspace& workspace,
         Trace& trace)
      : config_(model.config()),
        parameters_(parameters),
        batch_(batch),
        workspace_(workspace),
        trace_(trace),
        S(batch.source_length),
        V(config_.vocabulary_size),
        E(config_.embedding_size),
        H(config_.hidden_size) {}

  void encoder() {
    std::vector<Real> embedded;
    for (const TokenId token : batch_.source) append(embedded, embedding("enc.emb.weight", token), E);
    add("enc.emb", "x", "x_i = E_src[source_i]", -1, {1, S, E}, embedded);
    const Real* gates = workspace_.encoder_gates.data();
    add("enc.gru.r", "r", "r_i = sigmoid(W_ir x_i + b_ir + W_hr h_{i-1} + b_hr)", -1, {1, S, H}, rows(gates, 4, 1, S));
    add("enc.gru.z", "z", "z_i = sigmoid(W_iz x_i + b_iz + W_hz h_{i-1} + b_hz)", -1, {1, S, H}, rows(gates, 4, 2, S));
    add("enc.gru.n", "n", "n_i = tanh(W_in x_i + b_in + r_i * (W_hn h_{i-1} + b_hn))", -1, {1, S, H},
        rows(gates, 4, 0, S));
    add("enc.out", "h", "h_i = (1 - z_i) * n_i + z_i * h_{i-1}", -1, {1, S, H}, copy(states(), S * H));
    add("enc.hidden", "h_S", "h_S, the last state: the decoder's first", -1, {1, 1, H},
        copy(states() + (S - 1) * H, H));
    if (config_.attention == AttentionKind::bahdanau)
      add("dec.Wh_h", "W_h h", "W_h h_i", -1, {1, S, H}, product("dec.attn.Wh.weight", states(), S));
    if (config_.attention == AttentionKind::luong_general)
      add("dec.Wa_h", "W_a h", "W_a h_i", -1, {1, S, H}, product("dec.attn.Wa.weight", states(), S));
  }

  void step(int t, bool expected) {
    const Real* head_input = workspace_.head_input.data() + (t + 1) * 2 * H;  // [state; context] of this step
    const Real* previous = workspace_.head_input.data() + t * 2 * H;          // the state before it
    const Real* context = head_input + H;
    const TokenId fed = workspace_.fed[static_cast<std::size_t>(t)];
    trace_.inputs.push_back(fed);
    const Real* embedded = embedding("dec.emb.weight", fed);
    add("dec.emb", "y", "y_{t-1} = E_tgt[input_t]", t, {1, 1, E}, copy(embedded, E));
    if (config_.attention != AttentionKind::none) attention(t, previous);
    add("dec.context", "c",
        config_.attention == AttentionKind::none ? "c_t = h_S (no attention)" : "c_t = sum_i alpha_{t,i} h_i", t,
        {1, H}, copy(context, H));
    std::vector<Real> gru_input = copy(embedded, E);
    append(gru_input, context, H);
    add("dec.gru_input", "[y;c]", "[y_{t-1} ; c_t]", t, {1, 1, E + H}, std::move(gru_input));
    const int blocks = config_.attention == AttentionKind::bahdanau ? 5 : 4;
    const Real* gates = workspace_.decoder_gates.data() + t * blocks * H;
    add("dec.gru.r", "r", "r_t = sigmoid(W_ir [y;c] + b_ir + W_hr s_{t-1} + b_hr)", t, {1, 1, H},
        rows(gates, blocks, 1, 1));
    add("dec.gru.z", "z", "z_t = sigmoid(W_iz [y;c] + b_iz + W_hz s_{t-1} + b_hz)", t, {1, 1, H},
        rows(gates, blocks, 2, 1));
    add("dec.gru.n", "n", "n_t = tanh(W_in [y;c] + b_in + r_t * (W_hn s_{t-1} + b_hn))", t, {1, 1, H},
        rows(gates, blocks, 0, 1));
    add("dec.hidden", "s", "s_t = (1 - z_t) * n_t + z_t * s_{t-1}", t, {1, 1, H}, copy(head_input, H));
    add("dec.head_input", "[s;c]", "[s_t ; c_t]", t, {1, 2 * H}, copy(head_input, 2 * H));
    output(t, head_input);
    if (!expected) return;
    const Real loss = workspace_.token_losses[static_cast<std::size_t>(t)];
    trace_.loss += static_cast<double>(loss);
    add("dec.loss", "L", "L_t = -log p(target_t)", t, {}, {loss});
  }

 private:
  void attention(int t, const Real* previous) {
    std::vector<Real> energy(static_cast<std::size_t>(S));
    const View column = view(energy.data(), S, 1);
    std::string formula = "e_{t,i} = s_{t-1} . h_i";
    if (config_.attention == AttentionKind::bahdanau) {
      const std::vector<Real> query = product("dec.attn.Ws.weight", previous, 1);
      add("dec.Ws_s", "W_s s", "W_s s_{t-1}", t, {1, H}, query);
      std::vector<Real> tanh = trace_.find("dec.Wh_h").values;
      for (std::size_t i = 0; i < tanh.size(); ++i) tanh[i] += query[i % query.size()];
      tanh_array(tanh.data(), tanh.data(), S * H);
      multiply(view(static_cast<const Real*>(tanh.data()), H, S), Transpose::yes, view(at("dec.attn.v.weight"), H, 1),
               Transpose::no, column);
      add("dec.tanh", "tanh", "tanh(W_h h_i + W_s s_{t-1})", t, {1, S, H}, std::move(tanh));
      formula = "e_{t,i} = v . tanh(W_h h_i + W_s s_{t-1})";
    } else {
      const bool general = config_.attention == AttentionKind::luong_general;
      const Real* keys = general ? trace_.find("dec.Wa_h").values.data() : states();
      multiply(view(keys, H, S), Transpose::yes, view(previous, H, 1), Transpose::no, column);
      if (general) formula = "e_{t,i} = s_{t-1} . (W_a h_i)";
    }
    add("dec.energy", "e", formula, t, {1, S, 1}, std::move(energy));
    add("dec.alpha", "alpha", "alpha_{t,i} = exp(e_{t,i}) / sum_j exp(e_{t,j})", t, {1, S},
        copy(workspace_.alpha.data() + t * S, S));
  }

  // From logits and energies to the distribution over what can be produced.
  void output(int t, const Real* head_input) {
    std::vector<Real> log_vocabulary;
    if (config_.copy != CopyKind::pointer) {
      std::vector<Real> logits(static_cast<std::size_t>(V));
      head_forward({at("dec.fc.weight"), at("dec.fc.bias"), 2 * H, V}, head_input, 1, logits.data());
      add("dec.logits", "o", "o_t = W_fc [s_t ; c_t] + b_fc", t, {1, V}, logits);
      log_vocabulary = logits;
      std::vector<Real> probabilities = std::move(logits);
      softmax(probabilities.data(), V);
      if (config_.copy == CopyKind::off) {
        trace_.predictions.push_back(argmax(trace_.tensors.back().values.data(), V));
        add("dec.probabilities", "p", "p_t = softmax(o_t)", t, {1, V}, std::move(probabilities));
        return;
      }
      add("dec.p_vocabulary", "P_vocab", "P_vocab = softmax(o_t)", t, {1, V}, std::move(probabilities));
      std::vector<Real> scratch(static_cast<std::size_t>(V));
      log_softmax(log_vocabulary.data(), V, scratch.data());
    }
    copy_distribution(t, log_vocabulary);
  }

  void copy_distribution(int t, const std::vector<Real>& log_vocabulary) {
    const int X = batch_.extended_size;
    const SourceWords words = source_words(batch_, 0);
    std::vector<Real> log_alpha = trace_.find("dec.energy", t).values, scratch(log_alpha.size());
    log_softmax(log_alpha.data(), S, scratch.data());
    std::vector<Real> mixed(static_cast<std::size_t>(X)), copied = mixed;
    extended_log_probabilities(words, V, X, log_alpha.data(), nullptr, 0, copied.data());
    if (config_.copy == CopyKind::pointer_generator) {
      const Real score = workspace_.gate_scores[static_cast<std::size_t>(t)];
      add("dec.p_gen", "p_gen", "p_gen = sigmoid(w_h . c_t + w_s . s_t + w_x . y_{t-1} + b)", t, {1, 1},
          {sigmoid_scalar(score)});
      extended_log_probabilities(words, V, X, log_alpha.data(), log_vocabulary.data(), score, mixed.data());
    } else {
      mixed = copied;
    }
    exp_array(copied.data(), copied.data(), X);
    add("dec.p_copy", "P_copy", "P_copy(w) = sum of alpha_{t,i} where source_i = w", t, {1, X}, std::move(copied));
    trace_.predictions.push_back(argmax(mixed.data(), X));
    exp_array(mixed.data(), mixed.data(), X);
    add("dec.probabilities", "P",
        config_.copy == CopyKind::pointer ? "P(w) = P_copy(w)" : "P(w) = p_gen P_vocab(w) + (1 - p_gen) P_copy(w)", t,
        {1, X}, std::move(mixed));
  }

  const Real* at(const std::string& name) const { return parameters_.at(parameters_.layout().find(name)); }
  const Real* embedding(const std::string& name, TokenId token) const { return at(name) + Index{token} * E; }
  const Real* states() const { return workspace_.encoder_states.data() + H; }  // behind the zero state
  static std::vector<Real> copy(const Real* values, Index n) { return {values, values + n}; }
  static void append(std::vector<Real>& to, const Real* values, Index n) { to.insert(to.end(), values, values + n); }
  // Block `which` of the gates, which lie as `blocks` blocks of H rows.
  std::vector<Real> rows(const Real* gates, int blocks, int which, int columns) const {
    std::vector<Real> values;
    for (Index j = 0; j < columns; ++j) append(values, gates + (j * blocks + which) * H, H);
    return values;
  }
  // A weight (H,H) times `columns` states.
  std::vector<Real> product(const std::string& name, const Real* values, int columns) const {
    std::vector<Real> result(static_cast<std::size_t>(columns) * static_cast<std::size_t>(H));
    multiply(view(at(name), H, H), Transpose::yes, view(values, H, columns), Transpose::no,
             view(result.data(), H, columns));
    return result;
  }
  void add(const char* name, const char* symbol, const std::string& formula, int step, std::vector<int> shape,
           std::vector<Real> values) {
    trace_.tensors.push_back({name, symbol, formula, step, std::move(shape), std::move(values)});
  }

  const ModelConfig& config_;
  const Parameters& parameters_;
  const Batch& batch_;
  const Workspace& workspace_;
  Trace& trace_;
  const int S, V, E, H;
};

void add_gradients(const Seq2Seq& model, const Parameters& parameters, const Batch& batch, Workspace& workspace,
                   Trace& trace) {
  Gradients gradients(parameters.shared_layout());
  model.backward(parameters, batch, workspace, gradients);
  for (const Parameter& parameter : parameters.layout().list())
    trace.tensors.push_back({"grad." + parameter.name, "dL", "dL / d " + parameter.name, -1, parameter.shape,
                             gradients.read(parameter.name)});
}

}  // namespace

const TraceTensor& Trace::find(const std::string& name, int step) const {
  for (const TraceTensor& tensor : tensors)
    if (tensor.step == step && tensor.name == name) return tensor;
  throw_error(ErrorCode::invalid_value, {"the trace has no tensor ", name, " at step ", step});
}

Trace trace(const Seq2Seq& model, const Parameters& parameters, const std::vector<TokenId>& source,
            const std::vector<TokenId>& target, Regime regime, TokenId bos, TokenId eos, int steps, bool stop_at_eos,
            bool gradients) {
  const int expected = static_cast<int>(target.size());
  if (regime == Regime::teacher || steps <= 0) steps = expected;
  if (steps == 0)
    throw_error(ErrorCode::invalid_data,
                {regime == Regime::teacher ? "teacher forcing needs a target; the target is empty"
                                           : "a free run needs a number of steps; it has 0 and no target"});
  if (gradients && steps > expected)
    throw_error(ErrorCode::invalid_value,
                {"gradients need an expected token at each of the ", steps, " steps; the target has ", expected});
  const Batch batch = batch_of(model.config(), source, target, bos, steps);
  Feeding feeding;
  std::vector<std::uint8_t> own(static_cast<std::size_t>(steps), 1);
  if (regime == Regime::free) feeding.own = own.data();
  Workspace workspace;
  model.forward(parameters, batch, feeding, LossKind::sum, workspace);

  Trace result;
  result.regime = regime;
  result.source = source;
  result.target = target;
  Reader reader(model, parameters, batch, workspace, result);
  reader.encoder();
  for (int t = 0; t < steps; ++t) {
    reader.step(t, t < expected);
    if (regime == Regime::free && stop_at_eos && result.predictions.back() == eos) break;
  }
  if (gradients) {
    if (result.steps() < steps)
      throw_error(ErrorCode::invalid_value,
                  {"gradients are of the whole target; this run stops at EOS before its end"});
    add_gradients(model, parameters, batch, workspace, result);
  }
  return result;
}

}  // namespace seq2seq
