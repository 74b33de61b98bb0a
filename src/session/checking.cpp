// The session's gradients against finite differences.
#include "checking/gradient_check.h"
#include "session/state.h"

namespace seq2seq {

GradientReport Session::check_gradients(const std::string& source, const std::string& target,
                                        const GradientCheckOptions& options) const {
  const State& s = *state_;
  const Trace found = source.empty() ? trace_watched(Regime::teacher) : trace(source, target, Regime::teacher);
  const ReferencePair pair{found.source, found.target, s.corpus.specials().bos, static_cast<int>(found.source.size()),
                           static_cast<int>(found.target.size())};
  return seq2seq::check_gradients(s.model, s.parameters, pair, s.configuration.training.loss, options);
}

}  // namespace seq2seq
