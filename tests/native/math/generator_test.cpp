#include "math/generator.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/digest.h"
#include "support/fixtures.h"

using namespace seq2seq;
using fixtures::Json;

namespace {

std::uint64_t whole(const Json& text) {
  const std::string s = text.get<std::string>();
  return s[0] == '-' ? static_cast<std::uint64_t>(std::stoll(s)) : std::stoull(s);
}

std::size_t elements(const Json& shape) {
  std::size_t n = 1;
  for (const Json& side : shape) n *= side.get<std::size_t>();
  return n;
}

// The bits, so that -0 and 0 differ.
template <class T>
void check_bits(const std::vector<T>& found, const Json& out, bool last_places_may_differ) {
  const fixtures::Tensor expected = fixtures::tensor(out);
  REQUIRE(found.size() == expected.data.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const T value = static_cast<T>(expected.data[i]);
    INFO("element ", i);
    if (last_places_may_differ)
      CHECK(std::fabs(found[i] - value) <= std::fabs(value) * T(4.5e-16));
    else
      CHECK(std::memcmp(&found[i], &value, sizeof value) == 0);
  }
}

template <class T>
void check_tensor_call(Generator& generator, const std::string& op, const Json& call) {
  std::vector<T> out(elements(call.at("shape")));
  if (op == "rand") generator.rand(out.data(), out.size());
  if (op == "randn") generator.randn(out.data(), out.size());
  if (op == "uniform_")
    generator.uniform(out.data(), out.size(), call.at("a").get<double>(), call.at("b").get<double>());
  if (op == "normal_")
    generator.normal(out.data(), out.size(), call.at("mean").get<double>(), call.at("std").get<double>());
  // Normals of double tensors came from one C library's log, sin and cos; ours are two last places off at most.
  check_bits(out, call.at("out"), sizeof(T) == 8 && (op == "randn" || op == "normal_"));
}

// One recorded call; false where the operation is not known.
bool check_call(Generator& generator, const Json& call) {
  const std::string op = call.at("op").get<std::string>();
  if (op == "rand" || op == "randn" || op == "uniform_" || op == "normal_") {
    if (call.value("dtype", "float32") == "float64")
      check_tensor_call<double>(generator, op, call);
    else
      check_tensor_call<float>(generator, op, call);
  } else if (op == "randint") {
    for (const Json& x : call.at("out"))
      CHECK(generator.randint(static_cast<std::int64_t>(whole(call.at("low"))),
                              static_cast<std::int64_t>(whole(call.at("high")))) ==
            (x.is_string() ? static_cast<std::int64_t>(whole(x)) : x.get<std::int64_t>()));
  } else if (op == "bernoulli") {
    const fixtures::Tensor p = fixtures::tensor(call.at("p")), out = fixtures::tensor(call.at("out"));
    REQUIRE(p.data.size() == out.data.size());
    for (std::size_t i = 0; i < p.data.size(); ++i)
      CHECK(generator.bernoulli(static_cast<float>(p.data[i])) == (out.data[i] == 1));
  } else if (op == "bernoulli_scalar") {
    for (const double x : fixtures::tensor(call.at("out")).data)
      CHECK(generator.bernoulli_number(call.at("p").get<double>()) == (x == 1));
  } else if (op == "randperm") {
    CHECK(generator.randperm(call.at("n").get<std::int64_t>()) == call.at("out").get<std::vector<std::int64_t>>());
  } else if (op == "manual_seed") {
    generator.manual_seed(whole(call.at("seed")));
  } else {
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("raw words are those of torch.manual_seed") {
  const Json recorded = fixtures::load("rng.json");
  REQUIRE(recorded.at("raw").size() > 0);
  for (const Json& stream : recorded.at("raw")) {
    Generator generator(whole(stream.at("seed")));
    CAPTURE(stream.at("seed").get<std::string>());
    for (const Json& word : stream.at("u32")) CHECK(generator.next32() == word.get<std::uint32_t>());
    CHECK(generator.words_used() == stream.at("u32").size());
  }
  REQUIRE(recorded.at("same_stream").size() > 0);
  for (const Json& pair : recorded.at("same_stream")) {
    Generator one(whole(pair.at("seed"))), other(whole(pair.at("same_as")));
    CAPTURE(pair.at("seed").get<std::string>());
    for (const Json& word : pair.at("u32_first8")) CHECK(one.next32() == word.get<std::uint32_t>());
    for (int i = 0; i < 8; ++i) other.next32();
    CHECK(one.next64() == other.next64());
  }
}

TEST_CASE("every recorded call gives torch's bits and consumes torch's words") {
  const Json recorded = fixtures::load("rng.json");
  REQUIRE(recorded.at("cases").size() > 200);
  for (const Json& stream : recorded.at("cases")) {
    CAPTURE(stream.at("name").get<std::string>());
    Generator generator(whole(stream.at("seed")));
    for (const Json& call : stream.at("calls")) {
      CAPTURE(call.at("op").get<std::string>());
      REQUIRE(check_call(generator, call));
      CHECK(generator.words_used() == call.at("raw_used").get<std::uint64_t>());
    }
  }
}

TEST_CASE("C32, C33: numbers that people compare by eye") {
  const auto check = [](const std::vector<float>& found, const std::vector<double>& expected) {
    CHECK(fixtures::difference(found, expected, 1e-6) == "");
  };
  std::vector<float> few(4), block(16), uniforms(3);
  Generator(0).randn(few.data(), 4);
  check(few, {1.540996, -0.293429, -2.178789, 0.568431});
  Generator(0).randn(block.data(), 16);
  block.resize(4);
  check(block, {-1.125840, -1.152360, -0.250579, -0.433879});
  // Only the low 32 bits of a seed count; -1 is 2^32 - 1.
  Generator(std::uint64_t{1} << 32).rand(uniforms.data(), 3);
  check(uniforms, {0.4962566, 0.7682218, 0.0884774});
  Generator(static_cast<std::uint64_t>(-1)).rand(uniforms.data(), 3);
  check(uniforms, {0.9937994, 0.5713063, 0.5700080});
  CHECK(Generator(7).randperm(10) == std::vector<std::int64_t>{5, 0, 3, 4, 1, 7, 9, 6, 8, 2});
}

TEST_CASE("a million normals are the same on every build") {
  Generator generator(4242);
  std::vector<float> values(1000003);
  generator.normal(values.data(), values.size(), 0.25, 1.5);
  Digest digest;
  digest.add(values.data(), values.size());
  std::vector<float> few(15);
  for (int i = 0; i < 4000; ++i) {
    generator.normal(few.data(), few.size(), -0.1, 0.3);
    digest.add(few.data(), few.size());
  }
  std::vector<double> doubles(30011);
  generator.randn(doubles.data(), doubles.size());
  digest.add(doubles.data(), doubles.size());
  generator.uniform(doubles.data(), doubles.size(), -0.3, 0.7);
  digest.add(doubles.data(), doubles.size());
  generator.uniform(values.data(), values.size(), -0.35, 0.35);
  digest.add(values.data(), values.size());
  CHECK(digest.value() == 317756589048566558u);
}

TEST_CASE("a restored generator goes on as the first would have") {
  for (const std::uint64_t words : {0, 1, 5, 623, 624, 625, 1247, 1248, 5001}) {
    CAPTURE(words);
    Generator first(31337);
    for (std::uint64_t i = 0; i < words; ++i) first.next32();
    Generator second(7);
    second.next64();
    second.restore(first.state());
    CHECK(second.words_used() == words);
    for (int i = 0; i < 700; ++i) REQUIRE(first.next32() == second.next32());
  }
  Generator first(5);
  float value = 0;
  first.randn(&value, 1);
  CHECK(first.state().has_waiting_normal);
  Generator second;
  second.restore(first.state());
  float a[3] = {}, b[3] = {};
  first.normal(a, 3, 2.0, 0.5);
  second.normal(b, 3, 2.0, 0.5);
  CHECK(std::equal(a, a + 3, b));
  CHECK(second.state().seed == 5);
  second.manual_seed(5);
  CHECK_FALSE(second.state().has_waiting_normal);
}

TEST_CASE("impossible requests are refused by name") {
  Generator generator(1);
  const auto refusal = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_value);
      return error.what();
    }
    return {};
  };
  CHECK(refusal([&] { generator.randint(3, 3); }).find("3") != std::string::npos);
  CHECK(refusal([&] { generator.randint(4, -2); }).find("-2") != std::string::npos);
  CHECK(refusal([&] { generator.randperm(-1); }).find("-1") != std::string::npos);
  Generator::State far;
  far.words = (std::uint64_t{1} << 32) + 1;
  CHECK(refusal([&] { generator.restore(far); }).find("4294967297") != std::string::npos);
  CHECK(generator.words_used() == 0);
  // The widest range there is: 2^64 - 1 values.
  const std::int64_t low = std::numeric_limits<std::int64_t>::min(), high = std::numeric_limits<std::int64_t>::max();
  CHECK(generator.randint(low, high) < high);
}
