// The answers on one page: as a file to keep or hand in, and for the printer.

import { escaped } from '../lib/markup';
import { createHTML } from '../lib/trusted';
import { type Moment, parts } from './moment';
import type { Entry } from './progress';
import type { Strings } from './words';

export const resultOf = (entry: Entry, strings: Strings): string => {
  const { first, later, open, seen } = strings.check.progress;
  if (entry.firstRight) return first;
  if (entry.solved) return entry.seen ? `${later(entry.tries)}, ${seen}` : later(entry.tries);
  return [entry.tries > 0 ? open(entry.tries) : '', entry.seen ? seen : ''].filter(Boolean).join(', ');
};

/** The mark of a result, never by colour alone. */
export const markOf = (entry: Entry | undefined) =>
  !entry ? '·' : entry.firstRight ? '✓' : entry.solved ? '(✓)' : '✗';

const style = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:14px/1.45 Georgia,serif;color:#1b1f24}
h1{font-size:22px}h2{margin:1.2em 0 .3em;font-size:15px}table{width:100%;border-collapse:collapse}
th,td{padding:3px 8px 3px 0;border-bottom:1px solid #ddd9d0;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}.soft{color:#555b63}.name{margin:1em 0}tr{break-inside:avoid}`;

function body(moments: readonly Moment[], entries: readonly Entry[], strings: Strings): string {
  const words = strings.check;
  const { report, summary, part: partLine } = words.progress;
  const found = (moment: Moment) => entries.find((entry) => entry.moment === moment.name);
  const rightOf = (list: readonly Moment[]) => list.filter((moment) => found(moment)?.firstRight).length;
  const answeredOf = (list: readonly Moment[]) => list.filter((moment) => found(moment)).length;
  const sections = parts.map((part) => {
    const own = moments.filter((moment) => moment.part === part);
    const rows = own.flatMap((moment) => {
      const entry = found(moment);
      if (!entry) return [];
      const cells = [
        words.moments[moment.name].title,
        words.kinds[moment.kind],
        `${entry.first}${entry.first ? ' · ' : ''}${report.seed(entry.seed)}`,
        `${markOf(entry)} ${resultOf(entry, strings)}`,
      ];
      return [`<tr>${cells.map((cell) => `<td dir="auto">${escaped(cell)}</td>`).join('')}</tr>`];
    });
    if (own.length === 0) return '';
    const head = `<h2>${escaped(partLine(words.parts[part], rightOf(own), answeredOf(own), own.length))}</h2>`;
    const heads = report.heads.map((one) => `<th scope="col">${escaped(one)}</th>`).join('');
    return rows.length === 0
      ? head
      : `${head}<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<h1>${escaped(report.title)}</h1><p class="name">${escaped(report.name)}: ______________________________</p>
<p>${escaped(summary(rightOf(moments), answeredOf(moments), moments.length))}</p>${sections.join('')}
<p class="soft">${escaped(report.note)}</p>`;
}

export function reportPage(
  moments: readonly Moment[],
  entries: readonly Entry[],
  strings: Strings,
  lang: string,
): string {
  return `<!doctype html><html lang="${escaped(lang)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(strings.check.progress.report.title)}</title><style>${style}</style>
<body>${body(moments, entries, strings)}</body></html>`;
}

/** Prints the report alone. Its style comes as an adopted sheet: a strict policy of the page forbids inline ones. */
export function print(moments: readonly Moment[], entries: readonly Entry[], strings: Strings): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', insetInlineStart: '-1px' });
  document.body.append(frame);
  const inside = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!inside) return;
  const sheet = new inside.CSSStyleSheet();
  sheet.replaceSync(style);
  inside.document.adoptedStyleSheets = [sheet];
  inside.document.title = strings.check.progress.report.title;
  inside.document.body.innerHTML = createHTML(body(moments, entries, strings));
  inside.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0));
  inside.focus();
  inside.print();
}
