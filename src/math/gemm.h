// Matrix product: packed 8x4 tiles in vector extensions, one source for every machine. Each element is summed
// over k in one fixed order that depends on nothing but the sizes of the product's inner dimension, so a column's
// bits do not depend on its neighbours, on the compiler or on SIMD being there.
#pragma once

#include <vector>

#include "math/matrix.h"

namespace seq2seq {

enum class Transpose { no, yes };

// c = op(a) op(b), or c += op(a) op(b) with accumulate. c must not overlap a or b. Allocates nothing once its
// packing buffers (per thread) have grown to their fixed size.
void multiply(ConstView a, Transpose ta, ConstView b, Transpose tb, View c, bool accumulate = false);

// A left operand packed once and used for many products: the recurrent weights of a training step, say. Packing
// the same shape again allocates nothing.
class PackedMatrix {
 public:
  // `a` stays as it is until the last product: most matrices are copied, but a few rows are read where they lie.
  void pack(ConstView a, Transpose ta);
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

 private:
  friend void multiply(const PackedMatrix& a, ConstView b, View c, bool accumulate);

  std::vector<Real> panels_;
  const Real* in_place_ = nullptr;  // instead of panels
  Index stride_ = 0;                // of in_place_
  Index rows_ = 0;
  Index cols_ = 0;
};

// c = a b, or c += a b: the same bits as the product above gives.
void multiply(const PackedMatrix& a, ConstView b, View c, bool accumulate = false);

}  // namespace seq2seq
