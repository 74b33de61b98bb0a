// Whoever presses by keyboard stays where they are: no press drops the focus to the page's start, whatever it takes away.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { killWorkers, site, withAttributes } from './support';

const visit = site();

/** The next thing to press that is not under these names: focused, and named. */
const nextButton = (page: Page, place: string, pressed: string[]) =>
  page.evaluate(
    ([place, pressed]) => {
      const within = (root: ParentNode, path: string): { path: string; element: HTMLElement }[] =>
        [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
          ...(element.matches('button, summary, input[type=radio], input[type=checkbox]') ? [{ path, element }] : []),
          ...(element.shadowRoot ? within(element.shadowRoot, `${path} ${element.localName}`) : []),
        ]);
      const host = document.querySelector(place)!;
      for (const { path, element } of within(host.shadowRoot ?? host, '')) {
        const said = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
        const name = [path, element.localName, element.className, element.getAttribute('name'), said.slice(0, 40)];
        if (element instanceof HTMLInputElement) name.push(element.value);
        const key = name.filter(Boolean).join(' | ');
        if (pressed.includes(key) || !element.checkVisibility({ visibilityProperty: true })) continue;
        element.focus();
        return { key, isInput: element instanceof HTMLInputElement };
      }
      return null;
    },
    [place, pressed] as const,
  );

/** What has the focus, through shadow roots, once the page has had time to take the button away. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    const now = () => {
      let element: Element | null = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.localName ?? 'none';
    };
    for (let turn = 0; turn < 6 && now() !== 'body'; ++turn) await new Promise((done) => setTimeout(done, 20));
    return now();
  });

/** Presses everything, also what comes only by a press. Says which presses have lost the focus. */
async function pressAll(page: Page, place: string): Promise<{ pressed: string[]; lost: string[] }> {
  const pressed: string[] = [];
  const lost: string[] = [];
  while (pressed.length < 200) {
    const next = await nextButton(page, place, pressed);
    if (!next) break;
    pressed.push(next.key);
    await page.keyboard.press(next.isInput ? 'Space' : 'Enter');
    if ((await focused(page)) === 'body') lost.push(next.key);
  }
  return { pressed, lost };
}

const ready = (page: Page, tag: string) =>
  page.locator(tag).evaluate((element) => (element as unknown as { ready: Promise<unknown> }).ready.then(() => {}));

test.each([
  ['s2s-program', {}, 30],
  ['s2s-shapes', {}, 6],
  ['s2s-attention', { alpha: '0.5 0.25 0.5' }, 20],
  ['s2s-forcing', { wrong: 'free 2 7' }, 20],
  ['s2s-copy', { gate: '0.5' }, 20],
  ['s2s-sampling', {}, 10],
] as [string, Record<string, string>, number][])('%s: every press keeps the focus', async (tag, attributes, least) => {
  const { page } = await visit({ figures: [tag] });
  await withAttributes(page, tag, attributes);
  await ready(page, tag);
  const { pressed, lost } = await pressAll(page, tag);
  expect(lost).toEqual([]);
  expect(pressed.length).toBeGreaterThanOrEqual(least);
});

test('a word taken back hands the focus to the switch beside it', async () => {
  const { page } = await visit({ figures: ['s2s-forcing'] });
  const forcing = await withAttributes(page, 's2s-forcing', { wrong: 'free 2 7' });
  await forcing.locator('.take-back').focus();
  await page.keyboard.press('Enter');
  await forcing.locator('.take-back').waitFor({ state: 'detached' });
  expect(await forcing.locator('input[name=stop]').evaluate((one) => one.matches(':focus'))).toBe(true);
});

test.each(['s2s-program', 's2s-forcing'])('%s: the way back from a lost engine keeps the focus', async (tag) => {
  const { page } = await visit({ figures: [tag] }, true);
  await ready(page, tag);
  await killWorkers(page);
  const way = page.locator(`${tag} .failure-ways button`).first();
  await way.focus();
  await page.keyboard.press('Enter');
  await way.waitFor({ state: 'detached' });
  expect(await focused(page)).not.toBe('body');
});

test.each([
  ['s2s-attention', 'input[name=guess]', 'n'],
  ['s2s-program', '#scrub', 'r'],
])('%s: a control that a key switches off, while it has the focus, keeps it near', async (tag, selector, key) => {
  const { page } = await visit({ figures: [tag] });
  await ready(page, tag);
  const control = page.locator(`${tag} ${selector}`).first();
  if (tag === 's2s-program') await page.locator('s2s-program button.step').click();
  await expect.poll(() => control.isEnabled()).toBe(true);
  await control.focus();
  for (let presses = 0; presses < 7; ++presses) await page.keyboard.press(key);
  await expect.poll(() => control.isEnabled()).toBe(false);
  expect(await focused(page)).not.toBe('body');
});

const oneOfEachForm = [
  ...['alpha-largest', 'fair-start', 'epsilon-paper', 'encoder-shape', 'curve-order', 'connect-symbols', 'free-input'],
  'attention-aloud',
];

test('questions of every form, and the overview of the answers', async () => {
  const { page } = await visit({ query: 'figures.html?tags=' });
  await page.addScriptTag({ url: 'seq2seq-lab.js', type: 'module' });
  const lost: string[] = [];
  for (const moment of oneOfEachForm) {
    await page.evaluate((moment) => {
      document.querySelector('main')!.innerHTML = `<s2s-check moment="${moment}"></s2s-check>`;
    }, moment);
    await page.waitForFunction(() => customElements.get('s2s-check'));
    await ready(page, 's2s-check');
    lost.push(...(await pressAll(page, 's2s-check')).lost.map((key) => `${moment}: ${key}`));
  }
  await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = '<s2s-check-progress></s2s-check-progress>';
  });
  await page.locator('s2s-check-progress .clear').waitFor();
  lost.push(...(await pressAll(page, 's2s-check-progress')).lost);
  expect(lost).toEqual([]);
});

test('the page’s own buttons', async () => {
  for (const width of [390, 1280]) {
    const { page } = await visit({ query: 'index.html', viewport: { width, height: 800 } });
    await page.locator('s2s-program').first().waitFor();
    for (const place of ['header', 'nav']) {
      const { lost } = await pressAll(page, place);
      expect(lost).toEqual([]);
    }
  }
});
