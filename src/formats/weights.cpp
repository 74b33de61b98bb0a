#include "formats/weights.h"

#include <cmath>
#include <set>

#include "base/message.h"

namespace seq2seq {
namespace {

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(shape[i]);
  return text + "]";
}

std::vector<std::uint64_t> wide(const std::vector<int>& shape) { return {shape.begin(), shape.end()}; }

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

const StoredTensor& matrix(const SafeTensors& file, const std::string& name) {
  const StoredTensor* tensor = file.find(name);
  if (tensor == nullptr) throw_error(ErrorCode::invalid_file, {"the file has no tensor ", name, "; it is needed"});
  if (tensor->shape.size() != 2)
    throw_error(ErrorCode::invalid_file,
                {name, " has shape ", shape_text(tensor->shape), "; two dimensions are needed"});
  return *tensor;
}

int checked_size(const SafeTensors& file, const std::string& letter, std::uint64_t size) {
  if (size == 0 || size > 100'000'000)
    throw_error(ErrorCode::invalid_file, {"the tensors give ", letter, " = ", size, "; allowed: 1 to 100000000"});
  const auto claimed = file.metadata().find(letter);
  if (claimed != file.metadata().end() && claimed->second != std::to_string(size))
    throw_error(ErrorCode::invalid_file,
                {"the metadata says ", letter, " = ", claimed->second, ", but the tensors' shapes give ", size});
  return static_cast<int>(size);
}

// What stands in the place of a missing name, for a hint: the same tensor without PyTorch's layer suffix, and so on.
std::string hint(const std::set<std::string>& unknown) {
  for (const std::string& name : unknown)
    if (name.rfind("encoder.", 0) == 0 || name.rfind("decoder.", 0) == 0)
      return " The file's names begin with encoder./decoder.; this model's begin with enc./dec. and end as PyTorch's "
             "(weight_ih_l0).";
  return {};
}

}  // namespace

ModelConfig model_config_of(const SafeTensors& file) {
  ModelConfig config;
  const StoredTensor& embedding = matrix(file, "enc.emb.weight");
  config.vocabulary_size = checked_size(file, "V", embedding.shape[0]);
  config.embedding_size = checked_size(file, "E", embedding.shape[1]);
  config.hidden_size = checked_size(file, "H", matrix(file, "enc.gru.weight_hh_l0").shape[1]);
  if (file.find("dec.attn.v.weight") != nullptr)
    config.attention = AttentionKind::bahdanau;
  else if (file.find("dec.attn.Wa.weight") != nullptr)
    config.attention = AttentionKind::luong_general;
  else
    config.attention = AttentionKind::none;  // luong_dot has the same tensors: the configuration must say so
  if (file.find("gate.b") != nullptr) config.copy = CopyKind::pointer_generator;
  return config;
}

Parameters read_parameters(const SafeTensors& file, const std::shared_ptr<const ParameterLayout>& layout,
                           const std::string& prefix) {
  std::vector<std::string> missing, unknown, misshapen;
  std::set<std::string> known;
  bool other_vocabulary = false;
  for (const Parameter& parameter : layout->list()) {
    const std::string name = prefix + parameter.name;
    known.insert(name);
    const StoredTensor* tensor = file.find(name);
    if (tensor == nullptr) {
      missing.push_back(name);
    } else if (tensor->shape != wide(parameter.shape)) {
      misshapen.push_back(
          worded({name, " is ", shape_text(tensor->shape), " and should be ", shape_text(wide(parameter.shape))}));
      other_vocabulary |= parameter.name == "enc.emb.weight" && tensor->shape.size() == 2 &&
                          tensor->shape[0] != static_cast<std::uint64_t>(parameter.shape[0]);
    }
  }
  std::set<std::string> unknown_names;
  for (const StoredTensor& tensor : file.tensors()) {
    const bool ours = prefix.empty() ? tensor.name.rfind("optimizer.", 0) != 0 : tensor.name.rfind(prefix, 0) == 0;
    if (ours && known.count(tensor.name) == 0) {
      unknown.push_back(tensor.name);
      unknown_names.insert(tensor.name);
    }
  }
  if (!missing.empty() || !unknown.empty() || !misshapen.empty()) {
    std::string text = "these weights do not fit the model.";
    if (!missing.empty()) text += worded({" Missing: ", join(missing), "."});
    if (!unknown.empty()) text += worded({" Unknown: ", join(unknown), "."});
    if (!misshapen.empty()) text += worded({" Wrong shape: ", join(misshapen), "."});
    if (other_vocabulary) text += " The vocabulary is another: the file must come with its own.";
    throw_error(ErrorCode::invalid_file, {text, hint(unknown_names)});
  }

  Parameters parameters(layout);
  for (const Parameter& parameter : layout->list()) {
    const std::vector<Real> values = file.values(*file.find(prefix + parameter.name));
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i]))
        throw_error(ErrorCode::invalid_file,
                    {prefix, parameter.name, " holds ", (std::isnan(values[i]) ? "NaN" : "an infinite value"),
                     " at index ", i, "; every weight must be finite"});
    parameters.write(parameter.name, values);
  }
  return parameters;
}

std::vector<NamedTensor> to_tensors(const Parameters& parameters, const std::string& prefix) {
  std::vector<NamedTensor> tensors;
  for (const Parameter& parameter : parameters.layout().list())
    tensors.push_back({prefix + parameter.name, parameter.shape, parameters.read(parameter.name)});
  return tensors;
}

}  // namespace seq2seq
