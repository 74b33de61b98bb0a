#include "text/dataset.h"

#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/message.h"
#include "base/number_text.h"

namespace seq2seq {

Split split_by_source(const std::vector<const std::string*>& sources, double validation_share, double test_share,
                      Generator& generator) {
  const auto share = [](double x) { return x >= 0 && x < 1; };
  if (!share(validation_share) || !share(test_share) || !(validation_share + test_share < 1))
    throw_error(ErrorCode::invalid_value, {"task.validation_share is ", validation_share, " and task.test_share is ",
                                           test_share, "; allowed: from 0, together below 1"});
  // The group of a row is the number of its source among the different sources, by first appearance.
  std::unordered_map<std::string_view, std::int64_t> numbers;
  std::vector<std::int64_t> group;
  group.reserve(sources.size());
  Split split;
  for (const std::string* source : sources) {
    const auto [at, added] = numbers.emplace(*source, static_cast<std::int64_t>(numbers.size()));
    if (!added) ++split.repeated_sources;
    group.push_back(at->second);
  }

  split.parts.assign(sources.size(), Part::train);
  if (validation_share == 0 && test_share == 0) return split;
  const auto count = static_cast<std::int64_t>(numbers.size());
  const auto part_of = [&](double x) {
    return static_cast<std::int64_t>(std::floor(x * static_cast<double>(count) + 0.5));
  };
  std::int64_t validation = part_of(validation_share), test = part_of(test_share);
  while (validation + test > 0 && validation + test >= count) --(test > 0 ? test : validation);
  std::vector<Part> parts(numbers.size(), Part::train);
  const std::vector<std::int64_t> order = generator.randperm(count);
  for (std::int64_t i = 0; i < validation + test; ++i)
    parts[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] =
        i < validation ? Part::validation : Part::test;
  for (std::size_t i = 0; i < sources.size(); ++i) split.parts[i] = parts[static_cast<std::size_t>(group[i])];
  return split;
}

std::int64_t count_leaks(const std::vector<const std::string*>& texts, const std::vector<Part>& parts) {
  std::unordered_set<std::string_view> trained;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (parts[i] == Part::train) trained.insert(*texts[i]);
  std::int64_t leaks = 0;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (parts[i] != Part::train && trained.count(*texts[i]) != 0) ++leaks;
  return leaks;
}

}  // namespace seq2seq
