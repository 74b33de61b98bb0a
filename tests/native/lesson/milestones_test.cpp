#include <doctest/doctest.h>

#include <cmath>

#include "lesson/lesson.h"
#include "lesson/toy.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace seq2seq::lesson;
using fixtures::Json;

// The lesson's sizes are in its functions; other fixtures may have another toy.
TEST_CASE("milestone 1: the attention module alone") {
  const Json record = fixtures::load("attention.json").at("milestone1");
  if (fixtures::tensor(record.at("enc_out")).shape != std::vector<int>{1, 4, 8}) {
    MESSAGE("skipped: these fixtures' toy is not the lesson's");
    return;
  }
  const Milestone1 found = milestone_1(std::stoull(record.at("seed").get<std::string>()));
  const Json& expected = record.at(fixtures::block());
  const double tolerance = fixtures::tolerance(1e-6, 1e-12);
  CHECK(fixtures::difference(found.alpha, fixtures::tensor(expected.at("alpha")).data, tolerance) == "");
  CHECK(fixtures::difference(std::vector<Real>{found.alpha_sum}, fixtures::tensor(expected.at("alpha_sum")).data,
                             tolerance) == "");
  CHECK(found.context_shape == fixtures::tensor(expected.at("ctx")).shape);
}

TEST_CASE("milestone 2: one step from BOS") {
  const Json file = fixtures::load("forward.json");
  const Json &record = file.at("milestone2"), &toy = file.at("cases").at(0);
  if (toy.at("V") != 10 || toy.at("E") != 6 || toy.at("H") != 8 || toy.at("src").at(0) != Json(toy_source())) {
    MESSAGE("skipped: these fixtures' toy is not the lesson's");
    return;
  }
  const Milestone2 found = milestone_2(std::stoull(toy.at("seed").get<std::string>()));
  CHECK(found.encoder_shape == record.at("enc_out_shape").get<std::vector<int>>());
  CHECK(found.prediction == record.at("pred").get<int>());
  CHECK(fixtures::difference(found.alpha, fixtures::tensor(record.at("alpha")).data, 1e-6) == "");
}

TEST_CASE("the weights add up to 1 only to rounding") {
  const AlphaSumCheck check = alpha_sum_check(300);
  CHECK(check.seeds == 300);
  CHECK(check.missed < 200);
  CHECK(check.largest_error < 1e-6);
  if (sizeof(Real) == 4) CHECK(check.missed > 20);
}
