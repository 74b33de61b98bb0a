// What happens to elements in a page: moved, taken away, waited for, drawn before anything was asked; and how they wait
// for their turn to train.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phase, site, text, withAttributes } from './support';

const visit = site();
const soon = { timeout: 30_000 }; // only to end a hang

/** The answers to two frames lie behind whatever an observer or a microtask would have done. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

test('an element that is moved is not begun again; one that comes back after it was taken away is', async () => {
  const { page } = await visit({ figures: ['s2s-shapes'] });
  const ready = () => page.evaluate(() => (globalThis as unknown as { ready: number }).ready);
  await page.evaluate(() => {
    Object.assign(globalThis, { ready: 0 });
    document.addEventListener('s2s-ready', () => {
      (globalThis as unknown as { ready: number }).ready += 1;
    });
    const old = document.querySelector('s2s-shapes')!;
    old.replaceWith(document.createElement('s2s-shapes'));
  });
  await expect.poll(ready, soon).toBe(1);
  await page.evaluate(() => document.querySelector('main')!.prepend(document.querySelector('s2s-shapes')!));
  await settled(page);
  // What a second beginning would have waited for is there already.
  await page.evaluate(() => (document.querySelector('s2s-shapes') as unknown as { ready: Promise<void> }).ready);
  await settled(page);
  expect(await ready()).toBe(1);
  await page.evaluate(async () => {
    const element = document.querySelector('s2s-shapes')!;
    element.remove();
    await Promise.resolve();
    document.querySelector('main')!.prepend(element);
  });
  await expect.poll(ready, soon).toBe(2);
});

test('a question that cannot be made is told to who waits for it', async () => {
  const { page } = await visit(
    { figures: [], prepare: (prepared) => prepared.route('**/*.wasm', (route) => route.abort()) },
    true,
  );
  const code = await page.evaluate(async () => {
    await customElements.whenDefined('s2s-check');
    const check = document.createElement('s2s-check');
    check.setAttribute('moment', 'alpha-largest');
    document.querySelector('main')!.prepend(check);
    return (check as unknown as { ready: Promise<void> }).ready.then(
      () => 'resolved',
      (error) => error.code,
    );
  });
  expect(code).toBe('engine_missing');
});

test.each(['click', 'off'])(
  'copying, autostart=%s: no other sentence’s picture stands under a sentence',
  async (autostart) => {
    const { page } = await visit({ figures: ['s2s-copy'] });
    const sentence = 'book room 99 for Ada';
    const copy = await withAttributes(page, 's2s-copy', { sentence, autostart });
    await copy.locator('.ask').waitFor();
    await copy.scrollIntoViewIfNeeded();
    // The offered sentences have their own words; what is drawn has not.
    expect((await copy.locator('.strips, .mixture').allInnerTexts()).join(' ')).not.toContain('glorf');
    if (autostart === 'off') {
      expect(await copy.locator('.mixture').count()).toBe(0);
      await copy.locator('button.write').click();
    }
    await expect.poll(() => copy.locator('.written .word').allInnerTexts(), soon).toContain('99');
    expect(await copy.locator('button.write').count()).toBe(0);
  },
);

test('an export that fails is seen in the menu', async () => {
  const { page } = await visit({
    figures: ['s2s-shapes'],
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) });
        document.execCommand = () => false; // the older way
      }),
  });
  const menu = page.locator('s2s-shapes s2s-part-export-menu');
  await menu.locator('.open').click();
  await menu.getByRole('button', { name: 'Copy the tag for a page' }).first().click();
  await expect.poll(() => menu.locator('li.wrong').isVisible(), soon).toBe(true);
  expect(await text(menu.locator('li.wrong'))).toContain('refused');
  await menu.locator('.open').click();
  await menu.locator('.open').click();
  expect(await menu.locator('li.wrong').count()).toBe(0);
});

// ---- Turns ----------------------------------------------------------------------------------------------------------

interface Training extends HTMLElement {
  train: () => Promise<unknown>;
  pause: () => Promise<unknown>;
}

/** Two programs that train for long take both places. */
async function taken(page: Page): Promise<Locator> {
  await page.evaluate(async () => {
    await customElements.whenDefined('s2s-program');
    for (let count = 0; count < 2; ++count) {
      const program = document.createElement('s2s-program') as Training;
      program.setAttribute('epochs', '100000');
      document.querySelector('main')!.prepend(program);
      void program.train().catch(() => {});
    }
  });
  const programs = page.locator('s2s-program');
  for (const program of await programs.all()) await phase(program, 'running');
  return programs;
}

test('comparison and seeds wait for their turn, can be given up meanwhile, and begin when one ends', async () => {
  const { page } = await visit({ figures: ['s2s-sampling'] });
  const programs = await taken(page);
  const sampling = page.locator('s2s-sampling');
  await sampling.scrollIntoViewIfNeeded();
  const compare = sampling.locator('.compare');
  await compare.locator('.train').click();
  await expect.poll(() => compare.getAttribute('data-phase'), soon).toBe('queued');
  const claim = sampling.locator('.claim');
  await sampling.locator('s2s-part-field.seedCount input').fill('2');
  await sampling.locator('s2s-part-field.seedCount input').press('Enter');
  await claim.locator('.run-seeds').click();
  await expect.poll(() => claim.getAttribute('data-phase'), soon).toBe('queued');
  await compare.locator('.train').click();
  await expect.poll(() => compare.getAttribute('data-phase'), soon).toBe('cancelled');
  expect(await claim.getAttribute('data-phase')).toBe('queued');
  await programs.first().evaluate((program) => (program as Training).pause());
  await expect.poll(() => claim.getAttribute('data-phase'), { timeout: 80_000 }).toBe('finished');
  // Their place is free again.
  await compare.locator('.train').click();
  await expect.poll(() => compare.getAttribute('data-phase'), soon).toMatch(/loading|running|finished/);
});

test('seeds of an element that was taken away end, without means', async () => {
  const { page } = await visit({ figures: ['s2s-sampling'] });
  const sampling = page.locator('s2s-sampling');
  await sampling.locator('s2s-part-field.seedCount input').fill('100');
  await sampling.locator('s2s-part-field.seedCount input').press('Enter');
  await sampling.locator('.run-seeds').click();
  const seeds = await sampling.evaluate(async (element) => {
    const one = element as unknown as { state: { seeds: { runs: unknown[]; means: unknown } } };
    while (one.state.seeds.runs.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    element.remove();
    await Promise.resolve();
    const { length } = one.state.seeds.runs;
    // Another element's runs go through the same engine: by their end the seed that was under way has come too.
    const other = document.createElement('s2s-sampling') as unknown as HTMLElement & Training;
    document.querySelector('main')!.append(other);
    await other.train();
    return { before: length, after: one.state.seeds.runs.length, means: one.state.seeds.means };
  });
  expect(seeds.after).toBe(seeds.before);
  expect(seeds.means).toBeNull();
});
