// A model's life: trained into a file, loaded, asked, evaluated, resumed.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interrupt, jsonLines, seq2seq } from './run';

const sets = (fields: Record<string, unknown>) =>
  Object.entries(fields).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
const reverse = sets({
  'task.kind': 'reverse',
  'task.examples': 400,
  'task.max_length': 4,
  'model.hidden_size': 24,
  'model.embedding_size': 12,
  'training.batch_size': 16,
  'training.learning_rate': 0.01,
  'training.loss': 'mean',
  'training.epochs': 6,
});

let folder: string;
let model: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-model-'));
  model = join(folder, 'reverse.safetensors');
  expect(seq2seq(['train', ...reverse, '--out', model]).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('translate answers line by line, empty lines included', () => {
  const { code, out, err } = seq2seq(['translate', '--model', model], 'abc\n\nhg\r\n');
  expect(code).toBe(0);
  expect(err).toBe('');
  expect(out).toMatch(/^[a-j]+\n\n[a-j]+\n$/);
  const lines = jsonLines(seq2seq(['translate', '--model', model, '--json'], 'abc\n\nhg\n'));
  expect(lines).toHaveLength(3);
  expect(lines[0].source.slice(0, 3)).toEqual(['a', 'b', 'c']);
  expect(lines[0].alpha).toHaveLength(lines[0].rows * lines[0].source.length);
  expect(lines[0].text).toBe(out.split('\n')[0]);
  expect(lines[1]).toMatchObject({ skipped: 'the line is empty' });
});

test('a beam as wide as 1 is greedy; a wider one is at least as likely here', () => {
  const ask = (...more: string[]) =>
    jsonLines(seq2seq(['translate', '--model', model, '--json', ...more], 'gfed\n'))[0];
  expect(ask('--beam', '1')).toEqual(ask());
  expect(ask('--beam', '20').logProbability).toBeGreaterThanOrEqual(ask().logProbability);
});

test('--n-best ranks outputs, and --exhaustive is the truth that no beam can beat', () => {
  const [beam] = jsonLines(seq2seq(['translate', '--model', model, '--beam', '4', '--n-best', '3', '--json'], 'ab\n'));
  expect(beam.candidates).toHaveLength(3);
  const scores: number[] = beam.candidates.map((candidate: { score: number }) => candidate.score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const tiny = ['--set', 'decoding.max_length=4', '--json'];
  const best = (...more: string[]) => jsonLines(seq2seq(['translate', '--model', model, ...tiny, ...more], 'ab\n'))[0];
  const truth = best('--exhaustive', '--n-best', '2').candidates;
  expect(truth[0].logProbability).toBeGreaterThanOrEqual(truth[1].logProbability);
  const wide = best('--beam', '50');
  expect(wide.cutOff).toBe(false);
  expect(truth[0].logProbability).toBeGreaterThanOrEqual(wide.logProbability - 1e-6);
  expect(seq2seq(['translate', '--model', model, '--exhaustive'], 'ab\n').code).toBe(2);
  expect(seq2seq(['translate', '--model', model, '--beam', '4', '--n-best', '2'], 'ab\n').out).toMatch(
    /^ *score +log-probability +output\n/,
  );
});

test('counts are decimal, whatever zeros stand in front', () => {
  const candidates = (...more: string[]) =>
    jsonLines(seq2seq(['translate', '--model', model, '--json', ...more], 'abcd\n'))[0].candidates;
  expect(candidates('--beam', '20', '--n-best', '010')).toHaveLength(10);
  expect(candidates('--beam', '20', '--n-best', '08')).toHaveLength(8);
  expect(candidates('--beam', '20', '--n-best', '0000000000000009')).toHaveLength(9);
  expect(candidates('--beam', '010', '--n-best', '10')).toEqual(candidates('--beam', '10', '--n-best', '10'));
  const wrong = (show: string) => seq2seq(['evaluate', '--model', model, '--show', show]);
  expect(wrong('08')).toEqual(wrong('8'));
  expect(wrong('00')).toEqual(wrong('0'));
  const entries = (count: string) => seq2seq(['gradcheck', '--json', '--entries', count]);
  expect(entries('010')).toEqual(entries('10'));
  const zero = seq2seq(['translate', '--model', model, '--n-best', '00'], 'ab\n');
  expect(zero.err).toContain('--n-best: it is 00; allowed: a whole number from 1 to 1000\n');
});

test('an output that meets the length limit is marked', () => {
  const { code, out, err } = seq2seq(['translate', '--model', model, '--set', 'decoding.max_length=2'], 'abcd\n');
  expect(code).toBe(0);
  expect(out).toMatch(/^[a-j]{2}\n$/);
  expect(err).toContain('line 1: cut off at decoding.max_length');
});

test('evaluate names every number, and other pairs can be given', () => {
  const { code, out } = seq2seq(['evaluate', '--model', model, '--show', '2']);
  expect(code).toBe(0);
  for (const name of ['perplexity', 'fed the truth', 'fed its own', 'exactly right', 'brevity penalty'])
    expect(out).toContain(name);
  expect(out).toContain('BLEU-4, 0 to 1, smoothing none, tokens: characters');
  const [own] = jsonLines(seq2seq(['evaluate', '--model', model, '--json']));
  expect(own.pairs).toBe(40);
  const pairs = join(folder, 'pairs.tsv');
  writeFileSync(pairs, 'abc\tcba\nhi\tih\ndd\tdx\n');
  const [other] = jsonLines(seq2seq(['evaluate', '--model', model, '--data', pairs, '--json']));
  expect(other.pairs).toBe(3);
  expect(other.exactMatch).toBeLessThan(1);
  expect(other.bleu.signature).toContain('tokens: characters');
});

test('trace takes the trained weights', () => {
  const loss = (...args: string[]) =>
    jsonLines(seq2seq(['trace', '--source', 'abc', '--target', 'cba', '--json', ...args]))[0].loss;
  expect(loss('--model', model)).toBeLessThan(loss(...reverse));
});

test('a run cut in two and resumed is the run in one piece, to the last bit', () => {
  const half = join(folder, 'half.safetensors');
  expect(seq2seq(['train', ...reverse, '--set', 'training.epochs=3', '--out', half, '--resumable']).code).toBe(0);
  const resumed = jsonLines(seq2seq(['train', '--resume', half, '--set', 'training.epochs=6', '--json'])).at(-1);
  const whole = jsonLines(seq2seq(['train', ...reverse, '--json'])).at(-1);
  expect(resumed.state.digest).toBe(whole.state.digest);
  expect(resumed.state.epoch).toBe(6);
});

test('a run that fails or a path that cannot be written leaves the old file whole', () => {
  const before = readFileSync(model);
  const failed = seq2seq(['train', '--set', 'training.learning_rate=1e9', '--out', model]);
  expect(failed.code).toBe(1);
  expect(readFileSync(model).equals(before)).toBe(true);
  const nowhere = seq2seq(['train', ...reverse, '--out', join(folder, 'no/such/folder.safetensors')]);
  expect(nowhere.code).toBe(2);
  expect(nowhere.err).toContain('No such file or directory');
  expect(readdirSync(folder).filter((name) => name.includes('.part-'))).toEqual([]);
});

test('Ctrl-C stops a run after the step at hand; nothing is written', async () => {
  const before = readFileSync(model);
  const { code, err } = await interrupt(['train', '--set', 'training.epochs=100000000', '--json', '--out', model]);
  expect(code).toBe(1);
  expect(err).toMatch(/stopped after \d+ steps; nothing was written/);
  expect(readFileSync(model).equals(before)).toBe(true);
});

test('the PyTorch program is written and names its weights', () => {
  const program = join(folder, 'program.py');
  expect(seq2seq(['program', '--model', model, '--out', program]).code).toBe(0);
  expect(readFileSync(program, 'utf8')).toContain('reverse.safetensors');
  expect(seq2seq(['program', '--model', model]).out).toBe(readFileSync(program, 'utf8'));
});

test('bad input is refused with 2', () => {
  const broken = join(folder, 'broken.safetensors');
  writeFileSync(broken, 'not a model');
  for (const args of [
    ['translate', '--model', broken],
    ['translate', '--model', join(folder, 'none.safetensors')],
    ['translate'],
    ['translate', '--model', model, '--beam', '0'],
    ['evaluate', '--model', model, '--set', 'model.hidden_size=3'],
    ['train', '--resumable'],
    ['train', '--seeds', '1..2', '--out', join(folder, 'x')],
    ['train', '--resume', model],
    ['train', '--resume', model, '--config', '-'],
  ]) {
    const { code, err } = seq2seq(args, 'abc\n');
    expect([args.join(' '), code]).toEqual([args.join(' '), 2]);
    expect(err).not.toBe('');
  }
  expect(existsSync(join(folder, 'x'))).toBe(false);
});
