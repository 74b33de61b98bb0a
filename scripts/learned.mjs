// Figures that the lesson quotes from docs/learning.md: read off its tables when the pages are built, so that they
// cannot grow stale.

/** A table between <!-- NAME --> and <!-- end of NAME -->, as rows of cells. @param {string} page @param {string} name */
function rows(page, name) {
  const [, inside] = page.split(new RegExp(`<!-- (?:end of )?${name} -->`));
  const lines = (inside ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/**
 * One share, with least and most over the seeds where the table has them: "93.1 % (89.0–97.2)", in every language.
 * @param {string} page the text of docs/learning.md
 * @param {string} table
 * @param {string} row its first cell
 * @param {string} column its head
 */
export function learned(page, table, row, column) {
  const [head = [], , ...body] = rows(page, table);
  const cell = body.find(([first]) => first === row)?.[head.indexOf(column)];
  const [, mean, least, most] = /^(\d+\.\d)(?: \((\d+\.\d) to (\d+\.\d)\))?$/.exec(cell ?? '') ?? [];
  if (!mean) throw new Error(`docs/learning.md has no share in table ${table}, row ${row}, column ${column}`);
  return `${mean}\u00a0%${least ? ` (${least}–${most})` : ''}`;
}
