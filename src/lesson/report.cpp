// Everything the lesson prints, computed here and now, with the digits the lesson shows.
#include <cmath>
#include <cstdio>

#include "base/message.h"
#include "lesson/lesson.h"
#include "lesson/toy.h"

namespace seq2seq::lesson {
namespace {

constexpr std::uint64_t lesson_seed = 99;
constexpr std::uint64_t comparison_first_seed = 95;  // the lesson's check took the twenty seeds 95 to 114
constexpr int comparison_seeds = 20, sum_seeds = 2000, coins = 100;

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// Python's round(value, 4) as it prints: no zeros at the end, but for the one behind the point.
std::string rounded(double value) {
  std::string text = fixed(value, 4);
  while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
  return text == "-0.0" ? "0.0" : text;
}

template <class Items, class Print>
std::string list(const Items& items, Print print) {
  std::string text = "[";
  for (const auto& item : items) text += (text.size() > 1 ? ", " : "") + print(item);
  return text + "]";
}

template <class Number>
std::vector<double> widened(const std::vector<Number>& numbers) {
  return {numbers.begin(), numbers.end()};
}

std::string with_commas(std::int64_t count) {
  std::string text = std::to_string(count);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

class Report {
 public:
  void part(const char* heading) { part_ = heading; }

  void line(const char* key, const std::string& label, const std::string& printed, std::vector<double> values,
            std::vector<std::string> texts = {}, std::vector<int> shape = {}) {
    lines_.push_back({part_, key, label, printed, std::move(values), std::move(texts), std::move(shape)});
  }
  void tensor(const char* key, const std::string& label, const std::vector<Real>& values, std::vector<int> shape) {
    line(key, label, list(widened(values), rounded), widened(values), {}, std::move(shape));
  }
  void ids(const char* key, const std::string& label, const std::vector<TokenId>& tokens) {
    line(key, label, list(tokens, [](TokenId token) { return std::to_string(token); }), widened(tokens));
  }
  void shape(const std::string& key, const std::string& label, const std::vector<int>& sizes) {
    line(key.c_str(), label, list(sizes, [](int size) { return std::to_string(size); }), widened(sizes), {}, sizes);
  }
  void count(const char* key, const std::string& label, std::int64_t number) {
    line(key, label, with_commas(number), {static_cast<double>(number)});
  }
  std::vector<Line> take() { return std::move(lines_); }

 private:
  std::string part_;
  std::vector<Line> lines_;
};

void architecture(Report& report) {
  report.part("Part 1: architecture");
  const AttentionSteps steps = attention_steps(attention_input(0));
  const auto size = [](const std::vector<Real>& values) { return std::vector<int>{static_cast<int>(values.size())}; };
  report.tensor("slide9.energies", "Attention by hand, seed 0: energies", steps.energy, size(steps.energy));
  report.tensor("slide9.alpha", "Weights, softmax of the energies", steps.alpha, size(steps.alpha));
  report.tensor("slide9.context", "Context, weighted sum of the states", steps.context, size(steps.context));
  report.line("slide9.largest", "Position with the largest weight", std::to_string(steps.largest),
              {static_cast<double>(steps.largest)});
}

void forcing(Report& report) {
  report.part("Part 2: teacher forcing and exposure bias");
  const ForcingComparison means = forcing_comparison(comparison_first_seed, comparison_seeds);
  const std::string over = worded({", means over ", means.seeds, " seeds"});
  report.line("slide15.final_loss", "Loss after 200 epochs, lr 1e-3: teacher forcing, free-running" + over,
              worded({fixed(means.teacher_loss, 2), ", ", fixed(means.free_loss, 2)}),
              {means.teacher_loss, means.free_loss});
  report.line("slide15.epochs_below_1", "Epochs until the loss is below 1, lr 1e-2: the same two" + over,
              worded({fixed(means.teacher_epochs, 0), ", ", fixed(means.free_epochs, 0)}),
              {means.teacher_epochs, means.free_epochs});
  report.line("slide15.right_outputs", "Runs that end with the right output", worded({means.right, " of ", means.runs}),
              {static_cast<double>(means.right), static_cast<double>(means.runs)});
  const DivergenceDemo demo = divergence_demo(lesson_seed);
  report.ids("slide19.teacher.inputs", "Divergence, seed 99, untrained: teacher forcing is fed", demo.teacher.inputs);
  report.ids("slide19.teacher.predictions", "Teacher forcing predicts", demo.teacher.predictions);
  report.ids("slide19.free.inputs", "Free run is fed", demo.free.inputs);
  report.ids("slide19.free.predictions", "Free run predicts", demo.free.predictions);
  report.ids("slide19.free.stopped", "Free run's output when it stops at EOS (3)", demo.stopped);
}

void sampling_and_copying(Report& report) {
  report.part("Part 3: scheduled sampling and copying");
  constexpr double K = 100;
  const std::vector<ScheduleRow> rows = schedule_table(K, {0, 10, 25, 50, 75, 100});
  std::vector<double> epsilons, true_tokens;
  std::vector<std::string> labels;
  for (const ScheduleRow& row : rows) {
    epsilons.push_back(row.epsilon);
    labels.push_back(row.label);
    int own = 0;
    for (const std::uint8_t coin : schedule_draws(K, row.epoch, coins, 0)) own += coin;
    true_tokens.push_back(coins - own);
  }
  report.line("slide25.epsilon", "Epsilon at epochs 0, 10, 25, 50, 75, 100 of K = 100",
              list(epsilons, [](double epsilon) { return fixed(epsilon, 2); }), epsilons);
  report.line("slide25.labels", "The program's labels", list(labels, [](const std::string& label) { return label; }),
              {}, labels);
  report.line("slide25.true_tokens", "True tokens fed when 100 coins are thrown, seed 0",
              list(true_tokens, [](double count) { return fixed(count, 0); }), true_tokens);
  const PointerTrace pointer = pointer_trace(1);
  report.line("slide30.weights", "Pointer distribution over the source, seed 1",
              list(widened(pointer.weights), rounded), widened(pointer.weights), pointer.tokens,
              {static_cast<int>(pointer.weights.size())});
  const std::string& best = pointer.tokens[static_cast<std::size_t>(pointer.best)];
  report.line("slide30.most_likely", "Most likely copied", best, {static_cast<double>(pointer.best)}, {best});
}

void shapes(Report& report) {
  const Toy toy(lesson_seed);
  const Trace found =
      trace(toy.model, toy.parameters, toy_source(), toy_target(), Regime::teacher, toy_bos, toy_eos, 0, false);
  const std::vector<std::pair<const char*, const char*>> names{
      {"enc.emb", "Shape of the source's embeddings, B 1, T 4, E 6"},
      {"enc.out", "Encoder states, H 8"},
      {"enc.hidden", "Encoder's last state"},
      {"dec.emb", "Embedding of the previous token"},
      {"dec.tanh", "tanh(W_h h_i + W_s s)"},
      {"dec.energy", "Energies"},
      {"dec.alpha", "Weights"},
      {"dec.context", "Context"},
      {"dec.gru_input", "Decoder's input [embedding ; context], E + H"},
      {"dec.hidden", "Decoder's new state"},
      {"dec.head_input", "Head's input [state ; context], 2H"},
      {"dec.logits", "Logits, V 10"}};
  for (const auto& [name, label] : names) {
    const int step = std::string(name).rfind("enc.", 0) == 0 ? -1 : 0;
    report.shape(std::string("slide36.shape.") + name, label, found.find(name, step).shape);
  }
}

void full_program(Report& report) {
  report.part("Part 4: the full program");
  shapes(report);
  const ParameterCounts toy = parameter_counts(10, 6, 8);
  report.count("slide36.parameters.encoder", "Parameters of the encoder, V 10, E 6, H 8", toy.encoder);
  report.count("slide36.parameters.decoder", "Parameters of the decoder", toy.decoder);
  report.count("slide36.parameters.total", "Parameters in all", toy.total);
  const ParameterCounts narrow = parameter_counts(30000, 256, 512), wide = parameter_counts(30000, 512, 512);
  report.count("slide36.claim.total_e256", "The \"about 30M\" at V 30000, H 512, counted with E 256", narrow.total);
  report.count("slide36.claim.total_e512", "Counted with E 512", wide.total);
  report.count("slide36.claim.head", "The output head alone", narrow.modules.back().count);

  const AlphaSumCheck check = alpha_sum_check(sum_seeds);
  report.line("slide48.sums_not_1", "Seeds whose weights do not add up to exactly 1",
              worded({check.missed, " of ", check.seeds}),
              {static_cast<double>(check.missed), static_cast<double>(check.seeds)});
  char error[32];
  std::snprintf(error, sizeof error, "%.1e", check.largest_error);
  report.line("slide48.largest_error", "The largest error of such a sum", error, {check.largest_error});

  const Milestone1 first = milestone_1(lesson_seed);
  report.tensor("slide50.alpha", "Milestone 1, seed 99: weights", first.alpha,
                {1, static_cast<int>(first.alpha.size())});
  char sum[32];
  std::snprintf(sum, sizeof sum, "%.9g", static_cast<double>(first.alpha_sum));
  report.line("slide50.alpha_sum", "Their sum", sum, {static_cast<double>(first.alpha_sum)});
  report.shape("slide50.context_shape", "Shape of the context", first.context_shape);

  const Milestone2 second = milestone_2(lesson_seed);
  report.shape("slide52.encoder_shape", "Milestone 2, seed 99: shape of the encoder states", second.encoder_shape);
  report.line("slide52.prediction", "Predicted after BOS", std::to_string(second.prediction),
              {static_cast<double>(second.prediction)});
  std::string alpha = list(widened(second.alpha), [](double x) {
    std::string text = fixed(x, 3);  // this program rounds to three digits
    while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
    return text;
  });
  report.line("slide52.alpha", "Weights of that step", alpha, widened(second.alpha), {},
              {1, static_cast<int>(second.alpha.size())});

  const ToyRun run = toy_run(lesson_seed, 200);
  const std::vector<double> beginning(run.losses.begin(), run.losses.begin() + 3);
  report.line("slide53.losses", "Milestone 3, seed 99: losses of epochs 0, 1, 2",
              list(beginning, [](double loss) { return fixed(loss, 4); }), beginning);
  report.line("slide55.final_loss", "Full program: loss of the 200th epoch, before its update",
              fixed(run.final_loss, 4), {run.final_loss});
  report.ids("slide55.greedy", "The trained model's output, EOS included", run.greedy);
}

}  // namespace

std::vector<Line> report() {
  Report report;
  architecture(report);
  forcing(report);
  sampling_and_copying(report);
  full_program(report);
  return report.take();
}

}  // namespace seq2seq::lesson
