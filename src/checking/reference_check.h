// "Check my implementation": somebody's own model of this kind, one pass of it dumped, against the engine with the same
// weights. docs/check-your-implementation.md describes the dump.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checking/reference_explain.h"
#include "checking/reference_names.h"
#include "formats/configuration.h"

namespace seq2seq {

struct ReferenceReport {
  bool loaded = false;  // all weights were found; if not, only the names are of use
  bool agrees = false;
  double tolerance = 0;
  ReferencePair pair;
  NameMatches names;
  std::vector<Comparison> compared;  // with the engine, in the order of the computation
  std::optional<Comparison> first;   // the first that differs; a weight, where its shape already does
  Explanation explanation;
  std::vector<std::string> notes;
};

constexpr double default_check_tolerance = 1e-4;

// Model kind and loss are the configuration's, sizes the dump's. Throws Error(invalid_file) for a dump that cannot be
// read or has nothing to compare, Error(invalid_token) for ids outside its vocabulary, Error(invalid_value) for a
// mapping with unknown names or a tolerance that is not above 0.
ReferenceReport check_reference(std::string_view dump, const Configuration& configuration, const NameMapping& mapping,
                                double tolerance = default_check_tolerance);

}  // namespace seq2seq
