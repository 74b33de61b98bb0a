#include "cli/print.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace seq2seq::cli {
namespace {

bool is_number(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("+-.0123456789e") == std::string::npos;
}

std::string duration(double seconds) {
  const long whole = std::lround(seconds);
  char text[48];
  if (whole < 60)
    std::snprintf(text, sizeof text, "%ld s", whole);
  else if (whole < 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld min", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld h", whole / 3600, whole / 60 % 60);
  return text;
}

}  // namespace

void print_line(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
}

std::string fixed(double value, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string general(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string padded(const std::string& text, std::size_t columns) {
  return text + std::string(columns > width(text) ? columns - width(text) : 0, ' ');
}

void print_table(const std::vector<std::vector<std::string>>& rows, bool heading) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], width(row[i]));
    }
  // A column's heading stands as its numbers do.
  std::vector<bool> right(widths.size(), rows.size() > (heading ? 1u : 0u));
  for (std::size_t r = heading ? 1 : 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < rows[r].size(); ++i) right[i] = right[i] && is_number(rows[r][i]);
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      const std::string blanks(widths[i] - width(row[i]), ' ');
      line += right[i] ? blanks + row[i] : row[i] + blanks;
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    print_line(line);
  }
}

ProgressBar::ProgressBar() : watched_(::isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {}

void ProgressBar::show(double fraction, const std::string& note) {
  if (!watched_) return;
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  if (first_ < 0) first_ = fraction;
  drawn_ = true;
  constexpr int cells = 24;
  const int full = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * cells);
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double gone = fraction - first_;
  const std::string left = gone > 0.01 && fraction < 1 ? ", " + duration(spent / gone * (1 - fraction)) + " left" : "";
  const std::string bar =
      std::string(static_cast<std::size_t>(full), '#') + std::string(static_cast<std::size_t>(cells - full), '.');
  std::fprintf(stderr, "\r\x1b[K[%s] %3.0f%%%s  %s", bar.c_str(), fraction * 100, left.c_str(), note.c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace seq2seq::cli
