// What <s2s-forcing> gives away: its numbers as tables, its tag with the state on screen.
import { html } from 'lit';
import { tagWith } from '../lib/markup';
import type { Table } from '../lib/table';
import type { Strings } from '../strings/en';
import '../parts/export-menu';
import type { LanesView } from './lanes';
import type { Accuracy, Reader } from './reader';

export function exportMenu(root: ParentNode, { view, accuracy }: Reader, tag: string, strings: Strings) {
  const words = strings.forcing;
  const find = (selector: string) => () => root.querySelector(selector);
  return html`<s2s-part-export-menu
    .name=${words.name}
    .file=${'forcing'}
    .strings=${strings}
    .pictures=${[
      { title: words.lanes, element: find('.stage') },
      ...(accuracy ? [{ title: words.accuracyShort, element: find('.accuracy') }] : []),
    ]}
    .tables=${[
      { title: words.lanes, table: () => lanesAsTable(view, strings) },
      ...(accuracy ? [{ title: words.accuracyShort, table: () => accuracyAsTable(accuracy, strings) }] : []),
    ]}
    .tag=${() => tag}
  ></s2s-part-export-menu>`;
}

function lanesAsTable(view: LanesView, { forcing: words }: Strings): Table {
  const lane = (name: string) => [`${name} ${words.fed}`, `${name} ${words.predicts}`];
  return {
    columns: [words.stepColumn, words.targetRow, ...lane(words.forced), words.apart, ...lane(words.free)],
    rows: view.target.map((target, step) => [
      step + 1,
      target,
      view.forced[step]!.input,
      view.forced[step]!.prediction,
      view.distances[step]!,
      view.free[step]!.input,
      view.free[step]!.prediction,
    ]),
  };
}

const accuracyAsTable = (accuracy: Accuracy, { forcing: words }: Strings): Table => ({
  columns: [words.position, words.forcedShort, words.freeShort, words.tokens],
  rows: accuracy.shares.map(({ forced, free, tokens }, index) => [index + 1, forced, free, tokens]),
});

/** The element's tag; attributes are named as in docs/elements.md. */
export function tagOf({ lanes: _, ...state }: { lanes: LanesView } & Record<string, unknown>): string {
  const attributes = Object.entries(state).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value,
  ]);
  return tagWith('s2s-forcing', Object.fromEntries(attributes));
}
