#include "math/gemm.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "math/vectors.h"

namespace seq2seq {
namespace {

// A tile is 8 rows by 4 columns: 8 accumulators, 2 loads of A and 4 splats of B are what V8 keeps in registers.
constexpr Index tile_rows = 8;
constexpr Index tile_cols = 4;
// A packed block of A (64 x 192) stays in the second cache while all of a packed block of B (192 x 256) passes by.
// Products with a longer inner dimension are summed block by block, in every path, so that all paths agree.
constexpr Index block_depth = 192;
constexpr Index block_rows = 64;
constexpr Index block_cols = 256;
// Below this many multiply-adds, or with so few columns, packing costs more than it brings.
constexpr std::int64_t direct_limit = 8192;
constexpr Index direct_cols = 8;

// op(x) as it lies in memory: element (i, j) is data[i * row_step + j * col_step].
struct Operand {
  const Real* data;
  Index row_step;
  Index col_step;

  Operand(const ConstView& x, Transpose t)
      : data(x.data()),
        row_step(t == Transpose::no ? 1 : x.outerStride()),
        col_step(t == Transpose::no ? x.outerStride() : 1) {}
  const Real* at(Index i, Index j) const { return data + i * row_step + j * col_step; }
};

Index round_up(Index n, Index to) { return (n + to - 1) / to * to; }

// Four rows of `depth` values, `row_step` apart, become columns 8 apart.
void pack_rows(const Real* from, Index row_step, Index depth, Real* to) {
  Index k = 0;
  for (; k + 4 <= depth; k += 4, from += 4, to += 4 * tile_rows) {
    Real4 a = load4(from), b = load4(from + row_step), c = load4(from + 2 * row_step), d = load4(from + 3 * row_step);
    transpose4(a, b, c, d);
    store4(to, a);
    store4(to + tile_rows, b);
    store4(to + 2 * tile_rows, c);
    store4(to + 3 * tile_rows, d);
  }
  for (; k < depth; ++k, ++from, to += tile_rows)
    for (Index r = 0; r < 4; ++r) to[r] = from[r * row_step];
}

// Fewer than 8 rows, the others filled with zeros.
void pack_rest(const Real* from, Index row_step, Index col_step, Index height, Index depth, Real* to) {
  const Index vector = row_step == 1 && height >= 4 ? 4 : 0;
  for (Index k = 0; k < depth; ++k, from += col_step, to += tile_rows) {
    store4(to, vector > 0 ? load4(from) : splat4(0));
    store4(to + 4, splat4(0));
    for (Index r = vector; r < height; ++r) to[r] = from[r * row_step];
  }
}

// Rows [row, row + rows) and columns [col, col + depth) of A as panels of 8 rows, k after k. The last panel is filled
// with zeros; what they give is never stored.
void pack_a(const Operand& a, Index row, Index rows, Index col, Index depth, Real* to) {
  for (Index i = 0; i < rows; i += tile_rows, to += depth * tile_rows) {
    const Index height = std::min(tile_rows, rows - i);
    const Real* from = a.at(row + i, col);
    if (height == tile_rows && a.row_step == 1) {
      for (Index k = 0; k < depth; ++k, from += a.col_step) {
        store4(to + k * tile_rows, load4(from));
        store4(to + k * tile_rows + 4, load4(from + 4));
      }
    } else if (height == tile_rows) {
      pack_rows(from, a.row_step, depth, to);
      pack_rows(from + 4 * a.row_step, a.row_step, depth, to + 4);
    } else {
      pack_rest(from, a.row_step, a.col_step, height, depth, to);
    }
  }
}

// Rows [row, row + depth) and columns [col, col + cols) of B as panels of 4 columns; the last is as narrow as it is.
void pack_b(const Operand& b, Index row, Index depth, Index col, Index cols, Real* to) {
  for (Index j = 0; j < cols; j += tile_cols) {
    const Index width = std::min(tile_cols, cols - j);
    const Real* from = b.at(row, col + j);
    if (width < tile_cols) {
      for (Index k = 0; k < depth; ++k)
        for (Index c = 0; c < width; ++c) *to++ = from[k * b.row_step + c * b.col_step];
      continue;
    }
    for (Index k = 0; k < depth; ++k, to += tile_cols, from += b.row_step) {
      to[0] = from[0];
      to[1] = from[b.col_step];
      to[2] = from[2 * b.col_step];
      to[3] = from[3 * b.col_step];
    }
  }
}

// Eight rows of one column of C, or the first `height` of them.
void put(Real* c, const Real4& low, const Real4& high, Index height, bool add) {
  if (height >= tile_rows) {
    store4(c, add ? load4(c) + low : low);
    store4(c + 4, add ? load4(c + 4) + high : high);
    return;
  }
  Real sums[tile_rows];
  store4(sums, low);
  store4(sums + 4, high);
  Index i = 0;
  if (height >= 4) {
    store4(c, add ? load4(c) + low : low);
    i = 4;
  }
  for (; i < height; ++i) c[i] = add ? c[i] + sums[i] : sums[i];
}

// How the operands of a tile lie: panels of A are `panel` apart and go on by `a_step` at each k; the columns of B are
// `column` apart and go on by `b_step`.
struct Steps {
  Index panel;
  Index a_step;
  Index column;
  Index b_step;
};

// P panels of 8 rows by N columns. P N 2 accumulators: 8 keep the adders busy, more would spill.
template <int P, int N>
inline __attribute__((always_inline)) void tile(const Real* a, const Real* b, Steps steps, Index depth, Index height,
                                                Real* c, Index stride, bool add) {
  Real4 sum[2 * P][N];
  SEQ2SEQ_UNROLL
  for (int p = 0; p < 2 * P; ++p) {
    SEQ2SEQ_UNROLL
    for (int n = 0; n < N; ++n) sum[p][n] = splat4(0);
  }
  const Real* const end = a + depth * steps.a_step;
  SEQ2SEQ_NO_UNROLL
  for (; a != end; a += steps.a_step, b += steps.b_step) {
    Real4 rows[2 * P];
    SEQ2SEQ_UNROLL
    for (int p = 0; p < P; ++p) {
      rows[2 * p] = load4(a + p * steps.panel);
      rows[2 * p + 1] = load4(a + p * steps.panel + 4);
    }
    SEQ2SEQ_UNROLL
    for (int n = 0; n < N; ++n) {
      const Real4 factor = splat4(b[n * steps.column]);
      SEQ2SEQ_UNROLL
      for (int p = 0; p < 2 * P; ++p) sum[p][n] = sum[p][n] + rows[p] * factor;
    }
  }
  SEQ2SEQ_UNROLL
  for (int n = 0; n < N; ++n) {
    SEQ2SEQ_UNROLL
    for (int p = 0; p < P; ++p)
      put(c + p * tile_rows + n * stride, sum[2 * p][n], sum[2 * p + 1][n], height - p * tile_rows, add);
  }
}

// Eight rows of A, each contiguous, by one column: turned in registers, where packing would cost more than the product.
// What decoding spends most of its time in.
void rows_by_column(const Real* a, Index row_step, const Real* b, Index b_step, Index depth, Real* c, bool add) {
  Real4 low = splat4(0), high = splat4(0);
  const Real* const lower = a + 4 * row_step;
  Index k = 0;
  SEQ2SEQ_NO_UNROLL
  for (; k + 4 <= depth; k += 4, b += 4 * b_step) {
    Real4 p = load4(a + k), q = load4(a + k + row_step), r = load4(a + k + 2 * row_step),
          s = load4(a + k + 3 * row_step);
    Real4 t = load4(lower + k), u = load4(lower + k + row_step), v = load4(lower + k + 2 * row_step),
          w = load4(lower + k + 3 * row_step);
    transpose4(p, q, r, s);
    transpose4(t, u, v, w);
    low = low + p * splat4(b[0]);
    high = high + t * splat4(b[0]);
    low = low + q * splat4(b[b_step]);
    high = high + u * splat4(b[b_step]);
    low = low + r * splat4(b[2 * b_step]);
    high = high + v * splat4(b[2 * b_step]);
    low = low + s * splat4(b[3 * b_step]);
    high = high + w * splat4(b[3 * b_step]);
  }
  for (; k < depth; ++k, b += b_step) {
    const Real* const p = a + k;
    const Real* const t = lower + k;
    const Real4 factor = splat4(*b);
    low = low + Real4{p[0], p[row_step], p[2 * row_step], p[3 * row_step]} * factor;
    high = high + Real4{t[0], t[row_step], t[2 * row_step], t[3 * row_step]} * factor;
  }
  put(c, low, high, tile_rows, add);
}

constexpr Index shape(Index panels, Index cols) { return 8 * panels + cols; }

// All tiles of a packed block. On its own and called from several places: inlined into a large function it would spill.
__attribute__((noinline)) void multiply_packed(const Real* a, const Real* b, Index rows, Index cols, Index depth,
                                               Real* c, Index stride, bool add) {
  const Index panel = tile_rows * depth;
  for (Index j = 0; j < cols; j += tile_cols, b += tile_cols * depth, c += tile_cols * stride) {
    const Index width = std::min(tile_cols, cols - j);
    // Few columns leave adders idle: then several panels go at once.
    const Index at_once = width == 1 ? 4 : width == 2 ? 2 : 1;
    const Real* from = a;
    for (Index i = 0; i < rows;) {
      const Index left = rows - i;
      const Index panels = left > (at_once - 1) * tile_rows ? at_once : 1;
      switch (shape(panels, width)) {
        case shape(1, 4): tile<1, 4>(from, b, {panel, tile_rows, 1, 4}, depth, left, c + i, stride, add); break;
        case shape(1, 3): tile<1, 3>(from, b, {panel, tile_rows, 1, 3}, depth, left, c + i, stride, add); break;
        case shape(2, 2): tile<2, 2>(from, b, {panel, tile_rows, 1, 2}, depth, left, c + i, stride, add); break;
        case shape(1, 2): tile<1, 2>(from, b, {panel, tile_rows, 1, 2}, depth, left, c + i, stride, add); break;
        case shape(4, 1): tile<4, 1>(from, b, {panel, tile_rows, 1, 1}, depth, left, c + i, stride, add); break;
        default: tile<1, 1>(from, b, {panel, tile_rows, 1, 1}, depth, left, c + i, stride, add); break;
      }
      i += panels * tile_rows;
      from += panels * panel;
    }
  }
}

// The same without packing, for small products: A and B are read where they are. Only panels of A that are cut off or
// lie transposed are copied, one at a time.
__attribute__((noinline)) void multiply_direct(const Operand& a, const Operand& b, Index rows, Index cols, Index depth,
                                               Real* c, Index stride, bool add) {
  Real copy[tile_rows * block_depth];
  for (Index first = 0; first < depth; first += block_depth, add = true) {
    const Index length = std::min(block_depth, depth - first);
    for (Index i = 0; i < rows;) {
      const Index left = rows - i;
      if (cols == 1 && left >= tile_rows && a.col_step == 1 && a.row_step != 1) {
        rows_by_column(a.at(i, first), a.row_step, b.at(first, 0), b.row_step, length, c + i, add);
        i += tile_rows;
        continue;
      }
      const bool in_place = left >= tile_rows && a.row_step == 1;
      const Index panels = in_place && cols == 1 && left >= 4 * tile_rows ? 4 : 1;
      if (!in_place) pack_a(a, i, std::min(tile_rows, left), first, length, copy);
      const Real* const from = in_place ? a.at(i, first) : copy;
      const Steps steps = {tile_rows, in_place ? a.col_step : tile_rows, b.col_step, b.row_step};
      for (Index j = 0; j < cols; j += tile_cols) {
        const Real* const right = b.at(first, j);
        Real* const to = c + i + j * stride;
        switch (shape(panels, std::min(tile_cols, cols - j))) {
          case shape(1, 4): tile<1, 4>(from, right, steps, length, left, to, stride, add); break;
          case shape(1, 3): tile<1, 3>(from, right, steps, length, left, to, stride, add); break;
          case shape(1, 2): tile<1, 2>(from, right, steps, length, left, to, stride, add); break;
          case shape(4, 1): tile<4, 1>(from, right, steps, length, left, to, stride, add); break;
          default: tile<1, 1>(from, right, steps, length, left, to, stride, add); break;
        }
      }
      i += panels * tile_rows;
    }
  }
}

// Grown to the largest block that was needed, then kept: small models do not pay for large ones.
struct Buffers {
  std::vector<Real> a, b;
};
thread_local Buffers packing;

Real* room(std::vector<Real>& buffer, Index rows, Index cols) {
  const std::size_t size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  if (buffer.size() < size) buffer.resize(size);
  return buffer.data();
}

}  // namespace

void multiply(ConstView a, Transpose ta, ConstView b, Transpose tb, View c, bool accumulate) {
  const Index rows = c.rows(), cols = c.cols();
  const Index depth = ta == Transpose::no ? a.cols() : a.rows();
  assert(rows == (ta == Transpose::no ? a.rows() : a.cols()));
  assert(cols == (tb == Transpose::no ? b.cols() : b.rows()));
  assert(depth == (tb == Transpose::no ? b.rows() : b.cols()));
  if (rows == 0 || cols == 0) return;
  if (depth == 0) {
    if (!accumulate) c.setZero();
    return;
  }
  const Operand left(a, ta), right(b, tb);
  // An Index has 32 bits in WebAssembly, and the product of a large vocabulary's head has more.
  if (cols <= direct_cols || std::int64_t{rows} * cols * depth < direct_limit) {
    multiply_direct(left, right, rows, cols, depth, c.data(), c.outerStride(), accumulate);
    return;
  }
  const Index deepest = std::min(block_depth, depth);
  Real* const packed_a = room(packing.a, round_up(std::min(block_rows, rows), tile_rows), deepest);
  Real* const packed_b = room(packing.b, deepest, std::min(block_cols, cols));
  for (Index j = 0; j < cols; j += block_cols) {
    const Index width = std::min(block_cols, cols - j);
    for (Index k = 0; k < depth; k += block_depth) {
      const Index length = std::min(block_depth, depth - k);
      pack_b(right, k, length, j, width, packed_b);
      for (Index i = 0; i < rows; i += block_rows) {
        const Index height = std::min(block_rows, rows - i);
        pack_a(left, i, height, k, length, packed_a);
        multiply_packed(packed_a, packed_b, height, width, length, c.data() + i + j * c.outerStride(), c.outerStride(),
                        accumulate || k > 0);
      }
    }
  }
}

void PackedMatrix::pack(ConstView a, Transpose ta) {
  rows_ = ta == Transpose::no ? a.rows() : a.cols();
  cols_ = ta == Transpose::no ? a.cols() : a.rows();
  stride_ = a.outerStride();
  in_place_ = ta == Transpose::no && rows_ == tile_rows ? a.data() : nullptr;  // a panel already
  if (in_place_ != nullptr) return;
  const Index padded = round_up(rows_, tile_rows);
  room(panels_, padded, cols_);
  const Operand from(a, ta);
  for (Index k = 0; k < cols_; k += block_depth)
    pack_a(from, 0, rows_, k, std::min(block_depth, cols_ - k), panels_.data() + k * padded);
}

void multiply(const PackedMatrix& a, ConstView b, View c, bool accumulate) {
  const Index rows = a.rows_, depth = a.cols_, cols = c.cols();
  assert(c.rows() == rows && b.rows() == depth && b.cols() == cols);
  if (rows == 0 || cols == 0) return;
  if (depth == 0) {
    if (!accumulate) c.setZero();
    return;
  }
  const Operand right(b, Transpose::no);
  if (a.in_place_ != nullptr) {
    const Operand left(view(a.in_place_, rows, depth, a.stride_), Transpose::no);
    multiply_direct(left, right, rows, cols, depth, c.data(), c.outerStride(), accumulate);
    return;
  }
  const Index padded = round_up(rows, tile_rows);
  // One column packed is the column itself.
  Real* const buffer = cols == 1 ? nullptr : room(packing.b, std::min(block_depth, depth), std::min(block_cols, cols));
  for (Index j = 0; j < cols; j += block_cols) {
    const Index width = std::min(block_cols, cols - j);
    for (Index k = 0; k < depth; k += block_depth) {
      const Index length = std::min(block_depth, depth - k);
      if (buffer != nullptr) pack_b(right, k, length, j, width, buffer);
      const Real* const packed = buffer != nullptr ? buffer : right.at(k, j);
      for (Index i = 0; i < rows; i += block_rows) {
        multiply_packed(a.panels_.data() + k * padded + i * length, packed, std::min(block_rows, rows - i), width,
                        length, c.data() + i + j * c.outerStride(), c.outerStride(), accumulate || k > 0);
      }
    }
  }
}

}  // namespace seq2seq
