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
  ['own data for a task that has its own', ['train', '--data', 'package.json', '--set', 'task.kind=lesson'], 'lesson'],
])('%s is refused with 2', (_, args, named) => {
  const { code, out, err } = seq2seq(args);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(named);
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

test('help and version are no errors', () => {
  for (const args of [['--help'], ['--version'], ['train', '--help'], ['config', '--help']]) {
    const { code, out, err } = seq2seq(args);
    expect(code).toBe(0);
    expect(out).not.toBe('');
    expect(err).toBe('');
  }
  expect(seq2seq(['--help']).out).toContain('lesson');
});
