#include <doctest/doctest.h>

#include <map>
#include <set>

#include "lesson/lesson.h"

using namespace seq2seq::lesson;

namespace {

// What the lesson says its programs print.
const std::map<std::string, std::string> printed{
    {"slide9.energies", "[-0.8377, 1.2709, -0.4288]"},
    {"slide9.alpha", "[0.0931, 0.7668, 0.1401]"},
    {"slide9.context", "[-0.7889, -1.1562, 0.0228, 0.721]"},
    {"slide9.largest", "1"},
    {"slide15.final_loss", "1.39, 1.72"},
    {"slide15.epochs_below_1", "32, 41"},
    {"slide15.right_outputs", "80 of 80"},
    {"slide19.teacher.inputs", "[0, 4, 6]"},
    {"slide19.teacher.predictions", "[3, 0, 0]"},
    {"slide19.free.inputs", "[0, 3, 2]"},
    {"slide19.free.predictions", "[3, 2, 3]"},
    {"slide19.free.stopped", "[]"},
    {"slide25.epsilon", "[1.00, 0.90, 0.75, 0.50, 0.25, 0.00]"},
    {"slide25.labels", "[teacher, teacher, mixed, mixed, free-run, free-run]"},
    {"slide30.weights", "[0.3141, 0.2117, 0.1724, 0.3018]"},
    {"slide30.most_likely", "the"},
    {"slide36.shape.enc.out", "[1, 4, 8]"},
    {"slide36.shape.dec.gru_input", "[1, 1, 14]"},
    {"slide36.shape.dec.logits", "[1, 10]"},
    {"slide36.parameters.encoder", "444"},
    {"slide36.parameters.decoder", "942"},
    {"slide36.parameters.total", "1,386"},
    {"slide36.claim.total_e256", "49,786,672"},
    {"slide36.claim.total_e512", "65,933,104"},
    {"slide36.claim.head", "30,750,000"},
    {"slide50.alpha", "[0.1512, 0.2983, 0.2936, 0.2569]"},
    {"slide50.alpha_sum", "1"},
    {"slide50.context_shape", "[1, 8]"},
    {"slide52.encoder_shape", "[1, 4, 8]"},
    {"slide52.prediction", "3"},
    {"slide52.alpha", "[0.232, 0.237, 0.264, 0.267]"},
    {"slide53.losses", "[6.9713, 6.9338, 6.8965]"},
    {"slide55.final_loss", "1.4987"},
    {"slide55.greedy", "[4, 6, 3]"},
};

}  // namespace

TEST_CASE("the report prints what the lesson's programs print") {
  const std::vector<Line> lines = report();
  std::map<std::string, std::string> found;
  for (const Line& line : lines) found[line.key] = line.printed;
  for (const auto& expected : printed) {
    CAPTURE(expected.first);
    CHECK(found[expected.first] == expected.second);
  }
  CHECK(found.size() == lines.size());  // no key twice
}

TEST_CASE("every line of the report has a part, a label, a text and numbers or words") {
  std::set<std::string> parts;
  for (const Line& line : report()) {
    CAPTURE(line.key);
    parts.insert(line.part);
    CHECK(!line.label.empty());
    CHECK(!line.printed.empty());
    CHECK((!line.values.empty() || !line.texts.empty() || line.printed == "[]"));
    if (!line.shape.empty() && line.shape != std::vector<int>(line.values.begin(), line.values.end())) {
      std::size_t count = 1;
      for (const int n : line.shape) count *= static_cast<std::size_t>(n);
      CHECK(line.values.size() == count);
    }
  }
  CHECK(parts.size() == 4);
}

TEST_CASE("the report is computed: other seeds, other numbers") {
  CHECK(divergence_demo(98).teacher.predictions != divergence_demo(99).teacher.predictions);
  CHECK(milestone_1(98).alpha != milestone_1(99).alpha);
  CHECK(milestone_2(98).alpha != milestone_2(99).alpha);
  CHECK(pointer_trace(2).weights != pointer_trace(1).weights);
  CHECK(toy_run(98, 1).losses != toy_run(99, 1).losses);
}
