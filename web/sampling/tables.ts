// The numbers of <s2s-sampling> as tables, for the reader and for CSV.
import type { Table } from '../lib/table';
import type { Strings } from '../strings/en';
import { type Regime, type Results, regimes } from './comparison';
import type { Draws } from './draws';
import type { SeedRuns } from './seeds';
import { kinds } from './settings';

export const curveTable = ({ at, curves }: Draws, strings: Strings): Table => ({
  columns: [strings.sampling.epoch, ...kinds.map((kind) => strings.sampling.kinds[kind])],
  rows: at.map((epoch, index) => [epoch, ...kinds.map((kind) => curves[kind][index]!)]),
});

export function coinTable({ token, sequence }: Draws, target: readonly string[], strings: Strings): Table {
  const words = strings.sampling;
  const fed = [words.bos, ...target];
  const rows = (coin: 'token' | 'sequence', thrown: readonly (readonly boolean[])[]) =>
    thrown.flatMap((row, index) =>
      row.map((own, step) => [coin, index + 1, step, own ? words.fedOwn : (fed[step] ?? words.eos)] as const),
    );
  return {
    columns: [words.table.coin, words.table.target, words.table.step, words.table.fed],
    rows: [...rows('token', token), ...rows('sequence', sequence)],
  };
}

export function lossTable(results: Results, strings: Strings): Table {
  const words = strings.sampling;
  const column = (regime: Regime, way: 'forced' | 'free') =>
    `${words.regimes[regime]}: ${way === 'forced' ? words.forcedTitle : words.freeTitle}`;
  const series = regimes.flatMap((regime) => (['forced', 'free'] as const).map((way) => ({ regime, way })));
  return {
    columns: [words.epoch, ...series.map(({ regime, way }) => column(regime, way))],
    rows: results.teacher.forced.map(({ x }, index) => [
      x,
      ...series.map(({ regime, way }) => results[regime][way][index]?.y ?? Number.NaN),
    ]),
  };
}

export function seedTable({ runs, means }: SeedRuns, strings: Strings): Table {
  const { table } = strings.sampling;
  return {
    columns: [table.seed, table.forcing, table.free],
    rows: [
      ...runs.map((run) => [run.firstSeed, run.teacherLoss, run.freeLoss] as const),
      ...(means ? [[table.mean, means.teacherLoss, means.freeLoss] as const] : []),
    ],
  };
}
