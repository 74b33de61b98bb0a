#include "text/dates.h"

#include <array>
#include <numeric>
#include <set>

#include "base/message.h"
#include "text/utf8.h"

namespace seq2seq {
namespace {

constexpr std::array<const char*, 12> months = {"January", "February", "March",     "April",   "May",      "June",
                                                "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<const char*, 7> weekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                 "Friday", "Saturday", "Sunday"};
constexpr std::array<const char*, 12> roman = {"I",   "II",   "III", "IV", "V",  "VI",
                                               "VII", "VIII", "IX",  "X",  "XI", "XII"};

// %d day, %D day in two digits, %o day as ordinal; %m month, %M month in two digits, %B its name, %b the name's first
// three letters, %U the name in capitals, %l in small letters, %R in Roman numerals; %Y year; %A weekday, %a short.
// Every spelling can be read in one way only: slashes have the month first (but behind a year), points the day.
constexpr std::array<const char*, 30> spellings = {
    "%d %B %Y",     "%D %B %Y",      "%d %b %Y",    "%D-%b-%Y",        "%B %d, %Y",          "%b %d, %Y",
    "%B %D, %Y",    "%o %B %Y",      "%B %o, %Y",   "%b. %o %Y",       "the %o of %B %Y",    "the %o of %B, %Y",
    "%A, %d %B %Y", "%A, %B %d, %Y", "%a %d %b %Y", "%a, %o of %B %Y", "%A the %o of %B %Y", "%Y/%M/%D",
    "%Y.%M.%D",     "%Y%M%D",        "%Y %B %d",    "%Y, %B %o",       "%d.%m.%Y",           "%D.%M.%Y",
    "%M/%D/%Y",     "%m/%d/%Y",      "%U %d %Y",    "%d %l %Y",        "%d. %B %Y",          "%d.%R.%Y",
};

struct Stretch {
  int begin = 0, length = 0;
};
std::vector<int> places(const Stretch& stretch) {
  std::vector<int> all(static_cast<std::size_t>(stretch.length));
  std::iota(all.begin(), all.end(), stretch.begin);
  return all;
}

std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

const char* ordinal_ending(int day) {
  if (day / 10 == 1) return "th";
  switch (day % 10) {
    case 1: return "st";
    case 2: return "nd";
    case 3: return "rd";
    default: return "th";
  }
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string part_of(char directive, const Day& date) {
  std::string month = months[static_cast<std::size_t>(date.month - 1)];
  std::string weekday = weekdays[static_cast<std::size_t>(weekday_of(date))];
  switch (directive) {
    case 'd':
    case 'o': return std::to_string(date.day);
    case 'D': return two_digits(date.day);
    case 'm': return std::to_string(date.month);
    case 'M': return two_digits(date.month);
    case 'B': return month;
    case 'b': return month.substr(0, 3);
    case 'U': return capitals(month);
    case 'l': return small_letters(month);
    case 'R': return roman[static_cast<std::size_t>(date.month - 1)];
    case 'Y': return std::to_string(date.year);
    case 'A': return weekday;
    default: return weekday.substr(0, 3);
  }
}

// The two target digits of a day or month. A number without its leading zero has one digit for both.
void align_two_digits(const Stretch& found, bool digits, Alignment& alignment) {
  for (int k = 0; k < 2; ++k)
    alignment.push_back(digits && found.length == 2 ? std::vector<int>{found.begin + k} : places(found));
}

}  // namespace

int days_in_month(int year, int month) {
  constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

int weekday_of(const Day& date) {
  int days = date.day - 1;  // since 1 January 1900, a Monday
  for (int year = first_year; year < date.year; ++year) days += days_in_month(year, 2) == 29 ? 366 : 365;
  for (int month = 1; month < date.month; ++month) days += days_in_month(date.year, month);
  return days % 7;
}

int date_spelling_count() { return static_cast<int>(spellings.size()); }

TaskItem spell_date(const Day& date, int spelling) {
  TaskItem item;
  Stretch year, month, day;
  bool month_in_digits = false;
  for (const char* at = spellings[static_cast<std::size_t>(spelling)]; *at != '\0'; ++at) {
    if (*at != '%') {
      item.source += *at;
      continue;
    }
    const char directive = *++at;
    const std::string part = part_of(directive, date);
    const Stretch here{static_cast<int>(item.source.size()), static_cast<int>(part.size())};
    item.source += part;
    if (directive == 'o') item.source += ordinal_ending(date.day);
    if (directive == 'Y') year = here;
    if (directive == 'd' || directive == 'D' || directive == 'o') day = here;
    if (directive == 'm' || directive == 'M') month_in_digits = true;
    if (std::string("mMBbUlR").find(directive) != std::string::npos) month = here;
  }
  item.target = worded({date.year, "-", two_digits(date.month), "-", two_digits(date.day)});
  for (const int place : places(year)) item.alignment.push_back({place});
  item.alignment.emplace_back();
  align_two_digits(month, month_in_digits, item.alignment);
  item.alignment.emplace_back();
  align_two_digits(day, true, item.alignment);
  return item;
}

TaskItem draw_date(const TaskConfig&, Generator& generator) {
  Day date;
  date.year = static_cast<int>(generator.randint(first_year, last_year + 1));
  date.month = static_cast<int>(generator.randint(1, 13));
  date.day = static_cast<int>(generator.randint(1, days_in_month(date.year, date.month) + 1));
  return spell_date(date, static_cast<int>(generator.randint(0, date_spelling_count())));
}

std::vector<std::string> date_symbols() {
  // One year shows every month, day and weekday in every spelling.
  std::set<char> letters{'-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'};
  for (int month = 1; month <= 12; ++month)
    for (int day = 1; day <= 28; ++day)
      for (int spelling = 0; spelling < date_spelling_count(); ++spelling)
        for (const char c : spell_date({2001, month, day}, spelling).source) letters.insert(c);
  std::vector<std::string> symbols;
  symbols.reserve(letters.size());
  for (const char c : letters) symbols.emplace_back(1, c);
  return symbols;
}

double different_dates() {
  int days = 0;
  for (int year = first_year; year <= last_year; ++year) days += days_in_month(year, 2) == 29 ? 366 : 365;
  // Two spellings may write a day alike (May is its own short form, 25 has no leading zero), hence the half.
  return 0.5 * days * date_spelling_count();
}

}  // namespace seq2seq
