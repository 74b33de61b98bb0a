#include "text/sequences.h"

#include <algorithm>
#include <string_view>

#include "base/message.h"

namespace seq2seq {
namespace {

constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
static_assert(alphabet.size() == most_symbols);

constexpr double more_than_anyone_draws = 1e18;

int draw_length(const TaskConfig& config, Generator& generator) {
  return static_cast<int>(generator.randint(config.min_length, std::int64_t{config.max_length} + 1));
}

std::string draw_number(int digits, Generator& generator) {
  std::string number;
  for (int i = 0; i < digits; ++i)
    number += static_cast<char>('0' + generator.randint(i == 0 && digits > 1 ? 1 : 0, 10));
  return number;
}

// On paper, digit by digit: any length.
std::string sum_of(const std::string& a, const std::string& b) {
  std::string sum;
  int carry = 0;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry != 0; ++i) {
    if (i < a.size()) carry += a[a.size() - 1 - i] - '0';
    if (i < b.size()) carry += b[b.size() - 1 - i] - '0';
    sum += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  std::reverse(sum.begin(), sum.end());
  return sum;
}

}  // namespace

TaskItem draw_sequence(const TaskConfig& config, Generator& generator) {
  const int length = draw_length(config, generator);
  std::vector<int> symbols(static_cast<std::size_t>(length));
  for (int& symbol : symbols) symbol = static_cast<int>(generator.randint(0, config.symbols));
  std::vector<int> answer = symbols;
  if (config.kind == TaskKind::reverse) std::reverse(answer.begin(), answer.end());
  if (config.kind == TaskKind::sort) std::sort(answer.begin(), answer.end());

  TaskItem item;
  for (const int symbol : symbols) item.source += alphabet[static_cast<std::size_t>(symbol)];
  for (int t = 0; t < length; ++t) {
    const int symbol = answer[static_cast<std::size_t>(t)];
    item.target += alphabet[static_cast<std::size_t>(symbol)];
    std::vector<int> places;
    if (config.kind == TaskKind::copy) places = {t};
    if (config.kind == TaskKind::reverse) places = {length - 1 - t};
    if (config.kind == TaskKind::sort)  // equal letters cannot be told apart
      for (int i = 0; i < length; ++i)
        if (symbols[static_cast<std::size_t>(i)] == symbol) places.push_back(i);
    item.alignment.push_back(std::move(places));
  }
  return item;
}

std::vector<std::string> sequence_symbols(const TaskConfig& config) {
  std::vector<std::string> symbols;
  symbols.reserve(static_cast<std::size_t>(config.symbols));
  for (int i = 0; i < config.symbols; ++i) symbols.emplace_back(1, alphabet[static_cast<std::size_t>(i)]);
  return symbols;
}

double different_sequences(const TaskConfig& config) {
  double of_length = 1, all = 0;
  for (int length = 1; length <= config.max_length && all < more_than_anyone_draws; ++length) {
    of_length *= config.symbols;
    if (length >= config.min_length) all += of_length;
    if (of_length >= more_than_anyone_draws) all = more_than_anyone_draws;
  }
  return std::min(all, more_than_anyone_draws);
}

TaskItem draw_addition(const TaskConfig& config, Generator& generator) {
  const int first = draw_length(config, generator), second = draw_length(config, generator);
  const std::string a = draw_number(first, generator), b = draw_number(second, generator);
  return {worded({a, "+", b}), sum_of(a, b), {}};
}

std::vector<std::string> addition_symbols() {
  std::vector<std::string> symbols{"+"};
  for (char digit = '0'; digit <= '9'; ++digit) symbols.emplace_back(1, digit);
  return symbols;
}

double different_additions(const TaskConfig& config) {
  double of_length = 1, numbers = 0;
  for (int length = 1; length <= config.max_length && numbers < 1e9; ++length) {
    of_length *= length == 1 ? 10 : (length == 2 ? 9 : 10);
    if (length >= config.min_length) numbers += of_length;
    if (of_length >= 1e9) numbers = 1e9;
  }
  return numbers * numbers;
}

}  // namespace seq2seq
