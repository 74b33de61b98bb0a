// The three scores on the same states, side by side.
import { nothing } from 'lit';
import { tableView } from '../parts/table-view';
import type { Strings } from '../strings/en';
import { type Computed, kinds } from './settings';

export function comparison({ others }: Computed, { attention: words }: Strings, lang: string) {
  if (!others) return nothing;
  const quantities = [
    ['e', 'energy'],
    ['α', 'alpha'],
  ] as const;
  const table = {
    columns: [words.compareHead, ...others.bahdanau.alpha.map((_, index) => String(index))],
    rows: quantities.flatMap(([symbol, name]) =>
      kinds.map((kind) => [`${symbol}, ${words.kinds[kind].name}`, ...others[kind][name]]),
    ),
  };
  return tableView(words.compare, words.compareText, table, lang);
}
