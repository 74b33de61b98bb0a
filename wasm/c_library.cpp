// What the JSON library calls of the C library, in the module: both would bring numbers of 128 bits in software and all
// of printf along, a sixteenth of the module (docs/speed.md, Size). JavaScript reads a decimal number as exactly.
#include <emscripten/emscripten.h>

#include <cstdarg>
#include <cstddef>

// clang-format off
EM_JS(double, seq2seq_read_number, (const char* text, std::size_t length), {
  return Number(UTF8ToString(text, length));
});
// clang-format on

extern "C" {

// Of decimal numbers, which is all that JSON has. `end` is set behind what was read.
double strtod(const char* text, char** end) {
  const char* at = text;
  const auto pass_digits = [&] {
    while (*at >= '0' && *at <= '9') ++at;
  };
  if (*at == '-' || *at == '+') ++at;
  pass_digits();
  if (*at == '.') ++at;
  pass_digits();
  if (*at == 'e' || *at == 'E') {
    ++at;
    if (*at == '-' || *at == '+') ++at;
    pass_digits();
  }
  if (end != nullptr) *end = const_cast<char*>(at);
  return seq2seq_read_number(text, static_cast<std::size_t>(at - text));
}
// Nobody calls these two, but they share a file with the C library's strtod.
float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
long double strtold(const char* text, char** end) { return strtod(text, end); }

// Plain text and bytes as hexadecimal digits ("\\u%04x", "%.2X"); whoever asks for more is stopped here.
int snprintf(char* text, std::size_t size, const char* format, ...) {
  va_list values;
  va_start(values, format);
  std::size_t length = 0;
  const auto put = [&](char letter) {
    if (length + 1 < size) text[length] = letter;
    ++length;
  };
  while (*format != 0) {
    if (*format != '%') {
      put(*format++);
      continue;
    }
    ++format;
    if (*format == '0' || *format == '.') ++format;
    if (format[0] < '1' || format[0] > '8' || (format[1] != 'x' && format[1] != 'X')) __builtin_trap();
    const char ten = format[1] == 'x' ? 'a' : 'A';
    const auto value = va_arg(values, unsigned int);
    for (int digit = format[0] - '1'; digit >= 0; --digit) {
      const unsigned int part = value >> (4 * digit) & 15;
      put(static_cast<char>(part < 10 ? '0' + part : ten + part - 10));
    }
    format += 2;
  }
  va_end(values);
  if (size > 0) text[length < size ? length : size - 1] = 0;
  return static_cast<int>(length);
}

}  // extern "C"
