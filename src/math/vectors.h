// Four scalars at a time, in the vector extensions of GCC and Clang: one source that becomes SSE, NEON or WebAssembly
// SIMD, or scalar code where there is none. Every operation is one IEEE operation per lane, so the bits are the same.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/real.h"

// Loops over the registers of a tile are unrolled whole, at every optimisation level that is used. The loop over k is
// not: the accumulators of a tile and the loads of one step just fit the 16 registers V8 hands out.
#if defined(__clang__)
#define SEQ2SEQ_UNROLL _Pragma("clang loop unroll(full)")
#define SEQ2SEQ_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define SEQ2SEQ_UNROLL _Pragma("GCC unroll 8")
#define SEQ2SEQ_NO_UNROLL _Pragma("GCC unroll 1")
#endif

namespace seq2seq {

#ifdef SEQ2SEQ_DOUBLE
// The double build stays plain: four scalars in a struct.
struct Real4 {
  Real lane[4];
};
inline Real4 operator+(const Real4& a, const Real4& b) {
  return {{a.lane[0] + b.lane[0], a.lane[1] + b.lane[1], a.lane[2] + b.lane[2], a.lane[3] + b.lane[3]}};
}
inline Real4 operator-(const Real4& a, const Real4& b) {
  return {{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1], a.lane[2] - b.lane[2], a.lane[3] - b.lane[3]}};
}
inline Real4 operator/(const Real4& a, const Real4& b) {
  return {{a.lane[0] / b.lane[0], a.lane[1] / b.lane[1], a.lane[2] / b.lane[2], a.lane[3] / b.lane[3]}};
}
inline Real4 operator*(const Real4& a, const Real4& b) {
  return {{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1], a.lane[2] * b.lane[2], a.lane[3] * b.lane[3]}};
}
#else
typedef float Real4 __attribute__((vector_size(16)));
typedef std::int32_t Int4 __attribute__((vector_size(16)));
typedef std::uint32_t UnsignedInt4 __attribute__((vector_size(16)));
#endif

// memcpy, because columns need not start at a multiple of 16 bytes.
inline Real4 load4(const Real* from) {
  Real4 v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
inline void store4(Real* to, const Real4& v) { std::memcpy(to, &v, sizeof v); }
inline Real4 splat4(Real x) { return Real4{x, x, x, x}; }

// Rows become columns.
inline void transpose4(Real4& a, Real4& b, Real4& c, Real4& d) {
#ifdef SEQ2SEQ_DOUBLE
  const Real4 rows[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    a.lane[i] = rows[i].lane[0];
    b.lane[i] = rows[i].lane[1];
    c.lane[i] = rows[i].lane[2];
    d.lane[i] = rows[i].lane[3];
  }
#else
  const Real4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Real4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
#endif
}

}  // namespace seq2seq
