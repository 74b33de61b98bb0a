import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLines, seq2seq } from './run';

interface Tensor {
  name: string;
  step: number;
  shape: number[];
  values: number[];
}

test("trace gives the lesson's divergence demo and every tensor", () => {
  const [teacher] = jsonLines(seq2seq(['trace', '--json']));
  expect(teacher).toMatchObject({ regime: 'teacher', inputs: [0, 4, 6], predictions: [3, 0, 0] });
  expect(teacher.loss.toFixed(4)).toBe('6.9713');
  const [free] = jsonLines(seq2seq(['trace', '--regime', 'free', '--json']));
  expect(free).toMatchObject({ regime: 'free', inputs: [0, 3, 2], predictions: [3, 2, 3] });
  for (const tensor of teacher.tensors as Tensor[]) {
    expect(tensor.values).toHaveLength(tensor.shape.reduce((product, size) => product * size, 1));
  }
  const alpha = (teacher.tensors as Tensor[]).find((tensor) => tensor.name === 'dec.alpha' && tensor.step === 0);
  expect(alpha?.values.map((x) => Number(x.toFixed(3)))).toEqual([0.232, 0.237, 0.264, 0.267]);
});

test('trace takes any pair of the task', () => {
  const [trace] = jsonLines(seq2seq(['trace', '--source', '7 7', '--target', '5', '--json']));
  expect(trace.inputs[0]).toBe(0);
  expect((trace.tensors as Tensor[]).find((tensor) => tensor.name === 'enc.out')?.shape.slice(0, 1)).toEqual([1]);
});

test('people get shapes and formulas', () => {
  const { code, out } = seq2seq(['trace']);
  expect(code).toBe(0);
  expect(out).toContain('dec.gru_input  ');
  expect(out).toContain('(1, 1, 14)');
  expect(out).toContain('e_{t,i} = v . tanh(W_h h_i + W_s s_{t-1})');
  expect(out.match(/^step \d/gm)).toHaveLength(3);
});

test('--gradients adds the gradient by every parameter, and --out writes the pass for others', () => {
  const folder = mkdtempSync(join(tmpdir(), 's2s-trace-'));
  const file = join(folder, 'dump.safetensors');
  try {
    const [trace] = jsonLines(seq2seq(['trace', '--gradients', '--json', '--out', file]));
    const gradients = (trace.tensors as Tensor[]).filter((tensor) => tensor.name.startsWith('grad.'));
    expect(gradients).toHaveLength(15);
    expect(gradients.reduce((sum, tensor) => sum + tensor.values.length, 0)).toBe(1386);
    const bytes = readFileSync(file);
    const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString());
    expect(header.__metadata__).toMatchObject({ source: '2 5 1 3', target: '4 6 3', bos: '0' });
    for (const name of ['enc.emb.weight', 'dec.energy.0', 'dec.logits.2', 'grad.dec.fc.bias'])
      expect(Object.keys(header)).toContain(name);
    expect(seq2seq(['trace']).out).not.toContain('grad.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['trace', '--source', ''],
  ['trace', '--source', '  ', '--target', '4'],
  ['trace', '--source', '', '--regime', 'free'],
  ['gradcheck', '--source', ''],
  ['gradcheck', '--source', '', '--target', '4'],
])('an empty source is refused as such, not taken for the first pair: %s %s "%s" %s', (...args) => {
  const { code, out, err } = seq2seq(args.filter((arg) => arg !== undefined));
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/--source is empty; allowed: a text of at least one token, or no --source/);
});
