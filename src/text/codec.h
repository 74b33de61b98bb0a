// Between people's text and the model's ids: all that is needed to use a trained model, and what a model file carries.
#pragma once

#include <string>
#include <vector>

#include "text/config.h"
#include "text/vocabulary.h"

namespace seq2seq {

// A source with its extended vocabulary: its own unknown words have the ids V, V+1, ... in order of first appearance.
struct EncodedSource {
  std::vector<TokenId> ids;          // EOS at the end where the task appends it
  std::vector<std::string> unknown;  // the word behind id V + i
};

class Codec {
 public:
  Codec() = default;
  Codec(TokeniserKind tokeniser, Vocabulary vocabulary, bool source_ends_with_eos)
      : tokeniser_(tokeniser), vocabulary_(std::move(vocabulary)), source_ends_with_eos_(source_ends_with_eos) {}

  TokeniserKind tokeniser() const { return tokeniser_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const SpecialIds& specials() const { return vocabulary_.specials(); }
  bool source_ends_with_eos() const { return source_ends_with_eos_; }

  // Error(invalid_data) for a text without tokens; Error(invalid_token) for a token outside a vocabulary without UNK.
  EncodedSource encode_source(const std::string& text) const;
  // Without BOS and EOS, which the batch adds; may be empty. A word known only from the source has the source's id.
  std::vector<TokenId> encode_target(const std::string& text, const EncodedSource& source) const;

  // As a model without copying sees them: extended ids become UNK.
  std::vector<TokenId> within_vocabulary(std::vector<TokenId> ids) const;

  // Readable text. BOS, EOS and PAD are not shown; UNK is shown as UNK, never as nothing.
  std::string decode(const std::vector<TokenId>& ids, const std::vector<std::string>& unknown = {}) const;
  std::string label(TokenId id, const std::vector<std::string>& unknown = {}) const;

 private:
  const std::string& token(TokenId id, const std::vector<std::string>& unknown) const;

  TokeniserKind tokeniser_ = TokeniserKind::characters;
  Vocabulary vocabulary_;
  bool source_ends_with_eos_ = true;
};

}  // namespace seq2seq
