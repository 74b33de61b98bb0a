#include "session/session.h"

#include <exception>
#include <utility>

#include "base/message.h"
#include "session/digest.h"
#include "session/state.h"

namespace seq2seq {
Session::Session(const Configuration& configuration, const std::string* own_pairs)
    : state_(std::make_unique<State>(configuration, own_pairs)) {}
Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const Configuration& Session::configuration() const { return state_->configuration; }

void Session::configure(const std::string& name, const std::string& json_value) {
  if (!find_field(name).live)
    throw_error(ErrorCode::invalid_state,
                {name, " cannot change during a run; allowed: a new session with the new value"});
  set_field(state_->configuration, name, json_value);
  state_->trainer->configure(state_->configuration.training);
}

void Session::reset() { state_->reset(); }

bool Session::finished() const { return state_->trainer->finished(); }
std::int64_t Session::steps_done() const { return state_->trainer->steps_done(); }
std::int64_t Session::epochs_done() const { return state_->trainer->epochs_done(); }

std::vector<StepReport> Session::train(std::int64_t steps, Context& context) {
  State& s = *state_;
  if (s.failure) std::rethrow_exception(std::exchange(s.failure, nullptr));
  const TrainingConfig& config = s.configuration.training;
  std::vector<StepReport> reports;
  try {
    for (std::int64_t i = 0; i < steps && !s.trainer->finished() && !context.cancelled(); ++i) {
      reports.push_back(s.trainer->step());
      const bool by_epochs = config.epochs > 0;
      const double done = static_cast<double>(by_epochs ? s.trainer->epochs_done() : s.trainer->steps_done());
      context.report(done / static_cast<double>(by_epochs ? config.epochs : config.steps));
    }
  } catch (const Error&) {
    if (reports.empty()) throw;
    s.failure = std::current_exception();
  }
  return reports;
}

int Session::parts() { return state_->trainer->parts(); }
std::string Session::compute_part(int which) { return state_->trainer->compute_part(which); }
StepReport Session::train_from(const std::vector<std::string_view>& parts) { return state_->trainer->step_from(parts); }
void Session::give_up_step() { state_->trainer->give_up_step(); }

Snapshot Session::snapshot() const {
  State& s = *state_;
  Snapshot snapshot =
      take_snapshot(s.model, s.parameters, s.corpus, s.watched(), s.configuration.decoding, s.workspace);
  snapshot.epoch = epochs_done();
  snapshot.step = steps_done();
  return snapshot;
}

Trace Session::trace(const std::string& source, const std::string& target, Regime regime, bool gradients) const {
  const Example example = state_->encode(source, target);
  if (regime == Regime::teacher) State::require_target(example);
  return state_->trace_of(example, regime, !example.target.empty(), gradients);
}

Trace Session::trace_watched(Regime regime, bool gradients) const {
  return state_->trace_of(state_->watched(), regime, true, gradients);
}

const Parameters& Session::parameters() const { return state_->parameters; }
std::string Session::digest() const { return seq2seq::digest(state_->parameters); }
std::size_t Session::parameter_count() const { return state_->parameters.size(); }

}  // namespace seq2seq
