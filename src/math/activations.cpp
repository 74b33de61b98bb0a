#include "math/activations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/portable.h"
#include "math/vectors.h"

namespace seq2seq {

#ifdef SEQ2SEQ_DOUBLE

void exp_array(const Real* x, Real* y, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = std::exp(x[i]);
}
void tanh_array(const Real* x, Real* y, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = std::tanh(x[i]);
}
void sigmoid_array(const Real* x, Real* y, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = 1 / (1 + std::exp(-x[i]));
}
void exp_twice_array(const Real* x, Real* y, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = std::exp(std::min(std::max(2 * x[i], Real(-43)), Real(43)));
}
Real exp_scalar(Real x) { return std::exp(x); }
Real tanh_scalar(Real x) { return std::tanh(x); }
Real sigmoid_scalar(Real x) { return 1 / (1 + std::exp(-x)); }
Real log_scalar(Real x) { return std::log(x); }
Real log1p_exp(Real x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

Real softmax(Real* x, Index n) {
  Real largest = -std::numeric_limits<Real>::infinity(), sum = 0;
  for (Index i = 0; i < n; ++i) largest = std::max(largest, x[i]);
  for (Index i = 0; i < n; ++i) sum += x[i] = std::exp(x[i] - largest);
  for (Index i = 0; i < n; ++i) x[i] /= sum;
  return n == 0 ? largest : largest + std::log(sum);
}
void softmax_weights(Real* x, Index n) { softmax(x, n); }

#else

namespace {

Int4 bits_of(Real4 x) {
  Int4 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
Real4 from_bits(Int4 bits) {
  Real4 x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
Int4 whole4(std::int32_t x) { return Int4{x, x, x, x}; }
Real4 select(Int4 mask, Real4 yes, Real4 no) { return from_bits((bits_of(yes) & mask) | (bits_of(no) & ~mask)); }
// A NaN passes: the comparison is false. In WebAssembly the compiler would take its `max` for this, which on x86 is
// seven instructions, because of NaN and -0; `pmax` is the comparison itself, and one instruction.
#ifdef __wasm_simd128__
Real4 at_least(Real4 x, float low) { return __builtin_wasm_pmax_f32x4(x, splat4(low)); }
Real4 at_most(Real4 x, float high) { return __builtin_wasm_pmin_f32x4(x, splat4(high)); }
#else
Real4 at_least(Real4 x, float low) { return select(x < splat4(low), splat4(low), x); }
Real4 at_most(Real4 x, float high) { return select(x > splat4(high), splat4(high), x); }
#endif

// x = n ln 2 + r with |r| <= ln 2 / 2, and e^r - 1. The polynomial is our minimax fit of (e^r - 1 - r) / r^2, error
// 3e-9 of e^r (Remez exchange).
struct Reduced {
  Int4 n;
  Real4 minus_one;
};
Reduced reduce(Real4 x) {
  // Adding 1.5 * 2^23 rounds to a whole number, which stands in the low bits; fast-math would break this.
  const Real4 magic = splat4(12582912.0f);
  const Real4 shifted = x * splat4(1.44269504f) + magic;
  const Real4 n = shifted - magic;
  // ln 2 in two parts: products with the first are exact.
  const Real4 r = (x - n * splat4(0.693359375f)) - n * splat4(-2.12194440e-4f);
  Real4 p = splat4(0x1.6a241cp-10f);
  p = p * r + splat4(0x1.1239f0p-7f);
  p = p * r + splat4(0x1.5558f2p-5f);
  p = p * r + splat4(0x1.555492p-3f);
  p = p * r + splat4(0x1.fffffcp-2f);
  return {bits_of(shifted) - bits_of(magic), r + r * r * p};
}

// Shifted as unsigned: the n of a NaN may be anything, and its bits may fall out at the top.
Real4 power_of_two(Int4 n) { return from_bits((Int4)((UnsignedInt4)(n + whole4(127)) << 23)); }

Real4 exp4(Real4 x) {
  // Beyond these the result is 0 and inf whatever x is.
  const Reduced e = reduce(at_most(at_least(x, -104.0f), 89.0f));
  // 2^n in two factors: n runs from -150 to 128, a float's exponent from -126 to 127.
  const Int4 half = e.n >> 1;
  return (splat4(1) + e.minus_one) * power_of_two(half) * power_of_two(e.n - half);
}

// tanh |x| = -E / (2 + E) with E = e^(-2|x|) - 1, which keeps its digits near 0: one formula for all x.
Real4 tanh4(Real4 x) {
  const Int4 sign = bits_of(x) & whole4(std::numeric_limits<std::int32_t>::min());
  const Real4 size = from_bits(bits_of(x) ^ sign);
  const Reduced e = reduce(at_least(size * splat4(-2), -30.0f));
  const Real4 scale = power_of_two(e.n);
  const Real4 minus_one = scale * e.minus_one + (scale - splat4(1));
  return from_bits(bits_of((splat4(0) - minus_one) / (splat4(2) + minus_one)) | sign);
}

// Where x is in [-87, 89]: one factor does. From 88.4 on it is inf.
Real4 exp_in_range4(Real4 x) {
  const Reduced e = reduce(x);
  return (splat4(1) + e.minus_one) * power_of_two(e.n);
}

Real4 sigmoid4(Real4 x) {
  return splat4(1) / (splat4(1) + exp_in_range4(at_most(at_least(splat4(0) - x, -87.0f), 89.0f)));
}

Real4 exp_twice4(Real4 x) { return exp_in_range4(at_most(at_least(x + x, -43.0f), 43.0f)); }

// The last values go through the same four lanes, beside zeros.
template <Real4 (*function)(Real4)>
void map(const Real* x, Real* y, Index n) {
  Index i = 0;
  for (; i + 4 <= n; i += 4) store4(y + i, function(load4(x + i)));
  if (i == n) return;
  Real rest[4] = {};
  std::copy(x + i, x + n, rest);
  store4(rest, function(load4(rest)));
  std::copy(rest, rest + (n - i), y + i);
}

float first(Real4 x) { return x[0]; }

}  // namespace

void exp_array(const Real* x, Real* y, Index n) { map<exp4>(x, y, n); }
void tanh_array(const Real* x, Real* y, Index n) { map<tanh4>(x, y, n); }
void sigmoid_array(const Real* x, Real* y, Index n) { map<sigmoid4>(x, y, n); }
void exp_twice_array(const Real* x, Real* y, Index n) { map<exp_twice4>(x, y, n); }

Real exp_scalar(Real x) { return first(exp4(splat4(x))); }
Real tanh_scalar(Real x) { return first(tanh4(splat4(x))); }
Real sigmoid_scalar(Real x) { return first(sigmoid4(splat4(x))); }
Real log_scalar(Real x) { return static_cast<float>(portable_log(static_cast<double>(x))); }

Real log1p_exp(Real x) {
  const double e = static_cast<double>(exp_scalar(x > 0 ? -x : x));
  // log(1 + e) loses e's digits where 1 + e does; the quotient puts them back (Kahan).
  const double one_more = 1.0 + e;
  const double log1p = one_more == 1.0 ? e : portable_log(one_more) * (e / (one_more - 1.0));
  return static_cast<float>((x > 0 ? static_cast<double>(x) : 0.0) + log1p);
}

namespace {

// What the exponentials were divided by: e^largest times `total`.
struct SoftmaxSum {
  float largest, total;
};

SoftmaxSum softmax_sum(Real* x, Index n) {
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  Real4 best = splat4(lowest);
  Index i = 0;
  for (; i + 4 <= n; i += 4) {
    const Real4 v = load4(x + i);
    best = select(v > best, v, best);
  }
  float largest = std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
  for (; i < n; ++i) largest = x[i] > largest ? x[i] : largest;

  // Summed in runs of 64, so that a long vocabulary's sum keeps its digits.
  constexpr Index run = 64;
  const Real4 shift = splat4(largest);
  Real4 sum = splat4(0);
  for (i = 0; i + 4 <= n;) {
    Real4 part = splat4(0);
    for (const Index end = std::min(i + run, n); i + 4 <= end; i += 4) {
      const Real4 e = exp4(load4(x + i) - shift);
      store4(x + i, e);
      part = part + e;
    }
    sum = sum + part;
  }
  float total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  if (i < n) {  // the last values beside zeros: the same lanes' work, once
    Real rest[4] = {};
    std::copy(x + i, x + n, rest);
    store4(rest, exp4(load4(rest) - shift));
    for (const Real* e = rest; i < n; ++i, ++e) total += x[i] = *e;
  }

  for (i = 0; i + 4 <= n; i += 4) store4(x + i, load4(x + i) / splat4(total));
  for (; i < n; ++i) x[i] /= total;
  return {largest, total};
}

}  // namespace

void softmax_weights(Real* x, Index n) {
  if (n > 0) softmax_sum(x, n);
}

Real softmax(Real* x, Index n) {
  if (n == 0) return -std::numeric_limits<float>::infinity();
  const SoftmaxSum sum = softmax_sum(x, n);
  return static_cast<float>(static_cast<double>(sum.largest) + portable_log(static_cast<double>(sum.total)));
}

#endif

}  // namespace seq2seq
