// <s2s-attention> in a real browser with the real engine.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { choose, killWorkers, numberIn, site, text, type Visit, withAttributes } from './support';

const visit = site(['s2s-attention']);

interface Slide9 {
  inputs: Record<'h' | 's' | 'Wh' | 'Ws' | 'v', { data: number[] }>;
  f64: Record<string, { data: number[] }>;
}
const fixtures = process.env.SEQ2SEQ_FIXTURES ?? fileURLToPath(new URL('../fixtures', import.meta.url));
const { slide9 } = JSON.parse(readFileSync(`${fixtures}/attention.json`, 'utf8')) as { slide9: Slide9 };

const given = ({ attention }: Visit, name: string, index: number) =>
  attention.locator(`.matrix.${name} input[data-index="${index}"]`);
const stage = async ({ attention }: Visit, name: string) =>
  (await attention.locator(`[data-stage=${name}] td.value`).allInnerTexts()).map((text) => numberIn(text));

// The element waits for its engine only when it is in view.
const inView = async (page: Visit) => {
  await page.attention.scrollIntoViewIfNeeded();
  return page;
};
const change = async (page: Visit, name: string, index: number, text: string) => {
  await given(page, name, index).fill(text);
  await given(page, name, index).press('Enter');
};
const showAll = (page: Visit) => page.attention.locator('.all').click();

test('shows the lesson’s numeric trace, as PyTorch computed it', async () => {
  const page = await inView(await visit());
  await showAll(page);
  expect(await stage(page, 'energy')).toEqual([-0.8377, 1.2709, -0.4288]);
  expect(await stage(page, 'alpha')).toEqual([0.0931, 0.7668, 0.1401]);
  expect(await stage(page, 'context')).toEqual([-0.7889, -1.1562, 0.0228, 0.721]);
  for (const [name, key] of [
    ['Wh_h', 'Wh_h'],
    ['Ws_s', 'Ws_s'],
    ['energy', 'energy'],
    ['alpha', 'alpha'],
    ['context', 'ctx'],
  ] as const) {
    const values = await stage(page, name);
    expect(values).toHaveLength(slide9.f64[key]!.data.length);
    values.forEach((value, index) => {
      expect(Math.abs(value - slide9.f64[key]!.data[index]!), `${name}[${index}]`).toBeLessThan(0.00006);
    });
  }
  for (const [name, { data }] of Object.entries(slide9.inputs)) {
    for (const [index, value] of data.entries()) {
      expect(Math.abs(Number(await given(page, name, index).inputValue()) - value)).toBeLessThan(0.00006);
    }
  }
});

test('the picture before the engine has loaded is the engine’s own', async () => {
  const page = await inView(await visit());
  await showAll(page);
  const names = ['Wh_h', 'Ws_s', 'sum', 'tanh', 'energy', 'alpha', 'context'];
  const read = () => Promise.all(names.map((name) => stage(page, name)));
  const before = await read();
  // Any change makes the engine compute all of it again.
  await change(page, 's', 0, '0');
  await expect.poll(read).not.toEqual(before);
  await page.attention.locator('.draw').click();
  await expect.poll(() => given(page, 's', 0).inputValue()).toBe('-0.8567');
  await showAll(page);
  expect(await read()).toEqual(before);
});

test('stages appear one by one by key and by button, and go back', async () => {
  const page = await inView(await visit());
  const known = () => page.attention.locator('.stage.known').count();
  expect(await known()).toBe(0);
  expect(await stage(page, 'alpha')).toEqual([]);
  await page.attention.locator('.next').focus();
  await page.page.keyboard.press('n');
  await page.page.keyboard.press('n');
  expect(await known()).toBe(2);
  await page.page.keyboard.press('b');
  expect(await known()).toBe(1);
  await page.attention.locator('.next').click();
  expect(await known()).toBe(2);
  expect(await text(page.attention.locator('[role=status]').first())).toContain('The decoder’s state through its own');
});

test('the reader predicts first; the answer is the engine’s and comes with the weights', async () => {
  const page = await inView(
    await visit({
      prepare: (p) =>
        p.addInitScript(() => {
          Object.assign(globalThis, { answers: [] });
          document.addEventListener('s2s-answer', (event) => {
            (globalThis as unknown as { answers: unknown[] }).answers.push((event as CustomEvent).detail);
          });
        }),
    }),
  );
  const { attention } = page;
  await choose(attention, 'guess', '2');
  for (let count = 0; count < 5; ++count) await attention.locator('.next').click();
  expect(await text(attention.locator('.verdict'))).not.toContain('0.7668');
  await attention.locator('.next').click();
  expect(await text(attention.locator('.verdict'))).toContain('it is position 1, with 0.7668');
  expect(await page.page.evaluate(() => (globalThis as unknown as { answers: unknown[] }).answers)).toEqual([
    { question: 'largest-weight', answer: 2, right: 1, correct: false },
  ]);
});

test('every number can be changed, and everything after it follows', async () => {
  const page = await inView(await visit());
  await showAll(page);
  await change(page, 'v', 2, '2.21877933');
  await expect.poll(async () => (await stage(page, 'energy'))[0]).not.toBe(-0.8377);
  const [energy, alpha] = [await stage(page, 'energy'), await stage(page, 'alpha')];
  expect(alpha.reduce((a, b) => a + b)).toBeCloseTo(1, 3);
  expect(alpha.indexOf(Math.max(...alpha))).toBe(energy.indexOf(Math.max(...energy)));
  // All energies equal: equal weights.
  for (let index = 0; index < 4; ++index) await change(page, 'v', index, '0');
  await expect.poll(() => stage(page, 'alpha')).toEqual([0.3333, 0.3333, 0.3333]);
  // The largest numbers saturate and do not overflow.
  for (let index = 0; index < 4; ++index) await change(page, 'v', index, '1e6');
  await expect.poll(async () => Math.max(...(await stage(page, 'alpha')))).toBe(1);
});

test('what is no number is named in place, and the last good one stays in use', async () => {
  const page = await inView(await visit());
  await showAll(page);
  for (const typed of ['abc', '', 'NaN', '1e999', '1000001']) {
    await change(page, 'Wh', 5, typed);
    expect(await text(page.attention.locator('.matrix.Wh .error'))).toMatch(
      /W_h, row 1, column 1 is .*a number from −1,000,000 to 1,000,000/,
    );
    expect(await given(page, 'Wh', 5).inputValue()).toBe(typed);
    expect(await stage(page, 'energy')).toEqual([-0.8377, 1.2709, -0.4288]);
  }
  await change(page, 'Wh', 5, '0.5');
  await expect.poll(() => page.attention.locator('.matrix.Wh .error').count()).toBe(0);
});

test('another seed draws other numbers; text that is no seed is refused in place', async () => {
  const page = await inView(await visit());
  const seed = page.attention.locator('.seed input');
  await seed.fill('nine');
  await page.attention.locator('.draw').click();
  await page.attention.locator('.seed .error').waitFor();
  expect(await given(page, 'h', 0).inputValue()).toBe('1.541');
  await seed.fill('4294967296');
  await page.attention.locator('.draw').click();
  await expect.poll(() => page.attention.locator('.seed .error').count()).toBe(0);
  expect(await given(page, 'h', 0).inputValue()).toBe('1.541');
  await seed.fill('-1');
  await page.attention.locator('.draw').click();
  await expect.poll(() => given(page, 'h', 0).inputValue()).not.toBe('1.541');
});

test('a computed number shows its formula with the numbers put in', async () => {
  const page = await inView(await visit());
  await showAll(page);
  const strip = page.attention.locator('.formula');
  await page.attention.locator('[data-stage=alpha] td.value').nth(1).focus();
  expect(await text(strip)).toBe('α₁ = exp(1.2709) / (exp(−0.8377) + exp(1.2709) + exp(−0.4288)) = 0.7668');
  await page.attention.locator('[data-stage=Wh_h] td.value').first().focus();
  await page.page.keyboard.press('ArrowDown');
  await page.page.keyboard.press('ArrowRight');
  expect((await text(strip)).replaceAll('\n', '')).toMatch(/\[1\] = .*= −0.0059$/);
});

test('every formula, worked out from the numbers it shows, gives the number it explains', async () => {
  const page = await inView(await visit());
  await showAll(page);
  for (const name of ['Wh_h', 'Ws_s', 'sum', 'tanh', 'energy', 'alpha', 'context']) {
    const cells = page.attention.locator(`[data-stage=${name}] td.value`);
    for (let index = 0; index < (await cells.count()); ++index) {
      await cells.nth(index).focus();
      const parts = (await text(page.attention.locator('.formula'))).split(' = ');
      const sum = parts
        .at(-2)!
        .replaceAll('·', '*')
        .replaceAll('−', '-')
        .replace(/exp|tanh/g, 'Math.$&');
      const worked = new Function(`return ${sum}`)() as number;
      const shown = await text(cells.nth(index));
      expect(parts.at(-1)).toBe(shown);
      // The shown factors are rounded to four decimals.
      expect(Math.abs(worked - numberIn(shown)), `${name}[${index}]: ${sum}`).toBeLessThan(0.002);
    }
  }
});

test('long numbers can be read whole in their fields, tiny ones are not 0', async () => {
  const { page } = await visit({ viewport: { width: 390, height: 800 } });
  const attention = await withAttributes(page, 's2s-attention', { numbers: 'h[0,0] = -123456.789; s[1] = 0.00001' });
  const shown = attention.locator('.matrix.h input').first();
  await expect.poll(() => shown.inputValue()).toBe('-123456.79');
  expect(await shown.getAttribute('title')).toBe('-123456.79');
  expect(await shown.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
  expect(await attention.locator('.matrix.s input').nth(1).inputValue()).toBe('0.00001');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('one tab stop a matrix, arrow keys inside it', async () => {
  const page = await inView(await visit());
  const inputs = page.attention.locator('.matrix input');
  const stops = await inputs.evaluateAll((all) => all.filter((input) => (input as HTMLElement).tabIndex === 0).length);
  expect(stops).toBe(5);
  await given(page, 'Wh', 0).focus();
  await page.page.keyboard.press('ArrowDown');
  await page.page.keyboard.press('ArrowRight');
  const name = await page.page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute('aria-label');
  });
  expect(name).toBe('W_h, row 1, column 1');
});

test('after the worker is lost the next change starts it again', async () => {
  const page = await inView(await visit({ figures: ['s2s-program', 's2s-attention'] }, true));
  await change(page, 's', 0, '0');
  await showAll(page);
  const before = await stage(page, 'energy');
  await killWorkers(page.page);
  await page.program.locator('[data-phase=failed]').waitFor({ state: 'attached' });
  await change(page, 's', 0, '1');
  await expect.poll(() => stage(page, 'energy')).not.toEqual(before);
});
