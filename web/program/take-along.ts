// What <s2s-program> gives away: its pictures, the losses as numbers, HTML of the run on screen.
import { html } from 'lit';
import { tagWith } from '../lib/markup';
import type { ProgramView } from './view';

// The menu comes after the first picture; until then its place is empty.
const menu = () => import('../parts/export-menu').catch(() => {});

/** `files`: the element's addresses of pairs and model, as its attributes have them. */
export function takeAlong(root: ParentNode, { run, strings }: ProgramView, files: Record<string, string | null>) {
  void menu();
  const words = strings.program;
  const { seed, epochs, learningRate, regime } = run.settings;
  const values = { seed, epochs, 'learning-rate': learningRate, forcing: regime, ...files };
  return html`<div class="take-along">
    <s2s-part-export-menu
      .name=${words.name}
      .file=${'program'}
      .strings=${strings}
      .pictures=${[{ title: words.loss, element: () => root.querySelector('s2s-part-line-chart') }]}
      .tables=${[
        {
          title: words.loss,
          table: () => ({
            columns: [words.epoch, words.loss],
            rows: run.history.losses.points.map(({ x, y }) => [x, y]),
          }),
        },
      ]}
      .tag=${() => tagWith('s2s-program', values)}
    ></s2s-part-export-menu>
  </div>`;
}
