// The table behind configuration.h: each field with its place in the structure.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "formats/configuration.h"

namespace seq2seq {

enum class FieldKind { integer, number, choice, seed };

struct FieldEntry {
  std::string name;
  FieldKind kind = FieldKind::integer;
  double minimum = 0, maximum = 0;  // of integer and number; whole values below 2^53 are exact
  bool minimum_exclusive = false;
  std::vector<std::string> choices;
  bool live = false;
  std::string sentence;

  // Integers and the index of a choice; numbers. The seed is handled by its name.
  std::function<std::int64_t(const Configuration&)> read_integer;
  std::function<void(Configuration&, std::int64_t)> write_integer;
  std::function<double(const Configuration&)> read_number;
  std::function<void(Configuration&, double)> write_number;
};

const std::vector<FieldEntry>& configuration_table();

}  // namespace seq2seq
