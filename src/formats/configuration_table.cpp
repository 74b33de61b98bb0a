#include "formats/configuration_table.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace seq2seq {
namespace {

constexpr bool live = true, restart = false;

// The table is plain data, made by the compiler: as functions that read and write members it was a tenth of the
// engine's module. So a field is found by its offset, and its type is one of these.
static_assert(std::is_standard_layout_v<Configuration>, "offsets of members are defined for such types only");

template <class Member>
constexpr Stored stored_as(Member) {
  static_assert(std::is_enum_v<Member> || std::is_integral_v<Member> || std::is_same_v<Member, double>);
  if constexpr (std::is_same_v<Member, double>) return Stored::real;
  static_assert(sizeof(Member) == 4 || sizeof(Member) == 8);
  return sizeof(Member) == 4 ? Stored::whole_32 : Stored::whole_64;
}

// Name, place and type of a member, from its name alone.
#define FIELD(member) \
  Place { #member, offsetof(Configuration, member), stored_as(Configuration{}.member) }

enum class Lowest { included, excluded };

constexpr FieldEntry integer(Place place, double minimum, double maximum, bool acts_live, const char* sentence) {
  return {place.name, FieldKind::integer, minimum, maximum, false, "", acts_live, sentence, place.offset, place.stored};
}

constexpr FieldEntry number(Place place, Lowest lowest, double minimum, double maximum, bool acts_live,
                            const char* sentence) {
  return {place.name, FieldKind::number, minimum,  maximum,      lowest == Lowest::excluded,
          "",         acts_live,         sentence, place.offset, place.stored};
}

// The choices stand in the order of the enumeration.
constexpr FieldEntry choice(Place place, const char* choices, bool acts_live, const char* sentence) {
  return {place.name, FieldKind::choice, 0, 0, false, choices, acts_live, sentence, place.offset, place.stored};
}

constexpr FieldEntry seed(Place place, const char* sentence) {
  return {place.name, FieldKind::seed, 0, 0, false, "", restart, sentence, place.offset, place.stored};
}

constexpr FieldEntry entries[] = {
    choice(FIELD(task.kind), "lesson, copy, reverse, sort, addition, dates, names, data", restart,
           "What is learned: the lesson's single pair, a generated task, or your own pairs (data)."),
    integer(FIELD(task.examples), 1, 1e6, restart, "How many different pairs a generated task draws."),
    integer(FIELD(task.min_length), 1, 1000, restart,
            "Shortest source of copy, reverse and sort in symbols; fewest digits of addition."),
    integer(FIELD(task.max_length), 1, 1000, restart,
            "Longest source of copy, reverse and sort in symbols; most digits of addition."),
    integer(FIELD(task.symbols), 1, 62, restart, "How many different symbols copy, reverse and sort are made of."),
    choice(FIELD(task.tokeniser), "characters, words, ids", restart,
           "What one token of your own pairs is: a letter as people see it, a word, or a number used as it stands."),
    integer(FIELD(task.vocabulary_size), 0, 1e6, restart,
            "Keep only so many tokens, the most frequent, specials counted; 0 keeps all."),
    integer(FIELD(task.min_count), 1, 1e6, restart, "Tokens seen less often than this become unknown."),
    number(FIELD(task.validation_share), Lowest::included, 0, 0.9, restart,
           "Part of the pairs held out to watch training."),
    number(FIELD(task.test_share), Lowest::included, 0, 0.9, restart,
           "Part of the pairs held out for the final evaluation."),
    integer(FIELD(task.max_source_length), 0, 1e4, restart,
            "Pairs with a longer source, in tokens, are left out and counted; 0 sets no limit."),
    integer(FIELD(task.max_target_length), 0, 1e4, restart,
            "Pairs with a longer target, in tokens, are left out and counted; 0 sets no limit."),
    choice(FIELD(task.separator), "automatic, tab, semicolon, comma, spaces", restart,
           "What stands between source and target in a file of your own pairs."),
    choice(FIELD(task.encoding), "automatic, utf8, utf16, windows_1252", restart,
           "How the letters of your own file are encoded."),
    choice(FIELD(task.header), "automatic, yes, no", restart,
           "Whether the first row of your own file names the columns."),

    integer(FIELD(model.embedding_size), 1, 4096, restart, "E, the numbers that stand for one token."),
    integer(FIELD(model.hidden_size), 1, 4096, restart, "H, the numbers in one encoder or decoder state."),
    choice(FIELD(model.attention), "bahdanau, luong_dot, luong_general, none", restart,
           "How the decoder scores source positions; none gives it the encoder's last state only."),
    choice(FIELD(model.copy), "off, pointer_generator, pointer", restart,
           "Whether tokens can be copied from the source: mixed with the vocabulary, or as the only way."),

    choice(FIELD(training.optimizer), "adam, adamw, sgd", restart, "The rule that turns gradients into steps."),
    number(FIELD(training.learning_rate), Lowest::excluded, 0, 1e30, live,
           "How large a step is; too large and training diverges."),
    number(FIELD(training.weight_decay), Lowest::included, 0, 1e6, live,
           "Pull of the weights towards zero: added to the gradient, or with adamw applied on its own."),
    number(FIELD(training.momentum), Lowest::included, 0, 0.999999, live, "How much of the last step sgd keeps."),
    number(FIELD(training.beta1), Lowest::included, 0, 0.999999, live, "How long Adam remembers gradients."),
    number(FIELD(training.beta2), Lowest::included, 0, 0.999999999, live, "How long Adam remembers squared gradients."),
    number(FIELD(training.epsilon), Lowest::included, 1e-30, 1, live, "Keeps Adam from dividing by zero."),
    number(FIELD(training.clip_norm), Lowest::included, 0, 1e30, live,
           "Longer gradients are shortened to this length; 0 leaves them."),
    integer(FIELD(training.batch_size), 1, 4096, restart, "How many pairs one step learns from."),
    integer(FIELD(training.epochs), 0, 1e9, live, "How often every pair is seen; 0 counts steps instead."),
    integer(FIELD(training.steps), 0, 1e12, live, "How many steps are made where epochs is 0."),
    choice(FIELD(training.loss), "sum, mean", restart,
           "The loss of a batch: summed over its target tokens, or their mean."),
    choice(FIELD(training.forcing.schedule), "teacher, free, linear, exponential, inverse_sigmoid", live,
           "How likely the decoder is fed the true token: always, never, or falling as training goes on."),
    number(FIELD(training.forcing.linear_steps), Lowest::excluded, 0, 1e12, live,
           "K of the linear schedule: the probability reaches 0 after K epochs."),
    number(FIELD(training.forcing.exponential_base), Lowest::included, 0, 1, live,
           "The exponential schedule multiplies the probability by this every epoch."),
    number(FIELD(training.forcing.sigmoid_scale), Lowest::excluded, 0, 1e12, live,
           "s of the inverse sigmoid s / (s + exp(k / s)): larger falls later."),
    number(FIELD(training.forcing.floor), Lowest::included, 0, 1, live,
           "A falling schedule never goes below this probability."),
    choice(FIELD(training.forcing.coin), "token, sequence", live,
           "Whether a coin is thrown for every token or once for the whole sequence."),
    choice(FIELD(training.forcing.prediction), "argmax, sample", live,
           "Which own prediction is fed: the likeliest token, or one drawn at random."),
    integer(FIELD(training.validation_interval), 0, 1e6, live,
            "Epochs between looks at the held-out pairs; 0 never looks."),
    integer(FIELD(training.patience), 0, 1e6, live,
            "Stop after so many looks without a better loss; 0 never stops early."),
    integer(FIELD(training.shards), 1, 64, restart, "Parts a batch is cut into; their gradients are added in order."),
    seed(FIELD(training.seed), "Where all random numbers begin. Any 64-bit integer; only its low 32 bits count."),

    integer(FIELD(decoding.beam), 1, 100, live, "How many outputs are kept in mind while decoding; 1 is greedy."),
    number(FIELD(decoding.length_penalty), Lowest::included, 0, 10, live,
           "a of ((5 + length) / 6)^a, which scores are divided by: larger favours longer outputs."),
    integer(FIELD(decoding.max_length), 1, 1e4, live,
            "Decoding stops after so many tokens and says that it was cut off."),
    choice(FIELD(decoding.replace_unknown), "off, most_attended", live,
           "Whether a translation shows UNK, or the source word that got the most attention in its place."),
    choice(FIELD(decoding.bleu_smoothing), "none, exp, floor, add_k", live,
           "What BLEU does where an n-gram order has no match."),
    integer(FIELD(decoding.bleu_order), 1, 16, live, "The longest n-gram that BLEU counts."),
};

#undef FIELD

template <class Value>
Value load(const FieldEntry& entry, const Configuration& configuration) {
  Value value;
  std::memcpy(&value, reinterpret_cast<const char*>(&configuration) + entry.offset, sizeof value);
  return value;
}

template <class Value>
void store(const FieldEntry& entry, Configuration& configuration, Value value) {
  std::memcpy(reinterpret_cast<char*>(&configuration) + entry.offset, &value, sizeof value);
}

}  // namespace

FieldTable configuration_table() { return {entries, entries + sizeof entries / sizeof *entries}; }

std::int64_t read_integer(const FieldEntry& entry, const Configuration& configuration) {
  if (entry.stored == Stored::whole_32) return load<std::int32_t>(entry, configuration);
  return load<std::int64_t>(entry, configuration);
}

void write_integer(const FieldEntry& entry, Configuration& configuration, std::int64_t value) {
  if (entry.stored == Stored::whole_32)
    store(entry, configuration, static_cast<std::int32_t>(value));
  else
    store(entry, configuration, value);
}

double read_number(const FieldEntry& entry, const Configuration& configuration) {
  return load<double>(entry, configuration);
}

void write_number(const FieldEntry& entry, Configuration& configuration, double value) {
  store(entry, configuration, value);
}

std::vector<std::string> choices_of(const FieldEntry& entry) {
  std::vector<std::string> all;
  const std::string list = entry.choices;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(", ", begin), list.size());
    all.push_back(list.substr(begin, end - begin));
    begin = end + 2;
  }
  return all;
}

}  // namespace seq2seq
