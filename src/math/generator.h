// The random generator of the engine: PyTorch's CPU generator, bit for bit (float path with AVX2 numbers; see
// docs/randomness.md for the rules). All randomness of a run comes from such generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seq2seq {

class Generator {
 public:
  explicit Generator(std::uint64_t seed = 0) { manual_seed(seed); }

  // torch.manual_seed: only the low 32 bits count; throws away a waiting normal.
  void manual_seed(std::uint64_t seed);
  std::uint64_t seed() const { return seed_; }

  std::uint32_t next32();
  std::uint64_t next64();   // two words, the first is the upper half
  float uniform();          // [0,1), 24 bits, one word
  double uniform_double();  // [0,1), 53 bits, two words

  // The tensor calls, n elements in row-major order.
  void rand(float* out, std::size_t n);
  void rand(double* out, std::size_t n);
  void uniform(float* out, std::size_t n, double low, double high);  // uniform_(low, high)
  void uniform(double* out, std::size_t n, double low, double high);
  void normal(float* out, std::size_t n, double mean, double std);  // normal_(mean, std); both paths
  void normal(double* out, std::size_t n, double mean, double std);
  void randn(float* out, std::size_t n) { normal(out, n, 0.0, 1.0); }
  void randn(double* out, std::size_t n) { normal(out, n, 0.0, 1.0); }
  // One element; high is exclusive. low >= high is refused (invalid_value).
  std::int64_t randint(std::int64_t low, std::int64_t high);
  bool bernoulli(float p);          // uniform() < p
  bool bernoulli_number(double p);  // x.bernoulli_(0.3): uniform_double() < p
  std::vector<std::int64_t> randperm(std::int64_t n);

  // Where the stream stands, so that a checkpoint can restore it exactly.
  struct State {
    std::uint64_t seed = 0;
    std::uint64_t words = 0;  // 32-bit words consumed since seeding
    bool has_waiting_normal = false;
    double waiting_normal = 0;
  };
  State state() const;
  // Draws up to that place; more than 2^32 words are refused (invalid_value).
  void restore(const State& state);
  std::uint64_t words_used() const { return words_; }

 private:
  void refill();
  double next_normal();  // standard, of the one-by-one path

  std::uint32_t words_of_state_[624] = {};
  int position_ = 624;
  std::uint64_t seed_ = 0;
  std::uint64_t words_ = 0;
  bool has_waiting_normal_ = false;
  double waiting_normal_ = 0;
};

}  // namespace seq2seq
