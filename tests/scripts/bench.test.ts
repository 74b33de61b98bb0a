// The benchmark's own arithmetic and use. What it measures is not tested: no test asserts a time.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { contestants, peerNames } from '../../bench/contestants.mjs';
import { dataOf, pairsOf, type Sizes, sizes } from '../../bench/data.mjs';
import { allowed, incomparable, slower } from '../../bench/instructions.mjs';
import { neededBytes, operations, parameterCount } from '../../bench/operations.mjs';
import { readOptions } from '../../bench/options.mjs';
import { curveTables, tables, workerTables } from '../../bench/page.mjs';
import { randomPairs } from '../../bench/pairs.mjs';
import { documentOf, tableOf } from '../../bench/report.mjs';
import { timing } from '../../bench/timing.mjs';
import { tableOfWorkers } from '../../bench/workers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fields = contestants.map(({ field }) => field);
const read = (...args: string[]) => readOptions(args, fields);

test('without options everything takes part, in three rounds', () => {
  expect(read()).toEqual({
    configs: ['toy', 'small', 'mid', 'large'],
    peers: peerNames,
    rounds: 3,
    json: false,
    codes: true,
    write: false,
    task: 'bench',
  });
});

test('options choose', () => {
  expect(read('--configs', 'small,toy', '--peers', 'none', '--rounds', '12', '--json')).toMatchObject({
    configs: ['small', 'toy'],
    peers: [],
    rounds: 12,
    json: true,
  });
  expect(read('--peers', 'jax,torch', '--only', 'wasm_ms').peers).toEqual(['jax', 'torch']);
  expect(read('--curves').task).toBe('curves');
  expect(read('--workers', '--configs', 'mid')).toMatchObject({ task: 'workers', configs: ['mid'] });
});

test.each([
  [['--configs', 'tiny'], '--configs tiny; allowed: toy, small, mid, large'],
  [['--configs'], '--configs ; allowed: toy'],
  [['--peers', 'numpy'], `--peers numpy; allowed: ${peerNames.join(', ')}, none`],
  [['--rounds', '0'], '--rounds 0; allowed: a whole number from 1 to 100'],
  [['--rounds', '2.5'], '--rounds 2.5; allowed'],
  [['--fast'], 'There is no option "--fast"'],
])('%j is refused with what is allowed', (args, message) => {
  expect(() => read(...args)).toThrow(message);
});

test('a wrong option ends with 2', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'bench', '--round', '3'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toContain('There is no option "--round"');
  expect(stderr).toContain('--rounds N');
  expect(status).toBe(2);
});

test('pairs have the sizes asked for, and are the same every time', () => {
  const wanted = { rows: 5, vocabulary: 40, source: 7, target: 9 };
  const rows = randomPairs(wanted)
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t').map((side) => side.split(' ').map(Number)));
  expect(rows).toHaveLength(5);
  for (const [source, target] of rows) {
    expect(source).toHaveLength(6); // the engine appends EOS
    expect(target).toHaveLength(8);
  }
  expect(Math.max(...rows.flat(2))).toBe(39);
  expect(Math.min(...rows.flat(2))).toBeGreaterThanOrEqual(4);
  expect(randomPairs(wanted)).toBe(randomPairs(wanted));
});

test('padding takes its share of the target columns', () => {
  const lines = randomPairs({ rows: 64, vocabulary: 100, source: 5, target: 20, padding: 0.3 }).trimEnd().split('\n');
  const columns = lines.reduce((sum, line) => sum + (line.split('\t')[1]?.split(' ').length ?? 0) + 1, 0);
  expect(columns / (64 * 20)).toBeCloseTo(0.7, 1);
});

test("peers are given the engine's own batch", () => {
  expect(dataOf(sizes.toy as Sizes)).toMatchObject({
    source: [[2, 5, 1, 3]],
    input: [[0, 4, 6]],
    label: [[4, 6, 3]],
    bos: 0,
  });
  const { source, input, label, text, B, S, T } = dataOf(sizes.small as Sizes);
  expect([source.length, input.length, label.length]).toEqual([B, B, B]);
  expect(source.every((row) => row.length === S && row.at(-1) === 2)).toBe(true);
  expect(input.every((row) => row.length === T && row[0] === 1)).toBe(true);
  expect(label.every((row, b) => row.slice(0, -1).join() === input[b]?.slice(1).join() && row.at(-1) === 2)).toBe(true);
  expect(pairsOf(sizes.small as Sizes)?.startsWith(text)).toBe(true);
});

test('operations and parameters are those of the lesson’s model', () => {
  expect(parameterCount(sizes.toy as Sizes)).toBe(1386);
  const { nominal, executed } = operations(dataOf(sizes.mid as Sizes));
  expect(nominal / 1e9).toBeCloseTo(3.757, 3);
  expect(executed).toBeLessThan(nominal);
  expect(executed).toBeGreaterThan(0.9 * nominal);
  expect(neededBytes(sizes.toy as Sizes)).toBeGreaterThan(16 * 1386);
});

test('timing calls at least so often as it must', async () => {
  let calls = 0;
  const { wall, wallMedian, cpu } = await timing(() => void ++calls, 0, 4);
  expect(calls).toBeGreaterThanOrEqual(5);
  expect(wall).toBeLessThanOrEqual(wallMedian);
  expect(cpu).toBeDefined();
});

test('instructions are compared where the tools are the same, and 3 % more is too many', () => {
  const record = { compiler: 'g++ 12', library: 'libc 2.36', runs: { toy: 1000, small: 5000 } };
  expect(incomparable(record, record)).toBeUndefined();
  expect(incomparable(record, { ...record, compiler: 'g++ 13' })).toBe('recorded with g++ 12, here is g++ 13');
  expect(slower(record, { ...record, runs: { toy: 1000 * allowed, small: 10 } })).toEqual([]);
  expect(slower(record, { ...record, runs: { toy: 1031, small: 5000 } })).toEqual([
    'toy: 1031 instructions, 3.1 % more than the 1000 recorded',
  ]);
  expect(slower(record, { ...record, runs: { new: 1 } })).toEqual(['new: 1 instructions, and none recorded']);
});

test('the document has ratios of best times, each against ours in the same place', () => {
  const of = (field: string, best: number, first: object = {}) => ({
    contestant: contestants.find((contestant) => contestant.field === field)!,
    first,
    step: { best, median: 2 * best, wallBest: best, rounds: 1 },
  });
  const document = documentOf('mid', [
    of('wasm_ms', 100, { memory: 50e6 }),
    of('kernel_ms', 0.4, { operations: 14e6 }),
    of('chromium_ms', 80),
    of('torch_1t_ms', 130),
    of('chromium_jaxjs_ms', 240),
  ]);
  expect(document).toMatchObject({
    wasm_ms: 100,
    chromium_ms: 80,
    torch_1t_ms: 130,
    kernel_gflops: 35,
    ratios: { torch_1t: 1.3, chromium_jaxjs: 3 },
  });
  expect(document.wasm_gflops).toBeLessThan(document.wasm_gflops_nominal);
  expect(document.memory.ratio).toBeCloseTo(50e6 / neededBytes(sizes.mid as Sizes), 2);
  expect(tableOf('mid', document)).toContain('by ours');
  const made = tables({ configs: { mid: document }, versions: {}, load: [1, 2], command: 'npm run bench --' });
  expect(made.ratios).toContain("| PyTorch, the lesson's program | 1.3 |");
  expect(made.times).toContain('| ours, WebAssembly in Node | 100 ms |');
  expect(made.memory).toContain('| in use | 50 MB |');
  const curve = { title: 'step, by T', unit: 'T', points: [{ at: 8, ms: 4 }] };
  expect(curveTables([curve]).curves).toContain('| step, by T | T = 8 | 4.00 ms | 500 us |');
  const time = (cpu: number, wall: number) => ({ cpu, wall });
  const gain = { one: time(90, 95), first: time(48, 60), second: time(50, 61), byCpu: 1.8, byWall: 1.56 };
  expect(tableOfWorkers({ mid: gain })).toContain('48.0 ms, 50.0 ms');
  expect(workerTables({ mid: gain }).workers).toContain('| times faster, were both cores free | 1.8 |');
});
