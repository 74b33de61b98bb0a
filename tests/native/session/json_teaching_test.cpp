#include "session/json_teaching.h"

#include <nlohmann/json.hpp>

#include "lesson/lesson.h"
#include "session/support.h"
#include "training/schedule.h"

using namespace seq2seq;
using Json = nlohmann::json;
using session_test::contains;
using session_test::refusal;

TEST_CASE("teaching views: schedule and coins are those of training") {
  const Json epsilons =
      Json::parse(schedule_from_json(R"({"forcing":{"schedule":"inverse_sigmoid","sigmoid_scale":7},"at":[0,3,40]})"));
  ForcingConfig forcing;
  forcing.schedule = ScheduleKind::inverse_sigmoid;
  forcing.sigmoid_scale = 7;
  CHECK(epsilons ==
        Json{teacher_probability(forcing, 0), teacher_probability(forcing, 3), teacher_probability(forcing, 40)});
  lesson::CoinThrow thrown;
  thrown.seed = 5;
  thrown.rows = 2;
  thrown.length = 7;
  thrown.epsilon = 0.5;
  thrown.step = 3;
  const Json rows = Json::parse(coins_from_json(R"({"seed":"5","rows":2,"length":7,"epsilon":0.5,"step":3})"));
  const std::vector<std::uint8_t> coins = lesson::coins(thrown);
  REQUIRE(rows.size() == 2);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 7; ++t) CHECK(rows[b][t] == (coins[b * 7 + t] != 0));
}

TEST_CASE("teaching views: a mixture, distances and a decode as JSON") {
  const Json mixture =
      Json::parse(copy_mixture_from_json(R"({"alpha":[0.5,0.5],"pVocabulary":[0.25,0.75],"pGen":0.5,"source":[2,2]})"));
  CHECK(mixture == Json{{"pCopy", {0, 0, 1}}, {"probabilities", {0.125, 0.375, 0.5}}});
  CHECK(Json::parse(state_distances_from_json(R"({"one":[[3,0],[1,1]],"other":[[0,4]]})")) == Json{5});
  const Session session(parse_configuration("{}"));
  const Json run = Json::parse(decode_steps_from_json(session, R"({"source":null,"inputs":[null,"7"],"stop":false})"));
  CHECK(run.at("source") == Json{"2", "5", "1", "EOS"});
  CHECK(run.at("steps").size() == 3);
  const Json& step = run.at("steps").at(1);
  CHECK(step.at("input") == "7");
  CHECK(step.at("given") == true);
  CHECK(step.at("expected") == "6");
  CHECK(step.at("top").size() == 5);
  CHECK(step.at("state").size() == 8);
  CHECK(!step.contains("pGen"));
}

TEST_CASE("teaching views: requests are refused by name, with what was found and what is allowed") {
  const auto coins = [](const char* request) {
    return refusal(ErrorCode::invalid_value, [&] { coins_from_json(request); });
  };
  CHECK(coins("[1]") == "coins: no JSON object");
  CHECK(coins("{") == "coins: no JSON object");
  CHECK(coins(R"({"rows":2})") == "coins: the field length is missing");
  CHECK(coins(R"({"length":"3","epsilon":1})") == "coins: length is \"3\"; allowed: a whole number");
  CHECK(coins(R"({"length":3e9,"epsilon":1})") ==
        "coins: length is 3000000000.0; allowed: a whole number that fits into 32 bits");
  CHECK(coins(R"({"length":3,"epsilon":"2"})") == "coins: epsilon is \"2\"; allowed: a number");
  CHECK(coins(R"({"length":1000001,"epsilon":1})") == "length is 1000001; allowed: 1 to 1000000");
  CHECK(coins(R"({"length":3,"epsilon":2})") == "epsilon is 2; allowed: 0 to 1");
  CHECK(coins(R"({"length":3,"epsilon":1,"lenght":3})") ==
        "coins: there is no field lenght; allowed: seed, rows, length, epsilon, coin, step");
  CHECK(coins(R"({"length":3,"epsilon":1,"coin":"row"})") == "coins: coin is \"row\"; allowed: token, sequence");
  CHECK(contains(coins(R"({"length":3,"epsilon":1,"seed":"x"})"), "training.seed is \"x\"; allowed"));
  CHECK(contains(refusal(ErrorCode::invalid_value, [] { schedule_from_json(R"({"forcing":{"floor":2},"at":[]})"); }),
                 "training.forcing.floor is 2; allowed"));
  const Session session(parse_configuration("{}"));
  const auto steps = [&](const char* request) {
    return refusal(ErrorCode::invalid_value, [&] { decode_steps_from_json(session, request); });
  };
  CHECK(steps(R"({"inputs":"2"})") ==
        "decode steps: inputs is \"2\"; allowed: a list of tokens, null where nothing is put in");
  CHECK(steps(R"({"stop":1})") == "decode steps: stop is 1; allowed: true or false");
  CHECK(steps(R"({"steps":1001})") == "steps is 1001; allowed: 0 to 1000");
}
