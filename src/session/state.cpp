#include "session/state.h"

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "text/batches.h"

namespace seq2seq {
namespace {

// Rows of a batch that is only looked at; moves no number.
constexpr int validation_rows = 64;

ModelConfig model_of(const Configuration& configuration, const Corpus& corpus) {
  ModelConfig model = configuration.model;
  model.vocabulary_size = corpus.vocabulary().size();
  model.unk_id = corpus.specials().unk;
  return model;
}

// A model trained on own pairs can be used without them; then there is nothing to train on.
Corpus corpus_of(const ModelFile& file, const std::string* own_pairs) {
  const TaskConfig& task = file.configuration.task;
  if (task.kind != TaskKind::data || own_pairs != nullptr)
    return build_corpus(task, file.configuration.training.seed, own_pairs, &file.vocabulary);
  Corpus corpus;
  corpus.codec = Codec(task.tokeniser, file.vocabulary, /*eos after source*/ true);
  return corpus;
}

}  // namespace

Session::State::State(const Configuration& the_configuration, Corpus the_corpus)
    : configuration(the_configuration),
      corpus(std::move(the_corpus)),
      model(model_of(configuration, corpus)),
      parameters(model.layout()) {
  configuration.model = model.config();
  if (configuration.model.copy == CopyKind::pointer)
    for (const Part part : {Part::train, Part::validation, Part::test})
      require_reachable(corpus.part(part), corpus.vocabulary());
}

Session::State::State(const Configuration& the_configuration, const std::string* own_pairs)
    : State(the_configuration, build_corpus(the_configuration.task, the_configuration.training.seed, own_pairs)) {
  reset();
}

Session::State::State(ModelFile file, const std::string* own_pairs)
    : State(file.configuration, corpus_of(file, own_pairs)) {
  if (file.weights.layout().total() != parameters.layout().total())
    throw_error(ErrorCode::invalid_file,
                {"the file's weights are not those of its task's vocabulary of ", corpus.vocabulary().size()});
  first_weights = std::move(file.weights);
  first_checkpoint = std::move(file.checkpoint);
  reset();
}

void Session::State::reset() {
  if (first_weights) {
    parameters = *first_weights;
  } else {
    Generator generator(configuration.training.seed);
    initialise(parameters, model.config(), generator);
  }
  batches_.clear();
  Validation validation;
  if (!corpus.validation.empty()) validation = [this] { return validation_loss(); };
  trainer = std::make_unique<Trainer>(
      model, parameters, configuration.training,
      [this](std::int64_t, Generator& shuffling) -> const std::vector<Batch>& { return epoch_batches(shuffling); },
      std::move(validation));
  if (first_checkpoint) {
    trainer->optimizer().first_moment() = first_checkpoint->first;
    trainer->optimizer().second_moment() = first_checkpoint->second;
    trainer->restore(first_checkpoint->position);
  }
  failure = nullptr;
}

const std::vector<Batch>& Session::State::epoch_batches(Generator& shuffling) {
  if (corpus.train.empty()) watched();  // says so
  // One pair has one order: nothing to draw, nothing to allocate every step.
  if (corpus.train.size() > 1 || batches_.empty())
    batches_ = corpus.make_batches(Part::train, configuration.training.batch_size, &shuffling, model.config().copy);
  return batches_;
}

double Session::State::validation_loss() {
  if (validation_.empty())
    validation_ = corpus.make_batches(Part::validation, validation_rows, nullptr, model.config().copy);
  double sum = 0, tokens = 0;
  for (const Batch& batch : validation_) {
    const Loss loss = model.forward(parameters, batch, Feeding{}, LossKind::sum, workspace);
    sum += loss.sum;
    tokens += static_cast<double>(loss.tokens);
  }
  return sum / tokens;
}

Example Session::State::encode(const std::string& source, const std::string& target) const {
  Example example = corpus.encode(source, target);
  // As people count, without the EOS that is put behind a source.
  const std::size_t appended = corpus.codec.source_ends_with_eos() ? 1 : 0;
  const std::size_t longest = std::max(example.source.size() - appended, example.target.size());
  if (longest > max_text_tokens)
    throw_error(ErrorCode::invalid_data, {"the text has ", longest, " tokens; allowed: at most ", max_text_tokens});
  return example;
}

const Example& Session::State::watched() const {
  if (corpus.train.empty())
    throw_error(ErrorCode::invalid_state,
                {"this model was loaded without pairs, which its file does not hold; give the file of pairs as well"});
  return corpus.train.front();
}

void Session::State::require_target(const Example& example) {
  if (example.target.empty())
    throw_error(ErrorCode::invalid_data, {"the target is empty; teacher forcing needs one to feed"});
}

ReferencePair Session::State::reference_pair(const Example& example) const {
  // The batch knows which words the model can be fed and can say.
  const Batch batch = corpus.make_batch(example, model.config().copy);
  ReferencePair pair;
  pair.bos = corpus.specials().bos;
  pair.source = model.config().copy != CopyKind::off ? batch.source_extended : batch.source;
  pair.target = batch.label;
  pair.source_length = batch.source_length;
  pair.target_length = batch.target_length;
  return pair;
}

ReferencePair Session::State::reference_pair(const std::string& source, const std::string& target) const {
  if (source.empty()) return reference_pair(watched());
  const Example example = encode(source, target);
  require_target(example);
  return reference_pair(example);
}

Trace Session::State::trace_of(const Example& example, Regime regime, bool has_target, bool gradients) const {
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
                        !has_target, gradients);
}

}  // namespace seq2seq
