import { expect, test } from 'vitest';
import { jsonLines, seq2seq } from './run';

test('config fills in every field and keeps what was given', () => {
  const given = '{"task": {"kind": "reverse"}, "training": {"seed": "9007199254740993"}}';
  const [document] = jsonLines(seq2seq(['config', '--config', '-', '--set', 'training.epochs=3'], given));
  expect(document.task.kind).toBe('reverse');
  expect(document.training).toMatchObject({ seed: '9007199254740993', epochs: 3, batch_size: 1 });
  expect(Object.keys(document)).toEqual(['task', 'model', 'training', 'decoding']);
  // What it prints, it accepts.
  expect(jsonLines(seq2seq(['config', '--config', '-'], JSON.stringify(document)))).toEqual([document]);
});

test('config --help explains every field of the table', () => {
  const [fields] = jsonLines(seq2seq(['config', '--json']));
  const { out } = seq2seq(['config', '--help']);
  expect(fields.length).toBeGreaterThan(30);
  for (const field of fields) {
    expect(out).toContain(`  ${field.name} = `);
    expect(out).toContain(field.sentence);
  }
});

test('tasks are the choices of task.kind', () => {
  const [fields] = jsonLines(seq2seq(['config', '--json']));
  const kinds = fields.find((field: { name: string }) => field.name === 'task.kind').choices;
  const tasks = jsonLines(seq2seq(['tasks', '--json'])).map((task) => task.name);
  expect(tasks).toEqual(kinds);
  const { out } = seq2seq(['tasks']);
  for (const name of tasks) expect(out).toMatch(new RegExp(`^${name} `, 'm'));
});
