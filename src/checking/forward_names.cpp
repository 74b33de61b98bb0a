#include "checking/forward_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/word_table.h"
#include "checking/name_features.h"

namespace seq2seq {
namespace {

constexpr std::string_view once[] = {"enc.emb",    "enc.gru.r", "enc.gru.z", "enc.gru.n", "enc.out",
                                     "enc.hidden", "dec.Wh_h",  "dec.Wa_h",  "loss"};
constexpr std::string_view each_step[] = {
    "dec.emb",       "dec.Ws_s",         "dec.tanh",  "dec.energy", "dec.alpha",         "dec.context",
    "dec.gru_input", "dec.gru.r",        "dec.gru.z", "dec.gru.n",  "dec.hidden",        "dec.head_input",
    "dec.logits",    "dec.p_vocabulary", "dec.p_gen", "dec.p_copy", "dec.probabilities", "dec.loss"};

// By plain_name, without a leading "dec" or "decoder".
constexpr WordValue<std::string_view> usual_step_names[] = {
    {"e", "dec.energy"},
    {"energy", "dec.energy"},
    {"energies", "dec.energy"},
    {"score", "dec.energy"},
    {"scores", "dec.energy"},
    {"alpha", "dec.alpha"},
    {"alphas", "dec.alpha"},
    {"attn", "dec.alpha"},
    {"attention", "dec.alpha"},
    {"attnweights", "dec.alpha"},
    {"attentionweights", "dec.alpha"},
    {"c", "dec.context"},
    {"ctx", "dec.context"},
    {"context", "dec.context"},
    {"emb", "dec.emb"},
    {"embedded", "dec.emb"},
    {"embedding", "dec.emb"},
    {"gruinput", "dec.gru_input"},
    {"rnninput", "dec.gru_input"},
    {"s", "dec.hidden"},
    {"h", "dec.hidden"},
    {"hidden", "dec.hidden"},
    {"state", "dec.hidden"},
    {"gruout", "dec.hidden"},
    {"logit", "dec.logits"},
    {"logits", "dec.logits"},
    {"output", "dec.logits"},
    {"prediction", "dec.logits"},
    {"p", "dec.probabilities"},
    {"probs", "dec.probabilities"},
    {"probabilities", "dec.probabilities"},
    {"loss", "dec.loss"},
    {"pgen", "dec.p_gen"},
};
constexpr WordValue<std::string_view> usual_names[] = {
    {"encout", "enc.out"},        {"encoutputs", "enc.out"},       {"encoderout", "enc.out"},
    {"encoderoutput", "enc.out"}, {"encoderoutputs", "enc.out"},   {"encemb", "enc.emb"},
    {"encembedded", "enc.emb"},   {"encoderembedded", "enc.emb"},  {"enchid", "enc.hidden"},
    {"enchidden", "enc.hidden"},  {"encoderhidden", "enc.hidden"}, {"encoderstate", "enc.hidden"},
    {"totalloss", "loss"},
};

std::string look_up(const std::map<std::string, std::string>& table, const std::string& name) {
  const auto found = table.find(name);
  return found == table.end() ? std::string() : found->second;
}

template <std::size_t N>
bool is_one_of(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

int step_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot + 1 >= name.size() || name.size() - dot > 6 ||
      name.find_first_not_of("0123456789", dot + 1) != std::string::npos)
    return -1;
  return std::stoi(name.substr(dot + 1));
}

std::string without_step(const std::string& name) { return step_of(name) < 0 ? name : name.substr(0, name.rfind('.')); }

bool is_forward_name(const std::string& name) { return is_one_of(once, name) || is_one_of(each_step, name); }

std::string forward_name(const std::string& theirs, const std::map<std::string, std::string>& mapping, bool& guessed) {
  guessed = false;
  const std::string stem = without_step(theirs), step = theirs.substr(stem.size());
  std::string told = look_up(mapping, theirs);
  if (told.empty() && !look_up(mapping, stem).empty()) told = look_up(mapping, stem) + step;
  if (!told.empty()) return is_forward_name(without_step(told)) ? told : std::string();
  if (step.empty() ? is_one_of(once, stem) : is_one_of(each_step, stem)) return theirs;

  guessed = true;
  std::string plain = plain_name(stem);
  if (step.empty()) return std::string(value_of(usual_names, plain));
  for (const std::string side : {"decoder", "dec"})
    if (plain.rfind(side, 0) == 0 && plain != side) {
      plain = plain.substr(side.size());
      break;
    }
  const std::string usual(value_of(usual_step_names, plain));
  return usual.empty() ? usual : usual + step;
}

}  // namespace seq2seq
