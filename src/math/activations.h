// exp, tanh, sigmoid, log and softmax over arrays, with the same bits on every machine (no libm). In the double
// build these are the C library's.
#pragma once

#include "math/matrix.h"

namespace seq2seq {

// Element-wise, n values; x and y may be the same array. Each file-level comment states its worst error.
void exp_array(const Real* x, Real* y, Index n);
void tanh_array(const Real* x, Real* y, Index n);
void sigmoid_array(const Real* x, Real* y, Index n);

Real exp_scalar(Real x);
Real log_scalar(Real x);      // natural logarithm; log(0) = -inf
Real log1p_exp(Real x);       // log(1 + e^x) without overflow; -log1p_exp(-g) is log sigmoid(g)

// In place over n values: the largest is subtracted first. -inf gives weight exactly 0. Returns log(sum(exp(x)))
// of the values it was given.
Real softmax(Real* x, Index n);

}  // namespace seq2seq
