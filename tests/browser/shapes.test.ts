// <s2s-shapes> in a real browser: its numbers against the native command line and the engine in Node.
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ForwardCost, ForwardSizes, ParameterCounts } from '../../wasm/client';
import { loadEngine } from '../../wasm/node';
import { shapeText } from '../../web/lib/format';
import { stops } from '../../web/shapes/sizes';
import { seq2seq } from '../cli/run';
import { axeViolations } from './axe';
import { heldEngine, killWorkers, site, text, type VisitOptions, withAttributes } from './support';

const visit = site(['s2s-shapes']);
const soon = { timeout: 20_000 }; // only to end a hang

async function open(options: VisitOptions = {}, attributes: Record<string, string> = {}, tolerated = false) {
  const { page } = await visit(options, tolerated);
  const shapes = await withAttributes(page, 's2s-shapes', attributes);
  await shapes.scrollIntoViewIfNeeded();
  await shapes.locator('[data-key=loss]').waitFor();
  return { page, shapes };
}

const state = (shapes: Locator) =>
  shapes.evaluate((element) =>
    JSON.parse(JSON.stringify((element as unknown as { state: unknown }).state)),
  ) as Promise<{
    sizes: ForwardSizes;
    follow: string;
    cost: ForwardCost;
    counts: ParameterCounts;
  }>;

/** The shape that stands at each tensor of the picture. */
const shown = async (shapes: Locator) => {
  const keys = await shapes
    .locator('.item.tensor')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-key')));
  const texts = await shapes.locator('.item.tensor .shape').allTextContents();
  return Object.fromEntries(keys.map((key, index) => [key, texts[index]!.trim()]));
};
const total = (shapes: Locator) => text(shapes.locator('.parameters .total'));
const field = (shapes: Locator, letter: string) => shapes.locator(`.size.${letter} s2s-part-field input`);
async function set(shapes: Locator, letter: string, value: string) {
  await field(shapes, letter).fill(value);
  await field(shapes, letter).press('Enter');
}
const followed = (shapes: Locator) => text(shapes.locator('.inspector'));
const saved = async (download: Promise<Download>) => {
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync((await file.path())!) };
};

test('begins with the lesson’s toy, on screen before the engine and the same after it', async () => {
  const held = heldEngine();
  const { shapes } = await open({ prepare: held.prepare });
  const before = await state(shapes);
  expect(await total(shapes)).toBe('1,386');
  expect(await shown(shapes)).toMatchObject({ 'enc.out': '(1, 4, 8)', 'dec.gru_input': '(1, 1, 14)', loss: '()' });
  held.release();
  const engine = await loadEngine();
  expect(before.cost).toEqual(engine.forwardCost({ B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 }));
  expect(before.counts).toEqual(engine.parameterCounts(10, 6, 8));
  await set(shapes, 'H', '9');
  await expect.poll(() => total(shapes), soon).not.toBe('1,386');
  await shapes.locator('.toy').click();
  await expect.poll(() => state(shapes), soon).toEqual(before);
});

test.each([
  [5, 7],
  [12, 20],
])('at E = %i, H = %i every shape and count is the native engine’s', async (E, H) => {
  const { shapes } = await open({}, { 'embedding-size': String(E), 'hidden-size': String(H) });
  await expect.poll(async () => (await state(shapes)).sizes.H, soon).toBe(H);
  const set = ['--set', `model.embedding_size=${E}`, '--set', `model.hidden_size=${H}`];
  const trace = JSON.parse(seq2seq(['trace', '--gradients', '--json', ...set]).out) as {
    tensors: { name: string; shape: number[]; values: number[] }[];
  };
  const native = new Map(trace.tensors.map(({ name, shape }) => [name, shape]));
  const picture = await shown(shapes);
  let compared = 0;
  for (const [key, shape] of Object.entries(picture)) {
    const found = native.get(key!);
    if (!found) continue;
    expect(shape, key).toBe(shapeText(found));
    ++compared;
  }
  expect(compared).toBe(15); // all but the ids in, the ids fed and the loss
  const weights = trace.tensors.filter(({ name }) => name.startsWith('grad.'));
  const count = weights.reduce((sum, { values }) => sum + values.length, 0);
  expect(await total(shapes)).toBe(count.toLocaleString('en'));
  const { cost } = await state(shapes);
  expect(cost.parameters.map(({ name, shape }) => [name, shape])).toEqual(
    weights.map(({ name, shape }) => [name.slice('grad.'.length), shape]),
  );
});

test('the claim about 30 million is checked by a button', async () => {
  const { shapes } = await open();
  expect(await text(shapes.locator('.verdict'))).toBe('The count appears here.');
  await shapes.locator('.claim-256').click();
  await expect.poll(() => text(shapes.locator('.verdict')), soon).toContain('49,786,672, not about 30 million');
  expect(await text(shapes.locator('.verdict'))).toContain('30,750,000');
  await shapes.locator('.claim-512').click();
  await expect.poll(() => text(shapes.locator('.verdict')), soon).toContain('65,933,104');
  expect(await shapes.locator('.claim-512').getAttribute('aria-pressed')).toBe('true');
});

test('sizes follow the sliders, by key too, and large ones are read as people write them', async () => {
  const { page, shapes } = await open();
  const slider = shapes.locator('.size.H input[type=range]');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await state(shapes)).sizes.H, soon).toBe(10);
  expect(await field(shapes, 'H').inputValue()).toBe('10');
  expect(await slider.getAttribute('aria-valuetext')).toBe('10');
  await slider.press('End');
  await expect.poll(async () => (await state(shapes)).sizes.H, soon).toBe(4096);
  await set(shapes, 'V', '30,000');
  await expect.poll(async () => (await state(shapes)).sizes.V, soon).toBe(30_000);
  await slider.focus();
  await page.keyboard.press('r');
  await expect.poll(async () => (await state(shapes)).sizes, soon).toEqual({ B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 });
});

test('every slider’s last stop is the largest that the engine allows', async () => {
  const engine = await loadEngine();
  const most = Object.fromEntries(
    Object.entries(stops).map(([letter, all]) => [letter, all.at(-1)]),
  ) as unknown as ForwardSizes;
  expect(engine.forwardCost(most).tensors.length).toBeGreaterThan(0);
  for (const letter of Object.keys(stops) as (keyof ForwardSizes)[]) {
    expect(() => engine.forwardCost({ ...most, [letter]: most[letter] + 1 }), letter).toThrow(`${letter} is`);
    const all = stops[letter];
    for (const [index, stop] of all.entries()) expect(stop).toBeGreaterThan(all[index - 1] ?? 0);
  }
});

test('what is no size is named in its field and changes nothing', async () => {
  const { shapes } = await open();
  for (const [letter, typed, allowed] of [
    ['H', 'abc', 'a whole number'],
    ['H', '', 'a whole number'],
    ['B', '513', '1 to 512'],
    ['S', '0', '1'],
    ['V', '2.5', 'a whole number'],
    ['E', '-3', '1'],
  ] as const) {
    await set(shapes, letter, typed);
    await expect
      .poll(() => text(shapes.locator(`.size.${letter} .error`)), soon)
      .toMatch(new RegExp(`${letter} is .*Allowed: .*${allowed}`));
    expect(await total(shapes)).toBe('1,386');
    await set(shapes, letter, '5');
    await expect.poll(() => shapes.locator('.error').count(), soon).toBe(0);
    await shapes.locator('.toy').click();
    await expect.poll(() => total(shapes), soon).toBe('1,386');
  }
});

test('arrow keys follow the data; Enter keeps, Escape lets go; the pointer follows what it points at', async () => {
  const { page, shapes } = await open();
  const map = shapes.locator('s2s-part-shape-map');
  expect(await map.locator('[tabindex="0"]').count()).toBe(1);
  await map.locator('[data-key=source]').focus();
  await expect.poll(() => followed(shapes), soon).toContain('Token ids');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => followed(shapes), soon).toContain('nn.Embedding(V, E)');
  expect(await followed(shapes)).toContain('(10, 6)');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await followed(shapes)).toContain('(B, S, H)= (1, 4, 8)');
  // What reads it lights up with it, the rest steps back.
  expect(await map.locator('.box.lit').evaluateAll((all) => all.map((one) => one.getAttribute('data-key')))).toEqual([
    'encGru',
    'Wh',
    'mix',
  ]);
  expect(await map.locator('.box.dim').count()).toBe(12);
  expect(await map.getByRole('option', { name: 'h, encoder states: (1, 4, 8)' }).count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => shapes.evaluate((element) => (element as unknown as { follow: string }).follow))
    .toBe('enc.out');
  await shapes.locator('.toy').focus();
  expect(await followed(shapes)).toContain('encoder states');
  await map.locator('[data-key="dec.alpha"]').hover();
  expect(await followed(shapes)).toContain('each row sums to 1');
  await page.mouse.move(2, 2);
  await expect.poll(() => followed(shapes), soon).toContain('encoder states');
  await map.locator('[data-key="enc.out"]').focus();
  await page.keyboard.press('Escape');
  await shapes.locator('.toy').focus();
  await expect.poll(() => followed(shapes), soon).toContain('Point at a tensor');
  await map.locator('[data-key=fc]').click();
  await expect.poll(() => followed(shapes), soon).toContain('nn.Linear(2 * H, V)');
  expect(await followed(shapes)).toContain('480');
});

test('the tag reproduces what is on screen', async () => {
  const first = await open({}, { batch: '3', 'source-length': '7', vocabulary: '500', follow: 'dec.tanh' });
  await expect.poll(async () => (await state(first.shapes)).sizes.S, soon).toBe(7);
  const kept = await state(first.shapes);
  expect(kept.follow).toBe('dec.tanh');
  expect(await followed(first.shapes)).toContain('(3, 7, 8)');
  const tag = await first.shapes.evaluate((element) => (element as unknown as { tag: string }).tag);
  await first.shapes.evaluate((element, html) => {
    element.outerHTML = html;
  }, tag);
  await expect.poll(() => state(first.page.locator('s2s-shapes')), soon).toEqual(kept);
});

test('picture and numbers are saved as SVG, PNG and CSV', async () => {
  const { page, shapes } = await open({ acceptDownloads: true, colorScheme: 'dark' });
  const menu = shapes.locator('s2s-part-export-menu');
  const take = async (label: RegExp) => {
    await menu.locator('.open').click();
    const download = page.waitForEvent('download');
    await menu.locator('li button').filter({ hasText: label }).click();
    return saved(download);
  };
  const svg = await take(/SVG/);
  expect(svg.name).toBe('shapes.svg');
  const drawn = svg.content.toString('utf8');
  expect(drawn).toContain('(1, 4, 8)');
  expect(drawn).not.toMatch(/class=|\sstyle=|oklab|light-dark|<script/);
  const problems = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
    return parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.localName;
  }, drawn);
  expect(problems).toBe('svg');
  const png = await take(/PNG/);
  expect(png.content.subarray(1, 4).toString('latin1')).toBe('PNG');
  const csv = await take(/CSV: Tensors/);
  expect(csv.name).toBe('shapes-tensors.csv');
  const lines = csv.content.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength((await state(shapes)).cost.tensors.length + 1);
  expect(lines).toContain('dec.gru_input,[y;c],x,"(B, 1, E+H)","(1, 1, 14)",3,168');
  // By keyboard: open, walk, leave.
  await menu.locator('.open').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  expect(await menu.locator('ul').count()).toBe(0);
});

test.each(['light', 'dark'] as const)('axe-core finds nothing in the %s theme', async (colorScheme) => {
  const { page, shapes } = await open({ colorScheme });
  await shapes.locator('.claim-512').click();
  await expect.poll(() => total(shapes), soon).toBe('65,933,104');
  await set(shapes, 'B', 'x');
  for (const summary of await shapes.locator('summary').all()) await summary.click();
  await shapes.locator('[data-key="dec.context"]').click();
  await shapes.locator('s2s-part-export-menu .open').click();
  expect(await axeViolations(page, 's2s-shapes')).toEqual([]);
});

test.each([320, 390, 768, 1280, 2560])('at %i px nothing is wider than the element', async (width) => {
  const { page, shapes } = await open({ viewport: { width, height: 900 } });
  for (const letter of ['B', 'S', 'T', 'E', 'H', 'V'])
    await shapes.locator(`.size.${letter} input[type=range]`).press('End');
  await expect.poll(async () => (await state(shapes)).sizes.V, soon).toBe(1_000_000);
  for (const summary of await shapes.locator('summary').all()) await summary.click();
  await shapes.locator('s2s-part-export-menu .open').click();
  expect(await beyond(page)).toEqual([]);
});

/** Texts of the picture that leave it, or that stand in one another. */
async function beyond(page: Page): Promise<string[]> {
  return page.locator('s2s-shapes').evaluate((element) => {
    const root = element.shadowRoot!;
    const frame = root.querySelector('.frame')!.getBoundingClientRect();
    const map = root.querySelector('s2s-part-shape-map')!.shadowRoot!;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page scrolls sideways');
    const texts = [...map.querySelectorAll('.item text')].map((one) => ({
      text: one.textContent ?? '',
      box: one.getBoundingClientRect(),
    }));
    for (const [index, { text, box }] of texts.entries()) {
      if (box.right > frame.right || box.left < frame.left) found.push(`${text} leaves the frame`);
      for (const other of texts.slice(index + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 3 && down > 6) found.push(`${text} stands in ${other.text}`);
      }
    }
    return found;
  });
}

test('in a right-to-left host the data flows the same way, and nothing overflows', async () => {
  const { page, shapes } = await open({ viewport: { width: 390, height: 844 } });
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await shapes.locator('.claim-512').click();
  await expect.poll(() => total(shapes), soon).toBe('65,933,104');
  expect(await beyond(page)).toEqual([]);
});

test('without the engine the toy stays, and what failed can be tried again', async () => {
  const { page, shapes } = await open({ prepare: (p) => p.route('**/*.wasm', (route) => route.abort()) }, {}, true);
  await shapes.locator('.failure').waitFor();
  expect(await total(shapes)).toBe('1,386');
  expect(await shown(shapes)).toMatchObject({ 'enc.out': '(1, 4, 8)' });
  await page.unroute('**/*.wasm');
  await shapes.locator('.failure button').first().click();
  await expect.poll(() => shapes.locator('.failure').count(), soon).toBe(0);
  await set(shapes, 'S', '9');
  await expect.poll(async () => (await shown(shapes))['enc.out'], soon).toBe('(1, 9, 8)');
});

test('after the worker is lost the next change starts it again', async () => {
  const { page, shapes } = await open({ figures: ['s2s-program', 's2s-shapes'] }, {}, true);
  await set(shapes, 'S', '5');
  await expect.poll(async () => (await shown(shapes))['enc.out'], soon).toBe('(1, 5, 8)');
  await killWorkers(page);
  await page.locator('s2s-program [data-phase=failed]').waitFor({ state: 'attached' });
  await set(shapes, 'S', '6');
  await expect.poll(async () => (await shown(shapes))['enc.out'], soon).toBe('(1, 6, 8)');
});
