// All figures on one plain page: access, sizes, themes, what they ask of their host.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './axe';
import { choose, phase, site, text } from './support';

const visit = site();

/** Opens everything that can be opened, so that all of it is looked at. */
async function openUp(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.locator('s2s-attention .all').click();
}

test.each(['light', 'dark'] as const)(
  'axe-core finds nothing in the %s theme, before and after training',
  async (colorScheme) => {
    const { page, program } = await visit({ colorScheme });
    await phase(program, 'ready');
    expect(await axeViolations(page, 'html')).toEqual([]);
    await choose(program, 'pace', 'full');
    await program.locator('.play').click();
    await phase(program, 'finished');
    await openUp(page);
    expect(await axeViolations(page, 'html')).toEqual([]);
  },
);

test.each(['light', 'dark'] as const)('axe-core finds nothing in the error states, %s theme', async (colorScheme) => {
  const { page, program } = await visit(
    {
      colorScheme,
      viewport: { width: 390, height: 844 },
      prepare: (p) => p.route('**/*.wasm', (route) => route.abort()),
    },
    true,
  );
  await phase(program, 'failed');
  await program.locator('s2s-part-field.learningRate input').fill('abc');
  await program.locator('s2s-part-field.learningRate input').press('Enter');
  await program.locator('s2s-part-field .error').waitFor();
  expect(await axeViolations(page, 'html')).toEqual([]);
});

test.each([320, 390, 768, 1280, 2560])('at %i px nothing is wider than the window', async (width) => {
  const { page, program } = await visit({ viewport: { width, height: 900 } });
  await phase(program, 'ready');
  await choose(program, 'pace', 'full');
  await program.locator('.play').click();
  await phase(program, 'finished');
  await openUp(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const frames = await page
    .locator('s2s-program .frame, s2s-attention .frame')
    .evaluateAll((all) => all.map((frame) => frame.getBoundingClientRect().width));
  for (const frame of frames) expect(frame).toBeLessThanOrEqual(Math.min(width, 1120));
});

test('one element may be turned to another theme than its page', async () => {
  const { page, program } = await visit({ colorScheme: 'light', figures: ['s2s-program'] });
  await phase(program, 'ready');
  const colour = () =>
    page.evaluate(() => {
      const inner = document.querySelector('s2s-program')!.shadowRoot!.querySelector('.frame')!;
      return getComputedStyle(inner).backgroundColor;
    });
  const light = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colour()).not.toBe(light);
  await program.evaluate((element) => element.setAttribute('theme', 'light'));
  expect(await colour()).toBe(light);
});

test('everything can be reached and worked with the keyboard alone', async () => {
  const { page, program } = await visit();
  await phase(program, 'ready');
  const reached = new Set<string>();
  const current = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const name =
        active?.getAttribute('aria-label') ?? active?.getAttribute('name') ?? active?.textContent?.trim() ?? '';
      return `${active?.localName} ${name}`.replace(/\s+/g, ' ').slice(0, 80);
    });
  for (let count = 0; count < 70; ++count) {
    await page.keyboard.press('Tab');
    reached.add(await current());
    // A focus that cannot be left would repeat itself.
  }
  const list = [...reached].join('\n');
  for (const wanted of [
    'button Train',
    'button Step',
    'button Reset',
    'input pace',
    'input regime',
    'input guess',
    'button Next',
    'summary',
    'looks at',
    'button Draw',
    'W_h, row 0',
  ]) {
    expect(list).toContain(wanted);
  }
  await program.locator('.play').focus();
  await page.keyboard.press('Enter');
  await phase(program, 'running', 'finished');
});

test('under reduced motion nothing starts by itself and nothing is animated', async () => {
  const { page, program } = await visit();
  await phase(program, 'ready');
  expect(await text(program.locator('.epoch'))).toBe('0');
  await program.locator('.play').click();
  await phase(program, 'running');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('an element in a part of the page that is shown later is drawn at full width', async () => {
  const { page, program } = await visit({ figures: ['s2s-program'] });
  await phase(program, 'ready');
  await page.evaluate(() => {
    document
      .querySelector('main')!
      .insertAdjacentHTML('afterbegin', '<div id="later" hidden><s2s-program id="hidden"></s2s-program></div>');
  });
  // Once it is drawn where it has no width.
  await page
    .locator('#hidden')
    .evaluate((element) => (element as unknown as { updateComplete: Promise<unknown> }).updateComplete);
  await page.evaluate(() => document.querySelector('#later')!.removeAttribute('hidden'));
  const chart = page.locator('#hidden s2s-part-line-chart svg');
  await chart.waitFor();
  expect((await chart.boundingBox())!.width).toBeGreaterThan(400);
});

test('the heat map’s colours run evenly from light to dark and turn over in the dark theme (C83)', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { program } = await visit({ colorScheme, figures: ['s2s-program'] });
    await phase(program, 'ready');
    const lightness = await program.locator('s2s-part-heatmap').evaluate(async (element) => {
      // biome-ignore lint/suspicious/noExplicitAny: a part's own properties
      const map = element.cloneNode() as any;
      map.rows = ['r'];
      map.columns = Array.from({ length: 11 }, (_, index) => String(index));
      map.values = Array.from({ length: 11 }, (_, index) => index / 10);
      element.after(map);
      await map.updateComplete;
      await new Promise((resolve) => setTimeout(resolve, 100));
      await map.updateComplete;
      const rects = [...map.shadowRoot.querySelectorAll('.cell rect')] as Element[];
      return rects.map((rect) => Number(/oklab\(([\d.]+)/.exec(getComputedStyle(rect).fill)?.[1]));
    });
    expect(lightness).toHaveLength(11);
    const steps = lightness.slice(1).map((value, index) => value - lightness[index]!);
    const mean = (lightness[10]! - lightness[0]!) / 10;
    expect(Math.sign(mean)).toBe(colorScheme === 'light' ? -1 : 1);
    for (const step of steps) expect(Math.abs(step - mean)).toBeLessThan(0.002);
  }
});

test('tokens are text, never markup, and long or right-to-left labels stay readable (C78, C85)', async () => {
  const { program } = await visit({ figures: ['s2s-program'] });
  await phase(program, 'ready');
  const labels = ['<unk>', '</s>', 'a<b', '&amp;', 'שלום', 'x'.repeat(25)];
  const found = await program.locator('s2s-part-heatmap').evaluate(async (element, tokens) => {
    // biome-ignore lint/suspicious/noExplicitAny: a part's own properties
    const map = element as any;
    map.rows = tokens;
    map.columns = tokens;
    map.values = tokens.flatMap((_: string, row: number) =>
      tokens.map((__: string, column: number) => (row === column ? 1 : 0)),
    );
    await map.updateComplete;
    map.shadowRoot.querySelector('summary').click();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await map.updateComplete;
    return {
      labels: [...map.shadowRoot.querySelectorAll('.label')].map((label: Element) => label.textContent),
      titles: [...map.shadowRoot.querySelectorAll('title')].map((title: Element) => title.textContent),
      table: [...map.shadowRoot.querySelectorAll('tbody th')].map((cell: Element) => cell.textContent),
      strange: map.shadowRoot.querySelectorAll('unk, s').length,
    };
  }, labels);
  expect(found.table).toEqual(labels);
  expect(found.titles).toEqual([...labels, ...labels]);
  expect(found.labels.slice(0, 5)).toEqual(labels.slice(0, 5));
  expect(found.labels[5]).toMatch(/^x{4,8}…$/);
  expect(found.strange).toBe(0);
});

test('forty by forty long tokens keep their labels apart (C78)', async () => {
  const { program } = await visit({ figures: ['s2s-program'] });
  await phase(program, 'ready');
  const overlaps = await program.locator('s2s-part-heatmap').evaluate(async (element) => {
    // biome-ignore lint/suspicious/noExplicitAny: a part's own properties
    const map = element as any;
    const tokens = Array.from({ length: 40 }, (_, index) => `${index}-${'abcdefghijklmnopqrstuvwxyz'.slice(0, 22)}`);
    map.rows = tokens;
    map.columns = tokens;
    map.values = new Float32Array(1600).fill(1 / 40);
    await map.updateComplete;
    const boxes = ([...map.shadowRoot.querySelectorAll('.label')] as Element[]).map((label) =>
      label.getBoundingClientRect(),
    );
    let count = 0;
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) ++count;
      }
    });
    return count;
  });
  expect(overlaps).toBe(0);
});

test('a host page’s styles do not leak in, and ours do not leak out', async () => {
  const { page, program } = await visit({ figures: ['s2s-program'] });
  await phase(program, 'ready');
  const look = () =>
    program.evaluate((element) => {
      const play = element.shadowRoot!.querySelector('.play')!;
      const style = getComputedStyle(play);
      const { width, height } = play.getBoundingClientRect();
      return [style.padding, style.fontSize, style.whiteSpace, style.textTransform, style.color, width, height];
    });
  const before = await look();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'button{padding:15px 45px!important} canvas,svg{display:none} *{box-sizing:content-box} main{text-transform:uppercase;font-size:30px;color:red;line-height:3;letter-spacing:3px}',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  expect(await look()).toEqual(before);
});

test('the page’s thread stays free while the engine trains at full speed', async () => {
  const { page, program } = await visit({ figures: ['s2s-program'] });
  await phase(program, 'ready');
  await program.locator('s2s-part-field.epochs input').fill('200000');
  await program.locator('s2s-part-field.epochs input').press('Enter');
  await choose(program, 'pace', 'full');
  await program.locator('.play').click();
  await phase(program, 'running');
  // The page's own clock goes on and its buttons answer while thousands of epochs run.
  const beats = await page.evaluate(async () => {
    let count = 0;
    const until = performance.now() + 500;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      ++count;
    }
    return count;
  });
  expect(beats).toBeGreaterThan(5);
  await program.locator('.play').click();
  await phase(program, 'paused', 'finished');
  expect(Number((await text(program.locator('.epoch'))).replaceAll(',', ''))).toBeGreaterThan(200);
});
