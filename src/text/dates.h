// The task `dates`: a day between 1900 and 2099 in one of many spellings, to be written as year-month-day (ISO 8601).
#pragma once

#include <string>
#include <vector>

#include "text/tasks.h"

namespace seq2seq {

struct Day {
  int year = 1900, month = 1, day = 1;
};
constexpr int first_year = 1900, last_year = 2099;

int days_in_month(int year, int month);
int weekday_of(const Day& day);  // 0: Monday
int date_spelling_count();
// Source in the spelling of that number, target in ISO form. Known places: digits that stand in the source as they are,
// and for a month's name all its letters. Hyphens have none.
TaskItem spell_date(const Day& day, int spelling);

// Year, month, day, spelling, in this order, each evenly.
TaskItem draw_date(const TaskConfig& config, Generator& generator);
std::vector<std::string> date_symbols();
double different_dates();

}  // namespace seq2seq
