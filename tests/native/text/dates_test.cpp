#include "text/dates.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

using namespace seq2seq;

TEST_CASE("the calendar") {
  CHECK(days_in_month(1900, 2) == 28);
  CHECK(days_in_month(2000, 2) == 29);
  CHECK(days_in_month(2024, 2) == 29);
  CHECK(days_in_month(2023, 2) == 28);
  CHECK(days_in_month(2023, 4) == 30);
  CHECK(weekday_of({1900, 1, 1}) == 0);
  CHECK(weekday_of({1969, 7, 20}) == 6);
  CHECK(weekday_of({2000, 2, 29}) == 1);
  CHECK(weekday_of({2099, 12, 31}) == 3);
}

TEST_CASE("spellings of one day") {
  std::set<std::string> all;
  for (int i = 0; i < date_spelling_count(); ++i) {
    const TaskItem item = spell_date({2021, 3, 4}, i);
    CHECK(item.target == "2021-03-04");
    all.insert(item.source);
  }
  CHECK(all.size() >= 20);
  CHECK(all.size() == static_cast<std::size_t>(date_spelling_count()));
  for (const char* spelling : {"4 March 2021", "04-Mar-2021", "March 4th, 2021", "the 4th of March 2021",
                               "Thursday, 4 March 2021", "03/04/2021", "4.3.2021", "20210304", "4.III.2021"}) {
    CAPTURE(spelling);
    CHECK(all.count(spelling) == 1);
  }
  std::set<std::string> endings;
  for (const int day : {1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31}) endings.insert(spell_date({2021, 1, day}, 7).source);
  for (const char* right : {"1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "31st"})
    CHECK(endings.count(std::string(right) + " January 2021") == 1);
}

TEST_CASE("every spelling can be read in one way only") {
  std::map<std::string, std::string> meaning;
  for (const int year : {1901, 2010, 2012})
    for (int month = 1; month <= 12; ++month)
      for (int day = 1; day <= days_in_month(year, month); ++day)
        for (int i = 0; i < date_spelling_count(); ++i) {
          const TaskItem item = spell_date({year, month, day}, i);
          CHECK(meaning.emplace(item.source, item.target).first->second == item.target);
        }
  CHECK(meaning.size() > 0.5 * 1096 * date_spelling_count());
}

TEST_CASE("the alignment points at the digits, or at the month's name") {
  for (int i = 0; i < date_spelling_count(); ++i)
    for (const Day day : {Day{1987, 10, 26}, Day{2043, 5, 9}}) {
      const TaskItem item = spell_date(day, i);
      CAPTURE(item.source);
      REQUIRE(item.alignment.size() == 10);
      CHECK(item.alignment[4].empty());
      CHECK(item.alignment[7].empty());
      for (const int t : {0, 1, 2, 3, 9}) {  // the year, and the last digit of the day
        REQUIRE(item.alignment[static_cast<std::size_t>(t)].size() == 1);
        const int place = item.alignment[static_cast<std::size_t>(t)][0];
        CHECK(item.source[static_cast<std::size_t>(place)] == item.target[static_cast<std::size_t>(t)]);
      }
      for (const int t : {5, 6, 8}) CHECK(!item.alignment[static_cast<std::size_t>(t)].empty());
    }
  const TaskItem item = spell_date({2021, 3, 14}, 0);  // 14 March 2021
  CHECK(item.alignment[5] == std::vector<int>{3, 4, 5, 6, 7});
  CHECK(item.alignment[8] == std::vector<int>{0});
  CHECK(item.alignment[9] == std::vector<int>{1});
}

TEST_CASE("all letters of all spellings are in the list of symbols") {
  std::set<std::string> symbols;
  for (const std::string& symbol : date_symbols()) symbols.insert(symbol);
  Generator generator(9);
  for (int i = 0; i < 3000; ++i) {
    const TaskItem item = draw_date({}, generator);
    for (const char c : item.source + item.target) REQUIRE(symbols.count(std::string(1, c)) == 1);
  }
}
