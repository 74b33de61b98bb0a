import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Experiment, Finding, Result } from '../../scripts/learn.mjs';
import { missedBars, shareFrom } from '../../scripts/learn-bars.mjs';
import { tables } from '../../scripts/learn-tables.mjs';
import { root } from '../../scripts/shell.mjs';
import { putTables } from '../../scripts/tables.mjs';

const folder = join(root, 'tests/learn');
const experiments: Experiment[] = JSON.parse(readFileSync(join(folder, 'experiments.json'), 'utf8'));
const page = readFileSync(join(root, 'docs/learning.md'), 'utf8');

/** Sources of 3 letters and of 7, ten each; so many of each are exactly right. */
const result = (short: number, long: number): Result => ({
  pairs: 20,
  exact: short + long,
  exactMatch: (short + long) / 20,
  forcedAccuracy: 0.9,
  freeAccuracy: 0.8,
  bleu: 0.5,
  alignmentScore: 0.25,
  cutOff: 0,
  positions: [{ tokens: 20, forced: 18, free: 15 }],
  lengths: { 3: { pairs: 10, exact: short }, 7: { pairs: 10, exact: long } },
  digest: '0123456789abcdef',
});

const finding = (experiment: Partial<Experiment>, ...results: Result[]): Finding => ({
  experiment: { name: 'attention a', config: 'a', seeds: results.map((_, i) => String(i)), ...experiment },
  configuration: {
    task: { examples: 7 },
    model: { embedding_size: 2, hidden_size: 3 },
    training: { steps: 5, batch_size: 4 },
  },
  results,
});

test('a bar is met by every seed or missed by name', () => {
  const at = (bars: Partial<Experiment>) => missedBars([finding(bars, result(10, 10), result(10, 8))]);
  expect(at({ atLeast: 0.9 })).toEqual([]);
  expect(at({ atLeast: 0.95 })).toEqual(['attention a, seed 1: 90.00 % exactly right; at least 95.00 %']);
  expect(at({ atMost: 0.95 })).toEqual(['attention a, seed 0: 100.00 % exactly right; at most 95.00 %']);
  expect(missedBars([finding({ atLeast: 0 }, { ...result(1, 1), exactMatch: Number.NaN })])).toHaveLength(1);
});

test('a comparison looks at long sources only, over all seeds', () => {
  const other = finding({ name: 'other' }, result(10, 1), result(10, 3));
  const by = (distance: number) => [
    finding({ beats: { other: 'other', by: distance, from: 5 } }, result(0, 6), result(0, 8)),
    other,
  ];
  expect(shareFrom(other, 5)).toBe(0.2);
  expect(missedBars(by(0.5))).toEqual([]);
  expect(missedBars(by(0.51))).toHaveLength(1);
});

test('tables stand where their marks are, and nothing else moves', () => {
  const text = 'before\n<!-- bars -->\nold\n<!-- end of bars -->\nafter\n';
  const put = (made: Record<string, string>) => putTables(text, made, 'docs/a.md');
  expect(put({ bars: '| new |' })).toBe('before\n<!-- bars -->\n| new |\n<!-- end of bars -->\nafter\n');
  expect(() => put({ other: '' })).toThrow('docs/a.md has no place for the table other: <!-- other -->');
});

test('shares are told seed by seed and length by length', () => {
  const made = tables([finding({ label: 'a', atLeast: 0.5 }, result(10, 10), result(9, 5))]);
  expect(made.bars).toContain('| at least 50.0 | 100.0, 70.0 |');
  expect(made.bars).toContain('| 5 of 4 |');
  const two = tables([finding({ atLeast: 0.5, afterwards: { 'training.steps': '9' } }, result(10, 10))]);
  expect(two.bars).toContain('| 5 of 4, then to 9 |');
  expect(made.lengths).toContain('| 3 to 4 | 95.0 |\n| 7 to 8 | 75.0 |');
  expect(made.attention).toContain('85.0 (70.0 to 100.0)');
});

test('forcing is told with BLEU and by position', () => {
  const made = tables([
    finding({ name: 'forcing a', config: 'forcing-a', label: 'truth' }, result(10, 10), result(9, 5)),
  ]);
  expect(made['forcing-a']).toContain('| truth | 50.0 (50.0 to 50.0) | 85.0 (70.0 to 100.0) | 90.0');
  expect(made['forcing-a by position']).toContain('| 1 | 90.0 / 75.0 |');
});

test('every configuration is used and its experiments have names of their own', () => {
  const files = readdirSync(folder).filter((file) => file !== 'experiments.json');
  expect([...new Set(experiments.map(({ config }) => `${config}.json`))].sort()).toEqual(files.sort());
  expect(new Set(experiments.map(({ name }) => name)).size).toBe(experiments.length);
  for (const { beats } of experiments) if (beats) expect(experiments.map(({ name }) => name)).toContain(beats.other);
});

test('the page has a place for every table', () => {
  const all = experiments.map((experiment) => finding(experiment, result(10, 10)));
  expect(() => putTables(page, tables(all), 'docs/learning.md')).not.toThrow();
});
