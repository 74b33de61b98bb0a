// The npm package as somebody gets it: packed, installed into an empty folder, used from there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const { version } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8'));
let folder = '';
const installed = (path: string) => join(folder, 'node_modules/seq2seq-lab', path);

/** Runs a program in the folder, by Node alone. */
function node(program: string): string {
  writeFileSync(join(folder, 'program.mjs'), program);
  return execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seq2seq-lab-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "course", "private": true }\n');
  const packed = join(dist, `seq2seq-lab-${version}.tgz`);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', packed], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the README’s five lines train the toy, to the bits of the engine here (C64)', async () => {
  const example = /```js\n(.*?)```/s.exec(readFileSync(installed('README.md'), 'utf8'))?.[1] ?? '';
  expect(example.trim().split('\n')).toHaveLength(5);
  const here = (await loadEngine()).open({ training: { seed: '99', epochs: 200 } });
  const { digest } = here.train();
  expect(node(example).trim()).toBe(`200 steps, weights ${digest}: ${here.snapshot().decoded.join(' ')}`);
});

test('the widget imported in Node: no exception, no global touched (C68)', () => {
  const said = node(`
    const before = Object.getOwnPropertyNames(globalThis).join();
    const widget = await import('seq2seq-lab/widget');
    await import('seq2seq-lab');
    if (before !== Object.getOwnPropertyNames(globalThis).join()) console.log('a global was touched');
    console.log(widget.version, widget.tags.includes('s2s-program'));`);
  expect(said.trim()).toBe(`${version} true`);
});

test('every entry, type and file that the manifest names is there', () => {
  const { exports: entries, customElements } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
  const named = JSON.stringify(entries).match(/"\.\/[^"]+\.[a-z.]+"/g) ?? [];
  expect(named.length).toBeGreaterThan(6);
  for (const path of [...named.map((one) => JSON.parse(one)), customElements])
    expect(existsSync(installed(path)), path).toBe(true);
});

// Strict, and the package's own declarations are checked too (skipLibCheck is off).
test.each([
  ['Node, which has no types of a browser', ['--module', 'nodenext', '--lib', 'es2023']],
  ['Node, as of its version 16', ['--module', 'node16', '--lib', 'es2023']],
  ['a bundler, for a page', ['--moduleResolution', 'bundler', '--customConditions', 'browser', '--lib', 'es2023,dom']],
])('its types hold: %s', (_, more) => {
  writeFileSync(
    join(folder, 'typed.mts'),
    `import { Session, EngineError, type Configuration, type SessionState } from 'seq2seq-lab/engine';
     import { load } from 'seq2seq-lab/widget';
     import { tags } from 'seq2seq-lab';
     const configuration: Configuration = { training: { epochs: 2 } };
     const session = await Session.open(configuration);
     const state: SessionState = await session.train();
     // @ts-expect-error a number is no text
     session.translate(5);
     export const all = [state.digest, EngineError, load, tags];`,
  );
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--types', '', ...more];
  expect(execFileSync(process.execPath, [tsc, ...options, 'typed.mts'], { cwd: folder, encoding: 'utf8' })).toBe('');
});

test('from CommonJS, and in two threads at once', () => {
  writeFileSync(
    join(folder, 'program.cjs'),
    `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
     (async () => {
       const { Session } = await import('seq2seq-lab/engine');
       const sessions = await Promise.all(['99', '7'].map((seed) => Session.open({ training: { seed, epochs: 20 } })));
       const digests = sessions.map((session) => session.train().digest).join();
       if (!isMainThread) return parentPort.postMessage(digests);
       new Worker(__filename).once('message', (other) => console.log(other === digests, new Set(digests.split(',')).size));
     })();`,
  );
  expect(execFileSync(process.execPath, ['program.cjs'], { cwd: folder, encoding: 'utf8' }).trim()).toBe('true 2');
});

test('the custom-elements manifest lists every element with what it takes', () => {
  const { modules } = JSON.parse(readFileSync(installed('custom-elements.json'), 'utf8'));
  // biome-ignore lint/suspicious/noExplicitAny: any manifest
  const found = new Map<string, any>(modules[0].declarations.map((one: any) => [one.tagName, one]));
  const files = readdirSync(fileURLToPath(new URL('../../web/elements', import.meta.url)));
  const elements = files.filter((name) => !['element.ts', 'asking-element.ts'].includes(name));
  expect([...found.keys()].sort()).toEqual(elements.map((name) => `s2s-${name.replace('.ts', '')}`).sort());
  // biome-ignore lint/suspicious/noExplicitAny: any manifest
  const names = (list: any[]) => list.map(({ name }) => name);
  const program = found.get('s2s-program');
  expect(names(program.attributes)).toEqual(
    'seed epochs learning-rate forcing src model stage weight rules notation autostart controls theme lang'.split(' '),
  );
  expect(names(program.members)).toEqual(
    'train pause reset translate evaluate exportModel importModel ready tag state'.split(' '),
  );
  expect(names(program.events)).toEqual('s2s-ready s2s-epoch s2s-trained s2s-decoded s2s-error'.split(' '));
  for (const [tag, { attributes }] of found) expect(names(attributes), tag).toContain('theme');
});
