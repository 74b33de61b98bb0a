// Text to tokens and back. For every text in normal form (see unicode.h) detokenise(tokenise(text)) == text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/config.h"

namespace seq2seq {

// characters: one token a user-perceived letter (grapheme cluster); the blank is a token.
// words: cut at blanks, and punctuation at a word's ends cut off: "(Don't stop!)" -> ( Don't stop ! ).
// ids: decimal numbers between blanks; anything else is Error(invalid_token) naming it.
// The text is brought into normal form first. An empty text has no tokens.
std::vector<std::string> tokenise(TokeniserKind kind, std::string_view text);

// Readable text from any list of words: punctuation and clitics lean on their neighbours ([do, n't, stop, !] ->
// "don't stop!"). Where a text is spaced otherwise, its tokens say so with a mark: U+2423 (open box) a blank, U+203F
// (undertie) none. "Va !" -> Va, ␣!   A word that itself begins or ends with a mark gets one more, which is taken off.
std::string detokenise(TokeniserKind kind, const std::vector<std::string>& tokens);

}  // namespace seq2seq
