// exp, log, pow, sine and cosine in double with the same bits on every machine: C libraries differ in their last digit,
// and a run must not (schedules, length penalties, BLEU, perplexity). Worst error 2 units in the last place for exp and
// log.
#pragma once

namespace seq2seq {

double portable_exp(double x);            // 0 below -745.2, inf above 709.8; NaN stays NaN
double portable_log(double x);            // log(0) = -inf, NaN below 0
double portable_pow(double x, double a);  // x^a for x >= 0; x^0 = 1
                                          // relative error about 2e-16 times |a log x|

// Both at once, for an angle in [-8, 8]; each within 1.2e-16.
struct SineCosine {
  double sine;
  double cosine;
};
SineCosine portable_sine_cosine(double angle);

}  // namespace seq2seq
