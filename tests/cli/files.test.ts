// Files: what is read is not written over, what is written keeps its permissions, stdin is read to its end or refused.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binary, type Result, seq2seq } from './run';

let folder: string;
const at = (name: string) => join(folder, name);
const toy = ['train', '--set', 'training.epochs=1'];
const pairs = (count: number, word = 'ab') =>
  Array.from({ length: count }, (_, i) => `${word}${i}\t${i}${word}\n`).join('');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-files-'));
  writeFileSync(at('c.json'), '{}');
  writeFileSync(at('p.tsv'), pairs(20));
  expect(seq2seq([...toy, '--out', at('toy.st')]).code).toBe(0);
  const small = ['--set', 'task.kind=reverse', '--set', 'task.examples=50', '--set', 'training.batch_size=8'];
  expect(seq2seq([...toy, ...small, '--resumable', '--out', at('reverse.st')]).code).toBe(0);
  // Stands in the middle of its second epoch.
  const steps = ['--set', 'training.epochs=0', '--set', 'training.steps=27', '--set', 'training.batch_size=1'];
  expect(seq2seq(['train', '--data', at('p.tsv'), ...steps, '--resumable', '--out', at('own.st')]).code).toBe(0);
  linkSync(at('toy.st'), at('hard.st'));
  symlinkSync('toy.st', at('soft.st'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['trace', '--model', 'toy.st', 'toy.st'],
  ['trace', '--model', 'toy.st', 'soft.st'],
  ['trace', '--model', 'hard.st', 'toy.st'],
  ['trace', '--config', 'c.json', 'c.json'],
  ['program', '--model', 'toy.st', './toy.st'],
  ['train', '--data', 'p.tsv', 'p.tsv'],
  ['train', '--config', 'c.json', 'c.json'],
])('%s %s %s is not written over by --out %s', (command, option, input, out) => {
  const before = readFileSync(at(input));
  const to = `${folder}/${out}`;
  const { code, out: printed, err } = seq2seq([command, option, at(input), '--out', to]);
  expect([code, printed]).toEqual([2, '']);
  expect(err).toContain(`--out ${to} is the file that ${option} ${at(input)} reads`);
  expect(readFileSync(at(input)).equals(before)).toBe(true);
});

test('a document from stdin is not written over either; a resumed model is, by its own run', () => {
  const document = openSync(at('c.json'), 'r');
  const args = [...toy, '--config', '-', '--out', at('c.json')];
  const { status, stderr } = spawnSync(binary, args, { stdio: [document, 'pipe', 'pipe'], encoding: 'utf8' });
  closeSync(document);
  expect(status).toBe(2);
  expect(stderr).toContain('the file that --config - reads');
  expect(readFileSync(at('c.json'), 'utf8')).toBe('{}');

  copyFileSync(at('reverse.st'), at('on.st'));
  expect(seq2seq(['train', '--resume', at('on.st'), '--set', 'training.epochs=2', '--out', at('on.st')]).code).toBe(0);
  expect(readFileSync(at('on.st')).equals(readFileSync(at('reverse.st')))).toBe(false);
});

test('a file keeps its permissions, and one that is write-protected its contents', () => {
  const mode = () => statSync(at('kept.st')).mode & 0o7777;
  for (const wanted of [0o600, 0o640]) {
    writeFileSync(at('kept.st'), 'old');
    chmodSync(at('kept.st'), wanted);
    expect(seq2seq([...toy, '--out', at('kept.st')]).code).toBe(0);
    expect(mode()).toBe(wanted);
    expect(statSync(at('kept.st')).size).toBeGreaterThan(5000);
  }
  writeFileSync(at('kept.st'), 'old');
  chmodSync(at('kept.st'), 0o444);
  const { code, err } = seq2seq([...toy, '--out', at('kept.st')]);
  expect(code).toBe(2);
  expect(err).toContain('write-protected');
  expect(readFileSync(at('kept.st'), 'utf8')).toBe('old');
});

test.each([
  ['translate', '--model'],
  ['train', '--config'],
])('%s says that stdin cannot be read', (command, option) => {
  const directory = openSync(folder, 'r');
  const args = [command, option, option === '--config' ? '-' : at('reverse.st')];
  const { status, stdout, stderr } = spawnSync(binary, args, {
    stdio: [directory, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  closeSync(directory);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/cannot read stdin: .*directory/);
  const closed = spawnSync('sh', ['-c', '"$@" <&-', 'sh', binary, ...args], { encoding: 'utf8' });
  expect([closed.status, closed.stdout]).toEqual([2, '']);
  expect(closed.stderr).toContain('cannot read stdin');
});

test('lines are read as the pairs are: no byte order mark, no NUL', () => {
  const translate = (lines: string) => seq2seq(['translate', '--model', at('reverse.st'), '--json'], lines);
  expect(JSON.parse(translate('\uFEFFabc').out)).toEqual(JSON.parse(translate('abc\n').out));
  expect(JSON.parse(translate(' \t\r\n').out)).toMatchObject({ skipped: 'the line is empty' });
  const { code, err } = translate('abc\na\0bc\n');
  expect(code).toBe(2);
  expect(err).toContain('line 2: a NUL byte at position 2');
});

test('pairs that do not go with a model are bad input, told before anything is printed', () => {
  writeFileSync(at('few.tsv'), pairs(5));
  writeFileSync(at('other.tsv'), pairs(20, 'xy'));
  const more = ['--set', 'training.steps=30'];
  const refused = (...args: string[]) => {
    const { code, out, err } = seq2seq(args);
    expect([args.join(' '), code, out]).toEqual([args.join(' '), 2, '']);
    return err;
  };
  expect(refused('train', '--resume', at('reverse.st'), '--data', at('p.tsv'))).toContain('task.kind is reverse');
  expect(refused('evaluate', '--model', at('toy.st'), '--data', at('p.tsv'))).toContain('knows its one pair only');
  expect(refused('train', '--resume', at('own.st'), ...more)).toContain('give their file with --data');
  expect(refused('train', '--resume', at('own.st'), '--data', at('few.tsv'), ...more)).toContain('stands at batch 11');
  for (const command of ['trace', 'gradcheck'])
    expect(refused(command, '--model', at('own.st'))).toMatch(/give --source with --target, or .* with --data/);
  expect(seq2seq(['trace', '--model', at('own.st'), '--data', at('p.tsv')]).code).toBe(0);
  expect(
    seq2seq(['gradcheck', '--model', at('own.st'), '--source', 'ab', '--target', 'b', '--entries', '1']).code,
  ).toBe(0);
  const same = seq2seq(['train', '--resume', at('own.st'), '--data', at('p.tsv'), ...more]);
  expect([same.code, same.err]).toEqual([0, '']);
  const others = seq2seq(['train', '--resume', at('own.st'), '--data', at('other.tsv'), ...more]);
  expect(others.code).toBe(0);
  expect(others.err).toMatch(/\d+ of the \d+ tokens to train on are not in the model's vocabulary/);
});

test.each(['0', '101', ''])('a beam of "%s" is refused with the limit that the configuration has', (beam) => {
  const { code, err } = seq2seq(['translate', '--model', at('reverse.st'), '--beam', beam], 'abc\n');
  expect(code).toBe(2);
  expect(err).toContain('allowed: a whole number from 1 to 100\n');
});

test.each([
  ['evaluate', '--show', '-1'],
  ['translate', '--n-best', '0'],
  ['translate', '--n-best', '99999999999999999999'],
])('%s %s %s is refused in words', (command, option, value) => {
  const { code, err } = seq2seq([command, '--model', at('reverse.st'), option, value], 'abc\n');
  expect(code).toBe(2);
  expect(err).toMatch(new RegExp(`${option}: it is ${value}; allowed: a whole number from [01] to 10+\\n`));
});

/** Runs, sends Ctrl-C when `ready` is, and waits for the end. */
function stop(args: string[], input: string, ready: (child: ChildProcess) => Promise<unknown>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { stdio: 'pipe' });
    let out = '';
    let err = '';
    child.stdin.write(input); // and stays open
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    ready(child).then(() => child.kill('SIGINT'), reject);
  });
}

test('Ctrl-C ends a command that waits for lines', async () => {
  const answered = (child: ChildProcess) => new Promise((resolve) => child.stdout?.once('data', resolve));
  const { code, out, err } = await stop(['translate', '--model', at('reverse.st')], 'ab\n', answered);
  expect(code).toBe(1);
  expect(out).toMatch(/^[a-j]+\n$/);
  expect(err).toMatch(/seq2seq: stopped\n$/);
});

test('Ctrl-C ends a run that still draws its pairs', async () => {
  const document = at('document');
  expect(spawnSync('mkfifo', [document]).status).toBe(0);
  const drawing = async () => {
    await writeFile(document, '{}'); // is done when the program has it
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const large = ['--set', 'task.kind=copy', '--set', 'task.examples=1000000', '--set', 'task.max_length=200'];
  const { code, out, err } = await stop(['train', '--config', document, ...large], '', drawing);
  expect([code, out, err]).toEqual([1, '', 'seq2seq: stopped\n']);
});
