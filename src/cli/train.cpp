// seq2seq train: one run by its configuration, or the same run from many seeds.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/corpus.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/print.h"
#include "session/json.h"
#include "session/json_writer.h"

namespace seq2seq::cli {
namespace {

struct TrainOptions {
  ConfigurationOptions configuration;
  std::string seeds;   // "1..20"
  std::string out;     // file of the trained model
  std::string resume;  // file of a model whose run goes on
  bool resumable = false;
  bool json = false;
};

// Within an epoch too: epochs of large data last.
double fraction_done(const Session& session) {
  const TrainingConfig& training = session.configuration().training;
  const auto pairs = static_cast<std::int64_t>(session.part_size(Part::train));
  const std::int64_t batches = (pairs + training.batch_size - 1) / training.batch_size;
  const std::int64_t all = training.epochs > 0 ? training.epochs * std::max<std::int64_t>(1, batches) : training.steps;
  return all > 0 ? static_cast<double>(session.steps_done()) / static_cast<double>(all) : 1;
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Prints a run's progress as it goes: every epoch (or step, where the run counts steps) as JSON, some twenty for
// people.
class Reporter {
 public:
  Reporter(const TrainingConfig& training, bool json) : training_(training), json_(json) {
    const std::int64_t all = training.epochs > 0 ? training.epochs : training.steps;
    every_ = std::max<std::int64_t>(1, all / 20);
  }

  void show(const StepReport& report) {
    const bool by_epoch = training_.epochs > 0;
    if (by_epoch && !report.epoch_ends) return;
    last_loss_ = by_epoch ? report.epoch_loss : report.loss;
    if (json_) {
      JsonWriter json;
      json.open_object();
      json.field("event", by_epoch ? "epoch" : "step");
      json.key("report");
      json.raw(to_json(report));
      json.close_object();
      print_line(json.take());
      return;
    }
    const std::int64_t number = by_epoch ? report.epoch : report.step;
    const std::int64_t last = (by_epoch ? training_.epochs : training_.steps) - 1;
    if (number % every_ != 0 && number != last && !report.validated) return;
    if (!headed_)
      print_line(padded(by_epoch ? "epoch" : "step", 9) + padded("loss", 10) + padded("validation", 12) +
                 padded("epsilon", 9) + "gradient norm");
    headed_ = true;
    print_line(padded(std::to_string(number), 9) + padded(fixed(last_loss_, 4), 10) +
               padded(report.validated ? fixed(report.validation_loss, 4) : "-", 12) +
               padded(fixed(report.epsilon, 2), 9) + general(report.gradient_norm, 4));
    std::fflush(stdout);
  }
  double last_loss() const { return last_loss_; }

 private:
  TrainingConfig training_;
  bool json_, headed_ = false;
  std::int64_t every_;
  double last_loss_ = 0;
};

// Until the end of the run. Throws Error(cancelled) on Ctrl-C.
void train_to_end(Session& session, ProgressBar& progress, const std::string& note, Reporter* reporter,
                  double& last_loss) {
  std::string loss;  // unknown until the first epoch or step is over
  Context context([] { return interrupted(); }, [&](double) { progress.show(fraction_done(session), note + loss); });
  const bool by_epoch = session.configuration().training.epochs > 0;
  catch_interrupts();
  while (!session.finished()) {
    const std::vector<StepReport> reports = session.train(32, context);
    for (const StepReport& report : reports) {
      if (reporter != nullptr) {
        progress.clear();
        reporter->show(report);
      }
      if (!by_epoch || report.epoch_ends) last_loss = by_epoch ? report.epoch_loss : report.loss;
    }
    if (!session.finished() && context.cancelled())
      throw Error(ErrorCode::cancelled,
                  "stopped after " + std::to_string(session.steps_done()) + " steps; nothing was written");
    if (session.epochs_done() > 0 || !by_epoch) loss = "loss " + fixed(last_loss, 4);
  }
  progress.clear();
}

void train_once(Session session, const TrainOptions& options) {
  if (!session.finished()) session.parts();  // refuses pairs that the run cannot go on with
  print_corpus(session, options.json);
  Reporter reporter(session.configuration().training, options.json);
  ProgressBar progress;
  double last_loss = 0;
  train_to_end(session, progress, "", &reporter, last_loss);
  if (!options.out.empty()) write_file(options.out, session.save(options.resumable));
  const Snapshot snapshot = session.snapshot();
  if (options.json) {
    JsonWriter json;
    json.open_object();
    json.field("event", "done");
    json.field("loss", last_loss);
    json.key("state");
    json.raw(state_to_json(session));
    json.key("snapshot");
    json.raw(to_json(snapshot));
    json.close_object();
    print_line(json.take());
    return;
  }
  print_line();
  print_table({{"final loss, before the last update", fixed(last_loss, 4)},
               {"source", join(snapshot.source)},
               {"expected", join(snapshot.target)},
               {"decoded", join(snapshot.decoded)},
               {"parameters", std::to_string(session.parameter_count())},
               {"check code of the weights", session.digest()}},
              false);
  if (!options.out.empty()) print_line("written to " + options.out);
}

Session session_of(const TrainOptions& options) {
  Session session = open_session(options.resume, options.configuration);
  if (!options.resume.empty() && session.part_size(Part::train) == 0)
    throw Error(ErrorCode::invalid_value,
                options.resume + " was trained on own pairs, which are not in it; give their file with --data");
  const CorpusReport& report = session.corpus_report();
  if (report.train_unknown > 0)
    std::fprintf(stderr, "seq2seq: %lld of the %lld tokens to train on are not in the model's vocabulary\n",
                 static_cast<long long>(report.train_unknown), static_cast<long long>(report.train_tokens));
  if (!options.resume.empty() && session.steps_done() == 0)
    throw Error(ErrorCode::invalid_file,
                options.resume + " holds no run to go on with; allowed: a model that train wrote with --resumable");
  return session;
}

// A seed as the configuration has them: of 64 bits, with or without a sign.
struct Seed {
  bool negative = false;
  std::uint64_t size = 0;  // of the number without its sign
  std::string text() const { return (negative ? "-" : "") + std::to_string(size); }
  bool before(const Seed& other) const {
    return negative != other.negative ? negative : negative ? size > other.size : size < other.size;
  }
  Seed next() const { return negative && size > 1 ? Seed{true, size - 1} : Seed{false, negative ? 0 : size + 1}; }
};

// "1..20", or one number; a range is counted up from its first.
std::vector<std::string> read_seeds(const std::string& text) {
  constexpr std::size_t most = 10000;
  const auto refuse = [&text]() -> Error {
    return Error(ErrorCode::invalid_value, "--seeds " + text + "; allowed: FIRST..LAST, at most " +
                                               std::to_string(most) +
                                               " seeds, each from -9223372036854775808 to 18446744073709551615");
  };
  const auto number = [&refuse](const std::string& digits) {
    Seed seed{!digits.empty() && digits.front() == '-', 0};
    const char* const begin = digits.data() + (seed.negative ? 1 : 0);
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(begin, end, seed.size);
    if (read.ec != std::errc() || read.ptr != end || (seed.negative && seed.size > std::uint64_t{1} << 63))
      throw refuse();
    seed.negative = seed.negative && seed.size > 0;
    return seed;
  };
  const std::size_t dots = text.find("..");
  Seed seed = number(text.substr(0, dots));
  const Seed last = dots == std::string::npos ? seed : number(text.substr(dots + 2));
  std::vector<std::string> seeds{seed.text()};
  if (last.before(seed)) throw refuse();
  for (; seed.before(last); seeds.push_back(seed.text())) {
    if (seeds.size() == most) throw refuse();
    seed = seed.next();
  }
  return seeds;
}

struct Spread {
  double mean = 0, deviation = 0, least = 0, most = 0;  // deviation: of a sample, over n-1
};

Spread spread_of(const std::vector<double>& values) {
  Spread spread;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) spread.mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  if (values.size() > 1) spread.deviation = std::sqrt(squares / (n - 1));
  spread.least = *std::min_element(values.begin(), values.end());
  spread.most = *std::max_element(values.begin(), values.end());
  return spread;
}

void train_sweep(Run input, const TrainOptions& options) {
  std::vector<std::vector<std::string>> rows{{"seed", "final loss", "decoded", "check code"}};
  std::vector<double> losses;
  ProgressBar progress;
  for (const std::string& seed : read_seeds(options.seeds)) {
    set_field(input.configuration, "training.seed", "\"" + seed + "\"");
    end_on_interrupt();
    Session session = input.session();
    if (losses.empty()) print_corpus(session, options.json);  // another seed may split the pairs otherwise
    double loss = 0;
    train_to_end(session, progress, "seed " + seed + ", ", nullptr, loss);
    losses.push_back(loss);
    const std::string decoded = join(session.snapshot().decoded);
    if (options.json) {
      JsonWriter json;
      json.open_object();
      json.field("event", "run");
      json.field("seed", seed);
      json.field("loss", loss);
      json.field("decoded", decoded);
      json.field("digest", session.digest());
      json.close_object();
      print_line(json.take());
      std::fflush(stdout);
    }
    rows.push_back({seed, fixed(loss, 4), decoded, session.digest()});
  }
  const Spread spread = spread_of(losses);
  if (options.json) {
    JsonWriter json;
    json.open_object();
    json.field("event", "summary");
    json.field("runs", losses.size());
    json.field("mean", spread.mean);
    json.field("deviation", spread.deviation);
    json.field("minimum", spread.least);
    json.field("maximum", spread.most);
    json.close_object();
    print_line(json.take());
    return;
  }
  print_table(rows, true);
  print_line();
  print_line("final loss over " + std::to_string(losses.size()) + " seeds: mean " + fixed(spread.mean, 4) +
             ", standard deviation " + fixed(spread.deviation, 4) + ", from " + fixed(spread.least, 4) + " to " +
             fixed(spread.most, 4));
}

}  // namespace

void add_train(CLI::App& program) {
  CLI::App* command = program.add_subcommand("train", "train a model as a configuration says");
  const auto options = std::make_shared<TrainOptions>();
  add_configuration_options(*command, options->configuration);
  add_data_option(*command, options->configuration);
  command->add_option("--resume", options->resume, "go on with this model's run; it was written with --resumable")
      ->type_name("FILE")
      ->excludes("--config");
  CLI::Option* out =
      command->add_option("--out", options->out, "write the trained model (.safetensors), whole or not at all")
          ->type_name("FILE");
  command->add_flag("--resumable", options->resumable, "the optimiser's state goes into the file as well")->needs(out);
  command->add_option("--seeds", options->seeds, "run once for each seed and report the spread")
      ->type_name("FIRST..LAST")
      ->excludes("--out", "--resume");
  add_json_option(*command, options->json, "one object a line: own pairs, every epoch, then the end");
  command->callback([options, out] {
    if (out->count() > 0)
      require_writable(options->out,
                       {{"--config", options->configuration.file}, {"--data", options->configuration.data}});
    if (options->seeds.empty())
      train_once(session_of(*options), *options);
    else
      train_sweep(read_run(options->configuration), *options);
  });
}

}  // namespace seq2seq::cli
