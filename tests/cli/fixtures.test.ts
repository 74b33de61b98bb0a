// The reference numbers are made and checked by programs that anyone with PyTorch can run; so do we.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './run';
import { runPython, torchMissing } from './torch';

const fixtures = join(root, 'tests/fixtures');
const generate = join(fixtures, 'generate');
const deadline = 300_000; // ends a hang; the whole takes about a minute on an idle core

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-fixtures-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(torchMissing)(
  'every number of tests/fixtures is found again by a program without PyTorch',
  () => {
    const { code, out, err } = runPython(['verify.py', fixtures], generate);
    expect(err).toBe('');
    expect(out).toMatch(/^\d{5,} values checked, 0 failures$/m);
    expect(code).toBe(0);
  },
  deadline,
);

test.skipIf(torchMissing)('a number that is off by 1e-9 is noticed', () => {
  const file = JSON.parse(readFileSync(join(fixtures, 'attention.json'), 'utf8'));
  file.milestone1.f64.alpha.data[0] += 1e-9;
  writeFileSync(join(folder, 'attention.json'), JSON.stringify(file));
  expect(runPython(['verify.py', folder, 'attention'], generate)).toMatchObject({
    code: 1,
    out: expect.stringContaining("FAIL ('attention', 'f64'"),
  });
});
