// The table behind configuration.h: each field with its place in the structure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/configuration.h"

namespace seq2seq {

enum class FieldKind { integer, number, choice, seed };
enum class Stored { whole_32, whole_64, real };  // the member's type; an enumeration is a whole number

struct Place {
  const char* name;
  std::size_t offset;  // in Configuration
  Stored stored;
};

struct FieldEntry {
  const char* name;
  FieldKind kind;
  double minimum, maximum;  // of integer and number; whole values below 2^53 are exact
  bool minimum_exclusive;
  const char* choices;  // "off, pointer", in the order of the enumeration
  bool live;
  const char* sentence;
  std::size_t offset;
  Stored stored;
};

struct FieldTable {
  const FieldEntry* first;
  const FieldEntry* behind_last;
  const FieldEntry* begin() const { return first; }
  const FieldEntry* end() const { return behind_last; }
};

FieldTable configuration_table();

// Integers and the index of a choice; numbers. The seed is handled by its name.
std::int64_t read_integer(const FieldEntry& entry, const Configuration& configuration);
void write_integer(const FieldEntry& entry, Configuration& configuration, std::int64_t value);
double read_number(const FieldEntry& entry, const Configuration& configuration);
void write_number(const FieldEntry& entry, Configuration& configuration, double value);
std::vector<std::string> choices_of(const FieldEntry& entry);

}  // namespace seq2seq
