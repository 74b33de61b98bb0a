#include "formats/json_reader.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace seq2seq {
namespace {

class Builder : public JsonEvents {
 public:
  JsonDocument document;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none

  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return open(JsonValue::object());
  }
  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second && !document.repeats_key) {
      document.repeats_key = true;
      document.repeated = name;
    }
    key_ = std::move(name);
    return true;
  }
  bool end_object() override {
    keys_.pop_back();
    return close();
  }
  bool start_array(std::size_t) override { return open(JsonValue::array()); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    constexpr int out_of_range = 406;  // the library's number for it
    document.fault = error.id == out_of_range ? JsonDocument::Fault::number_too_large : JsonDocument::Fault::no_json;
    document.byte = position;
    document.value = nullptr;
    return false;
  }

 private:
  // Containers grow only while no child of theirs is open, so the addresses of the open ones hold.
  JsonValue* place(JsonValue value) {
    if (open_.empty()) {
      document.value = std::move(value);
      return &document.value;
    }
    JsonValue& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    JsonValue& member = parent[key_];
    member = std::move(value);
    return &member;
  }
  bool add(JsonValue value) {
    place(std::move(value));
    return true;
  }
  bool open(JsonValue container) {
    open_.push_back(place(std::move(container)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<JsonValue*> open_;
  std::vector<std::set<std::string>> keys_;  // of the open objects
  std::string key_;
};

}  // namespace

std::string shown(const JsonValue& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  std::string text = value.dump(-1, ' ', true, JsonValue::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

JsonDocument read_json(std::string_view text) {
  Builder builder;
  read_json(text, builder);
  return std::move(builder.document);
}

bool read_json(std::string_view text, JsonEvents& events) {
  // The library takes a zero byte for the text's end; 0x01 is allowed nowhere either, and is refused in its place.
  std::string until_zero;
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    until_zero.assign(text.substr(0, zero)).push_back('\x01');
    text = until_zero;
  }
  return JsonValue::sax_parse(text.begin(), text.end(), &events);
}

}  // namespace seq2seq
