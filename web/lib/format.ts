// How numbers are written. Values come from the engine; nothing here computes one.

const minus = '\u2212';

/** What the engine, which computes in float32, has in place of a number: in the fewest figures that name it there. */
export function single(value: number): number {
  const used = Math.fround(value);
  for (let figures = 6; figures < 9; ++figures) {
    const short = Number(used.toPrecision(figures));
    if (Math.fround(short) === used) return short;
  }
  return Number(used.toPrecision(9));
}

/** `digits` decimals; of a number with thousands, beyond seven figures, no more than float32 has. */
function decimals(value: number, digits: number): string {
  const isLong = digits > 0 && value >= 10 ** Math.max(3, 7 - digits);
  return isLong ? String(Number(single(value).toFixed(digits))) : value.toFixed(digits);
}

/** `digits` decimals with a true minus sign, as wide as its neighbours in tabular figures. */
export function fixed(value: number, digits = 4): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${minus}∞`;
  const text = decimals(Math.abs(value), digits);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** 1386 -> "1,386". */
export function grouped(value: number, lang: string): string {
  const plain = Number.isInteger(value) && value >= 0 && value < 1000; // the same in every language, and the most
  return plain ? String(value) : written(value, lang);
}

/** To make one takes longer than to draw a figure anew. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(lang: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = lang + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.NumberFormat(localeOf(lang), { useGrouping: true, ...options });
  formatters.set(key, made);
  return made;
}

/** A page may call its language what it likes (`de_DE`, `*`); what is no language tag is written as English is. */
function localeOf(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

// In every language the point is the decimal's, as in PyTorch's and the command line's output, which these numbers are
// compared with; so outside English thousands are set apart by a thin space, never by a point.
function written(value: number, lang: string, options: Intl.NumberFormatOptions = {}): string {
  const format = formatter(lang, options);
  if (/^en\b/.test(format.resolvedOptions().locale)) return format.format(value);
  const own: Record<string, string> = { group: '\u202f', decimal: '.' };
  return format
    .formatToParts(value)
    .map(({ type, value: part }) => own[type] ?? part)
    .join('');
}

/** A number as one would type it: 0.001, 1e9. */
export function typed(value: number): string {
  const text = String(value);
  return text.includes('e') ? text.replace('e+', 'e') : text;
}

/** What stands in an editable cell: the number to `digits` decimals, without trailing zeros; what they would make 0, whole. */
export function editable(value: number, digits = 4): string {
  return String(Math.sign(value) * Number(decimals(Math.abs(value), digits)) || single(value));
}

/** 199146688 -> "199 MB": three figures, steps of a thousand. */
export function bytes(value: number, lang: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return written(value / 1000 ** power, lang, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: power === 0 ? 4 : 3,
  });
}

/** 49786672 -> "49.8 million"; small numbers whole. */
export function compact(value: number, lang: string): string {
  if (value < 100_000) return grouped(value, lang);
  return written(value, lang, { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 });
}

/** A tensor's shape as PyTorch prints it, also with letters for sizes: (1, 4, 8), (6,), (). */
export const shapeText = (axes: readonly (string | number)[]) =>
  axes.length === 1 ? `(${axes[0]},)` : `(${axes.join(', ')})`;
