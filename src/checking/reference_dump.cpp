#include "checking/reference_dump.h"

#include <algorithm>

#include "base/message.h"
#include "formats/weights.h"
#include "inference/trace.h"
#include "model/workspace.h"
#include "text/corpus.h"

namespace seq2seq {
namespace {

Batch batch_of(const ModelConfig& config, const std::vector<TokenId>& source, const std::vector<TokenId>& target,
               TokenId bos) {
  const auto fed = [&config](TokenId token) { return token < config.vocabulary_size ? token : config.unk_id; };
  Batch batch;
  batch.rows = 1;
  batch.source_length = static_cast<int>(source.size());
  batch.target_length = static_cast<int>(target.size());
  batch.source_lengths = {batch.source_length};
  batch.target_lengths = {batch.target_length};
  batch.extended_size = config.vocabulary_size;
  if (config.copy != CopyKind::off) {
    batch.source_extended = source;
    for (const TokenId token : source) batch.extended_size = std::max(batch.extended_size, token + 1);
  }
  for (const TokenId token : source) batch.source.push_back(config.copy == CopyKind::off ? token : fed(token));
  batch.label = target;
  batch.input.push_back(bos);
  for (std::size_t t = 1; t < target.size(); ++t) batch.input.push_back(fed(target[t - 1]));
  return batch;
}

std::string list(const std::vector<TokenId>& ids) {
  std::string text;
  for (const TokenId id : ids) text += (text.empty() ? "" : " ") + std::to_string(id);
  return text;
}

const std::string& entry(const SafeTensors::Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  if (found == metadata.end())
    throw_error(ErrorCode::invalid_file, {"the dump's metadata has no ", key,
                                          "; needed are source, target (token ids, without BOS) and bos, as text"});
  return found->second;
}

// "2 5 1 3", "[2, 5, 1, 3]" or "[[2, 5, 1, 3]]".
std::vector<TokenId> numbers(const SafeTensors::Metadata& metadata, const std::string& key) {
  const std::string& text = entry(metadata, key);
  std::vector<TokenId> ids;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] >= '0' && text[i] <= '9') {
      const std::string digits = text.substr(i, text.find_first_not_of("0123456789", i) - i);
      if (digits.size() > 9)
        throw_error(ErrorCode::invalid_file,
                    {"the dump's ", key, " has the number ", digits.substr(0, 60), "; allowed: 0 to 999999999"});
      ids.push_back(static_cast<TokenId>(std::stol(digits)));
      i += digits.size();
    } else if (std::string(" ,[]()\t\n").find(text[i]) != std::string::npos) {
      ++i;
    } else {
      throw_error(ErrorCode::invalid_file, {"the dump's ", key, " is \"", text.substr(0, 60),
                                            "\"; allowed: token ids with blanks or commas between them"});
    }
  }
  constexpr std::size_t most = max_text_tokens + 1;  // EOS is among them
  if (ids.empty() || ids.size() > most)
    throw_error(ErrorCode::invalid_file, {"the dump's ", key, " has ", ids.size(), " numbers; allowed: 1 to ", most});
  return ids;
}

int length(const SafeTensors::Metadata& metadata, const std::string& key, std::size_t all) {
  if (metadata.count(key) == 0) return static_cast<int>(all);
  const std::vector<TokenId> found = numbers(metadata, key);
  if (found.size() != 1 || found.front() < 1 || static_cast<std::size_t>(found.front()) > all)
    throw_error(ErrorCode::invalid_file,
                {"the dump's ", key, " is ", entry(metadata, key).substr(0, 60), "; allowed: 1 to ", all});
  return found.front();
}

// How many decoder steps the dump has: the largest number behind a tensor's name, plus one.
std::size_t steps_of(const SafeTensors& file) {
  std::size_t steps = 0;
  for (const StoredTensor& tensor : file.tensors()) {
    const std::size_t dot = tensor.name.rfind('.');
    if (tensor.name.rfind("dec.", 0) != 0 || dot + 1 >= tensor.name.size() || tensor.name.size() - dot > 7 ||
        tensor.name.find_first_not_of("0123456789", dot + 1) != std::string::npos)
      continue;
    steps = std::max<std::size_t>(steps, std::stoul(tensor.name.substr(dot + 1)) + 1);
  }
  return steps;
}

}  // namespace

std::vector<ReferenceTensor> engine_tensors(const Seq2Seq& model, const Parameters& parameters,
                                            const ReferencePair& pair, LossKind kind) {
  const std::vector<TokenId> source = pair.real_source(), target = pair.real_target();
  std::vector<ReferenceTensor> tensors;
  // EOS only matters to free runs.
  const Trace traced = trace(model, parameters, source, target, Regime::teacher, pair.bos, -1, 0, false);
  for (const TraceTensor& tensor : traced.tensors)
    tensors.push_back({tensor.name, tensor.step, tensor.shape, {tensor.values.begin(), tensor.values.end()}});

  const Batch batch = batch_of(model.config(), source, target, pair.bos);
  Workspace workspace;
  Gradients gradients(model.layout());
  const Loss loss = model.forward(parameters, batch, {}, kind, workspace);
  model.backward(parameters, batch, workspace, gradients);
  tensors.push_back({"loss", -1, {}, {loss.value}});
  const std::vector<Parameter>& list = model.layout()->list();
  for (auto parameter = list.rbegin(); parameter != list.rend(); ++parameter) {
    const std::vector<Real> values = gradients.read(parameter->name);
    tensors.push_back({"grad." + parameter->name, -1, parameter->shape, {values.begin(), values.end()}});
  }
  return tensors;
}

std::string write_reference_dump(const Seq2Seq& model, const Parameters& parameters, const ReferencePair& pair,
                                 LossKind kind) {
  std::vector<NamedTensor> tensors = to_tensors(parameters);
  for (const ReferenceTensor& tensor : engine_tensors(model, parameters, pair, kind)) {
    NamedTensor named{stored_name(tensor.name, tensor.step), tensor.shape, {}};
    for (const double x : tensor.values) named.values.push_back(static_cast<Real>(x));
    tensors.push_back(std::move(named));
  }
  return write_safetensors(tensors, {{"format", "seq2seq-lab-dump-1"},
                                     {"engine_version", SEQ2SEQ_VERSION},
                                     {"source", list(pair.real_source())},
                                     {"target", list(pair.real_target())},
                                     {"bos", std::to_string(pair.bos)},
                                     {"loss", kind == LossKind::sum ? "sum" : "mean"}});
}

ReferenceDump read_reference_dump(std::string_view bytes) {
  ReferenceDump dump{{}, SafeTensors::parse(bytes), {}};
  const SafeTensors::Metadata& metadata = dump.file.metadata();
  ReferencePair& pair = dump.pair;
  pair.source = numbers(metadata, "source");
  pair.target = numbers(metadata, "target");
  const std::vector<TokenId> bos = numbers(metadata, "bos");
  if (bos.size() != 1)
    throw_error(ErrorCode::invalid_file, {"the dump's bos is ", list(bos), "; allowed: one token id"});
  pair.bos = bos.front();
  pair.source_length = length(metadata, "source_length", pair.source.size());
  pair.target_length = length(metadata, "target_length", pair.target.size());
  if (pair.target.size() > 1 && pair.target.front() == pair.bos && steps_of(dump.file) + 1 == pair.target.size()) {
    pair.target.erase(pair.target.begin());
    pair.target_length = std::min(pair.target_length, static_cast<int>(pair.target.size()));
    dump.notes.push_back(
        "the metadata's target begins with BOS and has one token more than the dump has steps: "
        "taken without it");
  }
  return dump;
}

}  // namespace seq2seq
