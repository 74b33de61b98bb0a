import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines, seq2seq } from './run';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test("train on the lesson's toy gives the lesson's losses, epoch by epoch", () => {
  const result = seq2seq(['train', '--config', file('lesson.json', '{}'), '--json']);
  expect(result.code).toBe(0);
  expect(result.err).toBe('');
  const lines = jsonLines(result);
  const done = lines.pop();
  expect(lines).toHaveLength(200);
  expect(lines.slice(0, 3).map((line) => line.report.loss.toFixed(4))).toEqual(['6.9713', '6.9338', '6.8965']);
  expect(done).toMatchObject({ event: 'done', state: { epoch: 200, finished: true, parameterCount: 1386 } });
  expect(done.loss.toFixed(4)).toBe('1.4987');
  expect(done.snapshot.decoded).toEqual(['4', '6']);
  expect(done.state.digest).toMatch(/^[0-9a-f]{16}$/);
});

test('people get a table of some twenty rows and the end in words', () => {
  const { code, out } = seq2seq(['train']);
  expect(code).toBe(0);
  const rows = out.split('\n').filter((line) => /^\d/.test(line));
  expect(rows).toHaveLength(21);
  expect(rows[0]).toMatch(/^0 +6\.9713 /);
  expect(rows[20]).toMatch(/^199 +1\.4987 /);
  expect(out).toMatch(/final loss, before the last update +1\.4987/);
  expect(out).toMatch(/decoded +4 6\n/);
});

test('a run that counts steps reports steps', () => {
  const lines = jsonLines(seq2seq(['train', '--json', '--set', 'training.epochs=0', '--set', 'training.steps=7']));
  expect(lines.map((line) => line.event)).toEqual([...Array(7).fill('step'), 'done']);
});

test('the same run twice is the same to the last bit; another seed is another run', () => {
  const run = (seed: string) =>
    seq2seq(['train', '--json', '--set', `training.seed=${seed}`, '--set', 'training.epochs=5']).out;
  expect(run('7')).toBe(run('7'));
  expect(jsonLines({ code: 0, out: run('7'), err: '' })[5].state.digest).not.toBe(
    jsonLines({ code: 0, out: run('8'), err: '' })[5].state.digest,
  );
});

test('--seeds runs each seed as it would run alone, and reports mean and spread', () => {
  const lines = jsonLines(seq2seq(['train', '--seeds', '98..100', '--json']));
  const summary = lines.pop();
  expect(lines.map((line) => line.seed)).toEqual(['98', '99', '100']);
  expect(lines[1].loss.toFixed(4)).toBe('1.4987');
  const losses: number[] = lines.map((line) => line.loss);
  const mean = losses.reduce((sum, loss) => sum + loss) / 3;
  const deviation = Math.sqrt(losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0) / 2);
  expect(summary.event).toBe('summary');
  expect(summary.runs).toBe(3);
  expect(summary.mean).toBeCloseTo(mean, 12);
  expect(summary.deviation).toBeCloseTo(deviation, 12);
  expect([summary.minimum, summary.maximum]).toEqual([Math.min(...losses), Math.max(...losses)]);
  const { out } = seq2seq(['train', '--seeds', '99', '--set', 'training.epochs=3']);
  expect(out).toMatch(/^ *99 +6\.8965 /m);
});

test('own pairs are trained on', () => {
  const pairs = file('pairs.tsv', Array.from({ length: 20 }, (_, i) => `ab${i}\tb${i}a\n`).join(''));
  // With or without saying that the task is data.
  const lines = jsonLines(seq2seq(['train', '--json', '--data', pairs, '--set', 'training.epochs=2']));
  const said = ['train', '--json', '--data', pairs, '--set', 'task.kind=data', '--set', 'training.epochs=2'];
  expect(jsonLines(seq2seq(said)).at(-1).state.digest).toBe(lines.at(-1).state.digest);
  const document = file('sizes.json', '{"task": {"max_source_length": 9}, "training": {"epochs": 1}}');
  expect(seq2seq(['train', '--config', document, '--data', pairs]).code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ event: 'done', state: { epoch: 2 } });
  expect(lines.at(-1).snapshot.source.slice(0, 2)).toEqual(['a', 'b']);
});

test('C97 what reading own pairs met is said before the first step: rows skipped, with their lines', () => {
  const good = Array.from({ length: 40 }, (_, i) => `ab${i}\tb${i}a\n`);
  const rows = [...good.slice(0, 5), 'alone\n', ...good.slice(5, 20), '\tnothing\n', 'x\t \n', ...good.slice(20)];
  const args = ['train', '--data', file('some-bad.tsv', rows.join('')), '--set', 'task.kind=data'];
  const { code, out, err } = seq2seq([...args, '--set', 'training.epochs=2']);
  expect([code, err]).toEqual([0, '']);
  const [report, training] = out.split(/^epoch .*$/m) as [string, string];
  expect(report).toContain('own pairs: 32 to train on, 4 for validation, 4 kept for the test\n');
  expect(report).toContain('read as UTF-8, separated by: tab\n');
  expect(report).toContain('3 rows skipped: 2 with a blank side, 1 without a second column (lines 6, 22, 23)\n');
  expect(training).toMatch(/^0 /m);
  const [first, second] = jsonLines(seq2seq([...args, '--set', 'training.epochs=2', '--json']));
  expect(first).toMatchObject({
    event: 'data',
    pairs: { train: 32, validation: 4, test: 4 },
    report: { skippedEmpty: 2, skippedOneColumn: 1, skippedRows: [6, 22, 23], separator: 'tab', leakedSources: 0 },
  });
  expect(second.event).toBe('epoch');
  const sweep = jsonLines(seq2seq([...args, '--set', 'training.epochs=1', '--json', '--seeds', '1..2']));
  expect(sweep.map((line) => line.event)).toEqual(['data', 'run', 'run', 'summary']);
});

test('the built-in tasks have no file to tell of', () => {
  expect(jsonLines(seq2seq(['train', '--json', '--set', 'training.epochs=1']))[0].event).toBe('epoch');
  expect(seq2seq(['train', '--set', 'training.epochs=1']).out).not.toContain('own pairs');
});

test('--out through links writes the file behind them, and the links stay', () => {
  const target = file('behind.safetensors', 'old');
  mkdirSync(join(folder, 'links'));
  symlinkSync('../behind.safetensors', join(folder, 'links/second'));
  symlinkSync('links/second', join(folder, 'first'));
  symlinkSync('not-there-yet.safetensors', join(folder, 'dangling'));
  symlinkSync('circle', join(folder, 'circle'));
  const train = (out: string) => seq2seq(['train', '--set', 'training.epochs=1', '--out', join(folder, out)]);
  expect(train('first').code).toBe(0);
  expect(lstatSync(join(folder, 'first')).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(folder, 'links/second')).isSymbolicLink()).toBe(true);
  expect(lstatSync(target).isFile()).toBe(true);
  expect(readFileSync(target).length).toBeGreaterThan(5000);
  expect(train('dangling').code).toBe(0);
  expect(lstatSync(join(folder, 'dangling')).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(folder, 'not-there-yet.safetensors')).isFile()).toBe(true);
  const refused = train('circle');
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/cannot write .*circle/);
  expect(readdirSync(folder).filter((name) => name.includes('.part-'))).toEqual([]);
});
