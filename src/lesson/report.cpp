// Everything the lesson prints, computed here and now, with the digits the lesson shows.
#include <string_view>

#include "base/fixed_text.h"
#include "base/message.h"
#include "base/number_text.h"
#include "lesson/lesson.h"
#include "lesson/toy.h"

namespace seq2seq::lesson {
namespace {

constexpr std::uint64_t lesson_seed = 99;
constexpr std::uint64_t comparison_first_seed = 95;  // the lesson's check took the twenty seeds 95 to 114
constexpr int comparison_seeds = 20, sum_seeds = 2000, coins = 100;

std::string whole(double value) { return fixed_text(value, 0); }
std::string two_digits(double value) { return fixed_text(value, 2); }
std::string four_digits(double value) { return fixed_text(value, 4); }

// As printf's "%.1e", for what is above 0 and does not round up to the next power of ten.
std::string with_exponent(double value) {
  int exponent = 0;
  for (; value < 1; value *= 10) --exponent;
  for (; value >= 10; value /= 10) ++exponent;
  const std::string size = std::to_string(exponent < 0 ? -exponent : exponent);
  return worded({fixed_text(value, 1), exponent < 0 ? "e-" : "e+", size.size() < 2 ? "0" : "", size});
}

std::string without_zeros(std::string text) {
  while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
  return text;
}

// Python's round(value, 4) as it prints: no zeros at the end, but for the one behind the point.
std::string rounded(double value) {
  const std::string text = without_zeros(four_digits(value));
  return text == "-0.0" ? "0.0" : text;
}
std::string rounded_to_three(double value) { return without_zeros(fixed_text(value, 3)); }

using Print = std::string (*)(double);

std::string list(const std::vector<double>& values, Print print) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ", ";
    text += print(value);
  }
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

  // The line that is returned may be completed until the next one is begun.
  Line& line(std::string_view key, std::string_view label, std::string_view text) {
    Line& begun = lines_.emplace_back();
    begun.part = part_;
    begun.key = key;
    begun.label = label;
    begun.printed = text;
    return begun;
  }
  Line& numbers(std::string_view key, std::string_view label, std::vector<double> values, Print print) {
    Line& begun = line(key, label, list(values, print));
    begun.values = std::move(values);
    return begun;
  }
  Line& number(std::string_view key, std::string_view label, std::string_view text, double value) {
    Line& begun = line(key, label, text);
    begun.values = {value};
    return begun;
  }
  void vector(std::string_view key, std::string_view label, const std::vector<Real>& values) {
    numbers(key, label, widened(values), rounded).shape = {static_cast<int>(values.size())};
  }
  void ids(std::string_view key, std::string_view label, const std::vector<TokenId>& tokens) {
    numbers(key, label, widened(tokens), whole);
  }
  void shape(std::string_view key, std::string_view label, const std::vector<int>& sizes) {
    numbers(key, label, widened(sizes), whole).shape = sizes;
  }
  void count(std::string_view key, std::string_view label, std::int64_t number) {
    line(key, label, with_commas(number)).values = {static_cast<double>(number)};
  }
  void share(std::string_view key, std::string_view label, int some, int all) {
    line(key, label, worded({some, " of ", all})).values = {static_cast<double>(some), static_cast<double>(all)};
  }
  std::vector<Line> take() { return std::move(lines_); }

 private:
  const char* part_ = "";
  std::vector<Line> lines_;
};

void architecture(Report& report) {
  report.part("Part 1: architecture");
  const AttentionSteps steps = attention_steps(attention_input(0));
  report.vector("slide9.energies", "Attention by hand, seed 0: energies", steps.energy);
  report.vector("slide9.alpha", "Weights, softmax of the energies", steps.alpha);
  report.vector("slide9.context", "Context, weighted sum of the states", steps.context);
  report.count("slide9.largest", "Position with the largest weight", steps.largest);
}

void forcing(Report& report) {
  report.part("Part 2: teacher forcing and exposure bias");
  const ForcingComparison means = forcing_comparison(comparison_first_seed, comparison_seeds);
  const auto compare = [&](const char* key, const char* label, double teacher, double free, Print print) {
    report
        .line(key, worded({label, ", means over ", means.seeds, " seeds"}), worded({print(teacher), ", ", print(free)}))
        .values = {teacher, free};
  };
  compare("slide15.final_loss", "Loss after 200 epochs, lr 1e-3: teacher forcing, free-running", means.teacher_loss,
          means.free_loss, two_digits);
  compare("slide15.epochs_below_1", "Epochs until the loss is below 1, lr 1e-2: the same two", means.teacher_epochs,
          means.free_epochs, whole);
  report.share("slide15.right_outputs", "Runs that end with the right output", means.right, means.runs);
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
  std::vector<double> epsilons, true_tokens;
  std::vector<std::string> labels;
  std::string listed = "[";
  for (const ScheduleRow& row : schedule_table(K, {0, 10, 25, 50, 75, 100})) {
    epsilons.push_back(row.epsilon);
    if (!labels.empty()) listed += ", ";
    listed += row.label;
    labels.push_back(row.label);
    int own = 0;
    for (const std::uint8_t coin : schedule_draws(K, row.epoch, coins, 0)) own += coin;
    true_tokens.push_back(coins - own);
  }
  report.numbers("slide25.epsilon", "Epsilon at epochs 0, 10, 25, 50, 75, 100 of K = 100", epsilons, two_digits);
  report.line("slide25.labels", "The program's labels", listed + "]").texts = labels;
  report.numbers("slide25.true_tokens", "True tokens fed when 100 coins are thrown, seed 0", true_tokens, whole);
  const PointerTrace pointer = pointer_trace(1);
  Line& weights = report.numbers("slide30.weights", "Pointer distribution over the source, seed 1",
                                 widened(pointer.weights), rounded);
  weights.texts = pointer.tokens;
  weights.shape = {static_cast<int>(pointer.weights.size())};
  const std::string& best = pointer.tokens[static_cast<std::size_t>(pointer.best)];
  report.number("slide30.most_likely", "Most likely copied", best, pointer.best).texts = {best};
}

struct Labelled {
  const char* name;
  const char* label;
};
constexpr Labelled shapes[] = {{"enc.emb", "Shape of the source's embeddings, B 1, T 4, E 6"},
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

void traced_shapes(Report& report) {
  const Toy toy(lesson_seed);
  const Trace found =
      trace(toy.model, toy.parameters, toy_source(), toy_target(), Regime::teacher, toy_bos, toy_eos, 0, false);
  for (const auto& [name, label] : shapes) {
    const int step = name[0] == 'e' ? -1 : 0;  // the encoder's are of the whole pass
    report.shape(worded({"slide36.shape.", name}), label, found.find(name, step).shape);
  }
}

void full_program(Report& report) {
  report.part("Part 4: the full program");
  traced_shapes(report);
  const ParameterCounts toy = parameter_counts(10, 6, 8);
  report.count("slide36.parameters.encoder", "Parameters of the encoder, V 10, E 6, H 8", toy.encoder);
  report.count("slide36.parameters.decoder", "Parameters of the decoder", toy.decoder);
  report.count("slide36.parameters.total", "Parameters in all", toy.total);
  const ParameterCounts narrow = parameter_counts(30000, 256, 512), wide = parameter_counts(30000, 512, 512);
  report.count("slide36.claim.total_e256", "The \"about 30M\" at V 30000, H 512, counted with E 256", narrow.total);
  report.count("slide36.claim.total_e512", "Counted with E 512", wide.total);
  report.count("slide36.claim.head", "The output head alone", narrow.modules.back().count);

  const AlphaSumCheck check = alpha_sum_check(sum_seeds);
  report.share("slide48.sums_not_1", "Seeds whose weights do not add up to exactly 1", check.missed, check.seeds);
  report.number("slide48.largest_error", "The largest error of such a sum", with_exponent(check.largest_error),
                check.largest_error);

  const Milestone1 first = milestone_1(lesson_seed);
  report.numbers("slide50.alpha", "Milestone 1, seed 99: weights", widened(first.alpha), rounded).shape = {
      1, static_cast<int>(first.alpha.size())};
  report.number("slide50.alpha_sum", "Their sum", number_text(first.alpha_sum), first.alpha_sum);
  report.shape("slide50.context_shape", "Shape of the context", first.context_shape);

  const Milestone2 second = milestone_2(lesson_seed);
  report.shape("slide52.encoder_shape", "Milestone 2, seed 99: shape of the encoder states", second.encoder_shape);
  report.count("slide52.prediction", "Predicted after BOS", second.prediction);
  report.numbers("slide52.alpha", "Weights of that step", widened(second.alpha), rounded_to_three).shape = {
      1, static_cast<int>(second.alpha.size())};

  const ToyRun run = toy_run(lesson_seed, 200);
  const std::vector<double> beginning(run.losses.begin(), run.losses.begin() + 3);
  report.numbers("slide53.losses", "Milestone 3, seed 99: losses of epochs 0, 1, 2", beginning, four_digits);
  report.number("slide55.final_loss", "Full program: loss of the 200th epoch, before its update",
                four_digits(run.final_loss), run.final_loss);
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
