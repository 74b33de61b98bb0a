// The page as one file, opened from disk with the network off.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { launch } from './chromium';
import { toysLoss, trained } from './hosts';
import { watch } from './support';

const file = fileURLToPath(new URL('../../dist/seq2seq-lab.html', import.meta.url));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test('the single file trains from disk with the network off, and asks for nothing', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce', offline: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const wrong = watch(page, ({ href }) => href === pathToFileURL(file).href);
  await page.goto(pathToFileURL(file).href);
  await page.locator('s2s-program').first().scrollIntoViewIfNeeded();
  expect(await trained(page)).toBe(toysLoss);
  await page.locator('s2s-copy').first().scrollIntoViewIfNeeded();
  await page
    .locator('s2s-copy')
    .first()
    .evaluate((copy) => (copy as unknown as { ready: Promise<void> }).ready);
  expect(wrong).toEqual([]);
});

test('nothing in the single file names another file', () => {
  const html = readFileSync(file, 'utf8').replace(/<script.*?<\/script>|<style.*?<\/style>/gs, '');
  expect([...html.matchAll(/(?:src|href)="(?!#|data:)([^"]*)"/g)].map(([, address]) => address)).toEqual([]);
});
