// The ways in which a model of this kind comes out otherwise: one switch for each. As it stands, a Variant is the
// engine's own model; what each switch means for people is said in reference_hypotheses.cpp.
#pragma once

#include <array>

namespace seq2seq {

struct GruVariant {
  enum class Reset { product_and_bias, product_only, state };  // what r multiplies: W_hn h + b_hn; W_hn h; h

  std::array<int, 3> block{0, 1, 2};  // which block of rows is read as r, z, n
  Reset reset = Reset::product_and_bias;
  bool update_reversed = false;  // h' = (1 - z) h + z n
  bool input_bias = true, state_bias = true;
  // Block by block; the input's only where embedding and state have one size.
  bool input_weight_transposed = false, state_weight_transposed = false;
};

struct Variant {
  enum class Last { own, padded_end, zeros };  // the decoder's first state: the last real token's, ...
  // after: the GRU sees the context of the step before; again: the GRU sees that of the state before, the head another
  enum class Query { before, after, again, first };
  enum class Score { configured, without_tanh, relu, dot, scaled };
  enum class Weights { softmax, ones, energies, sigmoid, uniform };
  enum class Mask { yes, padding_encoded, padding_zero };      // no mask: what stands at the padding
  enum class Context { in_place, left_out, zeroed, swapped };  // left out: the input is narrower; zeroed: it is not
  enum class Inputs { teacher, labels, predictions };
  enum class Labels { next, inputs };
  enum class Reduction { configured, sum, mean, mean_with_padding, sum_with_padding };
  enum class Detached { nothing, between_steps, first_state, encoder_states, encoder, context, query };

  GruVariant encoder, decoder;
  bool source_reversed = false;
  bool decoder_uses_encoder_embedding = false;
  Last first_state = Last::own;
  bool state_carried = true;

  Query query = Query::before;
  Score score = Score::configured;
  Weights weights = Weights::softmax;
  Mask mask = Mask::yes;
  bool attention_biases = false;
  bool keys_transposed = false, query_transposed = false;
  bool context_of_keys = false;  // sums W_h h_i instead of h_i

  Context in_gru = Context::in_place, in_head = Context::in_place;
  bool head_uses_previous_state = false;
  bool head_bias = true;
  bool logits_normalised = false;  // the dump's logits are log-probabilities

  bool gate_uses_previous_state = false;
  bool gate_reversed = false;       // p_gen weighs the copies
  bool copies_overwritten = false;  // the last place of a repeated word counts, not their sum

  Inputs inputs = Inputs::teacher;
  Labels labels = Labels::next;
  bool softmax_twice = false;
  bool last_label_counts = true;
  Reduction reduction = Reduction::configured;

  Detached detached = Detached::nothing;
};

}  // namespace seq2seq
