#include "training/trainer.h"

#include <doctest/doctest.h>

#include <limits>

#include "base/error.h"
#include "support/allocations.h"
#include "training/schedule.h"
#include "training/support.h"

using namespace seq2seq;
using namespace training_test;

namespace {

void check_run(const fixtures::Json& run, const fixtures::Json& shape, const fixtures::Json& init, LossKind loss,
               std::int64_t epochs) {
  const std::string name = run.at("name"), optimizer = run.at("optimizer");
  CAPTURE(name);
  const bool decoupled = optimizer.find("AdamW") != std::string::npos;
  const double loss_tolerance = fixtures::tolerance(decoupled ? 5e-5 : 2e-5, 1e-10);
  const double parameter_tolerance = fixtures::tolerance(decoupled ? 1e-4 : 5e-5, 1e-10);

  Case data(shape);
  Parameters parameters = parameters_of(init, data.model);
  TrainingConfig config = config_from(optimizer);
  config.loss = loss;
  config.epochs = epochs;
  Trainer trainer(data.model, parameters, config, data.source());
  const auto& truth = run.at("f64");
  std::vector<double> losses, norms;
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    CHECK(report.epoch == static_cast<std::int64_t>(losses.size()));
    CHECK(report.epoch_ends);
    losses.push_back(report.loss);
    norms.push_back(report.gradient_norm);
    if (losses.size() == 1) CHECK(difference(parameters, truth.at("params_after_1"), parameter_tolerance) == "");
  }
  CHECK(fixtures::difference(losses, fixtures::tensor(truth.at("losses")).data, loss_tolerance) == "");
  if (truth.contains("grad_norms_before_clip"))
    CHECK(fixtures::difference(norms, fixtures::tensor(truth.at("grad_norms_before_clip")).data,
                               fixtures::tolerance(2e-5, 1e-10)) == "");
  CHECK(difference(parameters, truth.at("params_final"), parameter_tolerance) == "");
}

// Three batches of the odd model's rows, so that orders differ.
struct OddRun {
  OddRun() : example(model_test::odd_config()) {
    for (const std::vector<TokenId>& source : model_test::Rows{{3, 10, 4}, {9, 1, 8, 2}, {5, 6}})
      batches.push_back(batch_of({source}, {{0, 7, source[0], 3}}));
    batches.push_back(model_test::odd_batch());
  }
  BatchSource source() {
    return [this](std::int64_t, Generator& shuffling) -> const std::vector<Batch>& {
      ordered.clear();
      for (const std::int64_t i : shuffling.randperm(static_cast<std::int64_t>(batches.size())))
        ordered.push_back(batches[static_cast<std::size_t>(i)]);
      return ordered;
    };
  }
  model_test::Example example;
  std::vector<Batch> batches, ordered;
};

TrainingConfig odd_training() {
  TrainingConfig config;
  config.learning_rate = 0.01;
  config.epochs = 7;
  config.forcing.schedule = ScheduleKind::linear;
  config.forcing.linear_steps = 5;
  config.forcing.prediction = OwnPrediction::sample;
  return config;
}

ErrorCode code_of_failure(Trainer& trainer, std::string& text, int steps = 1000) {
  try {
    for (int i = 0; i < steps; ++i) trainer.step();
  } catch (const Error& error) {
    text = error.what();
    return error.code();
  }
  FAIL("no error");
  return ErrorCode::invalid_state;
}

}  // namespace

TEST_CASE("every optimiser follows PyTorch over every epoch of train.json") {
  const auto json = fixtures::load("train.json");
  for (const auto& run : json.at("toy_runs"))
    check_run(run, json.at("toy"), json.at("toy_init"), LossKind::sum, json.at("epochs"));
  for (const auto& run : json.at("batch_runs"))
    check_run(run, json.at("batch"), json.at("batch_init"), LossKind::mean, json.at("epochs"));
}

TEST_CASE("scheduled sampling with the stored draws follows PyTorch over every epoch") {
  const auto json = fixtures::load("schedsamp.json");
  for (const auto& run : json.at("runs")) {
    const std::string schedule = run.at("schedule");
    CAPTURE(schedule);
    Case data(json.at("model"));
    const Batch& batch = data.batches[0];
    Parameters parameters = parameters_of(json.at("init"), data.model);
    Gradients gradients(data.model.layout());
    Optimizer optimizer(config_from(run.at("optimizer")), data.model.layout());
    Workspace workspace;
    std::vector<double> losses;
    for (std::size_t epoch = 0; epoch < run.at("draws").size(); ++epoch) {
      std::vector<std::uint8_t> own = {0};
      for (const int draw : run.at("draws")[epoch]) own.push_back(draw == 1 ? 0 : 1);
      Feeding feeding;
      feeding.own = own.data();
      losses.push_back(data.model.forward(parameters, batch, feeding, LossKind::sum, workspace).value);
      const auto fed = run.at("fed_tokens")[epoch].get<std::vector<TokenId>>();
      REQUIRE(std::vector<TokenId>(workspace.fed.begin(), workspace.fed.begin() + batch.target_length) == fed);
      data.model.backward(parameters, batch, workspace, gradients);
      optimizer.step(parameters, gradients);
    }
    const auto& truth = run.at("f64");
    CHECK(fixtures::difference(losses, fixtures::tensor(truth.at("losses")).data, fixtures::tolerance(2e-5, 1e-10)) ==
          "");
    CHECK(difference(parameters, truth.at("params_final"), fixtures::tolerance(5e-4, 1e-10)) == "");
  }
}

TEST_CASE("the trainer throws the coins of schedsamp.json from its own stream") {
  const auto json = fixtures::load("schedsamp.json");
  const auto& schedules = json.at("schedules");
  for (const auto& run : json.at("runs")) {
    const std::string schedule = run.at("schedule");
    CAPTURE(schedule);
    Case data(json.at("model"));
    Parameters parameters = parameters_of(json.at("init"), data.model);
    TrainingConfig config = config_from(run.at("optimizer"));
    config.epochs = static_cast<std::int64_t>(run.at("draws").size());
    const std::string note = json.at("uniforms").at("note");
    config.seed = static_cast<std::uint64_t>(number_after(note, "manual_seed(", 0)) - 1;  // coins have seed + 1
    config.forcing.linear_steps = schedules.at("linear").at("K");
    config.forcing.exponential_base = schedules.at("exponential").at("base");
    config.forcing.sigmoid_scale = schedules.at("inverse_sigmoid").at("s");
    config.forcing.schedule = schedule == "linear"                ? ScheduleKind::linear
                              : schedule == "exponential"         ? ScheduleKind::exponential
                              : schedule == "inverse_sigmoid"     ? ScheduleKind::inverse_sigmoid
                              : schedule == "always_ground_truth" ? ScheduleKind::teacher
                                                                  : ScheduleKind::free;
    Trainer trainer(data.model, parameters, config, data.source());
    std::vector<double> losses;
    for (const auto& draws : run.at("draws")) {
      losses.push_back(trainer.step().loss);
      std::vector<std::uint8_t> own = {0};
      for (const int draw : draws) own.push_back(draw == 1 ? 0 : 1);
      REQUIRE(trainer.last_coins() == own);
    }
    CHECK(fixtures::difference(losses, fixtures::tensor(run.at("f64").at("losses")).data,
                               fixtures::tolerance(2e-5, 1e-10)) == "");
  }
}

TEST_CASE("a run restored from its position goes on bit for bit") {
  const TrainingConfig config = odd_training();
  for (const int cut : {1, 3, 4, 6, 11}) {
    CAPTURE(cut);
    OddRun whole;
    Trainer trainer(whole.example.model, whole.example.parameters, config, whole.source());
    for (int i = 0; i < cut; ++i) trainer.step();

    OddRun resumed;
    resumed.example.parameters = whole.example.parameters;
    Trainer second(resumed.example.model, resumed.example.parameters, config, resumed.source());
    second.optimizer().first_moment() = trainer.optimizer().first_moment();
    second.optimizer().second_moment() = trainer.optimizer().second_moment();
    second.restore(trainer.position());
    while (!trainer.finished()) {
      const StepReport one = trainer.step(), two = second.step();
      REQUIRE(one.step == two.step);
      REQUIRE(one.epoch_ends == two.epoch_ends);
      REQUIRE(one.loss == two.loss);
      REQUIRE(one.epoch_loss == two.epoch_loss);
    }
    CHECK(second.finished());
    CHECK(whole.example.parameters == resumed.example.parameters);
  }
}

TEST_CASE("parts of a batch add up to the whole batch") {
  for (const LossKind kind : {LossKind::sum, LossKind::mean}) {
    TrainingConfig config;
    config.loss = kind;
    config.forcing.schedule = ScheduleKind::linear;
    config.forcing.linear_steps = 3;
    std::vector<double> gradients;
    double loss = 0;
    for (const int shards : {1, 2, 3, 64}) {
      CAPTURE(shards);
      config.shards = shards;
      model_test::Example example(model_test::odd_config());
      const std::vector<Batch> batches = {model_test::odd_batch()};
      Trainer trainer(example.model, example.parameters, config,
                      [&](std::int64_t, Generator&) -> const std::vector<Batch>& { return batches; });
      const StepReport report = trainer.step();
      CHECK(report.tokens == 9);
      // After the first step Adam's first moment is a tenth of the gradient.
      const Parameters& moment = trainer.optimizer().first_moment();
      if (shards == 1) {
        loss = report.loss;
        gradients.assign(moment.data(), moment.data() + moment.size());
        continue;
      }
      CHECK(report.loss == doctest::Approx(loss).epsilon(1e-6));
      const std::vector<Real> found(moment.data(), moment.data() + moment.size());
      CHECK(fixtures::difference(found, gradients, fixtures::tolerance(1e-6, 1e-12)) == "");
    }
  }
}

TEST_CASE("trainers that share the parts of a step out give the bits of one that does them all") {
  for (const LossKind kind : {LossKind::sum, LossKind::mean}) {
    TrainingConfig config = odd_training();
    config.forcing.prediction = OwnPrediction::argmax;
    config.loss = kind;
    config.shards = 3;
    config.clip_norm = 0.4;
    OddRun alone, here, there;
    Trainer one(alone.example.model, alone.example.parameters, config, alone.source());
    Trainer first(here.example.model, here.example.parameters, config, here.source());
    Trainer second(there.example.model, there.example.parameters, config, there.source());
    int whole = 0;
    while (!one.finished()) {
      const StepReport expected = one.step();
      const int parts = first.parts();
      REQUIRE(parts == second.parts());
      whole += parts == 3;
      const std::uint64_t before = first.position().coins.words;
      std::vector<std::string> packed;
      // The first does the even parts and the second the odd ones; order of work leaves no trace.
      for (int i = parts - 1; i >= 0; --i) packed.insert(packed.begin(), (i % 2 == 0 ? first : second).compute_part(i));
      if (parts == 1) second.compute_part(0);         // to begin the step
      CHECK(first.position().coins.words == before);  // saved now, the run would begin this step again
      const std::vector<std::string_view> views(packed.begin(), packed.end());
      const StepReport found = first.step_from(views);
      second.step_from(views);
      REQUIRE(found.loss == expected.loss);
      REQUIRE(found.gradient_norm == expected.gradient_norm);
      REQUIRE(found.epoch_ends == expected.epoch_ends);
      REQUIRE(here.example.parameters == alone.example.parameters);
      REQUIRE(there.example.parameters == alone.example.parameters);
    }
    CHECK(whole == 7);  // the batch of three rows, once an epoch
    CHECK(first.finished());
  }
}

TEST_CASE("a step done in parts is asked for in order and whole") {
  TrainingConfig config = odd_training();
  config.shards = 2;
  OddRun run;
  run.batches = {model_test::odd_batch()};
  Trainer drawn(run.example.model, run.example.parameters, config, run.source());
  CHECK(drawn.parts() == 1);
  CHECK_THROWS_WITH_AS(drawn.compute_part(0), "what is drawn for one part depends on the part before; allowed: step",
                       Error);
  config.forcing.prediction = OwnPrediction::argmax;
  Trainer trainer(run.example.model, run.example.parameters, config, run.source());
  CHECK_THROWS_WITH_AS(trainer.step_from({}), "no step was begun; allowed: compute_part first", Error);
  const int parts = trainer.parts();
  const std::string range = "; allowed: 0 to " + std::to_string(parts - 1);
  CHECK_THROWS_WITH_AS(trainer.compute_part(-1), ("part is -1" + range).c_str(), Error);
  CHECK_THROWS_WITH_AS(trainer.compute_part(parts), ("part is " + std::to_string(parts) + range).c_str(), Error);
  const std::string part = trainer.compute_part(0);
  CHECK_THROWS_WITH_AS(trainer.step(),
                       "this step was begun in parts; allowed: to finish it from its parts, or to give it up", Error);
  CHECK_THROWS_AS(trainer.step_from({part, part, part}), Error);
}

TEST_CASE("a step given up before its last part leaves no trace") {
  for (const OwnPrediction prediction : {OwnPrediction::argmax, OwnPrediction::sample}) {
    TrainingConfig config = odd_training();
    config.forcing.prediction = prediction;
    config.shards = prediction == OwnPrediction::argmax ? 2 : 1;  // what is drawn for one part the next one needs
    OddRun alone, broken;
    Trainer one(alone.example.model, alone.example.parameters, config, alone.source());
    Trainer other(broken.example.model, broken.example.parameters, config, broken.source());
    other.give_up_step();  // nothing was begun
    while (!one.finished()) {
      const TrainerPosition before = other.position();
      const std::string part = other.compute_part(0);
      const TrainerPosition begun = other.position();  // saved now, the run would begin this step again
      CHECK(begun.coins.words == before.coins.words);
      CHECK(begun.sampling.words == before.sampling.words);
      const std::string_view cut(part.data(), part.size() - 1);
      CHECK_THROWS_AS(other.step_from(std::vector<std::string_view>(static_cast<std::size_t>(other.parts()), cut)),
                      Error);
      other.give_up_step();
      CHECK_THROWS_AS(other.step_from({part}), Error);
      const StepReport expected = one.step();
      REQUIRE(other.step().loss == expected.loss);
      REQUIRE(broken.example.parameters == alone.example.parameters);
    }
    CHECK(other.finished());
  }
}

TEST_CASE("gradients of parts take no memory where a batch is one part") {
  ModelConfig large = model_test::odd_config();
  large.hidden_size = 67;  // its weights are most of what is allocated
  const auto allocated = [&](int shards) {
    TrainingConfig config;
    config.shards = shards;
    model_test::Example example(large);
    const std::vector<Batch> batches = {model_test::odd_batch()};
    const long before = allocations::bytes();
    Trainer trainer(example.model, example.parameters, config,
                    [&](std::int64_t, Generator&) -> const std::vector<Batch>& { return batches; });
    trainer.step();
    return allocations::bytes() - before;
  };
  const long gradients = static_cast<long>(sizeof(Real) * model_test::Example(large).parameters.size());
  CHECK(allocated(2) > allocated(1) + gradients / 2);
}

TEST_CASE("an epoch's loss is the mean over batches for sums and over tokens for means") {
  TrainingConfig config;
  config.learning_rate = 1e-12;  // the weights stay, so that the batches' losses can be compared
  for (const LossKind kind : {LossKind::sum, LossKind::mean}) {
    config.loss = kind;
    OddRun run;
    Trainer trainer(run.example.model, run.example.parameters, config, run.source());
    double sums = 0, tokens = 0;
    StepReport report;
    for (int i = 0; i < 4; ++i) {
      CHECK(!report.epoch_ends);
      report = trainer.step();
      sums += report.loss_sum;
      tokens += static_cast<double>(report.tokens);
    }
    CHECK(report.epoch_ends);
    CHECK(report.epoch_loss == doctest::Approx(kind == LossKind::sum ? sums / 4 : sums / tokens).epsilon(1e-9));
    CHECK(tokens == 3 + 3 + 3 + 9);
  }
}

TEST_CASE("a step allocates nothing once it has seen its largest batch") {
  for (const OptimizerKind kind : {OptimizerKind::adam, OptimizerKind::sgd})
    for (const int shards : {1, 2}) {
      TrainingConfig config = odd_training();
      config.optimizer = kind;
      config.shards = shards;
      config.clip_norm = 0.1;
      config.epochs = 100;
      model_test::Example example(model_test::odd_config());
      const std::vector<Batch> batches = {model_test::odd_batch(), batch_of({{3, 10, 4}}, {{0, 7, 3}})};
      Trainer trainer(example.model, example.parameters, config,
                      [&](std::int64_t, Generator&) -> const std::vector<Batch>& { return batches; });
      for (int i = 0; i < 60; ++i) trainer.step();
      const long before = allocations::count();
      for (int i = 0; i < 60; ++i) trainer.step();
      CHECK(allocations::count() == before);
    }
}

TEST_CASE("a learning rate far too high ends in the guard with usable weights and a cause") {
  for (const OptimizerKind kind : {OptimizerKind::adam, OptimizerKind::adamw, OptimizerKind::sgd}) {
    OddRun run;
    const Parameters before = run.example.parameters;
    TrainingConfig config;
    config.optimizer = kind;
    config.learning_rate = 1e9;
    Trainer trainer(run.example.model, run.example.parameters, config, run.source());
    std::string text;
    CHECK(code_of_failure(trainer, text) == ErrorCode::not_finite);
    CHECK(text.find("step 0 (epoch 0)") != std::string::npos);
    CHECK(text.find("learning rate 1000000000 is likely too high") != std::string::npos);
    CHECK(run.example.parameters == before);
    trainer.set_learning_rate(1e-3);
    CHECK(std::isfinite(trainer.step().loss));
  }
}

TEST_CASE("a weight that is no number is found before it spreads") {
  OddRun run;
  TrainingConfig config;
  Trainer trainer(run.example.model, run.example.parameters, config, run.source());
  trainer.step();
  const Parameters good = run.example.parameters;
  trainer.step();
  auto bias = run.example.parameters.read("dec.fc.bias");
  bias[2] = std::numeric_limits<Real>::quiet_NaN();
  run.example.parameters.write("dec.fc.bias", bias);
  std::string text;
  CHECK(code_of_failure(trainer, text) == ErrorCode::not_finite);
  CHECK(text.find("the loss became NaN at step 2 (epoch 0)") != std::string::npos);
  CHECK(run.example.parameters == good);  // the last whose loss was finite
}

TEST_CASE("no batches are refused") {
  model_test::Example example(model_test::odd_config());
  const std::vector<Batch> none;
  Trainer trainer(example.model, example.parameters, TrainingConfig{},
                  [&](std::int64_t, Generator&) -> const std::vector<Batch>& { return none; });
  std::string text;
  CHECK(code_of_failure(trainer, text) == ErrorCode::invalid_data);
}

TEST_CASE("steps are counted where epochs is 0, and then drive the schedule") {
  OddRun run;
  TrainingConfig config = odd_training();
  config.epochs = 0;
  config.steps = 6;
  Trainer trainer(run.example.model, run.example.parameters, config, run.source());
  std::vector<double> epsilons;
  while (!trainer.finished()) epsilons.push_back(trainer.step().epsilon);
  CHECK(fixtures::difference(epsilons, {1, 0.8, 0.6, 0.4, 0.2, 0}, 1e-12) == "");
  CHECK(trainer.epochs_done() == 1);
}

TEST_CASE("the schedule counts epochs where the run does, however many batches they have") {
  OddRun run;
  TrainingConfig config = odd_training();
  config.epochs = 3;
  Trainer trainer(run.example.model, run.example.parameters, config, run.source());
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    CHECK(report.epoch == report.step / 4);
    CHECK(report.epsilon == doctest::Approx(1 - static_cast<double>(report.epoch) / 5));
  }
}

TEST_CASE("configuring a running trainer changes what is live and nothing else") {
  OddRun run;
  TrainingConfig config;
  Trainer trainer(run.example.model, run.example.parameters, config, run.source());
  TrainingConfig other;
  other.optimizer = OptimizerKind::sgd;
  other.loss = LossKind::mean;
  other.shards = 3;
  other.seed = 5;
  other.learning_rate = 1e-12;
  other.epochs = 2;
  trainer.configure(other);
  while (!trainer.finished()) {
    const Parameters before = run.example.parameters;
    const StepReport report = trainer.step();
    CHECK(report.loss == report.loss_sum);
    CHECK(fixtures::difference(
              run.example.parameters.read("dec.fc.bias"),
              [&] {
                const auto bias = before.read("dec.fc.bias");
                return std::vector<double>(bias.begin(), bias.end());
              }(),
              1e-9) == "");
  }
  CHECK(trainer.epochs_done() == 2);
  CHECK(!(trainer.optimizer().second_moment() == Parameters(run.example.model.layout())));  // Adam's, still
}

TEST_CASE("a position beyond the epoch's batches is refused") {
  OddRun run;
  Trainer trainer(run.example.model, run.example.parameters, TrainingConfig{}, run.source());
  TrainerPosition position = trainer.position();
  position.batch = 4;
  trainer.restore(position);
  std::string text;
  CHECK(code_of_failure(trainer, text) == ErrorCode::invalid_data);
  CHECK(text.find("batch 4") != std::string::npos);
}

TEST_CASE("training stops after `patience` validations without a better loss") {
  OddRun run;
  TrainingConfig config = odd_training();
  config.epochs = 100;
  config.validation_interval = 2;
  config.patience = 3;
  const std::vector<double> losses = {5, 4, 4, 4.5, 3, 3, 7, 3, 1};
  std::size_t asked = 0;
  Trainer trainer(run.example.model, run.example.parameters, config, run.source(), [&] { return losses.at(asked++); });
  int validated = 0;
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    CHECK(report.validated == (report.epoch_ends && report.epoch % 2 == 1));
    if (report.validated) CHECK(report.validation_loss == losses[static_cast<std::size_t>(validated++)]);
  }
  CHECK(validated == 8);
  CHECK(trainer.epochs_done() == 16);
}
