#include "text/codec.h"

#include <unordered_map>

#include "base/message.h"
#include "text/tokeniser.h"

namespace seq2seq {
namespace {

[[noreturn]] void refuse(const std::string& token, const Vocabulary& vocabulary) {
  throw_error(ErrorCode::invalid_token,
              {"\"", token, "\" is not in the vocabulary; allowed: token ids 0 to ", vocabulary.size() - 1});
}

}  // namespace

EncodedSource Codec::encode_source(const std::string& text) const {
  EncodedSource source;
  std::unordered_map<std::string, TokenId> seen;
  const std::vector<std::string> tokens = tokenise(tokeniser_, text);
  if (tokens.empty())
    throw_error(ErrorCode::invalid_data, {"the source is empty; allowed: a text of at least one token"});
  for (const std::string& token : tokens) {
    TokenId id = vocabulary_.find(token);
    if (id < 0) refuse(token, vocabulary_);
    if (id == specials().unk) {
      const auto [at, added] = seen.emplace(token, vocabulary_.size() + static_cast<TokenId>(source.unknown.size()));
      if (added) source.unknown.push_back(token);
      id = at->second;
    }
    source.ids.push_back(id);
  }
  if (source_ends_with_eos_) source.ids.push_back(specials().eos);
  return source;
}

std::vector<TokenId> Codec::encode_target(const std::string& text, const EncodedSource& source) const {
  std::vector<TokenId> ids;
  std::unordered_map<std::string, TokenId> extended;
  for (const std::string& token : tokenise(tokeniser_, text)) {
    TokenId id = vocabulary_.find(token);
    if (id < 0) refuse(token, vocabulary_);
    if (id == specials().unk) {
      if (extended.empty())
        for (const std::string& word : source.unknown)
          extended.emplace(word, vocabulary_.size() + static_cast<TokenId>(extended.size()));
      const auto at = extended.find(token);
      if (at != extended.end()) id = at->second;
    }
    ids.push_back(id);
  }
  return ids;
}

std::vector<TokenId> Codec::within_vocabulary(std::vector<TokenId> ids) const {
  for (TokenId& id : ids)
    if (id >= vocabulary_.size()) id = specials().unk;
  return ids;
}

const std::string& Codec::token(TokenId id, const std::vector<std::string>& unknown) const {
  const TokenId beyond = id - vocabulary_.size();
  if (beyond >= 0 && beyond < static_cast<TokenId>(unknown.size())) return unknown[static_cast<std::size_t>(beyond)];
  return vocabulary_.token(id);
}

std::string Codec::decode(const std::vector<TokenId>& ids, const std::vector<std::string>& unknown) const {
  std::vector<std::string> tokens;
  for (const TokenId id : ids)
    if (!vocabulary_.is_special(id) || id == specials().unk) tokens.push_back(token(id, unknown));
  return detokenise(tokeniser_, tokens);
}

std::string Codec::label(TokenId id, const std::vector<std::string>& unknown) const {
  return id >= vocabulary_.size() ? token(id, unknown) : vocabulary_.label(id);
}

}  // namespace seq2seq
