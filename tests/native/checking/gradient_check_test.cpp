#include "checking/gradient_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"
#include "support/fixtures.h"
#include "support/reference_dumps.h"

using namespace seq2seq;
using namespace reference_test;

TEST_CASE("the engine's gradients are the loss's slopes, with every kind of attention and copying") {
  for (const AttentionKind attention :
       {AttentionKind::bahdanau, AttentionKind::luong_dot, AttentionKind::luong_general, AttentionKind::none})
    for (const CopyKind copy : {CopyKind::off, CopyKind::pointer_generator, CopyKind::pointer}) {
      if (attention == AttentionKind::none && copy != CopyKind::off) continue;
      const Model model(odd_config(attention, copy));
      GradientCheckOptions options;
      options.entries = attention == AttentionKind::bahdanau && copy == CopyKind::off ? 0 : 24;
      options.tolerance = fixtures::tolerance(1e-5, 1e-8);
      const GradientReport report =
          check_gradients(model.seq2seq, model.parameters, odd_pair(copy), LossKind::mean, options);
      CHECK(report.agrees);
      CHECK(report.loss == doctest::Approx(report.plain_loss).epsilon(1e-5));
      REQUIRE(report.entries.size() == model.seq2seq.layout()->list().size());
      for (std::size_t i = 0; i < report.entries.size(); ++i) {
        const GradientEntry& entry = report.entries[i];
        CAPTURE(entry.name);
        CHECK(entry.name == model.seq2seq.layout()->list()[i].name);
        CHECK(entry.checked == (options.entries == 0 ? entry.size : std::min(entry.size, options.entries)));
        CHECK(entry.agrees);
        CHECK(entry.relative_error <= options.tolerance);
      }
    }
}

TEST_CASE("few entries are the largest and some of the rest; a tolerance beyond arithmetic is not met") {
  const Model model(odd_config());
  GradientCheckOptions options;
  options.entries = 10;
  GradientReport report = check_gradients(model.seq2seq, model.parameters, odd_pair(), LossKind::sum, options);
  CHECK(report.agrees);
  CHECK(report.tolerance == fixtures::tolerance(1e-4, 1e-8));
  for (const GradientEntry& entry : report.entries) CHECK(entry.checked == std::min<std::size_t>(entry.size, 10));
  options.tolerance = 1e-17;
  report = check_gradients(model.seq2seq, model.parameters, odd_pair(), LossKind::sum, options);
  CHECK(!report.agrees);
  for (const GradientEntry& entry : report.entries)
    CHECK(entry.relative_error >= std::fabs(entry.analytic - entry.numeric));
}

TEST_CASE("a tolerance that is none is refused by name") {
  const Model model(odd_config());
  for (const auto& [tolerance, found] : {std::pair{-0.5, "-0.5"}, {1.5, "1.5"}, {std::nan(""), "NaN"}}) {
    GradientCheckOptions options;
    options.tolerance = tolerance;
    CHECK_THROWS_WITH_AS(check_gradients(model.seq2seq, model.parameters, odd_pair(), LossKind::sum, options),
                         (std::string("tolerance is ") + found + "; allowed: 0 to 1, 0 for the usual one").c_str(),
                         Error);
  }
}
