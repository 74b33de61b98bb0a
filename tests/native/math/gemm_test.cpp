#include "math/gemm.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "math/generator.h"
#include "support/digest.h"
#include "support/fixtures.h"

using namespace seq2seq;

namespace {

// A matrix with room below each column, so that a write outside shows.
struct Storage {
  Index rows, cols, stride;
  std::vector<Real> data;

  Storage(Index r, Index c, Index gap, Generator& random)
      : rows(r), cols(c), stride(r + gap), data(static_cast<std::size_t>(stride * c)) {
    // Halves of a float's digits: products and sums are inexact, as in life.
    for (Real& x : data) x = static_cast<Real>(random.uniform() * 2 - 1);
  }
  Real at(Index i, Index j) const { return data[static_cast<std::size_t>(i + j * stride)]; }
  ConstView constant() const { return view(data.data(), rows, cols, stride); }
  View mutable_view() { return view(data.data(), rows, cols, stride); }
};

struct Sizes {
  Index rows, cols, depth;
};

// Direct and packed, cut-off tiles in both directions, one and several blocks of every kind (192 deep, 64 rows, 512
// columns), single rows and columns.
const std::vector<Sizes> all_sizes = {{1, 1, 1},     {3, 2, 5},     {7, 3, 11},    {8, 4, 16},    {9, 5, 17},
                                      {33, 1, 40},   {40, 1, 7},    {31, 2, 200},  {26, 9, 35},   {16, 16, 16},
                                      {25, 21, 23},  {64, 12, 192}, {65, 13, 193}, {130, 10, 71}, {12, 515, 9},
                                      {70, 17, 391}, {5, 1030, 3},  {101, 6, 600}};

double worst_error(const Storage& a, Transpose ta, const Storage& b, Transpose tb, const Storage& before,
                   const Storage& after, bool accumulate, Index depth) {
  double worst = 0;
  for (Index j = 0; j < after.cols; ++j) {
    for (Index i = 0; i < after.rows; ++i) {
      double sum = accumulate ? static_cast<double>(before.at(i, j)) : 0.0;
      for (Index k = 0; k < depth; ++k)
        sum += static_cast<double>(ta == Transpose::no ? a.at(i, k) : a.at(k, i)) *
               static_cast<double>(tb == Transpose::no ? b.at(k, j) : b.at(j, k));
      worst = std::fmax(worst, std::fabs(sum - static_cast<double>(after.at(i, j))));
    }
  }
  return worst;
}

bool gaps_untouched(const Storage& before, const Storage& after) {
  for (Index j = 0; j < after.cols; ++j)
    for (Index i = after.rows; i < after.stride; ++i)
      if (before.at(i, j) != after.at(i, j)) return false;
  return true;
}

bool same_bits(const Storage& a, const Storage& b) {
  return a.data.size() == b.data.size() && std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(Real)) == 0;
}

// The order every path promises: k after k within 192, the parts added in order.
Real in_promised_order(const Storage& a, const Storage& b, Index i, Index j) {
  Real total = 0;
  for (Index first = 0; first < a.cols; first += 192) {
    Real part = 0;
    for (Index k = first; k < std::min(first + 192, a.cols); ++k) part = part + a.at(i, k) * b.at(k, j);
    total = first == 0 ? part : total + part;
  }
  return total;
}

}  // namespace

TEST_CASE("products agree with a plain triple loop in double, for any size, transposition and stride") {
  Generator random(11);
  for (const Sizes& size : all_sizes) {
    for (int variant = 0; variant < 8; ++variant) {
      const Transpose ta = (variant & 1) != 0 ? Transpose::yes : Transpose::no;
      const Transpose tb = (variant & 2) != 0 ? Transpose::yes : Transpose::no;
      const bool accumulate = (variant & 4) != 0;
      CAPTURE(size.rows);
      CAPTURE(size.cols);
      CAPTURE(size.depth);
      CAPTURE(variant);
      const Storage a =
          ta == Transpose::no ? Storage(size.rows, size.depth, 3, random) : Storage(size.depth, size.rows, 1, random);
      const Storage b =
          tb == Transpose::no ? Storage(size.depth, size.cols, 2, random) : Storage(size.cols, size.depth, 5, random);
      const Storage before(size.rows, size.cols, 4, random);
      Storage after = before;
      multiply(a.constant(), ta, b.constant(), tb, after.mutable_view(), accumulate);
      // Rounding of a sum of n terms below 1: about n/2 units in the last place of sqrt(n) at worst.
      CHECK(worst_error(a, ta, b, tb, before, after, accumulate, size.depth) < fixtures::tolerance(2e-5, 1e-13));
      CHECK(gaps_untouched(before, after));

      if (tb == Transpose::yes) continue;
      PackedMatrix packed;
      packed.pack(a.constant(), ta);
      CHECK(packed.rows() == size.rows);
      CHECK(packed.cols() == size.depth);
      Storage again = before;
      multiply(packed, b.constant(), again.mutable_view(), accumulate);
      CHECK(same_bits(after, again));
    }
  }
}

TEST_CASE("each element is summed in the one order that is promised, in every path") {
  Generator random(12);
  for (const Sizes& size : all_sizes) {
    CAPTURE(size.rows);
    CAPTURE(size.cols);
    CAPTURE(size.depth);
    const Storage a(size.rows, size.depth, 0, random), b(size.depth, size.cols, 0, random);
    Storage c(size.rows, size.cols, 0, random);
    multiply(a.constant(), Transpose::no, b.constant(), Transpose::no, c.mutable_view());
    Index different = 0;
    for (Index j = 0; j < size.cols; ++j)
      for (Index i = 0; i < size.rows; ++i) different += c.at(i, j) != in_promised_order(a, b, i, j);
    CHECK(different == 0);
  }
}

TEST_CASE("a column's bits do not depend on its neighbours, nor a row's on transposition") {
  Generator random(13);
  const Index rows = 77, depth = 205, cols = 37;
  const Storage a(rows, depth, 0, random), b(depth, cols, 0, random);
  Storage whole(rows, cols, 0, random), single(rows, 1, 0, random), turned(cols, rows, 0, random);
  multiply(a.constant(), Transpose::no, b.constant(), Transpose::no, whole.mutable_view());
  for (Index j = 0; j < cols; ++j) {
    const ConstView column = view(b.data.data() + j * b.stride, depth, 1);
    multiply(a.constant(), Transpose::no, column, Transpose::no, single.mutable_view());
    CHECK(std::equal(single.data.begin(), single.data.end(), whole.data.begin() + j * rows));
  }
  multiply(b.constant(), Transpose::yes, a.constant(), Transpose::yes, turned.mutable_view());
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) REQUIRE(turned.at(j, i) == whole.at(i, j));
}

TEST_CASE("an infinity or NaN in one column stays in that column and row") {
  Generator random(14);
  const Storage a(13, 21, 0, random);
  Storage b(21, 11, 0, random), c(13, 11, 0, random);
  b.data[static_cast<std::size_t>(20 + 10 * b.stride)] = std::numeric_limits<Real>::infinity();
  b.data[static_cast<std::size_t>(0 + 4 * b.stride)] = std::numeric_limits<Real>::quiet_NaN();
  PackedMatrix packed;
  packed.pack(a.constant(), Transpose::no);
  multiply(packed, b.constant(), c.mutable_view());
  for (Index j = 0; j < 11; ++j)
    for (Index i = 0; i < 13; ++i) CHECK(std::isfinite(c.at(i, j)) == (j != 4 && j != 10));
}

TEST_CASE("empty products") {
  Generator random(15);
  Storage c(3, 2, 0, random);
  const Storage before = c;
  const ConstView no_columns = view(before.data.data(), 3, 0), no_rows = view(before.data.data(), 0, 2);
  multiply(no_columns, Transpose::no, no_rows, Transpose::no, c.mutable_view(), true);
  CHECK(same_bits(c, before));
  PackedMatrix nothing;
  nothing.pack(no_columns, Transpose::no);
  multiply(nothing, no_rows, c.mutable_view(), true);
  CHECK(same_bits(c, before));
  multiply(nothing, no_rows, c.mutable_view());
  CHECK(std::all_of(c.data.begin(), c.data.end(), [](Real x) { return x == 0; }));
  multiply(no_columns, Transpose::no, no_rows, Transpose::no, c.mutable_view());
  CHECK(std::all_of(c.data.begin(), c.data.end(), [](Real x) { return x == 0; }));
}

TEST_CASE("what packing has copied does not change, and packing again replaces it") {
  Generator random(16);
  Storage a(10, 6, 0, random);
  const Storage b(6, 3, 0, random), small(4, 6, 0, random);
  Storage first(10, 3, 0, random), second(10, 3, 0, random), third(4, 3, 0, random), expected(4, 3, 0, random);
  PackedMatrix packed;
  packed.pack(a.constant(), Transpose::no);
  multiply(packed, b.constant(), first.mutable_view());
  a.data[0] += 1;
  multiply(packed, b.constant(), second.mutable_view());
  CHECK(same_bits(first, second));
  packed.pack(a.constant(), Transpose::no);
  multiply(packed, b.constant(), second.mutable_view());
  CHECK_FALSE(same_bits(first, second));
  packed.pack(small.constant(), Transpose::no);
  multiply(packed, b.constant(), third.mutable_view());
  multiply(small.constant(), Transpose::no, b.constant(), Transpose::no, expected.mutable_view());
  CHECK(same_bits(third, expected));
}

#ifndef SEQ2SEQ_DOUBLE
TEST_CASE("products have the same bits on every build") {
  Generator random(17);
  Digest digest;
  for (const Sizes& size : all_sizes) {
    const Storage a(size.depth, size.rows, 1, random), b(size.cols, size.depth, 2, random);
    Storage c(size.rows, size.cols, 0, random);
    multiply(a.constant(), Transpose::yes, b.constant(), Transpose::yes, c.mutable_view(), true);
    digest.add(c.data.data(), c.data.size());
  }
  CHECK(digest.value() == 15617011246186329687u);
}
#endif
