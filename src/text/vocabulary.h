// The numbered list of tokens. One vocabulary serves source and target.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/batch.h"

namespace seq2seq {

// -1: there is none. Special symbols are ids, never texts: "</s>" or "UNK" in somebody's data is an ordinary token.
struct SpecialIds {
  TokenId pad = -1, bos = -1, eos = -1, unk = -1;
};
constexpr SpecialIds text_specials{0, 1, 2, 3};
constexpr SpecialIds lesson_specials{-1, 0, 3, -1};

using TokenCounts = std::unordered_map<std::string, std::int64_t>;

class Vocabulary {
 public:
  // Ids from 4 on in the order of falling count, then of code points. `size` keeps so many entries, the four specials
  // counted (0: all); tokens seen fewer than `min_count` times are left out. Error(invalid_value) for a size below 5.
  static Vocabulary from_counts(const TokenCounts& counts, int size, int min_count);

  // The numbers 0..size-1 are their own ids; ids that are special are named by their symbol.
  static Vocabulary of_ids(int size, const SpecialIds& specials);

  // As it was saved: token i has id i. Entries at special ids are names and take no part in looking up;
  // where there is no UNK (the lesson's toy) special ids are found by their number.
  // Error(invalid_data) for a token that stands there twice, or a special id that is outside the list or another's; all
  // but BOS and EOS may be missing.
  static Vocabulary from_tokens(std::vector<std::string> tokens, const SpecialIds& specials);

  int size() const { return static_cast<int>(tokens_.size()); }
  const SpecialIds& specials() const { return specials_; }
  const std::vector<std::string>& tokens() const { return tokens_; }  // what from_tokens takes

  bool contains(const std::string& token) const { return ids_.count(token) != 0; }
  TokenId find(const std::string& token) const;  // UNK where it is not listed; -1 where there is no UNK either
  const std::string& token(TokenId id) const;    // Error(invalid_token) outside 0..size-1
  bool is_special(TokenId id) const;
  std::string label(TokenId id) const;  // for pictures: BOS, EOS, ..., a blank as U+2423

 private:
  std::vector<std::string> tokens_;
  SpecialIds specials_;
  std::unordered_map<std::string, TokenId> ids_;
};

}  // namespace seq2seq
