// Finite differences: whether the engine's backward pass gives the slopes of the loss.
#pragma once

#include <string>
#include <vector>

#include "checking/reference_tensors.h"
#include "model/parameters.h"

namespace seq2seq {

// One parameter; `worst` is the entry that is furthest off.
struct GradientEntry {
  std::string name;
  std::vector<int> shape;
  std::size_t size = 0, checked = 0;
  std::size_t worst = 0;
  double analytic = 0, numeric = 0;
  double relative_error = 0;  // |analytic - numeric| over the parameter's largest gradient
  bool agrees = true;
};

struct GradientReport {
  std::vector<GradientEntry> entries;  // in the parameters' order
  bool agrees = true;
  double loss = 0, plain_loss = 0;  // the engine's, and that of the plain model
  double step = 0, tolerance = 0;
};

struct GradientCheckOptions {
  std::size_t entries = 64;  // of each parameter: the largest gradients and others evenly over the rest; 0: all
  double tolerance = 0;      // of the relative error; 0: 1e-4, in the double build 1e-8
};

// (loss(w + d) - loss(w - d)) / 2d with d = 1e-4 times the larger of 1 and |w|, less the next order's error by a second
// quotient at d/2 (Richardson). The losses are the plain model's (plain_model.h), in double in every build: in float a
// loss near 7 is known to 5e-7 only, which a quotient with such a d turns into 2e-3. So the engine's gradient is held
// against the slopes of an independent statement of the same loss; that both losses agree is checked first.
// Throws as engine_tensors, and Error(invalid_value) for a tolerance outside 0 to 1.
GradientReport check_gradients(const Seq2Seq& model, const Parameters& parameters, const ReferencePair& pair,
                               LossKind kind, const GradientCheckOptions& options);

}  // namespace seq2seq
