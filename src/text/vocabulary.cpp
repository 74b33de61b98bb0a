#include "text/vocabulary.h"

#include <algorithm>
#include <iterator>

#include "base/message.h"
#include "base/order.h"
#include "text/utf8.h"

namespace seq2seq {
namespace {

// The token itself where people would see nothing.
std::string visible(const std::string& token) { return token == " " ? "\u2423" : token; }

void name_specials(std::vector<std::string>& tokens, const SpecialIds& specials) {
  const std::pair<TokenId, const char*> names[] = {
      {specials.pad, "PAD"}, {specials.bos, "BOS"}, {specials.eos, "EOS"}, {specials.unk, "UNK"}};
  for (const auto& [id, name] : names)
    if (id >= 0) tokens[static_cast<std::size_t>(id)] = name;
}

}  // namespace

Vocabulary Vocabulary::from_counts(const TokenCounts& counts, int size, int min_count) {
  constexpr int special_count = 4;
  if (size != 0 && size <= special_count)
    throw_error(ErrorCode::invalid_value, {"task.vocabulary_size is ", size,
                                           "; allowed: 0 for all, or at least 5 (PAD, BOS, EOS, UNK and one token)"});
  std::vector<std::pair<std::int64_t, const std::string*>> order;
  order.reserve(counts.size());
  for (const auto& [token, count] : counts)
    if (count >= min_count) order.emplace_back(count, &token);
  // The order of a hash table differs between libraries; this one is total. Bytes of UTF-8 sort as code points do.
  sort_stably(order, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : *a.second < *b.second;
  });
  if (size != 0 && order.size() > static_cast<std::size_t>(size - special_count))
    order.resize(static_cast<std::size_t>(size - special_count));

  std::vector<std::string> tokens(special_count);
  name_specials(tokens, text_specials);
  std::transform(order.begin(), order.end(), std::back_inserter(tokens),
                 [](const auto& entry) { return *entry.second; });
  return from_tokens(std::move(tokens), text_specials);
}

Vocabulary Vocabulary::of_ids(int size, const SpecialIds& specials) {
  std::vector<std::string> tokens;
  tokens.reserve(static_cast<std::size_t>(size));
  for (int id = 0; id < size; ++id) tokens.push_back(std::to_string(id));
  Vocabulary vocabulary = from_tokens(std::move(tokens), specials);
  name_specials(vocabulary.tokens_, specials);
  return vocabulary;
}

Vocabulary Vocabulary::from_tokens(std::vector<std::string> tokens, const SpecialIds& specials) {
  Vocabulary vocabulary;
  vocabulary.tokens_ = std::move(tokens);
  vocabulary.specials_ = specials;
  const std::pair<TokenId, const char*> named[] = {
      {specials.bos, "BOS"}, {specials.eos, "EOS"}, {specials.pad, "PAD"}, {specials.unk, "UNK"}};
  for (const auto& entry : named) {
    const TokenId id = entry.first, least = &entry < named + 2 ? 0 : -1;  // none works without BOS and EOS
    if (id < least || id >= vocabulary.size())
      throw_error(ErrorCode::invalid_data, {"the special id of ", entry.second, " is ", id, "; allowed: ", least,
                                            " to ", vocabulary.size() - 1});
    for (const auto* other = named; id >= 0 && other < &entry; ++other)
      if (other->first == id)
        throw_error(ErrorCode::invalid_data,
                    {other->second, " and ", entry.second, " both have the id ", id, "; allowed: one each"});
  }
  vocabulary.ids_.reserve(vocabulary.tokens_.size());
  for (int id = 0; id < vocabulary.size(); ++id) {
    const bool special = vocabulary.is_special(id);
    // "3" typed into the lesson's toy, which has no UNK, is its EOS.
    if (special && specials.unk >= 0) continue;
    const std::string& listed = vocabulary.tokens_[static_cast<std::size_t>(id)];
    const std::string token = special ? std::to_string(id) : listed;
    if (valid_utf8_prefix(token) != token.size())
      throw_error(ErrorCode::invalid_data, {"token ", id, " of the vocabulary is not UTF-8"});
    const auto [earlier, added] = vocabulary.ids_.emplace(token, id);
    if (!added)
      throw_error(ErrorCode::invalid_data,
                  {"the vocabulary lists \"", token, "\" twice, as ", earlier->second, " and ", id});
  }
  return vocabulary;
}

TokenId Vocabulary::find(const std::string& token) const {
  const auto at = ids_.find(token);
  return at == ids_.end() ? specials_.unk : at->second;
}

const std::string& Vocabulary::token(TokenId id) const {
  if (id < 0 || id >= size())
    throw_error(ErrorCode::invalid_token, {"token id is ", id, "; allowed: 0 to ", size() - 1});
  return tokens_[static_cast<std::size_t>(id)];
}

bool Vocabulary::is_special(TokenId id) const {
  return id >= 0 && (id == specials_.pad || id == specials_.bos || id == specials_.eos || id == specials_.unk);
}

std::string Vocabulary::label(TokenId id) const { return visible(token(id)); }

}  // namespace seq2seq
