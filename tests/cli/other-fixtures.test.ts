// Nothing in the engine or its tests may know the reference numbers: another set of the same form must pass as well.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binary, root } from './run';
import { runPython, torchMissing } from './torch';

const fixtures = join(root, 'tests/fixtures');
const generate = join(fixtures, 'generate');
const deadline = 300_000; // ends a hang; it takes half a minute on an idle core

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-fixtures-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(torchMissing)(
  'a set made from other seeds and sizes is right, and the test programs pass with it',
  () => {
    const other = join(folder, 'other');
    const made = runPython(['gen_all.py', 'cfg_other.py', other], generate);
    expect(made).toMatchObject({ code: 0, err: '' });
    for (const name of readdirSync(fixtures).filter((file) => file.endsWith('.json')))
      expect([name, existsSync(join(other, name))]).toEqual([name, true]);
    expect(runPython(['verify.py', other, 'forward', 'copy', 'decode'], generate).code).toBe(0);

    const programs = dirname(binary);
    const tests = ['math', 'model', 'training', 'inference', 'formats', 'lesson'].filter((room) =>
      existsSync(join(programs, `test_${room}`)),
    );
    if (tests.length === 0) console.warn(`Skipped: no test programs beside ${binary}`);
    for (const room of tests) {
      const run = spawnSync(join(programs, `test_${room}`), ['--no-intro'], {
        env: { ...process.env, SEQ2SEQ_FIXTURES: other },
        encoding: 'utf8',
      });
      expect(run.stdout).toContain('SUCCESS');
      expect([room, run.status]).toEqual([room, 0]);
    }
  },
  deadline,
);
