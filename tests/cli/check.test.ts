import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, root, seq2seq } from './run';

interface Cause {
  id: string;
  tensor: string;
  step: number;
  tested: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'seq2seq-check-'));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The distribution's Python has the distribution's torch; another python3 may come before it in the path.
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import torch'], { timeout: 50_000 }).status === 0,
);
if (!python) console.warn('check: no python3 with torch (Debian: python3-torch); the PyTorch variants are SKIPPED');

function check(name: string, ...more: string[]) {
  const result = seq2seq(['check', '--reference', file(`${name}.safetensors`), '--json', ...more]);
  const [report] = jsonLines(result);
  return { code: result.code, report, causes: report.causes as Cause[] };
}

test('our own dump agrees with ourselves, and the report says so', () => {
  expect(seq2seq(['trace', '--out', file('own.safetensors')]).code).toBe(0);
  const result = seq2seq(['check', '--reference', file('own.safetensors'), '--all']);
  expect(result).toMatchObject({ code: 0, err: '' });
  expect(result.out).toContain('Agrees');
  expect(result.out).toMatch(/dec\.alpha +2 +0 .*agrees/);
  expect(check('own')).toMatchObject({ code: 0, report: { agrees: true, loaded: true }, causes: [] });
});

test('another loss than the configured one is told, with exit code 1', () => {
  const { code, report, causes } = check('own', '--set', 'training.loss=mean');
  expect(code).toBe(1);
  expect(report.first).toMatchObject({ tensor: 'loss', step: -1 });
  expect(causes).toMatchObject([{ id: 'loss-sum', tested: true }]);
  const { out } = seq2seq(['check', '--reference', file('own.safetensors'), '--set', 'training.loss=mean']);
  expect(out).toContain('First difference: loss\n');
  expect(out).toContain('With that, everything in the dump comes out.');
});

test('bad use is exit code 2', () => {
  writeFileSync(file('text.safetensors'), 'no dump');
  writeFileSync(file('mapping.json'), '{"nothing": "dec.alpha"}');
  expect(seq2seq(['check']).code).toBe(2);
  expect(seq2seq(['check', '--reference', file('none.safetensors')]).code).toBe(2);
  expect(seq2seq(['check', '--reference', file('text.safetensors')]).code).toBe(2);
  const own = ['check', '--reference', file('own.safetensors')];
  expect(seq2seq([...own, '--tolerance', '0']).code).toBe(2);
  const mapped = seq2seq([...own, '--mapping', file('mapping.json')]);
  expect(mapped.code).toBe(2);
  expect(mapped.err).toContain('nothing');
});

test('a weight that cannot be found is asked for, in a mapping that can be handed in', () => {
  // The same file with one name changed to another of equal length.
  const bytes = readFileSync(file('own.safetensors'));
  for (const [from, to] of [
    ['"enc.gru.weight_hh_l0"', '"abcdefg.one_thing_zz"'],
    ['"dec.gru.weight_hh_l0"', '"abcdefg.two_thing_zz"'],
  ]) {
    const at = bytes.indexOf(from!);
    expect(at).toBeGreaterThan(0);
    expect(to).toHaveLength(from!.length);
    bytes.write(to!, at);
  }
  writeFileSync(file('renamed.safetensors'), bytes);
  const { code, out } = seq2seq(['check', '--reference', file('renamed.safetensors')]);
  expect(code).toBe(2);
  expect(out).toContain('it could be enc.gru.weight_hh_l0 or dec.gru.weight_hh_l0');
  const mapping = JSON.parse(out.slice(out.indexOf('{')));
  expect(mapping['abcdefg.one_thing_zz']).toBe('?');
  writeFileSync(
    file('mapping.json'),
    JSON.stringify({
      ...mapping,
      'abcdefg.one_thing_zz': 'enc.gru.weight_hh_l0',
      'abcdefg.two_thing_zz': 'dec.gru.weight_hh_l0',
    }),
  );
  expect(check('renamed', '--mapping', file('mapping.json'))).toMatchObject({ code: 0, report: { agrees: true } });
});

test('the page in docs/ shows the snippet that is tested here', () => {
  const page = readFileSync(join(root, 'docs/check-your-implementation.md'), 'utf8');
  expect(page).toContain(`\`\`\`python\n${readFileSync(join(root, 'docs/snippets/dump.py'), 'utf8')}\`\`\`\n`);
});

test('gradcheck holds every parameter against finite differences', () => {
  const result = seq2seq(['gradcheck', '--json', '--entries', '8']);
  expect(result.code).toBe(0);
  const [report] = jsonLines(result);
  expect(report.parameters).toHaveLength(15);
  expect(report.agrees).toBe(true);
  for (const parameter of report.parameters) expect(parameter.relativeError).toBeLessThan(1e-4);
  const { code, out } = seq2seq(['gradcheck', '--source', '7 8', '--target', '1', '--entries', '4']);
  expect(code).toBe(0);
  expect(out).toContain('Every gradient is the slope of the loss.');
  expect(seq2seq(['gradcheck', '--tolerance', '1e-15', '--entries', '4']).code).toBe(1);
});

// What each model of torch_variants.py must be told: the cause, and where it shows first. The two models of one line
// differ in nothing that the dump holds before that.
const variants: [name: string, cause: string, tensor: string, step: number][] = [
  ['gate-order', 'gate-order', 'enc.out', -1],
  ['bias-placement', 'reset-without-bias', 'enc.out', -1],
  ['update-reversed', 'update-reversed', 'enc.out', -1],
  ['no-tanh', 'no-tanh', 'dec.energy', 0],
  ['softmax-axis', 'softmax-axis', 'dec.alpha', 0],
  ['no-mask-padded', 'mask', 'dec.alpha', 0],
  ['state-after', 'state-after-step', 'dec.energy', 0],
  ['no-context-in-the-gru', 'context-left-out', 'dec.gru.weight_ih_l0', -1],
  ['no-context-in-the-head', 'context-left-out', 'dec.fc.weight', -1],
  ['gru-concat-swapped', 'swapped', 'dec.hidden', 0],
  ['head-concat-swapped', 'swapped', 'dec.logits', 0],
  ['target-shifted', 'target-shift', 'dec.loss', 0],
  ['softmax-twice', 'softmax-twice', 'dec.loss', 0],
  ['mean-loss', 'loss-mean', 'loss', -1],
  ['encoder-detached', 'detached', 'grad.enc.gru.bias_hh_l0', -1],
  ['backward-twice', 'counted-twice', 'grad.dec.fc.bias', -1],
  ['clipped', 'clipped', 'grad.dec.fc.bias', -1],
];

describe.skipIf(!python)('deliberately broken PyTorch models', () => {
  beforeAll(() => {
    const made = spawnSync(python!, [join(root, 'tests/cli/torch_variants.py'), folder], { encoding: 'utf8' });
    expect(made.stderr).toBe('');
    expect(made.status).toBe(0);
  });

  test.each(['right', 'trained-a-step', 'right-padded'])('%s agrees', (name) => {
    const { code, report } = check(name);
    expect(report).toMatchObject({ loaded: true, agrees: true });
    expect(code).toBe(0);
    expect(report.compared.length).toBeGreaterThan(40);
    for (const weight of report.names.weights) expect(weight.by).toBe('guess');
  });

  test.each(variants)('%s is told as %s', (name, cause, tensor, step) => {
    const { code, report, causes } = check(name);
    expect(code).toBe(1);
    expect(report.first).toMatchObject({ tensor, step });
    expect(causes).toMatchObject([{ id: cause, tensor, step, tested: true }]);
    expect(report.explained).toBe(true);
  });

  test('a missing zero_grad is told, though the earlier gradients cannot be known', () => {
    const { code, report, causes } = check('no-zero_grad');
    expect(code).toBe(1);
    expect(report.first).toMatchObject({ tensor: 'grad.dec.fc.bias' });
    expect(causes).toMatchObject([{ id: 'not-zeroed', tested: false }]);
  });
});
