import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { models, trainArguments } from '../../scripts/copy-models.mjs';
import { halved } from '../../scripts/safetensors.mjs';
import { root, seq2seq } from './run';

const folder = mkdtempSync(join(tmpdir(), 'seq2seq-copy-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shipped = (file: string) => join(root, 'web/copy', file);

test.each(models)('%s is what its configuration trains, to the last byte', (file, set) => {
  expect(seq2seq(trainArguments(file, set, folder)).code).toBe(0);
  expect(readFileSync(shipped(file)).equals(halved(readFileSync(join(folder, file))))).toBe(true);
});

test('together they are small enough to be fetched on a phone', () => {
  const bytes = models.map(([file]) => statSync(shipped(file)).size);
  expect(bytes.reduce((a, b) => a + b)).toBeLessThanOrEqual(60 * 1024);
});

test('the one that copies writes names it has never seen; the other can only say UNK', () => {
  const write = (file: string) =>
    seq2seq(['translate', '--model', shipped(file)], 'my name is Zofia and I live in Kraków\n').out.trim();
  expect(write('copy-on.safetensors')).toBe('Zofia lives in Kraków');
  expect(write('copy-off.safetensors')).toBe('UNK lives in UNK');
});
