#include <doctest/doctest.h>

#include "lesson/lesson.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace seq2seq::lesson;
using fixtures::Json;

TEST_CASE("the pointer distribution over the lesson's sentence") {
  const Json slide = fixtures::load("copy.json").at("slide30");
  const PointerTrace found = pointer_trace(std::stoull(slide.at("seed").get<std::string>()));
  CHECK(found.tokens == slide.at("src_tokens").get<std::vector<std::string>>());
  CHECK(found.logits == fixtures::tensor(slide.at("attn_logits")).from_float());
  CHECK(fixtures::difference(found.weights, fixtures::tensor(slide.at(fixtures::block())).data,
                             fixtures::tolerance(1e-6, 1e-12)) == "");
  CHECK(found.tokens.at(static_cast<std::size_t>(found.best)) == slide.at("best").get<std::string>());
}
