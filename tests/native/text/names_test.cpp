#include "text/names.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "text/tokeniser.h"

using namespace seq2seq;

TEST_CASE("every sentence has words outside the list, and its answer carries some of them over") {
  std::set<std::string> known;
  for (const std::string& word : sentence_words()) {
    CHECK(word.find('_') == std::string::npos);
    known.insert(word);
  }
  CHECK(known.size() > 40);
  CHECK(known.size() < 120);
  Generator generator(8);
  std::set<std::string> carried_words;
  bool repeated = false, number = false;
  for (int i = 0; i < 2000; ++i) {
    const TaskItem item = draw_sentence({}, generator);
    CAPTURE(item.source);
    const std::vector<std::string> source = tokenise(TokeniserKind::words, item.source);
    const std::vector<std::string> target = tokenise(TokeniserKind::words, item.target);
    REQUIRE(item.source.find('_') == std::string::npos);
    REQUIRE(item.target.find('_') == std::string::npos);
    REQUIRE(item.alignment.size() == target.size());
    int carried = 0;
    for (std::size_t t = 0; t < target.size(); ++t) {
      const bool unknown = known.count(target[t]) == 0;
      REQUIRE(unknown == !item.alignment[t].empty());
      for (const int place : item.alignment[t]) REQUIRE(source[static_cast<std::size_t>(place)] == target[t]);
      if (!unknown) continue;
      ++carried;
      carried_words.insert(target[t]);
      repeated = repeated || item.alignment[t].size() > 1;
      number = number || target[t].find_first_not_of("0123456789") == std::string::npos;
    }
    REQUIRE(carried >= 1);
  }
  CHECK(carried_words.size() > 2500);
  CHECK(repeated);  // a name that stands twice in its source
  CHECK(number);
}
