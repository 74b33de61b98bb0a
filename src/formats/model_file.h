// One .safetensors file is a whole model: tensors under PyTorch's names, and in the metadata the configuration, the
// vocabulary and where training stood. With a checkpoint it also holds the optimiser's moments, so that a run goes on
// bit for bit. PyTorch and other readers see a plain file of weights.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/configuration.h"
#include "formats/safetensors.h"
#include "model/parameters.h"
#include "text/vocabulary.h"
#include "training/trainer.h"

namespace seq2seq {

// What a resumed run needs beyond the weights. `second` is Adam's; SGD's momentum is `first`.
struct Checkpoint {
  TrainerPosition position;
  Parameters first, second;
};

struct ModelFile {
  Configuration configuration;  // model.vocabulary_size and unk_id are the vocabulary's
  Vocabulary vocabulary;
  Parameters weights;
  std::optional<Checkpoint> checkpoint;
};

// The same model gives the same bytes. Metadata keys: format ("seq2seq-lab-model-1"), engine_version, configuration,
// vocabulary, special_ids, and for checkpoints training_position; each value is text, the last four are JSON.
std::string write_model_file(const ModelFile& model);

// False for a file of weights alone (or no safetensors at all): those go through read_parameters.
bool is_model_file(const SafeTensors& file);

// Throws Error(invalid_file) naming what is missing, unknown or contradictory.
ModelFile read_model_file(std::string_view bytes);

}  // namespace seq2seq
