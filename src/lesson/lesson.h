// The lesson's worked examples, computed live from their seeds. One function a program of the lesson.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inference/trace.h"
#include "training/config.h"

namespace seq2seq::lesson {

// Attention by hand: one decoder step over S encoder states, every intermediate kept. Row-major.
// Bahdanau et al. 2014, A.1.2: e_i = v . tanh(W_h h_i + W_s s). Luong et al. 2015, eq. (8): dot e_i = s . h_i,
// general e_i = s . (W_a h_i), where Wh holds W_a; Ws and v are not read.
struct AttentionInput {
  int source_length = 3, hidden_size = 4;  // S and H, 1 to 256
  std::vector<Real> h;                     // (S,H)
  std::vector<Real> s;                     // (H)
  std::vector<Real> Wh;                    // (H,H), as nn.Linear stores it: rows are outputs
  std::vector<Real> Ws;                    // (H,H)
  std::vector<Real> v;                     // (H)
  std::vector<std::uint8_t> masked;        // (S) 1: padding; empty: none
  Real temperature = 1;                    // above 0; energies are divided by it before the softmax
};
// Where a score has no such part (Luong: Ws_s, sum, tanh; dot: Wh_h too) the vector is empty.
struct AttentionSteps {
  std::vector<Real> Wh_h;     // (S,H) W_h h_i
  std::vector<Real> Ws_s;     // (H)   W_s s
  std::vector<Real> sum;      // (S,H) their sum
  std::vector<Real> tanh;     // (S,H)
  std::vector<Real> energy;   // (S)   v . tanh, before mask and temperature
  std::vector<Real> alpha;    // (S)   softmax; exactly 0 where masked, all 0 where everything is masked
  std::vector<Real> context;  // (H)   sum_i alpha_i h_i
  Real alpha_sum = 0;         // as float32 adds it up: 1 to rounding
  int largest = 0;            // index of the largest weight, lowest on ties
};
enum class AttentionScore { bahdanau, luong_dot, luong_general };
AttentionInput attention_input(std::uint64_t seed, int source_length = 3, int hidden_size = 4);  // randn in the
                                                                                                 // lesson's order
// Throws Error(invalid_value) naming a size, count or number that cannot be used.
AttentionSteps attention_steps(const AttentionInput& input, AttentionScore score = AttentionScore::bahdanau);

// The context of weights that nobody's softmax gave: c = sum_i alpha_i h_i, with the bits that attention_steps would
// give it. They need not sum to 1.
struct HandContext {
  std::vector<Real> alpha;    // (S) the weights used
  std::vector<Real> context;  // (H)
  Real alpha_sum = 0;         // as float32 adds them up
};
// h (S,H) row-major, alpha (S), each 0 to 1; `normalized` divides them by their sum first. Throws Error(invalid_value)
// naming a count or number that cannot be used; where normalized, also weights that are all 0.
HandContext context_of(const std::vector<Real>& h, const std::vector<Real>& alpha, bool normalized = false);

// An untrained model on one pair, teacher-forced and fed its own predictions (going on after EOS). Seed 99 in the
// lesson.
struct DivergenceDemo {
  Trace teacher, free;
  std::vector<TokenId> stopped;  // the free run's output with the stop rule, EOS not counted
};
DivergenceDemo divergence_demo(std::uint64_t seed);

// The linear schedule epsilon_k = max(0, 1 - k/K) and the label that the lesson's program gives it.
struct ScheduleRow {
  std::int64_t epoch;
  double epsilon;
  std::string label;
};
std::vector<ScheduleRow> schedule_table(double K, const std::vector<std::int64_t>& epochs);
// What the lesson's program leaves out: one coin for each of `count` decoder steps. 1: the model's own prediction is
// fed, 0: the true token.
std::vector<std::uint8_t> schedule_draws(double K, std::int64_t epoch, int count, std::uint64_t seed);
// The coins that a run from `seed` throws at its step `step` (from 0), where every batch has `rows` targets of `length`
// tokens, EOS counted. How many are drawn does not depend on epsilon, so earlier steps may have had any other.
struct CoinThrow {
  std::uint64_t seed = 99;
  int rows = 1, length = 1;  // at least 1; at most 1,000,000 coins a step
  double epsilon = 1;        // probability of the true token, 0 to 1
  Coin coin = Coin::token;
  std::int64_t step = 0;  // at most 100,000,000 coins before it
};
// (rows,length) row-major, 1: the model's own prediction is fed; 0 for the first input, which is always BOS. Throws
// Error(invalid_value) by name.
std::vector<std::uint8_t> coins(const CoinThrow& thrown);

struct PointerTrace {
  std::vector<std::string> tokens;
  std::vector<Real> logits, weights;  // (S)
  int best = 0;                       // index of the largest weight, lowest on ties
};
PointerTrace pointer_trace(std::uint64_t seed);

// The pointer-generator's mixture with any numbers put in (See et al. 2017, eq. 9):
// P(w) = p_gen P_vocab(w) + (1 - p_gen) sum of alpha_i where source_i is w.
struct CopyMixture {
  std::vector<Real> copied;         // (X) the sum alone; X is V and the words beyond that the source has
  std::vector<Real> probabilities;  // (X)
};
// alpha (S), p_vocabulary (V), source (S) in extended ids: from V on the source's own unknown words. Throws
// Error(invalid_value) naming a number outside 0 to 1 or a wrong count, Error(invalid_token) an id below 0 or from
// V + S on.
CopyMixture copy_mixture(const std::vector<Real>& alpha, const std::vector<Real>& p_vocabulary, Real p_gen,
                         const std::vector<TokenId>& source);

struct ModuleCount {
  std::string name;
  std::int64_t count;
};
struct ParameterCounts {
  std::vector<ModuleCount> modules;
  std::int64_t encoder = 0, decoder = 0, total = 0;
};
// Nothing is allocated. Throws Error(invalid_value) for a size outside 1 to 10,000,000.
ParameterCounts parameter_counts(std::int64_t V, std::int64_t E, std::int64_t H);

// One forward pass of the lesson's model over a batch, and the training step around it.
struct ForwardSizes {
  std::int64_t B = 1, S = 4, T = 3, E = 6, H = 8, V = 10;  // rows, source, target, embedding, hidden, vocabulary
};
struct TensorSize {
  std::string name;  // as in a trace (inference/trace.h), or a parameter's; "source", "input" (the token fed), "loss"
  std::vector<std::int64_t> shape;  // PyTorch's
  std::int64_t times = 1;           // made so often in one pass: once, or at each of the T decoder steps
  std::int64_t bytes = 0;           // of all of them
};
struct ForwardCost {
  std::vector<TensorSize> tensors;         // in data order
  std::vector<TensorSize> parameters;      // in PyTorch's order
  std::vector<ModuleCount> multiply_adds;  // of the forward pass's products; element-wise work is not counted
  std::int64_t forward = 0;                // their sum, with W_h h made once
  std::int64_t training_step = 0;          // forward and backward
  std::int64_t repeated_keys = 0;          // what a program that makes W_h h anew at each step adds to the forward pass
  // float32: the weights, their gradients, Adam's two moments, and every tensor above kept for the backward pass.
  std::int64_t parameter_bytes = 0, gradient_bytes = 0, optimizer_bytes = 0, activation_bytes = 0, total_bytes = 0;
};
// Nothing is allocated. Throws Error(invalid_value): B up to 512, S and T up to 500, E and H up to 4096, V up to 10^6.
ForwardCost forward_cost(const ForwardSizes& sizes);

// The attention module alone: constructed from the seed, then encoder states (1,4,8) and a decoder state drawn.
struct Milestone1 {
  std::vector<Real> alpha;
  Real alpha_sum = 0;
  std::vector<int> context_shape;
};
Milestone1 milestone_1(std::uint64_t seed);
// One decoder step from BOS.
struct Milestone2 {
  std::vector<int> encoder_shape;
  int prediction = 0;
  std::vector<Real> alpha;
};
Milestone2 milestone_2(std::uint64_t seed);
// "alpha sums to 1" holds to rounding: how often milestone 1's sum is not exactly 1, over the seeds 0, 1, ...
struct AlphaSumCheck {
  int seeds = 0, missed = 0;
  double largest_error = 0;
};
AlphaSumCheck alpha_sum_check(int seeds);

// The toy trained from a seed (milestone 3 and the full program).
struct ToyRun {
  std::vector<double> losses;   // of every epoch, before its update
  double final_loss = 0;        // the last of them
  std::vector<TokenId> greedy;  // what the trained model then gives, EOS included
};
ToyRun toy_run(std::uint64_t seed, int epochs, double learning_rate = 1e-3, bool free_running = false);

// Teacher forcing against free running on the one pair, 200 epochs of Adam, means over seeds. With other seeds the gain
// is about the same and the means are others: on one pair they say little.
struct ForcingComparison {
  std::uint64_t first_seed = 0;
  int seeds = 0;
  double teacher_loss = 0, free_loss = 0;      // final loss at learning rate 1e-3
  double teacher_epochs = 0, free_epochs = 0;  // first epoch whose loss is below 1, at learning rate 1e-2
  int right = 0, runs = 0;                     // runs whose greedy output is the target
};
// Throws Error(invalid_value) for a number of seeds outside 1 to 100.
ForcingComparison forcing_comparison(std::uint64_t first_seed, int seeds);
// Several in one: of single seeds one after the other it is, bit for bit, what one call over all of them gives.
// Error(invalid_value) where there is none, or one of no seeds, or more than most_joined_seeds in all.
inline constexpr int most_joined_seeds = 1'000'000;
ForcingComparison joined(const std::vector<ForcingComparison>& comparisons);

// Everything the lesson prints, with its label, in the lesson's order.
struct Line {
  std::string part;                // heading it belongs to: "Part 1: architecture"
  std::string key;                 // "slide9.energies": documented in docs/lesson-numbers.md
  std::string label;               // for people
  std::string printed;             // as the lesson prints it, its digits
  std::vector<double> values;      // unrounded
  std::vector<std::string> texts;  // where the answer is words
  std::vector<int> shape;          // where it is a tensor or a shape
};
std::vector<Line> report();

}  // namespace seq2seq::lesson
