import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modulesAreCurrent } from '../../scripts/setup.mjs';
import { root } from '../../scripts/shell.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>;
function install(wanted: Packages, found?: Packages) {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  if (!found) return;
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: found }));
}
const lit = { version: '1.0.0', integrity: 'sha512-a' };

test.each<[string, boolean, Packages, Packages | undefined]>([
  ['nothing installed yet', false, { lit }, undefined],
  ['the same', true, { lit }, { lit }],
  ['one is missing', false, { lit, d3: lit }, { lit }],
  ['one is of another machine', true, { lit, binding: { ...lit, optional: true } }, { lit }],
  ['another version', false, { lit }, { lit: { ...lit, version: '0.9.0' } }],
  ['another content', false, { lit }, { lit: { ...lit, integrity: 'sha512-b' } }],
  ['one too many', false, { lit }, { lit, old: lit }],
])('npm packages: %s', (_, current, wanted, found) => {
  install(wanted, found);
  expect(modulesAreCurrent(folder)).toBe(current);
});

/** A PATH on which only the named programs are. */
function pathWith(...names: string[]) {
  for (const name of names) {
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
  }
  return folder;
}
const setup = (env: NodeJS.ProcessEnv, script = 'scripts/run.mjs') =>
  spawnSync(process.execPath, [script, 'setup', 'build'], { cwd: root, env, encoding: 'utf8' });

test('a system without apt-get is told what to install, and how to go on', () => {
  const { status, stderr } = setup({ PATH: pathWith('env') });
  expect(status).toBe(1);
  expect(stderr).toContain('Debian 12');
  expect(stderr).toContain('emscripten');
  expect(stderr).toContain('SEQ2SEQ_SETUP=skip');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('where someone else has set up, nothing is looked for', () => {
  const { status, stdout } = setup({ PATH: pathWith('env'), SEQ2SEQ_SETUP: 'skip' });
  expect(status).toBe(0);
  expect(stdout).toContain('Everything needed is installed');
});

test('an old Node.js is told so in words', () => {
  // The version is overwritten before the script reads it.
  const old = join(folder, 'old.cjs');
  writeFileSync(
    old,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } });`,
  );
  const { status, stderr } = spawnSync(process.execPath, ['--require', old, 'scripts/run.mjs', 'start'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('needs Node.js 20 or newer; this is 18.19.0');
});
