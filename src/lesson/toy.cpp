#include "lesson/toy.h"

#include "base/message.h"
#include "inference/model_scorer.h"
#include "inference/search.h"
#include "lesson/lesson.h"
#include "training/trainer.h"

namespace seq2seq::lesson {
namespace {

constexpr int longest_output = 10;  // of the toy's greedy output, should EOS not come

}  // namespace

Toy::Toy(std::uint64_t seed) : model(ModelConfig{}), parameters(model.layout()) {
  Generator generator(seed);
  initialise(parameters, model.config(), generator);
}

Batch toy_batch() {
  Batch batch;
  batch.rows = 1;
  batch.source = toy_source();
  batch.source_length = static_cast<int>(batch.source.size());
  batch.source_lengths = {batch.source_length};
  batch.label = toy_target();
  batch.target_length = static_cast<int>(batch.label.size());
  batch.target_lengths = {batch.target_length};
  batch.input = {toy_bos, batch.label[0], batch.label[1]};
  batch.extended_size = ModelConfig{}.vocabulary_size;
  return batch;
}

ToyRun toy_run(std::uint64_t seed, int epochs, double learning_rate, bool free_running) {
  Toy toy(seed);
  TrainingConfig config;  // the lesson's: Adam, loss summed over the steps
  config.learning_rate = learning_rate;
  config.epochs = epochs;
  config.seed = seed;
  if (free_running) config.forcing.schedule = ScheduleKind::free;
  const std::vector<Batch> batches{toy_batch()};
  Trainer trainer(toy.model, toy.parameters, config,
                  [&batches](std::int64_t, Generator&) -> const std::vector<Batch>& { return batches; });
  ToyRun run;
  for (int epoch = 0; epoch < epochs; ++epoch) run.losses.push_back(trainer.step().loss);
  run.final_loss = run.losses.empty() ? 0 : run.losses.back();

  ModelScorer scorer(toy.model, toy.parameters, batches.front());
  SearchOptions options;
  options.bos = toy_bos;
  options.eos = toy_eos;
  options.max_length = longest_output;
  Context context;
  run.greedy = greedy_search(scorer, {0}, options, context).front().tokens;
  return run;
}

namespace {

ForcingComparison comparison_of(std::uint64_t seed) {
  constexpr int epochs = 200;
  ForcingComparison comparison;
  comparison.first_seed = seed;
  comparison.seeds = 1;
  for (const bool free_running : {false, true}) {
    const auto run = [&](double learning_rate) {
      ToyRun result = toy_run(seed, epochs, learning_rate, free_running);
      ++comparison.runs;
      if (result.greedy == toy_target()) ++comparison.right;
      return result;
    };
    (free_running ? comparison.free_loss : comparison.teacher_loss) = run(1e-3).final_loss;
    const std::vector<double> losses = run(1e-2).losses;
    std::size_t below = 0;
    while (below < losses.size() && losses[below] >= 1) ++below;
    (free_running ? comparison.free_epochs : comparison.teacher_epochs) = static_cast<double>(below);
  }
  return comparison;
}

}  // namespace

ForcingComparison forcing_comparison(std::uint64_t first_seed, int seeds) {
  constexpr int most_seeds = 100;  // in one piece: some seconds of work
  if (seeds < 1 || seeds > most_seeds)
    throw_error(ErrorCode::invalid_value, {"the number of seeds is ", seeds, "; allowed: 1 to ", most_seeds});
  std::vector<ForcingComparison> comparisons;
  comparisons.reserve(static_cast<std::size_t>(seeds));
  for (int i = 0; i < seeds; ++i) comparisons.push_back(comparison_of(first_seed + static_cast<std::uint64_t>(i)));
  return joined(comparisons);
}

ForcingComparison joined(const std::vector<ForcingComparison>& comparisons) {
  ForcingComparison all;
  for (const ForcingComparison& one : comparisons) {
    if (one.seeds < 1 || one.seeds > most_joined_seeds - all.seeds)
      throw_error(ErrorCode::invalid_value,
                  {"a comparison's seeds are ", one.seeds, "; allowed: 1 to ", most_joined_seeds, " in all"});
    all.seeds += one.seeds;
  }
  if (comparisons.empty()) throw_error(ErrorCode::invalid_value, {"comparisons to join are 0; allowed: at least 1"});
  all.first_seed = comparisons.front().first_seed;
  for (const ForcingComparison& one : comparisons) {
    const auto share = [&](double mean) { return mean * one.seeds / all.seeds; };
    all.teacher_loss += share(one.teacher_loss);
    all.free_loss += share(one.free_loss);
    all.teacher_epochs += share(one.teacher_epochs);
    all.free_epochs += share(one.free_epochs);
    all.right += one.right;
    all.runs += one.runs;
  }
  return all;
}

}  // namespace seq2seq::lesson
