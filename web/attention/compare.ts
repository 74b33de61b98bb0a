// The three scores on the same states, side by side.
import { nothing } from 'lit';
import { tableView } from '../parts/table-view';
import type { Strings } from '../strings/en';
import { type Computed, kinds } from './settings';

export function comparison({ others }: Computed, { attention: words }: Strings, lang: string) {
  if (!others) return nothing;
  const table = {
    columns: ['', ...kinds.flatMap((kind) => words.compareColumns(words.kinds[kind].name))],
    rows: others.bahdanau.alpha.map((_, index) => [
      words.position(index),

      ...kinds.flatMap((kind) => [others[kind].energy[index]!, others[kind].alpha[index]!]),
    ]),
  };
  return tableView(words.compare, words.compareText, table, lang);
}
