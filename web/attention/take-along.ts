// What <s2s-attention> gives away: its stages as a picture, its numbers, its tag with the state on screen.
import { html } from 'lit';
import { single } from '../lib/format';
import type { Table } from '../lib/table';
import '../parts/export-menu';
import type { Strings } from '../strings/en';
import { comparisonTable } from './compare';
import { givensOf } from './quantities';
import { type Computed, stagesOf } from './settings';

export function takeAlong(root: ParentNode, computed: Computed, shown: number, tag: () => string, strings: Strings) {
  const words = strings.attention;
  const { others } = computed;
  return html`<s2s-part-export-menu
    .name=${words.name}
    .file=${'attention'}
    .strings=${strings}
    .pictures=${[{ title: '', element: () => root.querySelector('.stages') }]}
    .tables=${[
      { title: words.given, table: () => givenTable(computed, strings) },
      ...(shown > 0 ? [{ title: words.computed, table: () => stagesTable(computed, shown, strings) }] : []),
      ...(others ? [{ title: words.compare, table: () => comparisonTable(others, strings) }] : []),
    ]}
    .tag=${tag}
  ></s2s-part-export-menu>`;
}

/** Row by row, each number with its place. */
const placed = (name: string, values: readonly number[], columns: number): Table['rows'] =>
  values.map((value, index) => [name, Math.floor(index / columns), index % columns, value]);

const givenTable = ({ input, kind }: Computed, { exportMenu }: Strings): Table => ({
  columns: exportMenu.longTable,
  rows: givensOf[kind].flatMap((name) => placed(name, input[name].map(single), input.hiddenSize)),
});

/** The stages that the reader has uncovered; the others stay hidden here too. */
function stagesTable({ input, kind, steps, hand }: Computed, shown: number, { exportMenu }: Strings): Table {
  const onePerPosition = ['energy', 'alpha'];
  const rows = stagesOf[kind]
    .slice(0, shown)
    .flatMap((stage) => placed(stage, steps[stage], onePerPosition.includes(stage) ? 1 : input.hiddenSize));
  const byHand = hand
    ? [...placed('alpha by hand', hand.alpha, 1), ...placed('context by hand', hand.context, input.hiddenSize)]
    : [];
  return { columns: exportMenu.longTable, rows: [...rows, ...byHand] };
}
