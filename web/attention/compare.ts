// The three scores on the same states, side by side.
import { nothing } from 'lit';
import type { Table } from '../lib/table';
import { tableView } from '../parts/table-view';
import type { Strings } from '../strings/en';
import { type Computed, kinds } from './settings';

export function comparisonTable(others: NonNullable<Computed['others']>, { attention: words }: Strings): Table {
  const quantities = [
    ['e', 'energy'],
    ['α', 'alpha'],
  ] as const;
  return {
    columns: [words.compareHead, ...others.bahdanau.alpha.map((_, index) => String(index))],
    rows: quantities.flatMap(([symbol, name]) =>
      kinds.map((kind) => [`${symbol}, ${words.kinds[kind].name}`, ...others[kind][name]]),
    ),
  };
}

export function comparison({ others }: Computed, strings: Strings, lang: string) {
  if (!others) return nothing;
  const { compare, compareText } = strings.attention;
  return tableView(compare, compareText, comparisonTable(others, strings), lang);
}
