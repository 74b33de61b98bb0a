// What is learned: a built-in task or own pairs, and how text becomes tokens.
#pragma once

#include <cstdint>
#include <string>

namespace seq2seq {

enum class TaskKind { lesson, copy, reverse, sort, addition, dates, names, data };
enum class TokeniserKind { characters, words, ids };

// How a file of own pairs is read; `automatic` guesses, and the guess is reported.
enum class SeparatorKind { automatic, tab, semicolon, comma, spaces };
enum class EncodingKind { automatic, utf8, utf16, windows_1252 };
enum class HeaderKind { automatic, yes, no };

struct TaskConfig {
  TaskKind kind = TaskKind::lesson;
  int examples = 1000;  // pairs that a generated task draws
  int min_length = 3;   // of the sources of copy, reverse, sort (symbols), addition (digits)
  int max_length = 8;
  int symbols = 10;                                     // alphabet of copy, reverse, sort
  TokeniserKind tokeniser = TokeniserKind::characters;  // of own pairs; a built-in task has its own
  int vocabulary_size = 0;                              // keep the most frequent so many, specials counted; 0: all
  int min_count = 1;                                    // tokens rarer than this become UNK
  double validation_share = 0.1;
  double test_share = 0.1;
  int max_source_length = 0;  // longer pairs (in tokens, EOS not counted) are left out and counted; 0: no limit
  int max_target_length = 0;
  SeparatorKind separator = SeparatorKind::automatic;
  EncodingKind encoding = EncodingKind::automatic;
  HeaderKind header = HeaderKind::automatic;
};

}  // namespace seq2seq
