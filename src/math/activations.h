// exp, tanh, sigmoid, log and softmax over arrays, with the same bits on every machine (no libm) and for every length
// and position in an array. In the double build these are the C library's.
#pragma once

#include "math/matrix.h"

namespace seq2seq {

// Element-wise, n values; x and y may be the same array. NaN stays NaN. Worst errors of the float build, as the tests
// measure them: exp 8.1e-8 relative, tanh 1.8e-7 relative and 1.5e-7 absolute, sigmoid 1.5e-7 and 9e-8. The
// usual rational tanh, 4e-7 off, would use up much of the 1e-6 within which layers must agree with PyTorch.
void exp_array(const Real* x, Real* y, Index n);  // overflows to inf, underflows through denormals to 0
void tanh_array(const Real* x, Real* y, Index n);
void sigmoid_array(const Real* x, Real* y, Index n);  // below -88.4: 0

// y = exp(2x) with 2x cut to [-43, 43], so that a product of two such values neither overflows nor vanishes. Attention
// keeps these instead of tanh: tanh(a + b) = 1 - 2 / (e^2a e^2b + 1), exact while |a| and |b| stay below 21.5.
void exp_twice_array(const Real* x, Real* y, Index n);

Real exp_scalar(Real x);
Real tanh_scalar(Real x);
Real sigmoid_scalar(Real x);
Real log_scalar(Real x);  // natural logarithm; log(0) = -inf
Real log1p_exp(Real x);   // log(1 + e^x) without overflow; -log1p_exp(-g) is log sigmoid(g)

// In place over n values: the largest is subtracted first. -inf gives weight exactly 0. Returns log(sum(exp(x)))
// of the values it was given. As in PyTorch, a NaN, a +inf or nothing but -inf makes all of it NaN. n = 0 gives -inf.
Real softmax(Real* x, Index n);
void softmax_weights(Real* x, Index n);  // the same where nobody asks for the logarithm, which takes a while

}  // namespace seq2seq
