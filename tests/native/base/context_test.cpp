#include "base/context.h"

#include <doctest/doctest.h>

#include <vector>

using namespace seq2seq;

TEST_CASE("a context that nobody watches never stops and reports to nobody") {
  Context context;
  CHECK_FALSE(context.cancelled());
  context.report(0.5);
  CHECK_FALSE(context.cancelled());
}

TEST_CASE("cancelling is sticky") {
  int polls = 0;
  // True once only: the work must not go on when the next poll says no.
  Context polled([&] { return ++polls == 3; });
  CHECK_FALSE(polled.cancelled());
  CHECK_FALSE(polled.cancelled());
  CHECK(polled.cancelled());
  CHECK(polled.cancelled());
  CHECK(polls == 3);

  Context called;
  called.cancel();
  CHECK(called.cancelled());
}

TEST_CASE("progress arrives as it is reported") {
  std::vector<double> seen;
  Context context({}, [&](double fraction) { seen.push_back(fraction); });
  context.report(0);
  context.report(0.25);
  context.report(1);
  CHECK(seen == std::vector<double>{0, 0.25, 1});
  CHECK_FALSE(context.cancelled());
}
