// A table of the numbers behind a picture, and the same as CSV (RFC 4180): numbers whole, as the engine gave them.

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

// NaN, Infinity and -Infinity are what pandas and R read.
const quoted = (cell: string | number): string => {
  const text = String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const asCsv = ({ columns, rows }: Table): string =>
  [columns, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
