#include "formats/safetensors.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "base/message.h"
#include "base/order.h"
#include "base/word_table.h"
#include "formats/json_reader.h"

namespace seq2seq {
namespace {

constexpr std::uint64_t largest_header = 100'000'000;  // the format's own limit

[[noreturn]] void refuse(std::initializer_list<Piece> cause) {
  throw_error(ErrorCode::invalid_file, {"safetensors: ", worded(cause)});
}

std::string in_quotes(const std::string& name) { return worded({"\"", name, "\""}); }

// Bytes of one element; 0 for a type the format does not have.
std::uint64_t element_size(const std::string& dtype) {
  static constexpr WordValue<std::uint64_t> sizes[] = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1}, {"I16", 2}, {"U16", 2}, {"F16", 2},
      {"BF16", 2}, {"I32", 4}, {"U32", 4}, {"F32", 4},     {"F64", 8},     {"I64", 8}, {"U64", 8}};
  return value_of(sizes, dtype);
}

// Walks the header event by event, so that nesting costs no stack, a repeated key is seen, and a number that is not a
// plain non-negative integer is told apart (3.0 and -1 are not dimensions).
class HeaderReader : public JsonEvents {
 public:
  SafeTensors::Metadata metadata;
  std::vector<StoredTensor> tensors;

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("a boolean"); }
  bool number_integer(number_integer_t value) override {
    refuse_number(value == 0 ? "-0" : std::to_string(value));  // without its sign 0 would be allowed
    return false;
  }
  bool number_float(number_float_t, const string_t& text) override {
    refuse_number(text);
    return false;
  }
  bool binary(binary_t&) override { return unexpected("binary data"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (place_ != Place::shape && place_ != Place::offsets) return unexpected("the number " + std::to_string(value));
    (place_ == Place::shape ? tensor_.shape : offsets_).push_back(value);
    if (place_ == Place::shape && tensor_.shape.size() > 8) refuse({in_quotes(name_), " has more than 8 dimensions"});
    if (place_ == Place::offsets && offsets_.size() > 2) refuse({in_quotes(name_), " has more than two data_offsets"});
    return true;
  }

  bool string(string_t& value) override {
    if (place_ == Place::metadata) {
      metadata[key_] = value;
    } else if (place_ == Place::tensor && key_ == "dtype") {
      if (element_size(value) == 0) refuse({in_quotes(name_), " has the unknown dtype ", in_quotes(value)});
      tensor_.dtype = value;
    } else {
      return unexpected("the text " + in_quotes(value.substr(0, 40)));
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == Place::outside) {
      place_ = Place::top;
    } else if (place_ == Place::top) {
      name_ = key_;
      place_ = name_ == "__metadata__" ? Place::metadata : Place::tensor;
      tensor_ = {};
      offsets_.clear();
      inner_keys_.clear();
    } else {
      return unexpected("an object");
    }
    return true;
  }

  bool key(string_t& value) override {
    const bool is_new = place_ == Place::top ? names_.insert(value).second : inner_keys_.insert(value).second;
    if (!is_new) refuse({"the key ", in_quotes(value), " stands twice"});
    key_ = value;
    if (place_ == Place::tensor && key_ != "dtype" && key_ != "shape" && key_ != "data_offsets")
      refuse({in_quotes(name_), " has the unknown field ", in_quotes(value)});
    return true;
  }

  bool end_object() override {
    if (place_ == Place::top) {
      place_ = Place::outside;
      return true;
    }
    if (place_ == Place::tensor) finish_tensor();
    place_ = Place::top;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ == Place::tensor && key_ == "shape") {
      place_ = Place::shape;
    } else if (place_ == Place::tensor && key_ == "data_offsets") {
      place_ = Place::offsets;
    } else {
      return unexpected("an array");
    }
    return true;
  }

  bool end_array() override {
    place_ = Place::tensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    refuse({"the header is no valid JSON (near byte ", position, " of the header)"});
  }

 private:
  enum class Place { outside, top, metadata, tensor, shape, offsets };

  bool unexpected(const std::string& what) {
    if (place_ == Place::outside) refuse({"the header is ", what, ", not an object"});
    if (place_ == Place::metadata)
      refuse({"__metadata__ must map text to text; ", in_quotes(key_), " is ", what, ". Write numbers as text."});
    refuse({what, " where a tensor's description belongs (at ", in_quotes(place_ == Place::top ? key_ : name_), ")"});
  }

  void refuse_number(const std::string& text) {
    if (place_ == Place::shape)
      refuse({in_quotes(name_), " has the dimension ", text, "; a whole number from 0 is needed"});
    if (place_ == Place::offsets)
      refuse({in_quotes(name_), " has the offset ", text, "; a whole number from 0 is needed"});
    unexpected("the number " + text);
  }

  void finish_tensor() {
    for (const char* field : {"dtype", "shape", "data_offsets"})
      if (inner_keys_.count(field) == 0) refuse({in_quotes(name_), " has no ", field});
    if (offsets_.size() != 2) refuse({in_quotes(name_), " needs two data_offsets"});
    tensor_.name = name_;
    tensor_.begin = offsets_[0];
    tensor_.end = offsets_[1];
    tensors.push_back(tensor_);
  }

  Place place_ = Place::outside;
  std::string key_, name_;
  StoredTensor tensor_;
  std::vector<std::uint64_t> offsets_;
  std::set<std::string> names_, inner_keys_;
};

// The bytes a tensor's shape and type need; refuses products that do not fit 64 bits.
std::uint64_t byte_count(const StoredTensor& tensor) {
  std::uint64_t bytes = element_size(tensor.dtype);
  for (const std::uint64_t dimension : tensor.shape) {
    if (dimension != 0 && bytes > std::numeric_limits<std::uint64_t>::max() / dimension)
      refuse({in_quotes(tensor.name), " has a shape whose size does not fit 64 bits"});
    bytes *= dimension;
  }
  return bytes;
}

// Every byte of the data belongs to exactly one tensor.
void check_offsets(std::vector<StoredTensor>& tensors, std::uint64_t data_size) {
  for (const StoredTensor& tensor : tensors) {
    const std::string range = worded({"[", tensor.begin, ", ", tensor.end, "]"});
    if (tensor.end < tensor.begin)
      refuse({in_quotes(tensor.name), " has data_offsets ", range, ": the end lies first"});
    if (tensor.end > data_size)
      refuse(
          {in_quotes(tensor.name), " has data_offsets ", range, ", but the file holds ", data_size, " bytes of data"});
    const std::uint64_t needed = byte_count(tensor);
    if (needed != tensor.end - tensor.begin)
      refuse({in_quotes(tensor.name), " needs ", needed, " bytes for its shape, but its data_offsets ", range, " give ",
              tensor.end - tensor.begin});
  }
  sort_stably(tensors, [](const StoredTensor& a, const StoredTensor& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::uint64_t at = 0;
  for (const StoredTensor& tensor : tensors) {
    if (tensor.begin < at) refuse({in_quotes(tensor.name), " overlaps the tensor before it"});
    if (tensor.begin > at) refuse({"bytes ", at, " to ", tensor.begin, " of the data belong to no tensor"});
    at = tensor.end;
  }
  if (at != data_size) refuse({"the last ", data_size - at, " bytes of the data belong to no tensor"});
}

template <class Integer>
Integer little_endian(const char* bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return static_cast<Integer>(value);
}

template <class Float, class Bits>
Float from_bits(Bits bits) {
  Float value;
  static_assert(sizeof(value) == sizeof(bits));
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// IEEE half precision; subnormals are exact in float.
float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 31u, fraction = half & 1023u;
  if (exponent == 31) return from_bits<float>(sign | 0x7f800000u | (fraction << 13));
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * from_bits<float>(std::uint32_t{0x33800000});  // 2^-24
    return sign != 0 ? -magnitude : magnitude;
  }
  return from_bits<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

void append_little_endian(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 255u));
}

}  // namespace

std::uint64_t StoredTensor::count() const {
  std::uint64_t product = 1;
  for (const std::uint64_t dimension : shape) product *= dimension;
  return product;
}

SafeTensors SafeTensors::parse(std::string_view bytes) {
  if (bytes.size() < 8)
    refuse({"the file has ", bytes.size(), " bytes; it needs at least the 8 of the header's length"});
  const auto length = little_endian<std::uint64_t>(bytes.data());
  const std::uint64_t rest = bytes.size() - 8;
  if (length > rest) refuse({"the header should have ", length, " bytes, but only ", rest, " follow"});
  if (length > largest_header) refuse({"the header has ", length, " bytes; at most ", largest_header, " are allowed"});
  const std::string_view header = bytes.substr(8, static_cast<std::size_t>(length));
  if (header.empty() || header.front() != '{') refuse({"the header does not begin with {"});

  HeaderReader reader;
  read_json(header, reader);
  const std::string_view data = bytes.substr(8 + header.size());
  check_offsets(reader.tensors, data.size());

  SafeTensors file;
  file.metadata_ = std::move(reader.metadata);
  file.tensors_ = std::move(reader.tensors);
  file.data_.assign(data);
  return file;
}

const StoredTensor* SafeTensors::find(const std::string& name) const {
  for (const StoredTensor& tensor : tensors_)
    if (tensor.name == name) return &tensor;
  return nullptr;
}

std::vector<Real> SafeTensors::values(const StoredTensor& tensor) const {
  const char* at = data_.data() + tensor.begin;
  std::vector<Real> out(static_cast<std::size_t>(tensor.count()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (tensor.dtype == "F32")
      out[i] = static_cast<Real>(from_bits<float>(little_endian<std::uint32_t>(at + 4 * i)));
    else if (tensor.dtype == "F64")
      out[i] = static_cast<Real>(from_bits<double>(little_endian<std::uint64_t>(at + 8 * i)));
    else if (tensor.dtype == "F16")
      out[i] = static_cast<Real>(half_to_float(little_endian<std::uint16_t>(at + 2 * i)));
    else if (tensor.dtype == "BF16")
      out[i] = static_cast<Real>(from_bits<float>(
          static_cast<std::uint32_t>(static_cast<std::uint32_t>(little_endian<std::uint16_t>(at + 2 * i)) << 16)));
    else
      refuse({in_quotes(tensor.name), " has the dtype ", tensor.dtype, "; F32, F64, F16 or BF16 is needed here"});
  }
  return out;
}

std::vector<std::int64_t> SafeTensors::integers(const StoredTensor& tensor) const {
  const char* at = data_.data() + tensor.begin;
  std::vector<std::int64_t> out(static_cast<std::size_t>(tensor.count()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (tensor.dtype == "I64")
      out[i] = little_endian<std::int64_t>(at + 8 * i);
    else if (tensor.dtype == "I32")
      out[i] = little_endian<std::int32_t>(at + 4 * i);
    else if (tensor.dtype == "I16")
      out[i] = little_endian<std::int16_t>(at + 2 * i);
    else if (tensor.dtype == "I8")
      out[i] = little_endian<std::int8_t>(at + i);
    else if (tensor.dtype == "U8" || tensor.dtype == "BOOL")
      out[i] = little_endian<std::uint8_t>(at + i);
    else
      refuse({in_quotes(tensor.name), " has the dtype ", tensor.dtype, "; whole numbers are needed here"});
  }
  return out;
}

std::string write_safetensors(const std::vector<NamedTensor>& tensors, const SafeTensors::Metadata& metadata) {
  JsonValue header = JsonValue::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t at = 0;
  for (const NamedTensor& tensor : tensors) {
    std::uint64_t count = 1;
    for (const int dimension : tensor.shape) count *= static_cast<std::uint64_t>(dimension);
    assert(count == tensor.values.size());
    const std::uint64_t end = at + count * sizeof(Real);
    header[tensor.name] = {
        {"dtype", sizeof(Real) == 4 ? "F32" : "F64"}, {"shape", tensor.shape}, {"data_offsets", {at, end}}};
    at = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');

  std::string out;
  out.reserve(8 + text.size() + static_cast<std::size_t>(at));
  append_little_endian(out, text.size(), 8);
  out += text;
  for (const NamedTensor& tensor : tensors) {
    for (const Real value : tensor.values) {
      std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t> bits;
      std::memcpy(&bits, &value, sizeof bits);
      append_little_endian(out, bits, sizeof bits);
    }
  }
  return out;
}

}  // namespace seq2seq
