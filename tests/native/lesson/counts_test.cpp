#include <doctest/doctest.h>

#include "base/error.h"
#include "lesson/lesson.h"
#include "model/parameters.h"
#include "support/fixtures.h"

using namespace seq2seq;
using namespace seq2seq::lesson;
using fixtures::Json;

TEST_CASE("parameter counts as PyTorch counts them") {
  const Json file = fixtures::load("params.json");
  REQUIRE(!file.at("sizes").empty());
  for (const Json& record : file.at("sizes")) {
    const ParameterCounts counts = parameter_counts(record.at("V"), record.at("E"), record.at("H"));
    CAPTURE(record.at("V").get<int>());
    CHECK(counts.encoder == record.at("encoder").get<std::int64_t>());
    CHECK(counts.decoder == record.at("decoder").get<std::int64_t>());
    CHECK(counts.total == record.at("total").get<std::int64_t>());
    std::size_t compared = 0;
    for (const auto& [side, parts] : {std::pair{"enc.", "encoder_parts"}, {"dec.", "decoder_parts"}})
      for (const auto& [part, count] : record.at(parts).items())
        for (const ModuleCount& module : counts.modules)
          if (module.name == side + part) {
            CHECK(module.count == count.get<std::int64_t>());
            ++compared;
          }
    CHECK(compared == counts.modules.size());
  }
}

TEST_CASE("parameter counts agree with the layout that the engine allocates") {
  ModelConfig config;
  config.vocabulary_size = 11;
  config.embedding_size = 5;
  config.hidden_size = 7;
  const ParameterCounts counts = parameter_counts(11, 5, 7);
  CHECK(counts.total == static_cast<std::int64_t>(ParameterLayout(config).total()));
}

TEST_CASE("parameter counts hold at sizes that nobody allocates, and refuse the rest") {
  CHECK(parameter_counts(10'000'000, 1, 1).total == 2 * 10'000'000LL + 12 + 3 + 15 + 3 * 10'000'000LL);
  CHECK_THROWS_WITH_AS(parameter_counts(0, 6, 8), "V is 0; allowed: 1 to 10000000", Error);
  CHECK_THROWS_WITH_AS(parameter_counts(10, 6, 10'000'001), "H is 10000001; allowed: 1 to 10000000", Error);
}
