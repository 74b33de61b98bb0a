// What <s2s-check> gives away: the question as a picture, the numbers that it shows, its tag. Nothing of it says more
// than is on screen.
import { html } from 'lit';
import type { Table } from '../lib/table';
import type { Figure, Instance, MomentName } from './moment';
import { plain } from './rich';
import type { Strings } from './words';

export interface Taken {
  instance: Instance;
  /** The answer is known: what ran is on screen too. */
  closed: boolean;
  name: MomentName;
  strings: Strings;
  picture: () => Element | null;
  tag: () => string;
}

// The menu comes after the question; until then its place is empty.
const menu = () => import('../parts/export-menu').catch(() => {});

export function takeAlong({ instance, closed, name, strings, picture, tag }: Taken) {
  void menu();
  const table = numbers(closed ? [...instance.given, ...instance.ran] : instance.given, strings);
  return html`<s2s-part-export-menu
    .name=${strings.check.moments[name].title}
    .file=${`check-${name}`}
    .strings=${strings}
    .pictures=${[{ title: '', element: picture }]}
    .tables=${table.rows.length > 0 ? [{ title: '', table: () => table }] : []}
    .tag=${tag}
  ></s2s-part-export-menu>`;
}

/** Every number and word of the figures, each with its place. */
function numbers(figures: readonly Figure[], strings: Strings): Table {
  const rows = figures.flatMap((figure) => {
    const title = plain(figure.title);
    return cells(figure, strings).map(([row, column, value]) => [title, row, column, value]);
  });
  return { columns: strings.exportMenu.longTable, rows };
}

type Cell = readonly [row: string | number, column: string | number, value: string | number];

function cells(figure: Figure, { check: words }: Strings): Cell[] {
  switch (figure.type) {
    case 'grid':
      return figure.values.map((value, index) => {
        const [row, column] = [Math.floor(index / figure.columns), index % figure.columns];
        return [figure.rows?.[row] ?? row, figure.heads?.[column] ?? column, value];
      });
    case 'table':
      // The first column heads its row where others follow.
      return figure.rows.flatMap((row, at) => {
        const [head, ...others] = row;
        const headed = others.length > 0;
        return (headed ? others : row).map((cell, column): Cell => {
          const name = figure.heads[headed ? column + 1 : column] ?? '';
          return [headed ? plain(head ?? '') : at, plain(name), plain(cell)];
        });
      });
    case 'tokens':
      return figure.tokens.map((token, index) => [index, '', token]);
    case 'coins':
      return figure.rows.flatMap((row, at) =>
        row.map((own, step): Cell => [at, step, words.coin[step === 0 ? 'bos' : own ? 'own' : 'truth']]),
      );
    case 'code':
      return figure.lines.map((line, index) => [index, '', line]);
    case 'curve':
      return figure.losses.map((loss, epoch) => [epoch, '', loss]);
  }
}
