#include <doctest/doctest.h>

#include "session/session.h"

using namespace seq2seq;

TEST_CASE("sessions check their gradients on any pair") {
  const Session session{Configuration{}};
  GradientCheckOptions options;
  options.entries = 6;
  const GradientReport watched = session.check_gradients("", "", options);
  CHECK(watched.agrees);
  CHECK(watched.loss == doctest::Approx(6.9713).epsilon(1e-5));
  const GradientReport other = session.check_gradients("7 8 9", "1 2", options);
  CHECK(other.agrees);
  CHECK(other.loss != watched.loss);
}
