#include "text/unicode.h"

#include <algorithm>
#include <cstdint>

#include "base/order.h"
#include "text/utf8.h"

namespace seq2seq {
namespace {

#include "unicode_tables.inc"

// Numbers as scripts/unicode_tables.mjs writes them.
class Unpacker {
 public:
  template <std::size_t N>
  explicit Unpacker(const unsigned char (&bytes)[N]) : at_(bytes), end_(bytes + N) {}
  bool done() const { return at_ == end_; }
  std::uint32_t next() {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const unsigned char byte = *at_++;
      value |= static_cast<std::uint32_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

 private:
  const unsigned char* at_;
  const unsigned char* end_;
};

struct Range {
  char32_t first, last;
  std::uint8_t value;
};

template <std::size_t N>
std::vector<Range> unpack_ranges(const unsigned char (&bytes)[N]) {
  std::vector<Range> ranges;
  char32_t end = 0;
  for (Unpacker in(bytes); !in.done();) {
    const char32_t first = end + in.next();
    end = first + in.next();
    ranges.push_back({first, end - 1, static_cast<std::uint8_t>(in.next())});
  }
  return ranges;
}

// The value of the range around `code`, 0 outside all.
std::uint8_t value_in(const std::vector<Range>& ranges, char32_t code) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code,
                                      [](char32_t c, const Range& range) { return c < range.first; });
  if (after == ranges.begin() || code > (after - 1)->last) return 0;
  return (after - 1)->value;
}

struct Pair {
  char32_t first, second, whole;
};
struct Tables {
  std::vector<Pair> decompositions;  // by whole; second is 0 for a single character
  std::vector<Pair> compositions;    // by first, then second
  std::vector<Range> combining;      // canonical combining class
  std::vector<Range> breaks;         // grapheme cluster break

  Tables() : combining(unpack_ranges(combining_bytes)), breaks(unpack_ranges(break_bytes)) {
    char32_t whole = 0;
    for (Unpacker in(decomposition_bytes); !in.done();) {
      whole += in.next();
      const std::uint32_t away = in.next();
      const char32_t first = (away & 1) != 0 ? whole - (away + 1) / 2 : whole + away / 2;
      const std::uint32_t rest = in.next();
      decompositions.push_back({first, rest >> 1, whole});
      if ((rest & 1) == 0) compositions.push_back(decompositions.back());
    }
    sort_stably(compositions, by_parts);
  }
  static bool by_parts(const Pair& a, const Pair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

const Tables& tables() {
  static const Tables all;
  return all;
}

// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
constexpr char32_t hangul_s = 0xAC00, hangul_l = 0x1100, hangul_v = 0x1161, hangul_t = 0x11A7;
constexpr char32_t hangul_l_count = 19, hangul_v_count = 21, hangul_t_count = 28;
constexpr char32_t hangul_s_count = hangul_l_count * hangul_v_count * hangul_t_count;

void decompose(char32_t code, std::u32string& out) {
  if (code < 0xC0) {
    out.push_back(code);
    return;
  }
  if (code >= hangul_s && code < hangul_s + hangul_s_count) {
    const char32_t index = code - hangul_s;
    out.push_back(hangul_l + index / (hangul_v_count * hangul_t_count));
    out.push_back(hangul_v + index % (hangul_v_count * hangul_t_count) / hangul_t_count);
    if (index % hangul_t_count != 0) out.push_back(hangul_t + index % hangul_t_count);
    return;
  }
  const std::vector<Pair>& list = tables().decompositions;
  const auto at =
      std::lower_bound(list.begin(), list.end(), code, [](const Pair& p, char32_t c) { return p.whole < c; });
  if (at == list.end() || at->whole != code) {
    out.push_back(code);
    return;
  }
  decompose(at->first, out);
  if (at->second != 0) decompose(at->second, out);
}

// 0: the two do not compose.
char32_t compose(char32_t first, char32_t second) {
  if (first >= hangul_l && first < hangul_l + hangul_l_count && second >= hangul_v &&
      second < hangul_v + hangul_v_count)
    return hangul_s + ((first - hangul_l) * hangul_v_count + (second - hangul_v)) * hangul_t_count;
  if (first >= hangul_s && first < hangul_s + hangul_s_count && (first - hangul_s) % hangul_t_count == 0 &&
      second > hangul_t && second < hangul_t + hangul_t_count)
    return first + (second - hangul_t);
  const std::vector<Pair>& list = tables().compositions;
  const Pair wanted{first, second, 0};
  const auto at = std::lower_bound(list.begin(), list.end(), wanted, Tables::by_parts);
  return at != list.end() && at->first == first && at->second == second ? at->whole : 0;
}

enum GraphemeClass : std::uint8_t {
  other,
  cr,
  lf,
  control,
  extend,
  zwj,
  regional,
  prepend,
  spacing,
  hangul_lead,
  hangul_vowel,
  hangul_tail,
  pictographic,
  hangul_lv,
  hangul_lvt
};

GraphemeClass grapheme_class(char32_t code) {
  if (code >= 0x20 && code < 0x7F) return other;
  if (code >= hangul_s && code < hangul_s + hangul_s_count)
    return (code - hangul_s) % hangul_t_count == 0 ? hangul_lv : hangul_lvt;
  return static_cast<GraphemeClass>(value_in(tables().breaks, code));
}

// Rules GB3 to GB9b; GB11 to GB13 need more than two neighbours.
bool joined(GraphemeClass a, GraphemeClass b) {
  if (a == cr && b == lf) return true;
  if (a == cr || a == lf || a == control || b == cr || b == lf || b == control) return false;
  if (a == hangul_lead) {
    if (b == hangul_lead || b == hangul_vowel || b == hangul_lv || b == hangul_lvt) return true;
  } else if (a == hangul_lv || a == hangul_vowel) {
    if (b == hangul_vowel || b == hangul_tail) return true;
  } else if (a == hangul_lvt || a == hangul_tail) {
    if (b == hangul_tail) return true;
  }
  return b == extend || b == zwj || b == spacing || a == prepend;
}

// ASCII with single spaces between words: in normal form as it is. Own texts are brought into form once and tokenised
// several times, so this is the common case.
bool is_plain(std::string_view text) {
  char before = ' ';
  for (const char c : text) {
    if (static_cast<signed char>(c) < ' ' || (c == ' ' && before == ' ')) return false;
    before = c;
  }
  return text.empty() || before != ' ';
}

}  // namespace

bool is_blank(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

std::u32string nfc(std::u32string_view text) {
  // Nothing below U+0300 combines or is excluded: most text is done here.
  if (std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0x300; })) return std::u32string(text);
  std::u32string parts;
  parts.reserve(text.size() + text.size() / 2);
  for (const char32_t code : text) decompose(code, parts);

  std::vector<std::uint8_t> order(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    order[i] = parts[i] < 0x300 ? std::uint8_t{0} : value_in(tables().combining, parts[i]);
  for (std::size_t i = 0; i < parts.size();) {
    if (order[i] == 0) {
      ++i;
      continue;
    }
    std::size_t end = i;
    std::vector<std::pair<std::uint8_t, char32_t>> marks;
    for (; end < parts.size() && order[end] != 0; ++end) marks.emplace_back(order[end], parts[end]);
    if (marks.size() > 1) sort_stably(marks, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < marks.size(); ++k) {
      order[i + k] = marks[k].first;
      parts[i + k] = marks[k].second;
    }
    i = end;
  }

  std::u32string out;
  out.reserve(parts.size());
  std::size_t starter = std::u32string::npos;  // in `out`
  std::uint8_t last_order = 0;                 // of what stands last in `out`
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (starter != std::u32string::npos) {
      // A mark is blocked by one of its own or a higher class between it and the starter.
      const bool adjacent = starter + 1 == out.size();
      if (adjacent || (last_order != 0 && last_order < order[i])) {
        const char32_t whole = compose(out[starter], parts[i]);
        if (whole != 0) {
          out[starter] = whole;
          continue;
        }
      }
    }
    if (order[i] == 0) starter = out.size();
    last_order = order[i];
    out.push_back(parts[i]);
  }
  return out;
}

std::vector<std::size_t> grapheme_boundaries(std::u32string_view text) {
  std::vector<std::size_t> boundaries{0};
  if (text.empty()) return boundaries;
  GraphemeClass before = grapheme_class(text[0]);
  enum { none, pictograph, pictograph_zwj } emoji = before == pictographic ? pictograph : none;  // GB11: what ends here
  std::size_t regionals = before == regional ? 1 : 0;  // in a row before this place (GB12, GB13)
  for (std::size_t i = 1; i < text.size(); ++i) {
    const GraphemeClass here = grapheme_class(text[i]);
    const bool flag = before == regional && here == regional && regionals % 2 == 1;
    if (!joined(before, here) && !(emoji == pictograph_zwj && here == pictographic) && !flag) boundaries.push_back(i);
    regionals = here == regional ? regionals + 1 : 0;
    if (here == pictographic)
      emoji = pictograph;
    else if (emoji == pictograph && here == zwj)
      emoji = pictograph_zwj;
    else if (!(emoji == pictograph && here == extend))
      emoji = none;
    before = here;
  }
  boundaries.push_back(text.size());
  return boundaries;
}

std::string normal_text(std::string_view utf8) {
  if (is_plain(utf8)) return std::string(utf8);
  std::u32string text = decode_utf8(utf8);
  std::size_t length = 0;
  bool waiting = false;  // a blank, written only when something follows
  for (const char32_t code : text) {
    if (is_blank(code)) {
      waiting = length != 0;
      continue;
    }
    if (waiting) text[length++] = U' ';
    waiting = false;
    text[length++] = code;
  }
  text.resize(length);
  return encode_utf8(nfc(text));
}

const char* unicode_version() { return table_version; }

}  // namespace seq2seq
