// The session's gradients against finite differences.
#include "checking/gradient_check.h"
#include "session/state.h"

namespace seq2seq {

GradientReport Session::check_gradients(const std::string& source, const std::string& target,
                                        const GradientCheckOptions& options) const {
  const State& s = *state_;
  return seq2seq::check_gradients(s.model, s.parameters, s.reference_pair(source, target),
                                  s.configuration.training.loss, options);
}

}  // namespace seq2seq
