// The HTML that elements give away brings back what is on screen, and nothing else: whatever a link or a reader has put
// into an element, its tag is one element without content and without attributes of its own making.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from './support';

const visit = site();
const hostile = '"><img src=x onerror="alert(1)">&quot;<script>alert(2)</script>';

/** Figure, attributes that a link may set, and those of them that may hold any text. */
const figures: Record<string, { id: string; names: string[]; free: string[] }> = {
  's2s-program': {
    id: 'fig-program',
    names: ['seed', 'epochs', 'learning-rate', 'forcing', 'stage', 'weight', 'rules', 'notation'],
    free: [],
  },
  's2s-attention': {
    id: 'fig-attention',
    names: ['seed', 'stages', 'kind', 'temperature', 'mask', 'alpha'],
    free: [],
  },
  's2s-forcing': {
    id: 'fig-forcing',
    names: [
      'task',
      'attention',
      'seed',
      'epochs',
      'learning-rate',
      'forcing',
      'checkpoint',
      'source',
      'target',
      'wrong',
    ],
    free: ['source', 'target'],
  },
  's2s-sampling': {
    id: 'fig-sampling',
    names: [
      'schedule',
      'linear-steps',
      'exponential-base',
      'sigmoid-scale',
      'epochs',
      'epoch',
      'seed',
      'target',
      'task',
    ],
    free: ['target'],
  },
  's2s-copy': { id: 'fig-copy', names: ['sentence', 'step', 'gate'], free: ['sentence'] },
  's2s-shapes': { id: 'fig-shapes', names: ['batch', 'hidden-size', 'vocabulary', 'follow'], free: [] },
};

interface Tagged extends HTMLElement {
  tag?: string;
  updateComplete: Promise<unknown>;
}

/** The element's tag, from itself or from its menu, and what a page that took it would hold. */
const given = (element: Locator) =>
  element.evaluate(async (one) => {
    await (one as Tagged).updateComplete;
    const menu = one.shadowRoot!.querySelector('s2s-part-export-menu') as unknown as { tag: () => string } | null;
    const tag = (one as Tagged).tag ?? menu!.tag();
    const { body } = new DOMParser().parseFromString(tag, 'text/html');
    const [found] = body.children;
    return {
      tag,
      elements: body.querySelectorAll('*').length,
      text: body.textContent,
      name: found?.localName,
      attributes: Object.fromEntries([...(found?.attributes ?? [])].map(({ name, value }) => [name, value])),
    };
  });

test.each(Object.entries(figures))('%s: a hostile link stays inside the values of its tag', async (tag, figure) => {
  const set = figure.names.map((name) => `${name}=${encodeURIComponent(hostile)}`).join('&');
  const { page } = await visit({ query: `index.html#${figure.id}?${set}` }, true);
  const element = page.locator(`#${figure.id} ${tag}`).first();
  await expect.poll(() => element.evaluate((one) => Boolean(one.shadowRoot?.querySelector('.frame')))).toBe(true);
  const allowed = await page.evaluate((name) => {
    const own = customElements.get(name) as unknown as { observedAttributes: string[] };
    return own.observedAttributes;
  }, tag);
  const harmless = async () => {
    const { elements, text, name, attributes } = await given(element);
    expect([elements, text, name]).toEqual([1, '', tag]);
    expect(Object.keys(attributes).filter((one) => !allowed.includes(one))).toEqual([]);
    return attributes;
  };
  await harmless();
  // One by one: what else is wrong with the others must not keep a value out. Texts arrive when the engine has answered.
  for (const name of figure.names) {
    await element.evaluate(
      (one, [at, value]) => {
        const fresh = document.createElement(one.localName);
        fresh.setAttribute(at, value);
        one.replaceWith(fresh);
      },
      [name, hostile] as const,
    );
    if (figure.free.includes(name)) await expect.poll(async () => (await harmless())[name]).toBe(hostile);
    else await harmless();
  }
  expect(await page.locator('img[src=x]').count()).toBe(0);
});

test('a box or tensor that there is not is not in the tag of the shapes; one that there is, is', async () => {
  const { page } = await visit({ query: 'index.html#fig-shapes?follow=dec.nothing' });
  const shapes = page.locator('s2s-shapes');
  await expect.poll(() => shapes.evaluate((one) => Boolean(one.shadowRoot?.querySelector('.frame')))).toBe(true);
  expect((await given(shapes)).attributes).not.toHaveProperty('follow');
  await shapes.evaluate((one) => one.setAttribute('follow', 'dec.alpha'));
  expect((await given(shapes)).attributes).toHaveProperty('follow', 'dec.alpha');
});
