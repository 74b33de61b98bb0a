#include "text/dataset.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"

using namespace seq2seq;

namespace {

std::vector<const std::string*> pointers(const std::vector<std::string>& texts) {
  std::vector<const std::string*> out;
  for (const std::string& text : texts) out.push_back(&text);
  return out;
}

std::int64_t count(const std::vector<Part>& parts, Part part) { return std::count(parts.begin(), parts.end(), part); }

}  // namespace

TEST_CASE("no source is in two parts, however often it is repeated") {
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) texts.push_back("source " + std::to_string(i * i % 97));
  Generator generator(3);
  const Split split = split_by_source(pointers(texts), 0.2, 0.1, generator);
  std::map<std::string, Part> where;
  for (std::size_t i = 0; i < texts.size(); ++i)
    CHECK(where.emplace(texts[i], split.parts[i]).first->second == split.parts[i]);
  CHECK(where.size() == 49);
  CHECK(split.repeated_sources == 300 - 49);
  CHECK(count_leaks(pointers(texts), split.parts) == 0);
  std::map<Part, int> groups;
  for (const auto& entry : where) ++groups[entry.second];
  CHECK(groups[Part::validation] == 10);  // round(0.2 * 49)
  CHECK(groups[Part::test] == 5);
  CHECK(groups[Part::train] == 34);
}

TEST_CASE("leaks are counted where there are some") {
  const std::vector<std::string> texts{"a", "b", "a", "a", "c", "b"};
  CHECK(count_leaks(pointers(texts),
                    {Part::train, Part::train, Part::test, Part::validation, Part::test, Part::train}) == 2);
}

TEST_CASE("the same seed splits alike, another otherwise") {
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) texts.push_back(std::to_string(i));
  Generator one(5), same(5), other(6);
  const Split a = split_by_source(pointers(texts), 0.25, 0.25, one);
  CHECK(a.parts == split_by_source(pointers(texts), 0.25, 0.25, same).parts);
  CHECK(a.parts != split_by_source(pointers(texts), 0.25, 0.25, other).parts);
  CHECK(one.words_used() == 39);
}

TEST_CASE("small sets keep something to train on; without shares nothing is drawn") {
  Generator generator(1);
  for (int n = 1; n <= 6; ++n) {
    std::vector<std::string> texts;
    for (int i = 0; i < n; ++i) texts.push_back(std::to_string(i));
    CHECK(count(split_by_source(pointers(texts), 0.5, 0.49, generator).parts, Part::train) >= 1);
  }
  const auto before = generator.words_used();
  const std::vector<std::string> texts{"a", "b"};
  CHECK(count(split_by_source(pointers(texts), 0, 0, generator).parts, Part::train) == 2);
  CHECK(generator.words_used() == before);
}

TEST_CASE("shares outside their range are refused by name") {
  Generator generator(1);
  const std::vector<std::string> texts{"a", "b"};
  const double bad[][2] = {{-0.1, 0.1}, {0.1, -0.1}, {1, 0}, {0.5, 0.5}, {0.1 / 0.0 - 0.1 / 0.0, 0}};
  for (const auto& shares : bad) try {
      split_by_source(pointers(texts), shares[0], shares[1], generator);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_value);
      CHECK(std::string(error.what()).find("task.validation_share") != std::string::npos);
    }
}
