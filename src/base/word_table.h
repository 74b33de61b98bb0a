// A few words with a value each, as data. A std::map of them would be built when the program starts, by as much code.
#pragma once

#include <cstddef>
#include <string_view>

namespace seq2seq {

template <class Value>
struct WordValue {
  std::string_view word;
  Value value;
};

// The word's value; what Value{} is where the table does not have it.
template <class Value, std::size_t N>
Value value_of(const WordValue<Value> (&table)[N], std::string_view word) {
  for (const WordValue<Value>& entry : table)
    if (entry.word == word) return entry.value;
  return Value{};
}

}  // namespace seq2seq
