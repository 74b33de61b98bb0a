// Tables in guides that a script writes, between <!-- NAME --> and <!-- end of NAME -->.
import { Foreseen } from './shell.mjs';

/** A Markdown table. @param {(string | number)[]} head @param {(string | number)[][]} rows */
export function markdown(head, rows) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {string} page @param {Record<string, string>} made @param {string} file the page's name, for the message */
export function putTables(page, made, file) {
  for (const [name, table] of Object.entries(made)) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [page.indexOf(start), page.indexOf(end)];
    if (from < 0 || to < from) throw new Foreseen(`${file} has no place for the table ${name}: ${start} ... ${end}`);
    page = `${page.slice(0, from + start.length)}\n${table}\n${page.slice(to)}`;
  }
  return page;
}
