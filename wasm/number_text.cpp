// The module's own way of writing and reading numbers: JavaScript's, which is as exact. The C library's
// (base/number_text.cpp and strtod, which the JSON parser calls) brings 128-bit floats in software, a twenty-fifth of
// the module.
#include "base/number_text.h"

#include <emscripten/emscripten.h>

// clang-format off
// As base/number_text.cpp does it: the fewest digits, of 6 or 15 at least, that read back to the same bits, in printf's form.
EM_JS(void, seq2seq_number_text, (double value, int single, char* text), {
  const reads = (text) => (single ? Math.fround(text) : Number(text)) === value;
  const shortest = () => {
    for (let digits = single ? 6 : 15; ; ++digits) {
      let cut = value.toExponential(digits - 1);
      if (!reads(cut)) continue;
      const more = value.toExponential(digits);
      if (!more.includes('5e') || !(Number(more) === value)) return [cut, digits];
      // A half, if nothing follows the 5: JavaScript rounds it up, printf to the even figure.
      const [exact, exponent] = value.toExponential(100).split('e');
      const even = exact.slice(0, digits + (value < 0 ? 2 : 1));
      if (even.slice(-1) % 2 === 0 && Number(exact.slice(even.length + 1)) === 0) cut = even + 'e' + exponent;
      if (reads(cut)) return [cut, digits];
    }
  };
  const write = () => {
    if (!Number.isFinite(value)) return String(value);
    if (Number.isInteger(value) && Math.abs(value) < 1e15) return (Object.is(value, -0) ? '-' : "") + value;
    const [cut, digits] = shortest();
    let [figures, exponent] = cut.split('e');
    const fixed = exponent >= -4 && exponent < digits;
    if (fixed) {
      const sign = value < 0 ? '-' : "";
      figures = '0'.repeat(Math.max(0, -exponent)) + figures.replace('-', "").replace('.', "");
      const whole = Math.max(0, exponent) + 1;
      figures = sign + figures.slice(0, whole) + '.' + figures.slice(whole);
    }
    while (figures.endsWith('0')) figures = figures.slice(0, -1);
    if (figures.endsWith('.')) figures = figures.slice(0, -1);
    return fixed ? figures : figures + 'e' + exponent[0] + exponent.slice(1).padStart(2, '0');
  };
  stringToUTF8(write(), text, 40);
});
// clang-format on

namespace seq2seq {
namespace {

std::string written(double value, bool single) {
  char text[40];
  seq2seq_number_text(value, single ? 1 : 0, text);
  return text;
}

}  // namespace

std::string number_text(float value) { return written(static_cast<double>(value), true); }
std::string number_text(double value) { return written(value, false); }

}  // namespace seq2seq
