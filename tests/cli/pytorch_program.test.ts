// The program that `seq2seq program` writes, run with PyTorch: it must print what the engine computes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines, seq2seq } from './run';
import { runPython, torchMissing } from './torch';

interface Example {
  source: number[];
  labels: number[];
  source_text: string[];
  label_text: string[];
}
interface Printed {
  loss: number;
  attention: number[][];
  greedy: number[];
  greedy_attention: number[][];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-torch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function trained(name: string, fields: Record<string, unknown>) {
  const model = join(folder, `${name}.safetensors`);
  const program = join(folder, `${name}.py`);
  const sets = Object.entries(fields).flatMap(([field, value]) => ['--set', `${field}=${value}`]);
  expect(seq2seq(['train', ...sets, '--out', model])).toMatchObject({ code: 0, err: '' });
  expect(seq2seq(['program', '--model', model, '--out', program])).toMatchObject({ code: 0 });
  return { model, program, text: readFileSync(program, 'utf8') };
}

const examplesOf = (text: string): Example[] =>
  [...text.matchAll(/^ {4}(\{.*\}),$/gm)].map((line) => JSON.parse(line[1] ?? ''));

function expectClose(found: number[], expected: number[]) {
  expect(found).toHaveLength(expected.length);
  for (const [i, value] of expected.entries())
    expect(Math.abs((found[i] ?? Number.NaN) - value)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(value)));
}

const small = {
  'task.examples': 60,
  'model.embedding_size': 7,
  'model.hidden_size': 9,
  'training.batch_size': 5,
  'training.epochs': 3,
  'training.loss': 'mean',
  'training.learning_rate': 0.01,
  'decoding.max_length': 12,
};

test.skipIf(torchMissing).each([
  ['bahdanau', 'off', 'reverse'],
  ['luong_dot', 'off', 'reverse'],
  ['luong_general', 'off', 'dates'],
  ['none', 'off', 'addition'],
  ['bahdanau', 'pointer_generator', 'names'],
  ['luong_general', 'pointer_generator', 'names'],
  ['bahdanau', 'pointer', 'reverse'],
])('attention %s, copy %s, task %s: losses, outputs and attention are the same', (attention, copy, kind) => {
  const { model, program, text } = trained(`${attention}-${copy}`, {
    ...small,
    'task.kind': kind,
    'model.attention': attention,
    'model.copy': copy,
  });
  const run = runPython([program, '--json'], folder);
  expect(run).toMatchObject({ code: 0, err: '' });
  const printed: Printed[] = jsonLines(run);
  const examples = examplesOf(text);
  expect(examples).toHaveLength(5);
  expect(printed).toHaveLength(5);
  const tokens: string[] = JSON.parse(/^TOKENS = (.*)$/m.exec(text)?.[1] ?? '');
  if (copy === 'pointer_generator')
    expect(examples.some((example) => example.labels.some((id) => id >= tokens.length))).toBe(true);

  const glue = kind === 'names' ? ' ' : '';
  const plain = (labels: string[]) =>
    labels
      .slice(0, -1)
      .join(glue)
      .replace(/ (?=[?.,!)])|(?<=\() /g, '')
      .replaceAll('␣', ' ');
  for (const [i, example] of examples.entries()) {
    const theirs = printed[i] as Printed;
    const source = plain(example.source_text);
    const asked = ['--model', model, '--source', source, '--target', plain(example.label_text), '--json'];
    const [trace] = jsonLines(seq2seq(['trace', ...asked]));
    expectClose([theirs.loss], [trace.loss]);
    const rows = (trace.tensors as { name: string; values: number[] }[]).filter(({ name }) => name === 'dec.alpha');
    expectClose(
      theirs.attention.flat(),
      rows.flatMap((row) => row.values),
    );
    expect(theirs.attention).toHaveLength(attention === 'none' ? 0 : example.labels.length);

    const [ours] = jsonLines(seq2seq(['translate', '--model', model, '--json'], `${source}\n`));
    const names = new Map(example.source.map((id, at) => [id, example.source_text[at]]));
    const eos = example.labels.at(-1);
    const output = theirs.greedy.filter((id) => id !== eos).map((id) => tokens[id] ?? names.get(id));
    expect(output).toEqual(ours.tokens);
    expectClose(theirs.greedy_attention.flat(), ours.alpha);
  }
});

test.skipIf(torchMissing)("trained with Adam, the lesson's toy loses what the lesson prints", () => {
  // A step this small leaves the weights as they were drawn.
  const { program } = trained('toy', { 'training.epochs': 1, 'training.learning_rate': 1e-30 });
  const run = runPython([program, '--train', '3'], folder);
  expect(run.code).toBe(0);
  expect(run.err).toBe('step 0: loss 6.9713\nstep 1: loss 6.9338\nstep 2: loss 6.8965\n');
  expect(run.out).toContain('source    2 5 1 EOS\nexpected  4 6 EOS\n');
});
