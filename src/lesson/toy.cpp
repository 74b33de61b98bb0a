#include "lesson/toy.h"

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

ForcingComparison forcing_comparison(std::uint64_t first_seed, int seeds) {
  constexpr int epochs = 200;
  ForcingComparison comparison;
  comparison.first_seed = first_seed;
  comparison.seeds = seeds;
  for (int i = 0; i < seeds; ++i)
    for (const bool free_running : {false, true}) {
      const auto run = [&](double learning_rate) {
        ToyRun result = toy_run(first_seed + static_cast<std::uint64_t>(i), epochs, learning_rate, free_running);
        ++comparison.runs;
        if (result.greedy == toy_target()) ++comparison.right;
        return result;
      };
      (free_running ? comparison.free_loss : comparison.teacher_loss) += run(1e-3).final_loss / seeds;
      const std::vector<double> losses = run(1e-2).losses;
      std::size_t below = 0;
      while (below < losses.size() && losses[below] >= 1) ++below;
      (free_running ? comparison.free_epochs : comparison.teacher_epochs) += static_cast<double>(below) / seeds;
    }
  return comparison;
}

}  // namespace seq2seq::lesson
