// One JSON document describes a run completely. One table holds every field's name, type, default, range, whether it
// acts live or needs a restart, and its sentence; help, validation and the page's controls are derived from it.
#pragma once

#include <string>
#include <vector>

#include "inference/config.h"
#include "model/config.h"
#include "text/config.h"
#include "training/config.h"

namespace seq2seq {

struct Configuration {
  TaskConfig task;
  ModelConfig model;  // vocabulary_size is set from the task's vocabulary, except for the lesson's toy (10)
  TrainingConfig training;
  DecodingConfig decoding;
  bool seed_has_sign = false;  // the seed was given as a negative number, and is written so again
};

// One row of the table.
struct Field {
  std::string name;              // "training.learning_rate"
  std::string type;              // "integer", "number", "choice", "seed" (decimal text)
  std::string default_value;     // as JSON text
  std::string minimum, maximum;  // as JSON text; empty: none. Bounds are inclusive unless minimum_exclusive.
  bool minimum_exclusive = false;
  std::vector<std::string> choices;
  bool live = false;     // acts at once; others need a restart of the run
  std::string sentence;  // what it does, for people
};

const std::vector<Field>& configuration_fields();

const Field& find_field(const std::string& name);  // Error(invalid_value) naming the unknown field

// Missing fields take their default; unknown, repeated or out-of-range fields are refused by name:
// Error(invalid_value) "training.learning_rate is -1; allowed: a number above 0 and at most 1e+30".
Configuration parse_configuration(const std::string& json);
std::string to_json(const Configuration& configuration);  // every field, in the table's order
// `json_value` is JSON text; what is no JSON is taken as a string, so that a choice needs no quotes. On an error the
// configuration is unchanged.
void set_field(Configuration& configuration, const std::string& name, const std::string& json_value);
std::string get_field(const Configuration& configuration, const std::string& name);  // as JSON text
std::string fields_as_json();  // the table itself, for the page: an array of wasm/protocol.ts's Field

}  // namespace seq2seq
