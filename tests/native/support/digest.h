// A digest of bits, to compare builds: the same constant must come out of every compiler, with and without SIMD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

class Digest {
 public:
  // FNV-1a over the bytes, low byte first. A NaN counts as one value: its sign and payload are not portable.
  void add(const float* values, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t bits = 0x7fc00000u;
      if (values[i] == values[i]) std::memcpy(&bits, values + i, sizeof bits);
      add_bits(bits, 4);
    }
  }
  void add(const double* values, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t bits = 0x7ff8000000000000u;
      if (values[i] == values[i]) std::memcpy(&bits, values + i, sizeof bits);
      add_bits(bits, 8);
    }
  }
  std::uint64_t value() const { return sum_; }

 private:
  void add_bits(std::uint64_t bits, int bytes) {
    for (int i = 0; i < bytes; ++i) sum_ = (sum_ ^ ((bits >> (8 * i)) & 0xffu)) * 1099511628211u;
  }

  std::uint64_t sum_ = 14695981039346656037u;
};
