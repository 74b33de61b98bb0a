#include "text/vocabulary.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.h"

using namespace seq2seq;
using Tokens = std::vector<std::string>;

TEST_CASE("C39: order by count, then by code point; saved and read again the ids are the same") {
  const Vocabulary vocabulary = Vocabulary::from_counts({{"b", 2}, {"c", 1}, {"a", 2}}, 4 + 3, 1);
  CHECK(vocabulary.tokens() == Tokens{"PAD", "BOS", "EOS", "UNK", "a", "b", "c"});
  CHECK(vocabulary.find("a") == 4);
  CHECK(vocabulary.find("c") == 6);
  const Vocabulary again = Vocabulary::from_tokens(vocabulary.tokens(), vocabulary.specials());
  CHECK(again.tokens() == vocabulary.tokens());
  CHECK(again.find("b") == vocabulary.find("b"));
  // Code points, not UTF-16 units nor signed bytes: U+FFFD before U+1F600, both behind ASCII.
  const Vocabulary order = Vocabulary::from_counts({{"😀", 1}, {"\uFFFD", 1}, {"z", 1}, {"é", 1}}, 0, 1);
  CHECK(order.tokens() == Tokens{"PAD", "BOS", "EOS", "UNK", "z", "é", "\uFFFD", "😀"});
}

TEST_CASE("keep-N counts the specials; min-count leaves out the rare") {
  const TokenCounts counts{{"a", 5}, {"b", 3}, {"c", 3}, {"d", 1}};
  CHECK(Vocabulary::from_counts(counts, 6, 1).tokens() == Tokens{"PAD", "BOS", "EOS", "UNK", "a", "b"});
  CHECK(Vocabulary::from_counts(counts, 0, 3).tokens() == Tokens{"PAD", "BOS", "EOS", "UNK", "a", "b", "c"});
  CHECK(Vocabulary::from_counts(counts, 100, 6).size() == 4);
  CHECK(Vocabulary::from_counts(counts, 6, 1).find("c") == 3);
  for (const int bad : {1, 4, -1}) CHECK_THROWS_AS(Vocabulary::from_counts(counts, bad, 1), Error);
}

TEST_CASE("C95: names of specials in a text are ordinary tokens") {
  const Vocabulary vocabulary = Vocabulary::from_counts({{"</s>", 3}, {"UNK", 2}, {"EOS", 1}}, 0, 1);
  CHECK(vocabulary.size() == 7);
  CHECK(vocabulary.find("</s>") == 4);
  CHECK(vocabulary.find("UNK") == 5);
  CHECK(vocabulary.find("EOS") == 6);
  CHECK(vocabulary.find("BOS") == 3);  // not seen: unknown, not 1
  CHECK(vocabulary.label(2) == "EOS");
  CHECK(vocabulary.label(4) == "</s>");
  CHECK_FALSE(vocabulary.is_special(6));
}

TEST_CASE("the lesson's toy has its own ids and no UNK") {
  const Vocabulary vocabulary = Vocabulary::of_ids(10, lesson_specials);
  CHECK(vocabulary.size() == 10);
  CHECK(vocabulary.find("5") == 5);
  CHECK(vocabulary.find("3") == 3);
  CHECK(vocabulary.find("10") == -1);
  CHECK(vocabulary.label(0) == "BOS");
  CHECK(vocabulary.label(3) == "EOS");
  CHECK(vocabulary.label(4) == "4");
  const Vocabulary again = Vocabulary::from_tokens(vocabulary.tokens(), lesson_specials);
  CHECK(again.find("3") == 3);
}

TEST_CASE("what cannot be a vocabulary is refused") {
  CHECK_THROWS_AS(Vocabulary::from_tokens({"PAD", "BOS", "EOS", "UNK", "a", "b", "a"}, text_specials), Error);
  CHECK_THROWS_AS(Vocabulary::from_tokens({"PAD", "BOS", "EOS"}, text_specials), Error);
  CHECK_THROWS_AS(Vocabulary::from_tokens({"PAD", "BOS", "EOS", "UNK", "\xE9"}, text_specials), Error);
  const Vocabulary vocabulary = Vocabulary::of_ids(10, lesson_specials);
  for (const TokenId bad : {-1, 10}) try {
      vocabulary.token(bad);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_token);
      CHECK(std::string(error.what()).find(std::to_string(bad) + "; allowed: 0 to 9") != std::string::npos);
    }
}

TEST_CASE("a blank as a token can be seen") {
  const Vocabulary vocabulary = Vocabulary::from_counts({{" ", 1}}, 0, 1);
  CHECK(vocabulary.token(4) == " ");
  CHECK(vocabulary.label(4) == "␣");
}
