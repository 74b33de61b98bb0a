#include "session/session.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/error.h"
#include "inference/model_scorer.h"
#include "session/digest.h"
#include "session/searching.h"
#include "text/corpus.h"

namespace seq2seq {
namespace {

// Longer inputs are a slip of the hand; the activations of so many tokens are still modest.
constexpr std::size_t max_input_tokens = 10000;

ModelConfig model_of(const Configuration& configuration, const Corpus& corpus) {
  ModelConfig model = configuration.model;
  model.vocabulary_size = corpus.vocabulary().size();
  model.unk_id = corpus.specials().unk;
  return model;
}

}  // namespace

struct Session::State {
  State(const Configuration& the_configuration, const std::string* own_pairs)
      : configuration(the_configuration),
        corpus(build_corpus(configuration.task, configuration.training.seed, own_pairs)),
        model(model_of(configuration, corpus)),
        parameters(model.layout()) {
    configuration.model = model.config();
    reset();
  }

  // Not movable: the trainer refers to model and parameters.
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void reset() {
    Generator generator(configuration.training.seed);
    initialise(parameters, model.config(), generator);
    batches.clear();
    trainer = std::make_unique<Trainer>(
        model, parameters, configuration.training,
        [this](std::int64_t, Generator& shuffling) -> const std::vector<Batch>& { return epoch_batches(shuffling); });
    failure = nullptr;
  }

  const std::vector<Batch>& epoch_batches(Generator& shuffling) {
    // One pair has one order: nothing to draw, nothing to allocate every step.
    if (corpus.train.size() > 1 || batches.empty())
      batches = corpus.make_batches(Part::train, configuration.training.batch_size, &shuffling, model.config().copy);
    return batches;
  }

  Example encode(const std::string& source, const std::string& target) const {
    Example example = corpus.encode(source, target);
    if (example.source.size() > max_input_tokens || example.target.size() > max_input_tokens)
      throw Error(ErrorCode::invalid_data, "the text has " +
                                               std::to_string(std::max(example.source.size(), example.target.size())) +
                                               " tokens; allowed: at most " + std::to_string(max_input_tokens));
    return example;
  }

  Trace trace_of(const Example& example, Regime regime, bool has_target) const {
    const SpecialIds& specials = corpus.specials();
    const bool copying = model.config().copy != CopyKind::off;
    const auto seen = [&](const std::vector<TokenId>& ids) {
      return copying ? ids : corpus.codec.within_vocabulary(ids);
    };
    std::vector<TokenId> target;
    if (has_target) {
      target = seen(example.target);
      target.push_back(specials.eos);
    }
    const int steps = has_target ? static_cast<int>(target.size()) : configuration.decoding.max_length;
    return seq2seq::trace(model, parameters, seen(example.source), target, regime, specials.bos, specials.eos, steps,
                          !has_target);
  }

  Configuration configuration;
  Corpus corpus;
  Seq2Seq model;
  Parameters parameters;
  std::vector<Batch> batches;  // of the epoch at hand
  std::unique_ptr<Trainer> trainer;
  std::exception_ptr failure;  // met after steps whose reports had to be delivered first
  Workspace workspace;         // of snapshots; training has its own
};

Session::Session(const Configuration& configuration, const std::string* own_pairs)
    : state_(std::make_unique<State>(configuration, own_pairs)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

const Configuration& Session::configuration() const { return state_->configuration; }

void Session::configure(const std::string& name, const std::string& json_value) {
  if (!find_field(name).live)
    throw Error(ErrorCode::invalid_state,
                name + " cannot change during a run; allowed: a new session with the new value");
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

Snapshot Session::snapshot() const {
  State& s = *state_;
  Snapshot snapshot =
      take_snapshot(s.model, s.parameters, s.corpus, s.corpus.train.front(), s.configuration.decoding, s.workspace);
  snapshot.epoch = epochs_done();
  snapshot.step = steps_done();
  return snapshot;
}

Translation Session::translate(const std::string& text) const {
  const State& s = *state_;
  const Example example = s.encode(text, {});
  const Batch batch = s.corpus.make_batch(example, s.model.config().copy);
  ModelScorer scorer(s.model, s.parameters, batch);
  Context context;
  const Hypothesis best = search(scorer, 0, s.corpus.specials(), s.configuration.decoding, context);

  Translation translation;
  for (const TokenId id : example.source) translation.source.push_back(s.corpus.codec.label(id, example.unknown));
  std::vector<TokenId> shown;
  for (const TokenId id : best.tokens) {
    if (id == s.corpus.specials().eos) continue;
    shown.push_back(id);
    translation.tokens.push_back(s.corpus.codec.label(id, example.unknown));
  }
  translation.text = s.corpus.decode(shown, example.unknown);
  translation.alpha = best.attention;
  translation.rows = static_cast<int>(best.tokens.size());
  translation.log_probability = best.log_probability;
  translation.cut_off = best.cut_off;
  return translation;
}

Trace Session::trace(const std::string& source, const std::string& target, Regime regime) const {
  if (regime == Regime::teacher && target.empty())
    throw Error(ErrorCode::invalid_data, "the target is empty; teacher forcing needs one to feed");
  return state_->trace_of(state_->encode(source, target), regime, !target.empty());
}

Trace Session::trace_watched(Regime regime) const {
  return state_->trace_of(state_->corpus.train.front(), regime, true);
}

const Parameters& Session::parameters() const { return state_->parameters; }
std::string Session::digest() const { return seq2seq::digest(state_->parameters); }
std::size_t Session::parameter_count() const { return state_->parameters.size(); }

}  // namespace seq2seq
