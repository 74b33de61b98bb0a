#include "text/names.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "text/tokeniser.h"

namespace seq2seq {
namespace {

struct Pattern {
  const char* source;
  const char* target;
};

// _A _B people, _P _Q places, _N _M numbers, _W a rare thing.
constexpr std::array<Pattern, 16> patterns = {{
    {"please tell _A that _B is waiting", "_B is waiting for _A"},
    {"_A ordered _N _W for _B", "send _N _W to _B and the bill to _A"},
    {"book room _N for _A", "_A stays in room _N"},
    {"my name is _A and I live in _P", "_A lives in _P"},
    {"the train from _P to _Q leaves from track _N", "for the train to _Q go to track _N"},
    {"_A asked _B for a _W, but _B said no", "_B did not give _A a _W"},
    {"can you call _A at _N?", "the number of _A is _N"},
    {"I lost my _W in _P", "someone lost a _W in _P"},
    {"is there a _W in the room of _A?", "look for a _W in the room of _A"},
    {"_A moved from _P to _Q", "_A now lives in _Q and not in _P"},
    {"write down _N, _M and _A", "_A: _N, _M"},
    {"a _W costs _N in _P but _M in _Q", "in _Q you pay _M for a _W, in _P you pay _N"},
    {"_A (from _P) is here", "here is _A from _P"},
    {"who is _A? - the sister of _B", "_A is the sister of _B"},
    {"_A and _B met in _P", "_B met _A in _P"},
    {"the bus to _P has number _N", "take bus _N to _P"},
}};
constexpr std::array<const char*, 7> places_to_fill = {"_A", "_B", "_P", "_Q", "_N", "_M", "_W"};

constexpr std::array<const char*, 24> onsets = {"b", "br", "c",  "d", "dr", "f",  "g", "gl", "h", "k",  "l", "m",
                                                "n", "p",  "pr", "r", "s",  "st", "t", "tr", "v", "vl", "w", "z"};
constexpr std::array<const char*, 10> vowels = {"a", "e", "i", "o", "u", "ai", "ea", "io", "or", "el"};
constexpr std::array<const char*, 6> town_ends = {"burg", "ton", "stad", "holm", "mouth", "dal"};
constexpr std::array<const char*, 6> thing_ends = {"x", "nk", "ppet", "ble", "zz", "rf"};

template <std::size_t N>
const char* draw_from(const std::array<const char*, N>& list, Generator& generator) {
  return list[static_cast<std::size_t>(generator.randint(0, static_cast<std::int64_t>(N)))];
}

std::string draw_syllables(int count, Generator& generator) {
  std::string word;
  for (int i = 0; i < count; ++i) {
    word += draw_from(onsets, generator);
    word += draw_from(vowels, generator);
  }
  return word;
}

std::string capitalised(std::string word) {
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

std::string draw_word(const std::string& place, Generator& generator) {
  if (place == "_N" || place == "_M") {
    const std::int64_t low[] = {100, 1000, 10000};
    const std::int64_t digits = generator.randint(0, 3);
    return std::to_string(generator.randint(low[digits], low[digits] * 10));
  }
  const int syllables = static_cast<int>(generator.randint(2, 4));
  if (place == "_A" || place == "_B") return capitalised(draw_syllables(syllables, generator));
  if (place == "_W") return draw_syllables(syllables, generator) + draw_from(thing_ends, generator);
  return capitalised(draw_syllables(syllables - 1, generator)) + draw_from(town_ends, generator);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

const std::set<std::string>& known_words() {
  static const std::set<std::string> known = [] {
    std::set<std::string> words;
    for (const Pattern& pattern : patterns)
      for (const char* side : {pattern.source, pattern.target})
        for (const std::string& token : tokenise(TokeniserKind::words, side))
          if (token[0] != '_') words.insert(token);
    return words;
  }();
  return known;
}

}  // namespace

int sentence_pattern_count() { return static_cast<int>(patterns.size()); }

std::vector<std::string> sentence_words() { return {known_words().begin(), known_words().end()}; }

TaskItem draw_sentence(const TaskConfig&, Generator& generator) {
  const Pattern& pattern = patterns[static_cast<std::size_t>(generator.randint(0, sentence_pattern_count()))];
  TaskItem item{pattern.source, pattern.target, {}};
  std::set<std::string> used;
  for (const char* place : places_to_fill) {
    if (item.source.find(place) == std::string::npos) continue;
    std::string word = draw_word(place, generator);
    while (known_words().count(word) != 0 || !used.insert(word).second) word = draw_word(place, generator);
    replace_all(item.source, place, word);
    replace_all(item.target, place, word);
  }

  // Copied words come from every place of the source that has them; the rest of the answer has no one place.
  std::map<std::string, std::vector<int>> where;
  int position = 0;
  for (const std::string& token : tokenise(TokeniserKind::words, item.source)) {
    if (used.count(token) != 0) where[token].push_back(position);
    ++position;
  }
  for (const std::string& token : tokenise(TokeniserKind::words, item.target)) item.alignment.push_back(where[token]);
  return item;
}

}  // namespace seq2seq
