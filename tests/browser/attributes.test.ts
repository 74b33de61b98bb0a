// What the elements take from pages and frameworks: values that are none, of another type, taken away again; locked.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { phase, site, withAttributes } from './support';

const visit = site(['s2s-attention']);
const soon = { timeout: 30_000 }; // only to end a hang

const tag = (element: Locator) => element.evaluate((one) => (one as unknown as { tag: string }).tag);
const known = (attention: Locator) => attention.locator('.stage.known').count();
const set = (element: Locator, attributes: Record<string, string | null>) =>
  element.evaluate((one, all) => {
    for (const [name, value] of Object.entries(all)) {
      if (value === null) one.removeAttribute(name);
      else one.setAttribute(name, value);
    }
  }, attributes);

test('locked attention shows its stages, whatever is set', async () => {
  const { page } = await visit();
  const attention = await withAttributes(page, 's2s-attention', { controls: 'none' });
  await expect.poll(() => known(attention), soon).toBe(7);
  await set(attention, { seed: '7' });
  await expect.poll(() => tag(attention), soon).toContain('seed="7" stages="7"');
  await set(attention, { stages: '3' });
  await expect.poll(() => known(attention), soon).toBe(3);
  await set(attention, { seed: '8' });
  await expect.poll(() => tag(attention), soon).toContain('seed="8" stages="3"');
  await set(attention, { stages: null });
  await expect.poll(() => known(attention), soon).toBe(7);
});

test('attention that is locked later shows its stages too', async () => {
  const { attention } = await visit();
  await expect.poll(() => known(attention)).toBe(0);
  await set(attention, { controls: 'none' });
  await expect.poll(() => known(attention), soon).toBe(7);
});

test('numbers that are taken away while a seed is drawn are not put in', async () => {
  const { attention } = await visit();
  await attention.evaluate(async (one) => {
    one.setAttribute('seed', '7');
    one.setAttribute('numbers', 's[3] = 9');
    await (one as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    one.removeAttribute('numbers');
  });
  await expect.poll(() => tag(attention), soon).toBe('<s2s-attention seed="7"></s2s-attention>');
});

test('numbers beside a seed that was refused are put in over the next one', async () => {
  const { page } = await visit();
  const attention = await withAttributes(page, 's2s-attention', { seed: 'nine', numbers: 's[3] = 9' });
  await attention.locator('.error', { hasText: 'nine' }).waitFor();
  await set(attention, { seed: '9' });
  await expect.poll(() => tag(attention), soon).toBe('<s2s-attention seed="9" numbers="s[3] = 9"></s2s-attention>');
});

test.each([null, undefined])('properties set to %s are as if they were not given', async (nothing) => {
  const { page, attention } = await visit();
  const found = await page.evaluate(
    async ({ given }) => {
      const main = document.querySelector('main')!;
      const made: Record<string, string> = {};
      for (const name of ['attention', 'program', 'forcing', 'sampling', 'shapes', 'copy', 'check']) {
        const element = document.createElement(`s2s-${name}`);
        main.append(element);
        await customElements.whenDefined(element.localName);
        const plain = element as unknown as Record<string, unknown> & { updateComplete: Promise<unknown> };
        await plain.updateComplete;
        const { elementProperties } = element.constructor as unknown as {
          elementProperties: Map<string, { state?: boolean }>;
        };
        const names = [...elementProperties].filter(([, { state }]) => !state).map(([property]) => property);
        const before = JSON.stringify(names.map((property) => plain[property]));
        for (const property of names) plain[property] = given === 'null' ? null : undefined;
        await plain.updateComplete;
        const after = JSON.stringify(names.map((property) => plain[property]));
        made[name] = after === before.replace('"en"', '""') || after === before ? 'same' : `${before} ${after}`;
        element.remove();
      }
      return made;
    },
    { given: String(nothing) },
  );
  expect(new Set(Object.values(found)), JSON.stringify(found)).toEqual(new Set(['same']));
  await attention.evaluate((one, value) => {
    const names = ['seed', 'numbers', 'mask', 'alpha', 'kind', 'temperature'];
    Object.assign(one, Object.fromEntries(names.map((name) => [name, value])));
  }, nothing);
  await expect.poll(() => tag(attention)).toBe('<s2s-attention seed="0"></s2s-attention>');
});

test('"false" is a no, as frameworks write it before the element is defined and set it later', async () => {
  const { page } = await visit();
  const found = await page.evaluate(async () => {
    const main = document.querySelector('main')!;
    main.insertAdjacentHTML(
      'afterbegin',
      '<s2s-program rules="false"></s2s-program><s2s-program rules="true"></s2s-program><s2s-program rules></s2s-program>',
    );
    const all = [...main.querySelectorAll('s2s-program')].slice(0, 3) as (HTMLElement & { rules: unknown })[];
    await customElements.whenDefined('s2s-program');
    const before = all.map((one) => one.rules);
    for (const one of all) one.rules = 'false';
    return [before, all.map((one) => one.rules)];
  });
  expect(found).toEqual([
    [false, true, true],
    [false, false, false],
  ]);
});

test('an element writes nothing into the page’s own tag that nobody has asked for', async () => {
  const { page } = await visit();
  const attributes = await page.evaluate(async () => {
    const tags = ['attention', 'program', 'forcing', 'sampling', 'shapes', 'copy', 'check-progress'];
    const all = tags.map((name) => document.createElement(`s2s-${name}`));
    document.querySelector('main')!.prepend(...all);
    for (const one of all) {
      one.scrollIntoView();
      await customElements.whenDefined(one.localName);
      const loading = one as unknown as { ready?: Promise<unknown>; updateComplete: Promise<unknown> };
      await loading.ready;
      await loading.updateComplete;
    }
    return all.flatMap((one) => one.getAttributeNames().map((name) => `${one.localName} ${name}`));
  });
  expect(attributes).toEqual([]);
});

test('numbers and text stand for each other', async () => {
  const { page, attention } = await visit();
  await attention.evaluate((one) => Object.assign(one, { seed: 5, stages: '2', temperature: 'warm' }));
  await expect.poll(() => tag(attention), soon).toBe('<s2s-attention seed="5" stages="2"></s2s-attention>');
  await page.evaluate(() => {
    const program = Object.assign(document.createElement('s2s-program'), { seed: 5, epochs: 3, learningRate: 0.01 });
    document.querySelector('main')!.prepend(program);
  });
  const program = page.locator('s2s-program');
  await phase(program, 'ready');
  expect(await tag(program)).toContain('seed="5" epochs="3" learning-rate="0.01"');
});

test.each(['de_DE', '*', 'not a language'])('lang "%s" is drawn', async (lang) => {
  const { page } = await visit();
  const shapes = page.locator('s2s-shapes');
  await page.evaluate((language) => {
    const one = document.createElement('s2s-shapes');
    one.setAttribute('lang', language);
    document.querySelector('main')!.prepend(one);
  }, lang);
  await shapes.locator('.frame').waitFor();
  await expect
    .poll(() => shapes.locator('.frame').getAttribute('aria-label'), soon)
    .toMatch(lang === 'de_DE' ? /Formen/ : /shapes/i);
});

test.each([
  ['program', { epochs: '3' }],
  ['forcing', { epochs: '8' }],
])('%s that is locked trains also where moving pictures are not wanted', async (name, attributes) => {
  const { page } = await visit({ figures: [`s2s-${name}`] });
  const locked = { ...attributes, controls: 'none', autostart: 'visible' };
  const element = await withAttributes(page, `s2s-${name}`, locked);
  await phase(element, 'finished');
});
