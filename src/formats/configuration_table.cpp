#include "formats/configuration_table.h"

#include <utility>

namespace seq2seq {
namespace {

constexpr bool live = true, restart = false;

// `member` is a generic lambda from a configuration, const or not, to the member the field stands for.
template <class Member>
FieldEntry integer(const char* name, Member member, double minimum, double maximum, bool acts_live,
                   const char* sentence) {
  FieldEntry entry;
  entry.name = name;
  entry.kind = FieldKind::integer;
  entry.minimum = minimum;
  entry.maximum = maximum;
  entry.live = acts_live;
  entry.sentence = sentence;
  entry.read_integer = [member](const Configuration& c) { return static_cast<std::int64_t>(member(c)); };
  entry.write_integer = [member](Configuration& c, std::int64_t value) {
    auto& place = member(c);
    place = static_cast<std::decay_t<decltype(place)>>(value);
  };
  return entry;
}

enum class Lowest { included, excluded };

template <class Member>
FieldEntry number(const char* name, Member member, Lowest lowest, double minimum, double maximum, bool acts_live,
                  const char* sentence) {
  FieldEntry entry;
  entry.name = name;
  entry.kind = FieldKind::number;
  entry.minimum = minimum;
  entry.maximum = maximum;
  entry.minimum_exclusive = lowest == Lowest::excluded;
  entry.live = acts_live;
  entry.sentence = sentence;
  entry.read_number = [member](const Configuration& c) { return member(c); };
  entry.write_number = [member](Configuration& c, double value) { member(c) = value; };
  return entry;
}

// The choices stand in the order of the enumeration.
template <class Member>
FieldEntry choice(const char* name, Member member, std::vector<std::string> choices, bool acts_live,
                  const char* sentence) {
  FieldEntry entry = integer(name, member, 0, 0, acts_live, sentence);
  entry.kind = FieldKind::choice;
  entry.choices = std::move(choices);
  return entry;
}

FieldEntry seed(const char* name, const char* sentence) {
  FieldEntry entry;
  entry.name = name;
  entry.kind = FieldKind::seed;
  entry.sentence = sentence;
  return entry;
}

std::vector<FieldEntry> task_fields() {
  return {
      choice(
          "task.kind", [](auto& c) -> auto& { return c.task.kind; },
          {"lesson", "copy", "reverse", "sort", "addition", "dates", "names", "data"}, restart,
          "What is learned: the lesson's single pair, a generated task, or your own pairs (data)."),
      integer(
          "task.examples", [](auto& c) -> auto& { return c.task.examples; }, 1, 1e6, restart,
          "How many different pairs a generated task draws."),
      integer(
          "task.min_length", [](auto& c) -> auto& { return c.task.min_length; }, 1, 1000, restart,
          "Shortest source of copy, reverse and sort in symbols; fewest digits of addition."),
      integer(
          "task.max_length", [](auto& c) -> auto& { return c.task.max_length; }, 1, 1000, restart,
          "Longest source of copy, reverse and sort in symbols; most digits of addition."),
      integer(
          "task.symbols", [](auto& c) -> auto& { return c.task.symbols; }, 1, 62, restart,
          "How many different symbols copy, reverse and sort are made of."),
      choice(
          "task.tokeniser", [](auto& c) -> auto& { return c.task.tokeniser; }, {"characters", "words", "ids"}, restart,
          "What one token of your own pairs is: a letter as people see it, a word, or a number used as it stands."),
      integer(
          "task.vocabulary_size", [](auto& c) -> auto& { return c.task.vocabulary_size; }, 0, 1e6, restart,
          "Keep only so many tokens, the most frequent, specials counted; 0 keeps all."),
      integer(
          "task.min_count", [](auto& c) -> auto& { return c.task.min_count; }, 1, 1e6, restart,
          "Tokens seen less often than this become unknown."),
      number(
          "task.validation_share", [](auto& c) -> auto& { return c.task.validation_share; }, Lowest::included, 0, 0.9,
          restart, "Part of the pairs held out to watch training."),
      number(
          "task.test_share", [](auto& c) -> auto& { return c.task.test_share; }, Lowest::included, 0, 0.9, restart,
          "Part of the pairs held out for the final evaluation."),
      integer(
          "task.max_source_length", [](auto& c) -> auto& { return c.task.max_source_length; }, 0, 1e4, restart,
          "Pairs with a longer source, in tokens, are left out and counted; 0 sets no limit."),
      integer(
          "task.max_target_length", [](auto& c) -> auto& { return c.task.max_target_length; }, 0, 1e4, restart,
          "Pairs with a longer target, in tokens, are left out and counted; 0 sets no limit."),
      choice(
          "task.separator", [](auto& c) -> auto& { return c.task.separator; },
          {"automatic", "tab", "semicolon", "comma", "spaces"}, restart,
          "What stands between source and target in a file of your own pairs."),
      choice(
          "task.encoding", [](auto& c) -> auto& { return c.task.encoding; },
          {"automatic", "utf8", "utf16", "windows_1252"}, restart, "How the letters of your own file are encoded."),
      choice(
          "task.header", [](auto& c) -> auto& { return c.task.header; }, {"automatic", "yes", "no"}, restart,
          "Whether the first row of your own file names the columns."),
  };
}

std::vector<FieldEntry> model_fields() {
  return {
      integer(
          "model.embedding_size", [](auto& c) -> auto& { return c.model.embedding_size; }, 1, 4096, restart,
          "E, the numbers that stand for one token."),
      integer(
          "model.hidden_size", [](auto& c) -> auto& { return c.model.hidden_size; }, 1, 4096, restart,
          "H, the numbers in one encoder or decoder state."),
      choice(
          "model.attention", [](auto& c) -> auto& { return c.model.attention; },
          {"bahdanau", "luong_dot", "luong_general", "none"}, restart,
          "How the decoder scores source positions; none gives it the encoder's last state only."),
      choice(
          "model.copy", [](auto& c) -> auto& { return c.model.copy; }, {"off", "pointer_generator", "pointer"}, restart,
          "Whether tokens can be copied from the source: mixed with the vocabulary, or as the only way."),
  };
}

std::vector<FieldEntry> training_fields() {
  return {
      choice(
          "training.optimizer", [](auto& c) -> auto& { return c.training.optimizer; }, {"adam", "adamw", "sgd"},
          restart, "The rule that turns gradients into steps."),
      number(
          "training.learning_rate", [](auto& c) -> auto& { return c.training.learning_rate; }, Lowest::excluded, 0,
          1e30, live, "How large a step is; too large and training diverges."),
      number(
          "training.weight_decay", [](auto& c) -> auto& { return c.training.weight_decay; }, Lowest::included, 0, 1e6,
          live, "Pull of the weights towards zero: added to the gradient, or with adamw applied on its own."),
      number(
          "training.momentum", [](auto& c) -> auto& { return c.training.momentum; }, Lowest::included, 0, 0.999999,
          live, "How much of the last step sgd keeps."),
      number(
          "training.beta1", [](auto& c) -> auto& { return c.training.beta1; }, Lowest::included, 0, 0.999999, live,
          "How long Adam remembers gradients."),
      number(
          "training.beta2", [](auto& c) -> auto& { return c.training.beta2; }, Lowest::included, 0, 0.999999999, live,
          "How long Adam remembers squared gradients."),
      number(
          "training.epsilon", [](auto& c) -> auto& { return c.training.epsilon; }, Lowest::included, 1e-30, 1, live,
          "Keeps Adam from dividing by zero."),
      number(
          "training.clip_norm", [](auto& c) -> auto& { return c.training.clip_norm; }, Lowest::included, 0, 1e30, live,
          "Longer gradients are shortened to this length; 0 leaves them."),
      integer(
          "training.batch_size", [](auto& c) -> auto& { return c.training.batch_size; }, 1, 4096, restart,
          "How many pairs one step learns from."),
      integer(
          "training.epochs", [](auto& c) -> auto& { return c.training.epochs; }, 0, 1e9, live,
          "How often every pair is seen; 0 counts steps instead."),
      integer(
          "training.steps", [](auto& c) -> auto& { return c.training.steps; }, 0, 1e12, live,
          "How many steps are made where epochs is 0."),
      choice(
          "training.loss", [](auto& c) -> auto& { return c.training.loss; }, {"sum", "mean"}, restart,
          "The loss of a batch: summed over its target tokens, or their mean."),
      choice(
          "training.forcing.schedule", [](auto& c) -> auto& { return c.training.forcing.schedule; },
          {"teacher", "free", "linear", "exponential", "inverse_sigmoid"}, live,
          "How likely the decoder is fed the true token: always, never, or falling as training goes on."),
      number(
          "training.forcing.linear_steps", [](auto& c) -> auto& { return c.training.forcing.linear_steps; },
          Lowest::excluded, 0, 1e12, live, "K of the linear schedule: the probability reaches 0 after K epochs."),
      number(
          "training.forcing.exponential_base", [](auto& c) -> auto& { return c.training.forcing.exponential_base; },
          Lowest::included, 0, 1, live, "The exponential schedule multiplies the probability by this every epoch."),
      number(
          "training.forcing.sigmoid_scale", [](auto& c) -> auto& { return c.training.forcing.sigmoid_scale; },
          Lowest::excluded, 0, 1e12, live, "s of the inverse sigmoid s / (s + exp(k / s)): larger falls later."),
      number(
          "training.forcing.floor", [](auto& c) -> auto& { return c.training.forcing.floor; }, Lowest::included, 0, 1,
          live, "A falling schedule never goes below this probability."),
      choice(
          "training.forcing.coin", [](auto& c) -> auto& { return c.training.forcing.coin; }, {"token", "sequence"},
          live, "Whether a coin is thrown for every token or once for the whole sequence."),
      choice(
          "training.forcing.prediction", [](auto& c) -> auto& { return c.training.forcing.prediction; },
          {"argmax", "sample"}, live, "Which own prediction is fed: the likeliest token, or one drawn at random."),
      integer(
          "training.validation_interval", [](auto& c) -> auto& { return c.training.validation_interval; }, 0, 1e6, live,
          "Epochs between looks at the held-out pairs; 0 never looks."),
      integer(
          "training.patience", [](auto& c) -> auto& { return c.training.patience; }, 0, 1e6, live,
          "Stop after so many looks without a better loss; 0 never stops early."),
      integer(
          "training.shards", [](auto& c) -> auto& { return c.training.shards; }, 1, 64, restart,
          "Parts a batch is cut into; their gradients are added in order."),
      seed("training.seed", "Where all random numbers begin. Any 64-bit integer; only its low 32 bits count."),
  };
}

std::vector<FieldEntry> decoding_fields() {
  return {
      integer(
          "decoding.beam", [](auto& c) -> auto& { return c.decoding.beam; }, 1, 100, live,
          "How many outputs are kept in mind while decoding; 1 is greedy."),
      number(
          "decoding.length_penalty", [](auto& c) -> auto& { return c.decoding.length_penalty; }, Lowest::included, 0,
          10, live, "a of ((5 + length) / 6)^a, which scores are divided by: larger favours longer outputs."),
      integer(
          "decoding.max_length", [](auto& c) -> auto& { return c.decoding.max_length; }, 1, 1e4, live,
          "Decoding stops after so many tokens and says that it was cut off."),
      choice(
          "decoding.replace_unknown", [](auto& c) -> auto& { return c.decoding.replace_unknown; },
          {"off", "most_attended"}, live,
          "Whether a translation shows UNK, or the source word that got the most attention in its place."),
      choice(
          "decoding.bleu_smoothing", [](auto& c) -> auto& { return c.decoding.bleu_smoothing; },
          {"none", "exp", "floor", "add_k"}, live, "What BLEU does where an n-gram order has no match."),
      integer(
          "decoding.bleu_order", [](auto& c) -> auto& { return c.decoding.bleu_order; }, 1, 16, live,
          "The longest n-gram that BLEU counts."),
  };
}

}  // namespace

const std::vector<FieldEntry>& configuration_table() {
  static const std::vector<FieldEntry> table = [] {
    std::vector<FieldEntry> all;
    for (std::vector<FieldEntry> group : {task_fields(), model_fields(), training_fields(), decoding_fields()})
      for (FieldEntry& entry : group) all.push_back(std::move(entry));
    return all;
  }();
  return table;
}

}  // namespace seq2seq
