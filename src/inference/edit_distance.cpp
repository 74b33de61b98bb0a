#include "inference/edit_distance.h"

#include <algorithm>
#include <numeric>

namespace seq2seq {

std::int64_t edit_distance(const std::vector<TokenId>& a, const std::vector<TokenId>& b) {
  // One row of the table at a time: row[j] is the distance of the a read so far to the first j of b.
  std::vector<std::int64_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t diagonal = row[0];
    row[0] = static_cast<std::int64_t>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::int64_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace seq2seq
