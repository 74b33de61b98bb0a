// The session's files: whole models, weights alone, the PyTorch program.
#include <algorithm>
#include <utility>

#include "base/error.h"
#include "checking/reference_dump.h"
#include "formats/model_file.h"
#include "formats/pytorch_program.h"
#include "formats/weights.h"
#include "session/searching.h"
#include "session/state.h"

namespace seq2seq {

std::string Session::save(bool resumable) const {
  const State& s = *state_;
  ModelFile file{s.configuration, s.corpus.vocabulary(), s.parameters, {}};
  if (resumable) {
    const Optimizer& optimizer = s.trainer->optimizer();
    file.checkpoint = Checkpoint{s.trainer->position(), optimizer.first_moment(), optimizer.second_moment()};
  }
  return write_model_file(file);
}

Session Session::load(std::string_view bytes, const std::string* own_pairs) {
  return Session(std::make_unique<State>(read_model_file(bytes), own_pairs));
}

void Session::import_weights(std::string_view bytes) {
  State& s = *state_;
  const SafeTensors file = SafeTensors::parse(bytes);
  Parameters weights = read_parameters(file, s.model.layout());
  model_config_of(file);  // refuses metadata that speak of other sizes
  s.first_weights = std::move(weights);
  s.first_checkpoint.reset();
  s.reset();
}

std::string Session::dump(const std::string& source, const std::string& target) const {
  const State& s = *state_;
  return write_reference_dump(s.model, s.parameters, s.reference_pair(source, target), s.configuration.training.loss);
}

std::string Session::pytorch_program(const std::string& weights_file) const {
  constexpr std::size_t shown = 5;  // pairs that the program runs through
  const State& s = *state_;
  const SearchOptions options = search_options(s.corpus.specials(), s.configuration.decoding);
  ProgramInput input;
  input.model = s.model.config();
  input.bos = options.bos;
  input.eos = options.eos;
  input.forbidden = options.forbidden;
  input.max_length = options.max_length;
  input.weights_file = weights_file;
  for (TokenId id = 0; id < s.corpus.vocabulary().size(); ++id) input.tokens.push_back(s.corpus.codec.label(id));
  const bool copying = s.model.config().copy != CopyKind::off;
  for (std::size_t i = 0; i < std::min(shown, s.corpus.train.size()); ++i) {
    const Example& pair = s.corpus.train[i];
    // The batch knows which labels copying can reach and which are UNK.
    const Batch batch = s.corpus.make_batch(pair, s.model.config().copy);
    ProgramExample example;
    example.source = copying ? batch.source_extended : batch.source;
    example.labels = batch.label;
    for (const TokenId id : example.source) example.source_text.push_back(s.corpus.codec.label(id, pair.unknown));
    for (const TokenId id : example.labels) example.label_text.push_back(s.corpus.codec.label(id, pair.unknown));
    input.examples.push_back(std::move(example));
  }
  return seq2seq::pytorch_program(input);
}

}  // namespace seq2seq
