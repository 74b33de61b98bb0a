#include "training/shards.h"

namespace seq2seq {
namespace {

// Columns [begin, end) of a time-major table with `rows` columns a step.
template <class Value>
void cut(const std::vector<Value>& table, int rows, int begin, int end, std::vector<Value>& part) {
  part.clear();
  for (std::size_t at = 0; at < table.size(); at += static_cast<std::size_t>(rows))
    part.insert(part.end(), table.begin() + static_cast<std::ptrdiff_t>(at) + begin,
                table.begin() + static_cast<std::ptrdiff_t>(at) + end);
}

}  // namespace

void cut_rows(const Batch& batch, int begin, int end, Batch& part) {
  part.rows = end - begin;
  part.source_length = batch.source_length;
  part.target_length = batch.target_length;
  part.extended_size = batch.extended_size;
  cut(batch.source, batch.rows, begin, end, part.source);
  cut(batch.source_lengths, batch.rows, begin, end, part.source_lengths);
  cut(batch.input, batch.rows, begin, end, part.input);
  cut(batch.label, batch.rows, begin, end, part.label);
  cut(batch.target_lengths, batch.rows, begin, end, part.target_lengths);
  cut(batch.source_extended, batch.rows, begin, end, part.source_extended);
}

void cut_rows(const std::vector<std::uint8_t>& table, int rows, int begin, int end, std::vector<std::uint8_t>& part) {
  cut(table, rows, begin, end, part);
}

}  // namespace seq2seq
