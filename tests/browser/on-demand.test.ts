// An element whose script cannot be fetched: it is not asked for without end, and again when it comes back into sight.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosts } from './hosts';
import { site } from './support';

const visit = site();
const places = hosts();
const soon = { timeout: 30_000 }; // only to end a hang

/** Aborts every script of that name and counts how often it was asked for. */
function refused(name: string) {
  const script = new RegExp(`/assets/${name}-(?!progress)[^/]*\\.js$`);
  let count = 0;
  return {
    count: () => count,
    begin: (page: Page) =>
      page.route(script, (route) => {
        count += 1;
        return route.abort();
      }),
    end: (page: Page) => page.unroute(script),
  };
}

/** An observer is answered once a frame, so what goes round without end does so within these. */
const frames = (page: Page, count = 60) =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);

// Preloads are requests too.
const fewTries = 6;

test('the lesson’s page does not go on asking for a script that cannot be fetched', async () => {
  const script = refused('check');
  const { page } = await visit({ query: 'index.html', prepare: script.begin }, true);
  await page.locator('s2s-check').first().scrollIntoViewIfNeeded();
  await expect.poll(script.count, soon).toBeGreaterThan(0);
  await frames(page);
  expect(script.count()).toBeLessThan(fewTries);
});

test('the widget does not either, and asks again when the element comes back into sight', async () => {
  const script = refused('shapes');
  const page = await places.open(
    () =>
      '<script type="module" src="/widget/seq2seq-lab.js"></script><s2s-shapes></s2s-shapes><div style="height: 5000px"></div><p id="end">The end</p>',
    { prepare: script.begin, tolerated: true },
  );
  await expect.poll(script.count, soon).toBeGreaterThan(0);
  await frames(page);
  expect(script.count()).toBeLessThan(fewTries);
  await script.end(page);
  await page.locator('#end').scrollIntoViewIfNeeded();
  await frames(page, 10);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('s2s-shapes .frame').waitFor();
});
