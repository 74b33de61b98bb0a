#include "lesson/toy.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "lesson/lesson.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace seq2seq::lesson;
using fixtures::Json;

TEST_CASE("the toy trained for 200 epochs has PyTorch's loss at every one") {
  const Json file = fixtures::load("train.json");
  const Json& toy = file.at("toy");
  std::vector<TokenId> bos_and_target = toy_target();
  bos_and_target.insert(bos_and_target.begin(), toy_bos);
  if (toy.at("V") != 10 || toy.at("E") != 6 || toy.at("H") != 8 || toy.at("src").at(0) != Json(toy_source()) ||
      toy.at("tgt").at(0) != Json(bos_and_target)) {
    MESSAGE("skipped: these fixtures' toy is not the lesson's");
    return;
  }
  bool compared = false;
  for (const Json& record : file.at("toy_runs")) {
    if (record.at("name") != "adam") continue;
    compared = true;
    const ToyRun run = toy_run(std::stoull(toy.at("seed").get<std::string>()), file.at("epochs"));
    CHECK(fixtures::difference(run.losses, fixtures::tensor(record.at(fixtures::block()).at("losses")).data,
                               fixtures::tolerance(2e-5, 1e-10)) == "");
    CHECK(run.final_loss == run.losses.back());
    CHECK(run.greedy == toy_target());
  }
  CHECK(compared);
}

TEST_CASE("an untrained toy is decoded as the divergence demo says") {
  CHECK(toy_run(99, 0).losses.empty());
  CHECK(toy_run(99, 0).greedy == std::vector<TokenId>{toy_eos});
  CHECK(divergence_demo(99).stopped.empty());
}

TEST_CASE("free running trains on other inputs than teacher forcing") {
  const ToyRun teacher = toy_run(99, 30), free = toy_run(99, 30, 1e-3, true);
  CHECK(teacher.losses != free.losses);
  CHECK(free.losses.back() < free.losses.front());
}

TEST_CASE("comparisons of single seeds joined are the comparison over all of them, bit for bit") {
  const ForcingComparison whole = forcing_comparison(7, 3);
  const ForcingComparison made = joined({forcing_comparison(7, 1), forcing_comparison(8, 1), forcing_comparison(9, 1)});
  CHECK(made.first_seed == 7);
  CHECK(made.seeds == 3);
  CHECK(made.teacher_loss == whole.teacher_loss);
  CHECK(made.free_loss == whole.free_loss);
  CHECK(made.teacher_epochs == whole.teacher_epochs);
  CHECK(made.free_epochs == whole.free_epochs);
  CHECK(made.right == whole.right);
  CHECK(made.runs == 12);
  // A comparison counts by its seeds.
  const ForcingComparison uneven = joined({forcing_comparison(7, 2), forcing_comparison(9, 1)});
  CHECK(uneven.teacher_loss == doctest::Approx(whole.teacher_loss).epsilon(1e-12));
  CHECK_THROWS_AS(joined({}), Error);
  CHECK_THROWS_AS(joined({whole, ForcingComparison{}}), Error);
  ForcingComparison many = whole;
  many.seeds = most_joined_seeds;
  CHECK_THROWS_AS(joined({whole, many}), Error);
}

TEST_CASE("forcing and free running compared over seeds are means of single runs") {
  const ForcingComparison found = forcing_comparison(99, 2);
  CHECK(found.runs == 8);
  CHECK(found.right <= found.runs);
  CHECK(found.teacher_loss ==
        doctest::Approx((toy_run(99, 200).final_loss + toy_run(100, 200).final_loss) / 2).epsilon(1e-12));
  CHECK(found.free_loss ==
        doctest::Approx((toy_run(99, 200, 1e-3, true).final_loss + toy_run(100, 200, 1e-3, true).final_loss) / 2)
            .epsilon(1e-12));
  double epochs = 0;
  for (const std::uint64_t seed : {99, 100})
    for (const double loss : toy_run(seed, 200, 1e-2).losses) epochs += loss >= 1 ? 0.5 : 0;
  CHECK(found.teacher_epochs == doctest::Approx(epochs));  // the losses fall once and for all
}

TEST_CASE("a comparison over no seeds or too many is refused by name") {
  CHECK_THROWS_WITH_AS(forcing_comparison(99, 0), "the number of seeds is 0; allowed: 1 to 100", Error);
  CHECK_THROWS_WITH_AS(forcing_comparison(99, 101), "the number of seeds is 101; allowed: 1 to 100", Error);
}
