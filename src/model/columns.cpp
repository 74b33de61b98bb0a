#include "model/columns.h"

#include "math/vectors.h"

namespace seq2seq {
namespace {

// In a loop: what keeps compilers from making a call of memcpy or memset of it.
inline void keep_loop() { __asm__ volatile("" ::: "memory"); }

}  // namespace

Real dot_product(const Real* a, const Real* b, Index n) {
  Real4 sums = splat4(0);
  Index i = 0;
  for (; i + 4 <= n; i += 4) sums = sums + load4(a + i) * load4(b + i);
  Real lanes[4];
  store4(lanes, sums);
  Real sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

void add_scaled(Real factor, const Real* from, Real* to, Index n) {
  const Real4 factors = splat4(factor);
  Index i = 0;
  for (; i + 4 <= n; i += 4) store4(to + i, load4(to + i) + factors * load4(from + i));
  for (; i < n; ++i) to[i] += factor * from[i];
}

void copy_column(const Real* from, Real* to, Index n) {
  Index i = 0;
  for (; i + 4 <= n; i += 4) {
    store4(to + i, load4(from + i));
    keep_loop();
  }
  for (; i < n; ++i) to[i] = from[i];
}

void clear_column(Real* to, Index n) {
  Index i = 0;
  for (; i + 4 <= n; i += 4) {
    store4(to + i, splat4(0));
    keep_loop();
  }
  for (; i < n; ++i) to[i] = 0;
}

void add_column(const Real* from, Real* to, Index n) {
  Index i = 0;
  for (; i + 4 <= n; i += 4) store4(to + i, load4(to + i) + load4(from + i));
  for (; i < n; ++i) to[i] += from[i];
}

}  // namespace seq2seq
