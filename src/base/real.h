// The scalar of every tensor in the engine.
#pragma once

namespace seq2seq {

#ifdef SEQ2SEQ_DOUBLE
// The double build checks the mathematics (finite differences, PyTorch's float64 numbers). It takes plain
// scalar loops and the C library, and is outside the promise of equal bits.
using Real = double;
#else
using Real = float;
#endif

}  // namespace seq2seq
