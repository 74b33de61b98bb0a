// What a tensor's name says, whatever its author calls things: "decoder.attention.W_key.weight" is a weight of the
// decoder's attention, for the keys.
#pragma once

#include <string>

namespace seq2seq {

struct NameFeatures {
  enum class Side { unsaid, encoder, decoder };
  enum class Layer { unsaid, embedding, gru, attention, head, gate };
  enum class Which { unsaid, input, state, keys, query, v, context };  // of the layer's weights
  enum class Kind { unsaid, weight, bias };

  Side side = Side::unsaid;
  Layer layer = Layer::unsaid;
  Which which = Which::unsaid;
  Kind kind = Kind::unsaid;
};

NameFeatures name_features(const std::string& name);

// How much speaks for the two being one tensor; negative where they contradict each other.
int likeness(const NameFeatures& a, const NameFeatures& b);

// "Dec.Attn-Weights" -> "decattnweights".
std::string plain_name(const std::string& name);

}  // namespace seq2seq
