// The npm package in a page: put together by a bundler with its own settings, and as it is from another origin.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { hosts, toysLoss, trained } from './hosts';

const places = hosts();
const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const { version } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8'));
const digest = '787910801e30638b';
const program = '<s2s-program seed="99" epochs="200"></s2s-program>';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seq2seq-lab-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', '{ "name": "course", "private": true, "type": "module" }\n');
  write(
    'index.html',
    `<!doctype html><html lang="en"><head><title>A course</title><link rel="icon" href="data:,"></head>
    <body>${program}<script type="module" src="./main.js"></script></body></html>`,
  );
  write(
    'main.js',
    `import 'seq2seq-lab/widget';
     import { Session } from 'seq2seq-lab/engine';
     const session = await Session.open({ training: { seed: '99', epochs: 200 } });
     window.found = (await session.train()).digest;`,
  );
  const packed = join(dist, `seq2seq-lab-${version}.tgz`);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', packed], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('through a bundler: elements and engine train in workers, and nothing is looked for in vain', async () => {
  await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir: 'built' } });
  const app = await serve(join(folder, 'built'), { headers: {} });
  try {
    const missed: string[] = [];
    const page = await places.open(() => '', {
      tolerated: true, // another origin than the two that are known
      prepare: async (prepared) => {
        prepared.on('response', (response) => response.ok() || missed.push(response.url()));
        prepared.on('requestfailed', (request) => missed.push(request.url()));
        prepared.on('pageerror', (error) => missed.push(error.message));
      },
    });
    await page.goto(app.url);
    await page.waitForFunction(() => 'found' in globalThis);
    expect(await page.evaluate(() => (globalThis as unknown as { found: string }).found)).toBe(digest);
    expect(await trained(page)).toBe(toysLoss);
    expect(page.workers().length).toBeGreaterThan(0);
    // Where the files lie that other pages could embed nobody has said.
    const menu = page.locator('s2s-program s2s-part-export-menu').first();
    await menu.locator('button.open').click();
    await menu.getByRole('button', { name: 'Copy the tag for a page' }).waitFor();
    expect(await menu.getByRole('button', { name: /^Embed/ }).count()).toBe(0);
    expect(missed).toEqual([]);
  } finally {
    await app.close();
  }
});

test('as it is, from another origin: a worker all the same', async () => {
  const page = await places.open(
    (there) => `<script type="module" crossorigin src="${there}package/widget/seq2seq-lab.js"></script>${program}`,
  );
  expect(await trained(page)).toBe(toysLoss);
  expect(page.workers().length).toBe(1);
});
