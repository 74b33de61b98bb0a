#include "training/shard_gradient.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/message.h"

namespace seq2seq {
namespace {

struct Header {
  double sum = 0;
  std::int64_t tokens = 0;
  std::int32_t encoder_rows = 0, decoder_rows = 0;
};

// Calls visit(offset, size) for what lies outside the two embeddings.
template <class Visit>
void outside_embeddings(const ParameterLayout& layout, const Visit& visit) {
  const std::size_t table = layout.list().front().size;
  const std::size_t one = layout.offsets().encoder_embedding, other = layout.offsets().decoder_embedding;
  visit(std::size_t{0}, one);
  visit(one + table, other - one - table);
  visit(other + table, layout.total() - other - table);
}

std::ptrdiff_t width_of(const ParameterLayout& layout) { return layout.list().front().shape[1]; }

void add(const Real* from, std::size_t count, Real* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
}

// A row may have been noted twice where sums met; it is one row.
void make_distinct(std::vector<std::int32_t>& rows) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class Value>
  void read(Value* to, std::size_t count) {
    const std::size_t size = count * sizeof(Value);
    if (size > bytes_.size()) refuse();
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  void finish() const {
    if (!bytes_.empty()) refuse();
  }
  [[noreturn]] static void refuse() {
    throw_error(ErrorCode::invalid_data, {"the packed gradient is not one of a model of these sizes"});
  }

 private:
  std::string_view bytes_;
};

template <class Value>
void append(std::string& bytes, const Value* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(Value));
}

}  // namespace

void add_gradient(Gradients& part, Gradients& to) {
  const ParameterLayout& layout = part.layout();
  const std::ptrdiff_t width = width_of(layout);
  const Real* const from = part.tracked_data();
  Real* const sum = to.tracked_data();
  outside_embeddings(layout, [&](std::size_t at, std::size_t size) { add(from + at, size, sum + at); });
  const auto rows = [&](std::size_t table, std::vector<std::int32_t>& touched, std::vector<std::int32_t>& noted) {
    for (const std::int32_t row : touched) {
      const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(table) + row * width;
      add(from + at, static_cast<std::size_t>(width), sum + at);
      noted.push_back(row);
    }
  };
  rows(layout.offsets().encoder_embedding, part.touched().encoder, to.touched().encoder);
  rows(layout.offsets().decoder_embedding, part.touched().decoder, to.touched().decoder);
}

std::string pack_gradient(const Loss& loss, Gradients& part) {
  std::string bytes;
  Header header{loss.sum, loss.tokens, 0, 0};
  if (!std::isfinite(loss.sum)) {
    append(bytes, &header, 1);
    return bytes;
  }
  const ParameterLayout& layout = part.layout();
  const std::ptrdiff_t width = width_of(layout);
  TouchedRows& touched = part.touched();
  make_distinct(touched.encoder);
  make_distinct(touched.decoder);
  header.encoder_rows = static_cast<std::int32_t>(touched.encoder.size());
  header.decoder_rows = static_cast<std::int32_t>(touched.decoder.size());
  const std::size_t rows = touched.encoder.size() + touched.decoder.size(), table = layout.list().front().size;
  bytes.reserve(sizeof header + rows * sizeof(std::int32_t) +
                (rows * static_cast<std::size_t>(width) + layout.total() - 2 * table) * sizeof(Real));
  append(bytes, &header, 1);
  const Real* const values = part.tracked_data();
  const auto put = [&](std::size_t offset, const std::vector<std::int32_t>& noted) {
    append(bytes, noted.data(), noted.size());
    for (const std::int32_t row : noted)
      append(bytes, values + static_cast<std::ptrdiff_t>(offset) + row * width, static_cast<std::size_t>(width));
  };
  put(layout.offsets().encoder_embedding, touched.encoder);
  put(layout.offsets().decoder_embedding, touched.decoder);
  outside_embeddings(layout, [&](std::size_t at, std::size_t size) { append(bytes, values + at, size); });
  return bytes;
}

Loss add_packed(std::string_view bytes, bool first, Gradients& to) {
  Reader reader(bytes);
  Header header;
  reader.read(&header, 1);
  Loss loss;
  loss.sum = loss.value = header.sum;
  loss.tokens = header.tokens;
  if (!std::isfinite(loss.sum)) {
    reader.finish();
    return loss;
  }
  const ParameterLayout& layout = to.layout();
  const std::int32_t vocabulary = layout.list().front().shape[0];
  const std::ptrdiff_t width = width_of(layout);
  if (first) to.clear_touched();
  Real* const sum = to.tracked_data();
  std::vector<Real> block;
  const auto take = [&](std::ptrdiff_t at, std::size_t size) {
    if (first) {
      reader.read(sum + at, size);
      return;
    }
    // In blocks that stay in the cache: the bytes may lie at any address.
    block.resize(std::min<std::size_t>(size, 4096));
    for (std::size_t done = 0; done < size; done += block.size()) {
      const std::size_t count = std::min(block.size(), size - done);
      reader.read(block.data(), count);
      add(block.data(), count, sum + at + done);
    }
  };
  const auto rows = [&](std::size_t table, std::int32_t count, std::vector<std::int32_t>& noted) {
    if (count < 0 || count > vocabulary) Reader::refuse();
    std::vector<std::int32_t> touched(static_cast<std::size_t>(count));
    reader.read(touched.data(), touched.size());
    for (const std::int32_t row : touched) {
      if (row < 0 || row >= vocabulary) Reader::refuse();
      take(static_cast<std::ptrdiff_t>(table) + row * width, static_cast<std::size_t>(width));
      noted.push_back(row);
    }
  };
  rows(layout.offsets().encoder_embedding, header.encoder_rows, to.touched().encoder);
  rows(layout.offsets().decoder_embedding, header.decoder_rows, to.touched().decoder);
  outside_embeddings(layout, [&](std::size_t at, std::size_t size) { take(static_cast<std::ptrdiff_t>(at), size); });
  reader.finish();
  return loss;
}

}  // namespace seq2seq
