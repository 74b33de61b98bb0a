// Exit codes and messages: 0 done, 1 failed, 2 bad use or bad input; messages on stderr, results on stdout.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { binary, seq2seq } from './run';

test.each([
  ['no subcommand', [], 'subcommand'],
  ['an unknown subcommand', ['teach'], 'teach'],
  ['an unknown option', ['lesson', '--fast'], '--fast'],
  ['a file that is not there', ['train', '--config', 'no-such-file.json'], 'no-such-file.json'],
  ['a field that does not exist', ['train', '--set', 'training.speed=1'], 'training.speed'],
  ['a field without a value', ['train', '--set', 'training.epochs'], 'NAME=VALUE'],
  ['a field out of range', ['train', '--set', 'training.learning_rate=-1'], 'training.learning_rate is -1'],
  ['a size of zero', ['train', '--set', 'model.hidden_size=0'], 'model.hidden_size is 0'],
  ['a seed that is no number', ['train', '--set', 'training.seed=abc'], 'abc'],
  ['seeds that run backwards', ['train', '--seeds', '5..2'], '5..2'],
  ['seeds that are no numbers', ['train', '--seeds', '1..x'], '1..x'],
  ['a token outside the vocabulary', ['trace', '--source', '2 99', '--target', '4'], '99'],
  ['a target without a source', ['trace', '--target', '4'], '--source'],
  ['an unknown regime', ['trace', '--regime', 'student'], 'student'],
  ['a folder to write to', ['train', '--out', '.'], 'regular file'],
  ['a device to write to', ['trace', '--out', '/dev/null'], '/dev/null'],
  ['a file without a name', ['train', '--out', ''], 'name is empty'],
  ['a folder in the place of a document', ['train', '--config', '.'], 'directory'],
  ['an empty document', ['train', '--config', '/dev/null'], 'JSON'],
  ['a field without a name', ['train', '--set', '=3'], 'allowed: task, model, training, decoding'],
  ['a field with an empty value', ['train', '--set', 'training.epochs='], 'training.epochs is ""'],
  [
    'seeds beyond 64 bits',
    ['train', '--seeds=1..18446744073709551616'],
    '-9223372036854775808 to 18446744073709551615',
  ],
  ['more seeds than are run', ['train', '--seeds=-1..18446744073709551615'], 'at most 10000'],
  ['a negative count', ['gradcheck', '--entries', '-1'], 'allowed: a whole number from 0 to 1000000000'],
  ['a count beyond 64 bits', ['gradcheck', '--entries', '99999999999999999999'], 'it is 99999999999999999999'],
  ['a count with a point', ['gradcheck', '--entries', '1.5'], 'it is 1.5'],
  ['a negative tolerance', ['gradcheck', '--tolerance', '-1'], 'tolerance is -1; allowed: 0 to 1'],
  ['a blank target', ['trace', '--source', '2 5', '--target', ' '], 'target is empty'],
  ['own data for a task that has its own', ['train', '--data', 'package.json', '--set', 'task.kind=lesson'], 'lesson'],
])('%s is refused with 2', (_, args, named) => {
  const { code, out, err } = seq2seq(args);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(named);
});

test('a document ends where its bytes end, not at a NUL, and no key may stand twice beside --data either', () => {
  const named = (document: string, ...args: string[]) => {
    const { code, err } = seq2seq(['train', '--config', '-', ...args], document);
    expect(code).toBe(2);
    return err;
  };
  expect(named('{}\0{"training": 1}')).toContain('error at byte 3');
  expect(named('{}\0', '--data', 'package.json')).toContain('error at byte 3');
  expect(named('{"task": {}, "task": {}}', '--data', 'package.json')).toContain('stands twice');
});

test('a document that is no JSON is refused with its cause', () => {
  const { code, err } = seq2seq(['train', '--config', '-'], '{"training": ');
  expect(code).toBe(2);
  expect(err).toContain('JSON');
});

test('work that fails ends with 1 and says why', () => {
  const { code, err } = seq2seq(['train', '--set', 'training.learning_rate=1e9']);
  expect(code).toBe(1);
  expect(err).toContain('learning rate');
});

test('output that cannot be written is a failure', () => {
  const full = openSync('/dev/full', 'w');
  try {
    const { status, stderr } = spawnSync(binary, ['tasks'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('could not be written');
  } finally {
    closeSync(full);
  }
});

test('a value that is no UTF-8 is refused as the field it is for', () => {
  const script = '"$1" train --set "training.seed=$(printf "a\\377")"';
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', binary], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('training.seed is "a\\ufffd"; allowed');
});

test('a tolerance of 0 is the usual one', () => {
  expect(seq2seq(['gradcheck', '--tolerance', '0', '--entries', '2']).code).toBe(0);
});

test('help and version are no errors', () => {
  for (const args of [['--help'], ['--version'], ['train', '--help'], ['config', '--help']]) {
    const { code, out, err } = seq2seq(args);
    expect(code).toBe(0);
    expect(out).not.toBe('');
    expect(err).toBe('');
  }
  expect(seq2seq(['--help']).out).toContain('lesson');
});
