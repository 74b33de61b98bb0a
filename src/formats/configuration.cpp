#include "formats/configuration.h"

#include <cmath>
#include <limits>
#include <set>

#include "base/message.h"
#include "base/number_text.h"
#include "formats/configuration_table.h"
#include "formats/json_reader.h"

namespace seq2seq {
namespace {

using Json = JsonValue;

constexpr std::size_t largest_document = 65536;  // bytes; a complete configuration has about 2,000

const char* const seed_range = "decimal text of a whole number from -9223372036854775808 to 18446744073709551615";

std::string allowed(const FieldEntry& entry) {
  switch (entry.kind) {
    case FieldKind::integer: return worded({"a whole number from ", entry.minimum, " to ", entry.maximum});
    case FieldKind::number:
      if (entry.minimum_exclusive) return worded({"a number above ", entry.minimum, " and at most ", entry.maximum});
      return worded({"a number from ", entry.minimum, " to ", entry.maximum});
    case FieldKind::choice: return entry.choices;
    case FieldKind::seed: return seed_range;
  }
  return {};
}

[[noreturn]] void refuse(const FieldEntry& entry, const std::string& found) {
  throw_error(ErrorCode::invalid_value, {entry.name, " is ", found, "; allowed: ", allowed(entry)});
}

[[noreturn]] void refuse_unknown(const std::string& name) {
  // Names the fields of the same group, where the slip most likely is.
  std::string group = name;
  std::string known;
  do {
    const std::size_t dot = group.rfind('.');
    group = dot == std::string::npos ? "" : group.substr(0, dot);
    const std::string prefix = group.empty() ? "" : group + ".";
    std::set<std::string> seen;
    for (const FieldEntry& entry : configuration_table()) {
      const std::string whole = entry.name;
      if (whole.compare(0, prefix.size(), prefix) != 0) continue;
      const std::string next = whole.substr(0, whole.find('.', prefix.size()));
      if (seen.insert(next).second) known += (known.empty() ? "" : ", ") + next;
    }
  } while (known.empty() && !group.empty());
  throw_error(ErrorCode::invalid_value, {"unknown field ", shown(Json(name)), "; allowed: ", known});
}

const FieldEntry* find_entry(const std::string& name) {
  for (const FieldEntry& entry : configuration_table())
    if (name == entry.name) return &entry;
  return nullptr;
}

const FieldEntry& require_entry(const std::string& name) {
  const FieldEntry* entry = find_entry(name);
  if (entry == nullptr) refuse_unknown(name);
  return *entry;
}

// ---- Seeds: exact 64-bit integers, never through a double -----------------------------------------------------------

// Digits with or without a minus sign, in the range of a signed or an unsigned 64-bit integer.
bool read_seed(const std::string& text, std::uint64_t& seed, bool& negative) {
  negative = !text.empty() && text[0] == '-';
  const std::size_t begin = negative ? 1 : 0;
  if (text.size() == begin) return false;
  const std::uint64_t limit = negative ? std::uint64_t(1) << 63 : std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    const std::uint64_t digit = static_cast<std::uint64_t>(text[i] - '0');
    if (value > (limit - digit) / 10) return false;
    value = value * 10 + digit;
  }
  seed = negative ? 0 - value : value;
  return true;
}

std::string seed_text(const Configuration& configuration) {
  const std::uint64_t seed = configuration.training.seed;
  return configuration.seed_has_sign ? std::to_string(static_cast<std::int64_t>(seed)) : std::to_string(seed);
}

void write_seed(const FieldEntry& entry, Configuration& configuration, const Json& value) {
  // A JSON number is taken where the parser kept it as an exact integer.
  const bool exact = value.is_string() || value.is_number_integer();
  const std::string text = value.is_string() ? value.get<std::string>() : exact ? value.dump() : "";
  if (!exact || !read_seed(text, configuration.training.seed, configuration.seed_has_sign)) refuse(entry, shown(value));
}

// ---- One field
// -------------------------------------------------------------------------------------------------------

void write_value(const FieldEntry& entry, Configuration& configuration, const Json& value, const std::string& found) {
  switch (entry.kind) {
    case FieldKind::seed: return write_seed(entry, configuration, value);
    case FieldKind::choice: {
      if (!value.is_string()) refuse(entry, found);
      const std::string text = value.get<std::string>();
      const std::vector<std::string> choices = choices_of(entry);
      for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i] == text) return write_integer(entry, configuration, static_cast<std::int64_t>(i));
      refuse(entry, found);
    }
    case FieldKind::integer:
    case FieldKind::number: {
      if (!value.is_number()) refuse(entry, found);
      const double number = value.get<double>();
      const bool inside = (entry.minimum_exclusive ? number > entry.minimum : number >= entry.minimum) &&
                          number <= entry.maximum;  // false for NaN
      if (!inside) refuse(entry, found);
      if (entry.kind == FieldKind::number) return write_number(entry, configuration, number);
      if (number != std::floor(number)) refuse(entry, found);
      return write_integer(entry, configuration, static_cast<std::int64_t>(number));
    }
  }
}

Json read_value(const FieldEntry& entry, const Configuration& configuration) {
  switch (entry.kind) {
    case FieldKind::seed: return seed_text(configuration);
    case FieldKind::choice: return choices_of(entry)[static_cast<std::size_t>(read_integer(entry, configuration))];
    case FieldKind::integer: return read_integer(entry, configuration);
    case FieldKind::number: break;
  }
  // Whole numbers without a point, as people write them.
  const double number = read_number(entry, configuration);
  if (number == std::floor(number) && std::abs(number) < 1e15) return static_cast<std::int64_t>(number);
  return number;
}

void require(bool holds, std::initializer_list<Piece> text) {
  if (!holds) throw_error(ErrorCode::invalid_value, text);
}

// What no single field can see.
void check_together(const Configuration& c) {
  require(c.task.min_length <= c.task.max_length, {"task.min_length is ", c.task.min_length,
                                                   "; allowed: at most task.max_length, which is ", c.task.max_length});
  require(c.task.validation_share + c.task.test_share < 1,
          {"task.validation_share and task.test_share are together ", c.task.validation_share + c.task.test_share,
           "; allowed: below 1, so that pairs to learn remain"});
  require(c.training.epochs > 0 || c.training.steps > 0,
          {"training.epochs and training.steps are both 0; allowed: one of them above 0"});
  require(c.model.copy == CopyKind::off || c.task.kind != TaskKind::lesson,
          {"model.copy needs a symbol for unknown words, which the lesson's pair has not; allowed: off, or another "
           "task.kind"});
  require(c.model.copy == CopyKind::off || c.model.attention != AttentionKind::none,
          {"model.copy needs attention to copy by, and model.attention is none; allowed: bahdanau, luong_dot, "
           "luong_general"});
}

// ---- The document
// ----------------------------------------------------------------------------------------------------

// Parses JSON and refuses a key that stands twice in one object: which of the two was meant is anybody's guess.
Json parse_json(const std::string& text) {
  require(text.size() <= largest_document,
          {"the configuration has ", text.size(), " bytes; allowed: ", largest_document});
  JsonDocument document = read_json(text);
  require(document.fault != JsonDocument::Fault::number_too_large,
          {"the configuration holds a number too large for JSON readers"});
  require(document.good(),
          {"the configuration is no JSON: an error at byte ", document.byte, "; allowed: a JSON object"});
  require(!document.repeats_key,
          {"the key ", shown(document.repeated), " stands twice in the configuration; allowed: once"});
  return std::move(document.value);
}

bool is_group(const std::string& name) {
  for (const FieldEntry& entry : configuration_table())
    if (std::string(entry.name).compare(0, name.size() + 1, name + ".") == 0) return true;
  return false;
}

void read_group(const std::string& prefix, const Json& object, Configuration& configuration) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = prefix + key;
    if (key.find('.') != std::string::npos) refuse_unknown(name);  // groups are objects, never dots in a key
    if (const FieldEntry* entry = find_entry(name)) {
      write_value(*entry, configuration, value, shown(value));
    } else if (!is_group(name)) {
      refuse_unknown(name);
    } else if (!value.is_object()) {
      throw_error(ErrorCode::invalid_value, {name, " is ", shown(value), "; allowed: an object of fields"});
    } else {
      read_group(name + ".", value, configuration);
    }
  }
}

Json& place(Json& document, const std::string& name) {
  Json* at = &document;
  std::size_t begin = 0;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', begin)) {
    at = &(*at)[name.substr(begin, dot - begin)];
    begin = dot + 1;
  }
  return (*at)[name.substr(begin)];
}

const char* type_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::integer: return "integer";
    case FieldKind::number: return "number";
    case FieldKind::choice: return "choice";
    case FieldKind::seed: return "seed";
  }
  return "";
}

}  // namespace

const std::vector<Field>& configuration_fields() {
  static const std::vector<Field> fields = [] {
    std::vector<Field> all;
    for (const FieldEntry& entry : configuration_table()) {
      Field field;
      field.name = entry.name;
      field.type = type_of(entry.kind);
      field.default_value = read_value(entry, Configuration{}).dump();
      if (entry.kind == FieldKind::integer || entry.kind == FieldKind::number) {
        field.minimum = number_text(entry.minimum);
        field.maximum = number_text(entry.maximum);
      }
      field.minimum_exclusive = entry.minimum_exclusive;
      field.choices = choices_of(entry);
      field.live = entry.live;
      field.sentence = entry.sentence;
      all.push_back(field);
    }
    return all;
  }();
  return fields;
}

const Field& find_field(const std::string& name) {
  const FieldEntry& entry = require_entry(name);
  return configuration_fields()[static_cast<std::size_t>(&entry - configuration_table().begin())];
}

Configuration parse_configuration(const std::string& json) {
  const Json document = parse_json(json);
  if (!document.is_object())
    throw_error(ErrorCode::invalid_value, {"the configuration is ", shown(document), "; allowed: a JSON object"});
  Configuration configuration;
  read_group("", document, configuration);
  check_together(configuration);
  return configuration;
}

std::string to_json(const Configuration& configuration) {
  Json document = Json::object();
  for (const FieldEntry& entry : configuration_table()) place(document, entry.name) = read_value(entry, configuration);
  return document.dump();
}

void set_field(Configuration& configuration, const std::string& name, const std::string& json_value) {
  const FieldEntry& entry = require_entry(name);
  JsonDocument document = read_json(json_value);
  Json& value = document.value;
  // What is no JSON is a plain word: a choice or a seed without quotes, or something to name in the refusal.
  const bool plain = !document.good();
  if (plain) value = json_value;
  Configuration changed = configuration;
  write_value(entry, changed, value, plain && !json_value.empty() ? json_value.substr(0, 60) : shown(value));
  check_together(changed);
  configuration = changed;
}

std::string get_field(const Configuration& configuration, const std::string& name) {
  return read_value(require_entry(name), configuration).dump();
}

std::string fields_as_json() {
  Json all = Json::array();
  for (const Field& field : configuration_fields()) {
    Json row = {{"name", field.name}, {"type", field.type}, {"default", read_json(field.default_value).value}};
    if (!field.minimum.empty()) row["minimum"] = read_json(field.minimum).value;
    if (!field.maximum.empty()) row["maximum"] = read_json(field.maximum).value;
    if (field.minimum_exclusive) row["minimumExclusive"] = true;
    if (!field.choices.empty()) row["choices"] = field.choices;
    row["live"] = field.live;
    row["sentence"] = field.sentence;
    all.push_back(row);
  }
  return all.dump();
}

}  // namespace seq2seq
