// The 8x4 tile of the matrix product alone, on operands in the first cache: no step can be faster than this. The tile
// is private to gemm.cpp, and a copy could come to differ from it: so this includes that file.
#include "math/gemm.cpp"

namespace {

constexpr seq2seq::Index depth = seq2seq::block_depth;
seq2seq::Real left[seq2seq::tile_rows * depth], right[seq2seq::tile_cols * depth];
seq2seq::Real result[seq2seq::tile_rows * seq2seq::tile_cols];

}  // namespace

// Runs so many tiles; returns the floating point operations that made. A call should be short: V8 replaces a function's
// first, slow code only between calls.
extern "C" double run_tiles(int count) {
  for (int i = 0; i < count; ++i)
    seq2seq::multiply_packed(left, right, seq2seq::tile_rows, seq2seq::tile_cols, depth, result, seq2seq::tile_rows,
                             false);
  return 2.0 * count * static_cast<double>(seq2seq::tile_rows * seq2seq::tile_cols * depth);
}
