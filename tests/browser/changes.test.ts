// A second change before the engine has answered the first builds on it; what is refused loses nothing else.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { phase, site, text, withAttributes } from './support';

const visit = site();
const soon = { timeout: 30_000 }; // only to end a hang

async function open(tag: string, attributes: Record<string, string> = {}, tolerated = false) {
  const { page } = await visit({ figures: [tag] }, tolerated);
  const element = await withAttributes(page, tag, attributes);
  await element.scrollIntoViewIfNeeded();
  await element.evaluate((one) => (one as unknown as { ready: Promise<unknown> }).ready.catch(() => {}));
  return { page, element };
}

const state = (element: Locator) =>
  element.evaluate((one) => JSON.parse(JSON.stringify((one as unknown as { state: unknown }).state)));

/** Attributes one after the other, each taken in before the next and none of them answered yet. */
const change = (element: Locator, attributes: [string, string][]) =>
  element.evaluate(async (one, list) => {
    for (const [name, value] of list) {
      one.setAttribute(name, value);
      await (one as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    }
  }, attributes);

test('shapes: two sizes changed at once both come', async () => {
  const { element } = await open('s2s-shapes');
  await change(element, [
    ['batch', '2'],
    ['hidden-size', '16'],
    ['vocabulary', '30'],
  ]);
  await expect.poll(async () => (await state(element)).sizes, soon).toMatchObject({ B: 2, H: 16, V: 30, E: 6 });
});

test('shapes: of two changes the one that the engine refuses is told in its field, the other comes', async () => {
  const { element } = await open('s2s-shapes');
  await change(element, [
    ['batch', '100000'],
    ['hidden-size', '16'],
  ]);
  await expect.poll(async () => (await state(element)).sizes, soon).toMatchObject({ B: 1, H: 16 });
  expect(await text(element.locator('.size.B .error'))).toContain('100000');
  await change(element, [['source-length', '5']]);
  await expect.poll(async () => (await state(element)).sizes, soon).toMatchObject({ B: 1, S: 5, H: 16 });
});

test('sampling: schedule, epoch and constant changed at once all come', async () => {
  const { element } = await open('s2s-sampling');
  await change(element, [
    ['schedule', 'exponential'],
    ['epoch', '40'],
    ['exponential-base', '0.9'],
  ]);
  await expect
    .poll(async () => (await state(element)).settings, soon)
    .toMatchObject({ kind: 'exponential', epoch: 40, exponentialBase: 0.9 });
});

test('sampling: a constant that the engine refuses is told in its field, the other change comes', async () => {
  const { element } = await open('s2s-sampling');
  await change(element, [
    ['exponential-base', '7'],
    ['epoch', '40'],
  ]);
  await expect
    .poll(async () => (await state(element)).settings, soon)
    .toMatchObject({ epoch: 40, exponentialBase: 0.96 });
  expect(await text(element.locator('s2s-part-field.exponentialBase .error'))).toContain('7');
});

test('forcing: attention and feeding changed at once both come', async () => {
  const { element } = await open('s2s-forcing', { task: 'reverse' });
  await phase(element, 'ready');
  await element.evaluate((one) => {
    const press = (name: string, value: string) => {
      const input = one.shadowRoot!.querySelector<HTMLInputElement>(`input[name=${name}][value="${value}"]`)!;
      input.checked = true;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    press('attention', 'bahdanau');
    press('regime', 'free');
  });
  await expect.poll(() => state(element), soon).toMatchObject({ attention: 'bahdanau', forcing: 'free' });
  await phase(element, 'ready');
});

test('forcing: words that there are not are as if they were not given', async () => {
  const { element } = await open('s2s-forcing', { task: 'reverse', attention: 'loud', forcing: 'sometimes' });
  await phase(element, 'ready');
  expect(await state(element)).toMatchObject({ task: 'reverse', attention: 'none', forcing: 'teacher' });
});
