// Text for people: columns that line up, numbers with their digits, a progress bar where someone is watching.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace seq2seq::cli {

void print_line(const std::string& text = {});  // to stdout

// printf's %.*f and %.*g.
std::string fixed(double value, int digits);
std::string general(double value, int digits);

// Letters as a terminal shows them: code points, not bytes.
std::size_t width(const std::string& text);
std::string padded(const std::string& text, std::size_t columns);  // blanks behind

// Rows of cells in columns that line up; the first row is a heading where `heading` is set. A column of nothing but
// numbers stands to the right.
void print_table(const std::vector<std::vector<std::string>>& rows, bool heading);

// One line on stderr that is drawn over and over, with the time left; nothing at all where stderr is no terminal.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(double fraction, const std::string& note);
  void clear();

 private:
  bool watched_;
  bool drawn_ = false;
  double first_ = -1;  // where the work stood when it was first shown: a resumed run does not begin at 0
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace seq2seq::cli
