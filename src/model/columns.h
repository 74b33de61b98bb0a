// Sums along columns that the compiler must not reorder and so cannot vectorise by itself: four lanes, one fixed order.
#pragma once

#include "math/matrix.h"

namespace seq2seq {

Real dot_product(const Real* a, const Real* b, Index n);
// to += factor * from
void add_scaled(Real factor, const Real* from, Real* to, Index n);
// to = from, and to = 0. In WebAssembly the library's copying is slow for a few bytes and goes through JavaScript from
// 512 on.
void copy_column(const Real* from, Real* to, Index n);
void clear_column(Real* to, Index n);
// to += from
void add_column(const Real* from, Real* to, Index n);

}  // namespace seq2seq
