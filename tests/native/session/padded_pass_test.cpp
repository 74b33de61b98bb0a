#include "session/padded_pass.h"

#include "session/json_next_step.h"
#include "session/support.h"

using namespace seq2seq;
using namespace session_test;

TEST_CASE("padding gets no weight and costs nothing, whatever the attention and the copying") {
  for (const char* const configuration : {
           R"({})",
           R"({"model":{"attention":"luong_dot"}})",
           R"({"model":{"attention":"none"}})",
           R"({"task":{"kind":"reverse","examples":9},"model":{"attention":"luong_general","hidden_size":7,
               "embedding_size":5},"training":{"epochs":2,"batch_size":4}})",
           R"({"task":{"kind":"names","examples":9},"model":{"copy":"pointer_generator","hidden_size":7,
               "embedding_size":5},"training":{"epochs":1}})",
       }) {
    CAPTURE(configuration);
    Session session(parse_configuration(configuration));
    train(session, 3);
    for (const int places : {1, 5}) {
      const PaddedPass pass = session.padded_pass(places);
      CHECK(pass.places == places);
      CHECK(pass.weight == 0);
      CHECK(pass.loss == 0);
      CHECK(pass.change <= 1e-6);
    }
  }
}

TEST_CASE("refused: no places, and too many") {
  const Session session{Configuration{}};
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { session.padded_pass(0); }), "places is 0; allowed: 1 to 64"));
  CHECK(contains(refusal(ErrorCode::invalid_value, [&] { session.padded_pass(65); }), "places is 65"));
}

TEST_CASE("as JSON") {
  CHECK(to_json(PaddedPass{2, 0, 0.5, 0.25}) == R"({"places":2,"weight":0,"loss":0.5,"change":0.25})");
}
