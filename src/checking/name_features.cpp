#include "checking/name_features.h"

#include <algorithm>
#include <vector>

#include "base/word_table.h"

namespace seq2seq {
namespace {

using Side = NameFeatures::Side;
using Layer = NameFeatures::Layer;
using Which = NameFeatures::Which;
using Kind = NameFeatures::Kind;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// The part between two dots as one word and cut at underscores and where a capital follows a small letter.
std::vector<std::string> words_of(const std::string& part) {
  std::vector<std::string> words(1);
  char before = 0;
  for (const char c : part) {
    if (c == '_' || c == '-' || (is_upper(c) && is_lower(before))) words.emplace_back();
    if (c != '_' && c != '-') words.back() += lower(c);
    before = c;
  }
  std::string whole;
  for (const std::string& word : words) whole += word;
  if (words.size() > 1) words.insert(words.begin(), whole);
  return words;
}

constexpr WordValue<Side> sides[] = {
    {"enc", Side::encoder},    {"encoder", Side::encoder}, {"src", Side::encoder},
    {"source", Side::encoder}, {"dec", Side::decoder},     {"decoder", Side::decoder},
    {"tgt", Side::decoder},    {"trg", Side::decoder},     {"target", Side::decoder},
};

// Where a name speaks of several layers, the first of gate, attention, embedding, gru, head counts.
constexpr WordValue<Layer> layers[] = {
    {"gate", Layer::gate},
    {"pgen", Layer::gate},
    {"copygate", Layer::gate},
    {"switch", Layer::gate},
    {"pointer", Layer::gate},
    {"attn", Layer::attention},
    {"att", Layer::attention},
    {"attention", Layer::attention},
    {"align", Layer::attention},
    {"alignment", Layer::attention},
    {"emb", Layer::embedding},
    {"embed", Layer::embedding},
    {"embedding", Layer::embedding},
    {"embeddings", Layer::embedding},
    {"lookup", Layer::embedding},
    {"gru", Layer::gru},
    {"rnn", Layer::gru},
    {"cell", Layer::gru},
    {"grucell", Layer::gru},
    {"recurrent", Layer::gru},
    {"fc", Layer::head},
    {"out", Layer::head},
    {"output", Layer::head},
    {"linear", Layer::head},
    {"lin", Layer::head},
    {"proj", Layer::head},
    {"projection", Layer::head},
    {"head", Layer::head},
    {"classifier", Layer::head},
    {"generator", Layer::head},
    {"vocab", Layer::head},
    {"logits", Layer::head},
};
int rank(Layer layer) {
  switch (layer) {
    case Layer::gate: return 5;
    case Layer::attention: return 4;
    case Layer::embedding: return 3;
    case Layer::gru: return 2;
    case Layer::head: return 1;
    case Layer::unsaid: return 0;
  }
  return 0;
}

constexpr WordValue<Which> gru_weights[] = {
    {"ih", Which::input},     {"wih", Which::input}, {"bih", Which::input},    {"weightih", Which::input},
    {"biasih", Which::input}, {"x2h", Which::input}, {"i2h", Which::input},    {"input", Which::input},
    {"hh", Which::state},     {"whh", Which::state}, {"bhh", Which::state},    {"weighthh", Which::state},
    {"biashh", Which::state}, {"h2h", Which::state}, {"hidden", Which::state},
};
// W1 and W2, W and U: authors do not agree which is which, so that the numbers must say.
constexpr WordValue<Which> attention_weights[] = {
    {"wh", Which::keys},      {"key", Which::keys},  {"keys", Which::keys},     {"wk", Which::keys},
    {"memory", Which::keys},  {"wkey", Which::keys}, {"enc", Which::keys},      {"encoder", Which::keys},
    {"uh", Which::keys},      {"ws", Which::query},  {"query", Which::query},   {"wq", Which::query},
    {"wquery", Which::query}, {"dec", Which::query}, {"decoder", Which::query}, {"state", Which::query},
    {"v", Which::v},          {"va", Which::v},      {"vt", Which::v},          {"score", Which::v},
    {"energy", Which::v},
};
constexpr WordValue<Which> gate_weights[] = {
    {"wh", Which::context},  {"wc", Which::context},  {"context", Which::context}, {"ctx", Which::context},
    {"ws", Which::state},    {"state", Which::state}, {"hidden", Which::state},    {"wx", Which::input},
    {"input", Which::input}, {"emb", Which::input},   {"x", Which::input},
};

Kind kind_of(const std::string& word) {
  if (word.rfind("weight", 0) == 0 || word == "kernel") return Kind::weight;
  return word.rfind("bias", 0) == 0 || word == "b" ? Kind::bias : Kind::unsaid;
}

}  // namespace

NameFeatures name_features(const std::string& name) {
  NameFeatures features;
  std::vector<std::vector<std::string>> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    parts.push_back(words_of(name.substr(begin, end - begin)));
    begin = end + 1;
  }
  bool inside_attention = false;
  for (const std::vector<std::string>& part : parts) {
    for (const std::string& word : part) {
      // "decoder.attention.encoder_proj" is no part of the encoder.
      if (!inside_attention && features.side == Side::unsaid) features.side = value_of(sides, word);
      const Layer layer = value_of(layers, word);
      if (rank(layer) > rank(features.layer)) features.layer = layer;
      const Kind kind = kind_of(word);
      if (kind != Kind::unsaid) features.kind = kind;
    }
    inside_attention = inside_attention || features.layer == Layer::attention;
  }
  const auto which_of = [&](const std::string& word) {
    if (features.layer == Layer::attention) return value_of(attention_weights, word);
    return features.layer == Layer::gate ? value_of(gate_weights, word) : value_of(gru_weights, word);
  };
  if (features.layer != Layer::embedding && features.layer != Layer::head) {
    bool first = true;
    for (const std::vector<std::string>& part : parts) {
      for (std::string word : part) {
        if (word.size() > 2 && word.compare(word.size() - 2, 2, "l0") == 0) word.resize(word.size() - 2);
        // The first part names the side, not the weight.
        const Which which =
            first && parts.size() > 1 && value_of(sides, word) != Side::unsaid ? Which::unsaid : which_of(word);
        if (which != Which::unsaid) features.which = which;
      }
      first = false;
    }
  }
  return features;
}

int likeness(const NameFeatures& a, const NameFeatures& b) {
  int score = 0;
  const auto weigh = [&score](auto x, auto y, int weight) {
    using Value = decltype(x);
    if (x == Value::unsaid || y == Value::unsaid) return true;
    score += weight;
    return x == y;
  };
  const bool agree =
      weigh(a.side, b.side, 2) && weigh(a.layer, b.layer, 3) && weigh(a.which, b.which, 3) && weigh(a.kind, b.kind, 1);
  return agree ? score : -1;
}

std::string plain_name(const std::string& name) {
  std::string plain;
  for (const char c : name)
    if (is_upper(c) || is_lower(c) || (c >= '0' && c <= '9')) plain += lower(c);
  return plain;
}

}  // namespace seq2seq
