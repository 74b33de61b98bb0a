// The kernels alone, natively, under Google Benchmark: build/native/bench/kernels_bench [--benchmark_filter=exp].
// Shapes are those of the configurations in configs.json.
#include <benchmark/benchmark.h>

#include <vector>

#include "math/activations.h"
#include "math/gemm.h"
#include "math/generator.h"

namespace {

using seq2seq::Index;
using seq2seq::Real;
using seq2seq::Transpose;

std::vector<Real> drawn(Index n) {
  seq2seq::Generator generator(1);
  std::vector<Real> values(static_cast<std::size_t>(n));
  generator.uniform(values.data(), values.size(), -1, 1);
  return values;
}

void product(benchmark::State& state) {
  const Index rows = state.range(0), cols = state.range(1), depth = state.range(2);
  const std::vector<Real> a = drawn(rows * depth), b = drawn(depth * cols);
  std::vector<Real> c(static_cast<std::size_t>(rows * cols));
  for (auto _ : state) {
    seq2seq::multiply(seq2seq::view(a.data(), rows, depth), Transpose::no, seq2seq::view(b.data(), depth, cols),
                      Transpose::no, seq2seq::view(c.data(), rows, cols));
    benchmark::DoNotOptimize(c.data());
  }
  state.counters["GFLOP/s"] = benchmark::Counter(2e-9 * static_cast<double>(rows * cols * depth),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(product)
    ->ArgNames({"rows", "cols", "inner"})
    ->Args({256, 256, 256})
    ->Args({1000, 1280, 256})  // mid's output head
    ->Args({512, 64, 128})     // a recurrent step of mid
    ->Args({256, 32, 64})      // of small
    ->Args({512, 1, 128})      // of decoding one sequence
    ->Args({32, 1, 8});        // of the toy

void recurrent(benchmark::State& state) {
  const Index rows = state.range(0), cols = state.range(1), depth = state.range(2);
  const std::vector<Real> a = drawn(rows * depth), b = drawn(depth * cols);
  std::vector<Real> c(static_cast<std::size_t>(rows * cols));
  seq2seq::PackedMatrix weights;
  weights.pack(seq2seq::view(a.data(), rows, depth), Transpose::no);
  for (auto _ : state) {
    seq2seq::multiply(weights, seq2seq::view(b.data(), depth, cols), seq2seq::view(c.data(), rows, cols));
    benchmark::DoNotOptimize(c.data());
  }
  state.counters["GFLOP/s"] = benchmark::Counter(2e-9 * static_cast<double>(rows * cols * depth),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(recurrent)->ArgNames({"rows", "cols", "inner"})->Args({512, 64, 128})->Args({256, 32, 64});

template <class Function>
void elements(benchmark::State& state, Function function) {
  const std::vector<Real> x = drawn(state.range(0));
  std::vector<Real> y(x.size());
  for (auto _ : state) {
    function(x.data(), y.data(), state.range(0));
    benchmark::DoNotOptimize(y.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(elements, exp, seq2seq::exp_array)->Arg(8)->Arg(1024);
BENCHMARK_CAPTURE(elements, tanh, seq2seq::tanh_array)->Arg(8)->Arg(1024);
BENCHMARK_CAPTURE(elements, sigmoid, seq2seq::sigmoid_array)->Arg(8)->Arg(1024);
BENCHMARK_CAPTURE(elements, exp_twice, seq2seq::exp_twice_array)->Arg(8)->Arg(1024);

void softmax(benchmark::State& state) {
  const std::vector<Real> x = drawn(state.range(0));
  std::vector<Real> y(x.size());
  for (auto _ : state) {
    y = x;  // it works in place; the copy is small beside it
    benchmark::DoNotOptimize(seq2seq::softmax(y.data(), state.range(0)));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(softmax)->Arg(20)->Arg(1000)->Arg(8000);

}  // namespace
