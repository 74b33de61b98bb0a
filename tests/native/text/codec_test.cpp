#include "text/codec.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.h"

using namespace seq2seq;
using Ids = std::vector<TokenId>;

namespace {

// a b c d e f are 4 to 9: V = 10
Codec letters_as_words() {
  return Codec(TokeniserKind::words,
               Vocabulary::from_tokens({"PAD", "BOS", "EOS", "UNK", "a", "b", "c", "d", "e", "f"}, text_specials),
               true);
}

}  // namespace

TEST_CASE("C14: a row's unknown words get the ids behind the vocabulary, each once") {
  const EncodedSource source = letters_as_words().encode_source("a zork b zork blip");
  CHECK(source.ids == Ids{4, 10, 5, 10, 11, 2});
  CHECK(source.unknown == std::vector<std::string>{"zork", "blip"});
  CHECK(letters_as_words().encode_source("a b").unknown.empty());
}

TEST_CASE("a target word known only from the source has the source's id; C19: one from nowhere is UNK, and shows") {
  const Codec codec = letters_as_words();
  const EncodedSource source = codec.encode_source("a zork b zork blip");
  const Ids target = codec.encode_target("blip a nowhere zork", source);
  CHECK(target == Ids{11, 4, 3, 10});
  CHECK(codec.decode(target, source.unknown) == "blip a UNK zork");
  CHECK(codec.label(3) == "UNK");
  CHECK(codec.label(11, source.unknown) == "blip");
}

TEST_CASE("a model without copying sees UNK for every unknown word") {
  CHECK(letters_as_words().within_vocabulary({4, 10, 5, 11, 2}) == Ids{4, 3, 5, 3, 2});
}

TEST_CASE("C95: the text </s> does not end anything") {
  const Codec codec(TokeniserKind::words, Vocabulary::from_counts({{"the", 2}, {"</s>", 1}, {"tag", 1}}, 0, 1), true);
  const EncodedSource source = codec.encode_source("the </s> tag");
  CHECK(source.ids == Ids{4, 5, 6, 2});
  CHECK(codec.decode(source.ids) == "the </s> tag");
}

TEST_CASE("C93: typing either spelling finds the one entry") {
  const Codec codec(TokeniserKind::words, Vocabulary::from_counts({{"café", 1}}, 0, 1), true);
  CHECK(codec.encode_source("caf\u00e9").ids == Ids{4, 2});
  CHECK(codec.encode_source("cafe\u0301").ids == Ids{4, 2});
}

TEST_CASE("C96: an empty source is refused with a sentence") {
  for (const char* empty : {"", "  ", "\u3000"}) try {
      letters_as_words().encode_source(empty);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_data);
      CHECK(std::string(error.what()).find("empty") != std::string::npos);
    }
  CHECK(letters_as_words().encode_target("", {}).empty());
}

TEST_CASE("the lesson's toy: ids as they stand, nothing appended, what is outside refused by name") {
  const Codec codec(TokeniserKind::ids, Vocabulary::of_ids(10, lesson_specials), false);
  CHECK(codec.encode_source("2 5 1 3").ids == Ids{2, 5, 1, 3});
  CHECK(codec.decode({0, 4, 6, 3}) == "4 6");
  try {
    codec.encode_source("2 10");
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_token);
    CHECK(std::string(error.what()).find("\"10\"") != std::string::npos);
    CHECK(std::string(error.what()).find("0 to 9") != std::string::npos);
  }
}

TEST_CASE("an id from outside is refused, extended ids included") {
  const Codec codec = letters_as_words();
  CHECK_THROWS_AS(codec.decode({12}, {"zork", "blip"}), Error);
  CHECK_THROWS_AS(codec.decode({10}), Error);
  CHECK_THROWS_AS(codec.label(-1), Error);
}
