// Writes JSON text piece by piece, with the engine's own number format (session/json.h says which).
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "base/number_text.h"

namespace seq2seq {

class JsonWriter {
 public:
  std::string take() { return std::move(text_); }

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }

  void key(const char* name) {
    value(std::string(name));
    text_ += ':';
    first_ = true;  // no comma before the value
  }
  template <class Value>
  void field(const char* name, const Value& x) {
    key(name);
    value(x);
  }

  void value(const std::string& x) {
    comma();
    text_ += '"';
    std::size_t from = 0;
    if (reads_as_number(x)) escape(static_cast<unsigned char>(x[from++]), true);
    for (; from < x.size(); ++from) escape(static_cast<unsigned char>(x[from]));
    text_ += '"';
  }
  void value(const char* x) { value(std::string(x)); }
  void value(bool x) { raw(x ? "true" : "false"); }
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
  void value(Number x) {
    raw(std::to_string(x));
  }
  template <class Number, std::enable_if_t<std::is_floating_point_v<Number>, int> = 0>
  void value(Number x) {
    if (std::isfinite(x))
      raw(number_text(x));
    else
      raw('"' + number_text(x) + '"');  // JSON has no such number: a string
  }
  template <class Element>
  void value(const std::vector<Element>& list) {
    open_array();
    for (const Element& x : list) value(x);
    close_array();
  }
  // JSON text that is already whole.
  void raw(const std::string& json) {
    comma();
    text_ += json;
  }

 private:
  void comma() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  void open(char bracket) {
    comma();
    text_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    first_ = false;
  }
  // A text that reads as a number without one in JSON is written with an escape, so that who wants to can tell them
  // apart (wasm/values.ts).
  static bool reads_as_number(const std::string& x) { return x == "NaN" || x == "Infinity" || x == "-Infinity"; }
  void escape(unsigned char c, bool always = false) {
    const char* const hex = "0123456789abcdef";
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += static_cast<char>(c);
    } else if (always || c < 0x20) {
      text_ += "\\u00";
      text_ += hex[c >> 4];
      text_ += hex[c & 15];
    } else {
      text_ += static_cast<char>(c);
    }
  }

  std::string text_;
  bool first_ = true;
};

}  // namespace seq2seq
