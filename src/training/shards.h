// Cuts a batch into parts of consecutive rows. Gradients of the parts are summed in order, so that the number of parts
// is the run's choice and the number of workers computing them is nobody's.
#pragma once

#include <cstdint>
#include <vector>

#include "model/batch.h"

namespace seq2seq {

// Rows [begin, end) of `batch` as a batch of their own, padded to the lengths of the whole; `part` is reused.
void cut_rows(const Batch& batch, int begin, int end, Batch& part);
// The same columns of a [T,B] table.
void cut_rows(const std::vector<std::uint8_t>& table, int rows, int begin, int end, std::vector<std::uint8_t>& part);

}  // namespace seq2seq
