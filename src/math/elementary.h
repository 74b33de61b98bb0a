// Logarithm, sine and cosine in double from the four operations alone: C libraries differ in the last bits of these,
// and the engine's numbers may not. Each is within 1 unit in the last place.
#pragma once

namespace seq2seq {

// Natural logarithm; 0 gives -inf, a negative number or NaN gives NaN.
double elementary_log(double x);

// Sine and cosine of an angle in [-8, 8].
struct SineCosine {
  double sine;
  double cosine;
};
SineCosine elementary_sine_cosine(double angle);

}  // namespace seq2seq
