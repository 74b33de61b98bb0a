#include <doctest/doctest.h>

#include "lesson/lesson.h"

using namespace seq2seq;
using namespace seq2seq::lesson;

TEST_CASE("the divergence demo: same weights, other inputs, other predictions") {
  const DivergenceDemo demo = divergence_demo(99);
  CHECK(demo.teacher.inputs == std::vector<TokenId>{0, 4, 6});
  CHECK(demo.teacher.predictions == std::vector<TokenId>{3, 0, 0});
  CHECK(demo.free.inputs == std::vector<TokenId>{0, 3, 2});
  CHECK(demo.free.predictions == std::vector<TokenId>{3, 2, 3});
  CHECK(demo.stopped.empty());
  // They share their first step to the last bit; they part when the first prediction is fed.
  CHECK(demo.teacher.find("dec.logits", 0).values == demo.free.find("dec.logits", 0).values);
  CHECK(demo.teacher.find("dec.logits", 1).values != demo.free.find("dec.logits", 1).values);
}
