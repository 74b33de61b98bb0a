#include "math/gemm.h"

#include <algorithm>
#include <cassert>

#include "math/vectors.h"

namespace seq2seq {
namespace {

// A tile is 8 rows by 4 columns: 8 accumulators, 2 loads of A and 4 splats of B are what V8 keeps in registers.
constexpr Index tile_rows = 8;
constexpr Index tile_cols = 4;
// A packed block of A (64 x 192) stays in the second cache while all of a packed block of B (192 x 512) passes by.
// Products with a longer inner dimension are summed block by block, in every path, so that all paths agree.
constexpr Index block_depth = 192;
constexpr Index block_rows = 64;
constexpr Index block_cols = 512;
// Below this many multiply-adds packing costs more than it brings.
constexpr Index direct_limit = 8192;

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

// Rows [row, row + rows) and columns [col, col + depth) of A as panels of 8 rows, k after k. The last panel is filled
// with zeros; what they give is never stored.
void pack_a(const Operand& a, Index row, Index rows, Index col, Index depth, Real* to) {
  for (Index i = 0; i < rows; i += tile_rows) {
    const Index height = std::min(tile_rows, rows - i);
    const Real* from = a.at(row + i, col);
    if (height == tile_rows && a.row_step == 1) {
      for (Index k = 0; k < depth; ++k, to += tile_rows, from += a.col_step) {
        store4(to, load4(from));
        store4(to + 4, load4(from + 4));
      }
      continue;
    }
    for (Index r = 0; r < tile_rows; ++r) {
      const Real* p = from + r * a.row_step;
      for (Index k = 0; k < depth; ++k) to[k * tile_rows + r] = r < height ? p[k * a.col_step] : Real(0);
    }
    to += depth * tile_rows;
  }
}

// Rows [row, row + depth) and columns [col, col + cols) of B as panels of 4 columns; the last is as narrow as it is.
void pack_b(const Operand& b, Index row, Index depth, Index col, Index cols, Real* to) {
  for (Index j = 0; j < cols; j += tile_cols) {
    const Index width = std::min(tile_cols, cols - j);
    const Real* from = b.at(row, col + j);
    if (width == tile_cols) {
      for (Index k = 0; k < depth; ++k, to += tile_cols, from += b.row_step) {
        to[0] = from[0];
        to[1] = from[b.col_step];
        to[2] = from[2 * b.col_step];
        to[3] = from[3 * b.col_step];
      }
      continue;
    }
    for (Index k = 0; k < depth; ++k)
      for (Index c = 0; c < width; ++c) *to++ = from[k * b.row_step + c * b.col_step];
  }
}

void put(Real* c, const Real4& sum, bool add) { store4(c, add ? load4(c) + sum : sum); }

// Columns of a tile that is cut off at the bottom.
void put_rows(Real* c, const Real4& low, const Real4& high, Index height, bool add) {
  Real sums[tile_rows];
  store4(sums, low);
  store4(sums + 4, high);
  for (Index i = 0; i < height; ++i) c[i] = add ? c[i] + sums[i] : sums[i];
}

template <int N>
inline __attribute__((always_inline)) void tile(const Real* a, const Real* b, Index depth, Index height, Real* c,
                                                Index stride, bool add) {
  const Real4 zero = splat4(0);
  Real4 c00 = zero, c01 = zero, c02 = zero, c03 = zero, c10 = zero, c11 = zero, c12 = zero, c13 = zero;
  const Real* const end = a + depth * tile_rows;
  SEQ2SEQ_NO_UNROLL
  for (; a != end; a += tile_rows, b += N) {
    const Real4 a0 = load4(a), a1 = load4(a + 4);
    const Real4 b0 = splat4(b[0]);
    c00 = c00 + a0 * b0;
    c10 = c10 + a1 * b0;
    if constexpr (N > 1) {
      const Real4 b1 = splat4(b[1]);
      c01 = c01 + a0 * b1;
      c11 = c11 + a1 * b1;
    }
    if constexpr (N > 2) {
      const Real4 b2 = splat4(b[2]);
      c02 = c02 + a0 * b2;
      c12 = c12 + a1 * b2;
    }
    if constexpr (N > 3) {
      const Real4 b3 = splat4(b[3]);
      c03 = c03 + a0 * b3;
      c13 = c13 + a1 * b3;
    }
  }
  if (height == tile_rows) {
    put(c, c00, add);
    put(c + 4, c10, add);
    if constexpr (N > 1) put(c + stride, c01, add), put(c + stride + 4, c11, add);
    if constexpr (N > 2) put(c + 2 * stride, c02, add), put(c + 2 * stride + 4, c12, add);
    if constexpr (N > 3) put(c + 3 * stride, c03, add), put(c + 3 * stride + 4, c13, add);
  } else {
    put_rows(c, c00, c10, height, add);
    if constexpr (N > 1) put_rows(c + stride, c01, c11, height, add);
    if constexpr (N > 2) put_rows(c + 2 * stride, c02, c12, height, add);
    if constexpr (N > 3) put_rows(c + 3 * stride, c03, c13, height, add);
  }
}

// All tiles of a packed block. On its own and called from two places: inlined into a large function it would spill.
__attribute__((noinline)) void multiply_packed(const Real* a, const Real* b, Index rows, Index cols, Index depth,
                                               Real* c, Index stride, bool add) {
  for (Index j = 0; j < cols; j += tile_cols, b += tile_cols * depth) {
    const Index width = std::min(tile_cols, cols - j);
    const Real* panel = a;
    for (Index i = 0; i < rows; i += tile_rows, panel += tile_rows * depth) {
      const Index height = std::min(tile_rows, rows - i);
      Real* const to = c + i + j * stride;
      switch (width) {
        case 4: tile<4>(panel, b, depth, height, to, stride, add); break;
        case 3: tile<3>(panel, b, depth, height, to, stride, add); break;
        case 2: tile<2>(panel, b, depth, height, to, stride, add); break;
        default: tile<1>(panel, b, depth, height, to, stride, add); break;
      }
    }
  }
}

// Four rows of column k of A.
Real4 load_rows(const Real* a, Index row_step) {
  if (row_step == 1) return load4(a);
  return Real4{a[0], a[row_step], a[2 * row_step], a[3 * row_step]};
}

// Without packing: four rows of one column at a time, summed as the tiles sum.
void multiply_direct(const Operand& a, const Operand& b, Index rows, Index cols, Index depth, View& c, bool add) {
  for (Index first = 0; first < depth; first += block_depth, add = true) {
    const Index last = std::min(first + block_depth, depth);
    for (Index j = 0; j < cols; ++j) {
      Real* const to = c.data() + j * c.outerStride();
      Index i = 0;
      for (; i + 4 <= rows; i += 4) {
        Real4 sum = splat4(0);
        for (Index k = first; k < last; ++k) sum = sum + load_rows(a.at(i, k), a.row_step) * splat4(*b.at(k, j));
        put(to + i, sum, add);
      }
      for (; i < rows; ++i) {
        Real sum = 0;
        for (Index k = first; k < last; ++k) sum += *a.at(i, k) * *b.at(k, j);
        to[i] = add ? to[i] + sum : sum;
      }
    }
  }
}

// Grown at the first large product of a thread, then kept.
struct Buffers {
  std::vector<Real> a, b;
};

Buffers& buffers() {
  thread_local Buffers kept;
  if (kept.a.empty()) {
    kept.a.resize(static_cast<std::size_t>(block_rows * block_depth));
    kept.b.resize(static_cast<std::size_t>(block_cols * block_depth));
  }
  return kept;
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
  if (rows * cols * depth < direct_limit) {
    multiply_direct(left, right, rows, cols, depth, c, accumulate);
    return;
  }
  Buffers& packed = buffers();
  for (Index j = 0; j < cols; j += block_cols) {
    const Index width = std::min(block_cols, cols - j);
    for (Index k = 0; k < depth; k += block_depth) {
      const Index length = std::min(block_depth, depth - k);
      pack_b(right, k, length, j, width, packed.b.data());
      for (Index i = 0; i < rows; i += block_rows) {
        const Index height = std::min(block_rows, rows - i);
        pack_a(left, i, height, k, length, packed.a.data());
        multiply_packed(packed.a.data(), packed.b.data(), height, width, length, c.data() + i + j * c.outerStride(),
                        c.outerStride(), accumulate || k > 0);
      }
    }
  }
}

void PackedMatrix::pack(ConstView a, Transpose ta) {
  rows_ = ta == Transpose::no ? a.rows() : a.cols();
  cols_ = ta == Transpose::no ? a.cols() : a.rows();
  const Index padded = round_up(rows_, tile_rows);
  panels_.resize(static_cast<std::size_t>(padded * cols_));
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
  const Index padded = round_up(rows, tile_rows);
  const Operand right(b, Transpose::no);
  // One column packed is the column itself.
  Real* const buffer = cols == 1 ? nullptr : buffers().b.data();
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
