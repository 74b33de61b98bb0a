// What <s2s-program> gives away: its pictures, the losses as numbers, HTML of the run on screen.
import { html } from 'lit';
import type { ProgramView } from './view';

// The menu comes after the first picture; until then its place is empty.
const menu = () => import('../parts/export-menu').catch(() => {});

export function takeAlong(root: ParentNode, { run, strings }: ProgramView, tag: () => string) {
  void menu();
  const words = strings.program;
  return html`<s2s-part-export-menu
      .name=${words.name}
      .file=${'program'}
      .strings=${strings}
      .pictures=${run.history.losses.points.length > 0 ? [{ title: words.loss, element: () => root.querySelector('s2s-part-line-chart') }] : []}
      .tables=${[
        {
          title: words.loss,
          table: () => ({
            columns: [words.epoch, words.loss],
            rows: run.history.losses.points.map(({ x, y }) => [x, y]),
          }),
        },
      ]}
      .tag=${tag}
    ></s2s-part-export-menu>`;
}
