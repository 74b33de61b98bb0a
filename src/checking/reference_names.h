// Which tensor of somebody's dump is which of ours: as a mapping says, by the same name, or by a guess from names and
// shapes that the report shows.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checking/reference_tensors.h"
#include "formats/safetensors.h"
#include "model/parameters.h"

namespace seq2seq {

using NameMapping = std::map<std::string, std::string>;  // theirs -> ours

// The surer first.
enum class MatchKind { mapping, same_name, guess };

// A parameter and where its values are. An additive attention that concatenates has one weight of (H,2H); its halves
// are called "attn.weight[:, :8]" and "attn.weight[:, 8:]".
struct WeightMatch {
  std::string ours, theirs;
  MatchKind kind = MatchKind::guess;
  std::string stored;    // the file's tensor
  int first_column = 0;  // of the file's tensor, for a half
  bool half = false;
  bool transposed = false;  // (in,out) instead of (out,in)
  bool narrow = false;      // has no columns for the context
};

struct UnmatchedName {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::string remark;                    // what it looks like
  std::vector<std::string> suggestions;  // names of ours
};

struct NameMatches {
  ModelConfig config;  // sizes as the dump has them
  std::vector<WeightMatch> weights;
  std::vector<std::string> absent_biases;           // ours; taken as zero
  std::map<std::string, std::string> extra_biases;  // "dec.attn.Wh.bias" -> theirs
  std::vector<UnmatchedName> unused;                // of the dump
  std::vector<std::string> missing;                 // of ours, and not a bias: the weights cannot be loaded
  bool keys_unsure = false;                         // W_h and W_s were guessed, and could be the other way round
  std::map<std::string, std::string> forward;       // the file's name -> "dec.energy.0"
  std::map<std::string, MatchKind> forward_kind;

  const WeightMatch* of(const std::string& ours) const;
};

// Throws Error(invalid_value) for a mapping that names a tensor that is not in the file or a name that we do not have,
// or gives two tensors one name, Error(invalid_file) for an LSTM. Missing weights are not thrown: they are in the
// result, with suggestions.
NameMatches match_names(const SafeTensors& file, const ModelConfig& config, const NameMapping& mapping);

// Values in our order and shape: transposed, cut out, filled up with zeros, as the match says. `gradient`: of
// "grad." + name; empty where the file has none.
std::vector<double> matched_values(const SafeTensors& file, const WeightMatch& match, const Parameter& parameter,
                                   bool gradient);

// All weights. Throws Error(invalid_file) for values that are not finite.
Parameters load_matched(const SafeTensors& file, const NameMatches& matches,
                        const std::shared_ptr<const ParameterLayout>& layout);

}  // namespace seq2seq
