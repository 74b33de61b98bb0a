// The only file that includes Eigen. Eigen holds and views the data; the hot kernels (gemm.h, activations.h)
// are ours. Everything is column-major: a column is one batch column, its rows are features.
#pragma once

#include <Eigen/Core>

#include "base/real.h"

namespace seq2seq {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// Views over memory owned elsewhere; the outer stride is the distance between columns.
using View = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using ConstView = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

inline View view(Real* data, Index rows, Index cols) { return {data, rows, cols, Eigen::OuterStride<>(rows)}; }
inline View view(Real* data, Index rows, Index cols, Index stride) {
  return {data, rows, cols, Eigen::OuterStride<>(stride)};
}
inline ConstView view(const Real* data, Index rows, Index cols) {
  return {data, rows, cols, Eigen::OuterStride<>(rows)};
}
inline ConstView view(const Real* data, Index rows, Index cols, Index stride) {
  return {data, rows, cols, Eigen::OuterStride<>(stride)};
}

}  // namespace seq2seq
