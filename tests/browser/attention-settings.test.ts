// <s2s-attention> with other scores, temperatures, masks and weights by hand, against the engine in Node.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { axeViolations } from './axe';
import { choose, numberIn, site, text, type Visit } from './support';

const visit = site(['s2s-attention']);

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

const engine = await loadEngine();
const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(4)));
const set = ({ attention }: Visit, attributes: Record<string, string>) =>
  attention.evaluate((element, all) => {
    for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  }, attributes);
const tag = ({ attention }: Visit) => attention.evaluate((element) => (element as unknown as { tag: string }).tag);
const weight = ({ attention }: Visit, index: number) => attention.locator(`.weight[data-index="${index}"]`);
const toggle = ({ attention }: Visit) => attention.locator('.hand input[name=hand]');

test.each([
  ['luong_general', 2.5, '1', 4],
  ['luong_dot', 0.3, '0 2', 3],
  ['bahdanau', 5, '2', 7],
] as const)('%s with temperature %s and masked %s is the engine’s own', async (kind, temperature, mask, stages) => {
  const page = await inView(await visit());
  await set(page, { kind, temperature: String(temperature), mask, stages: String(stages) });
  const input = engine.attentionInput('0');
  const masked = input.h.slice(0, 3).map((_, index) => mask.includes(String(index)));
  const steps = engine.attentionSteps({ ...input, temperature, masked }, kind);
  await expect.poll(() => page.attention.locator('.stage.known').count()).toBe(stages);
  for (const name of ['energy', 'alpha', 'context'] as const)
    expect(await stage(page, name)).toEqual(rounded(steps[name]));
  masked.forEach((hidden, index) => {
    if (hidden) expect(steps.alpha[index]).toBe(0);
  });
  expect(await tag(page)).toBe(
    `<s2s-attention seed="0" stages="${stages}"${kind === 'bahdanau' ? '' : ` kind="${kind}"`} temperature="${temperature}" mask="${mask}"></s2s-attention>`,
  );
  // Every formula holds in this score too.
  for (const name of ['energy', 'alpha', 'context']) {
    const cells = page.attention.locator(`[data-stage=${name}] td.value`);
    for (let index = 0; index < (await cells.count()); ++index) {
      if (name === 'alpha' && masked[index]) continue;
      await cells.nth(index).focus();
      const worked = (await text(page.attention.locator('.formula'))).split(' = ').at(-2)!;
      const script = worked.replaceAll('·', '*').replaceAll('−', '-').replaceAll('exp', 'Math.exp');
      const found = new Function(`return ${script}`)() as number;
      expect(Math.abs(found - (await stage(page, name))[index]!), worked).toBeLessThan(0.002);
    }
  }
  // All three scores stand side by side.
  await page.attention.locator('.compare summary').click();
  await page.attention.locator('.compare tbody').first().waitFor();
  const cells = await page.attention.locator('.compare td').allInnerTexts();
  const all = (['bahdanau', 'luong_dot', 'luong_general'] as const).map((one) =>
    engine.attentionSteps({ ...input, temperature, masked }, one),
  );
  expect(cells.map(numberIn)).toEqual(
    rounded([...all.flatMap((one) => one.energy), ...all.flatMap((one) => one.alpha)]),
  );
});

test('weights by hand: field, slider and keys move the context as the engine says', async () => {
  const page = await inView(await visit());
  const { input, steps } = {
    input: engine.attentionInput('0'),
    steps: engine.attentionSteps(engine.attentionInput('0')),
  };
  await showAll(page);
  await toggle(page).focus();
  await page.page.keyboard.press('Space');
  await weight(page, 0).locator('s2s-part-field input').waitFor();
  // It starts from the softmax's weights, to the last bit.
  await expect.poll(() => text(page.attention.locator('.moved'))).toMatch(/: 0\.0000$/);
  expect(await stage(page, 'context')).toEqual(rounded(steps.context));
  for (const [index, typed] of ['0.5', '0.5', '0.25'].entries()) {
    const field = weight(page, index).locator('s2s-part-field input');
    await field.fill(typed);
    await field.press('Enter');
  }
  const made = engine.attentionContext({ h: input.h, alpha: [0.5, 0.5, 0.25] });
  await expect.poll(() => stage(page, 'context')).toEqual(rounded(made.context));
  expect(await text(page.attention.locator('.hand-sum'))).toContain('1.2500');
  expect(await text(page.attention.locator('.hand'))).toContain('No softmax gives this sum');
  const [moved] = engine.stateDistances([steps.context], [made.context]);
  expect(await text(page.attention.locator('.moved'))).toContain(moved!.toFixed(4));
  // The softmax's own weights stay on screen, and the formula counts with the reader's.
  expect(await stage(page, 'alpha')).toEqual(rounded(steps.alpha));
  await page.attention.locator('[data-stage=context] td.value').first().focus();
  expect(await text(page.attention.locator('.formula'))).toContain('c[0] = 0.5000·1.5410 + 0.5000·(−1.0845) + 0.2500·');
  expect(await text(page.attention.locator('[role=status]').first())).toContain('sum to 1.2500');

  await page.attention.locator('.normalize').click();
  await expect.poll(() => tag(page)).toBe('<s2s-attention seed="0" stages="7" alpha="0.4 0.4 0.2"></s2s-attention>');
  const slider = weight(page, 2).locator('input[type=range]');
  await slider.focus();
  await page.page.keyboard.press('End');
  await expect.poll(() => tag(page)).toContain('alpha="0.4 0.4 1"');
  await page.page.keyboard.press('ArrowLeft');
  const stepped = engine.attentionContext({ h: input.h, alpha: [0.4, 0.4, 0.99] });
  await expect.poll(() => stage(page, 'context')).toEqual(rounded(stepped.context));
  // Off: the softmax's again.
  await toggle(page).press('Space');
  await expect.poll(() => stage(page, 'context')).toEqual(rounded(steps.context));
  expect(await page.attention.locator('.moved').count()).toBe(0);
});

test('reset gives the seed’s numbers and the plain softmax back, and draws are not lost to a setting', async () => {
  const page = await inView(await visit());
  await set(page, { kind: 'luong_dot', temperature: '3', alpha: '0 1 0', stages: '3' });
  await change(page, 's', 0, '7');
  await expect.poll(() => tag(page)).toContain('alpha="0 1 0"');
  await page.attention.evaluate((element) => (element as unknown as { reset(): Promise<void> }).reset());
  await expect.poll(() => tag(page)).toBe('<s2s-attention seed="0"></s2s-attention>');
  await showAll(page);
  expect(await given(page, 's', 0).inputValue()).toBe('-0.8567');
  expect(await stage(page, 'alpha')).toEqual([0.0931, 0.7668, 0.1401]);
  // A host that sets the seed and, a moment later, the temperature.
  await page.attention.evaluate(async (element) => {
    element.setAttribute('seed', '12');
    await (element as unknown as { updateComplete: Promise<void> }).updateComplete;
    element.setAttribute('temperature', '2');
  });
  await expect.poll(() => tag(page)).toBe('<s2s-attention seed="12" temperature="2"></s2s-attention>');
  await showAll(page);
  const steps = engine.attentionSteps({ ...engine.attentionInput('12'), temperature: 2 });
  expect(await stage(page, 'context')).toEqual(rounded(steps.context));
});

test('what is no weight and no temperature is refused in place', async () => {
  const page = await inView(await visit());
  await set(page, { stages: '7', alpha: '0.2 0.3 0.5' });
  const field = weight(page, 1).locator('s2s-part-field input');
  for (const typed of ['-0.1', '1.1', 'n', '']) {
    await field.fill(typed);
    await field.press('Enter');
    expect(await text(weight(page, 1).locator('.error'))).toContain('Allowed: 0 to 1');
    expect(await tag(page)).toContain('alpha="0.2 0.3 0.5"');
  }
  await field.fill('1');
  await field.press('Enter');
  await expect.poll(() => tag(page)).toContain('alpha="0.2 1 0.5"');
  const temperature = page.attention.locator('.temperature s2s-part-field input');
  for (const typed of ['0', '-1', 'warm', '101']) {
    await temperature.fill(typed);
    await temperature.press('Enter');
    expect(await text(page.attention.locator('.temperature .error'))).toContain('from 0.01 to 100');
  }
  await temperature.fill('0.01');
  await temperature.press('Enter');
  await expect.poll(() => tag(page)).toContain('temperature="0.01"');
});

test('every position masked: no weight, no context, and no winner', async () => {
  const page = await inView(await visit());
  await choose(page.attention, 'guess', '1');
  for (const index of [0, 1, 2]) await page.attention.locator(`input[name=mask][value="${index}"]`).press('Space');
  await expect.poll(() => tag(page)).toContain('mask="0 1 2"');
  await showAll(page);
  expect(await stage(page, 'alpha')).toEqual([0, 0, 0]);
  expect(await stage(page, 'context')).toEqual([0, 0, 0, 0]);
  expect(await text(page.attention.locator('.verdict'))).toBe(
    'Every position is masked: all weights are 0, and so is the context.',
  );
});

test('another score keeps what was uncovered; a link gives the state', async () => {
  const page = await inView(await visit());
  await showAll(page);
  await choose(page.attention, 'kind', 'luong_dot');
  await expect.poll(() => tag(page)).toBe('<s2s-attention seed="0" stages="3" kind="luong_dot"></s2s-attention>');
  await choose(page.attention, 'kind', 'bahdanau');
  await expect.poll(() => tag(page)).toBe('<s2s-attention seed="0" stages="7"></s2s-attention>');

  const asked = 'seed=3&stages=4&kind=luong_general&temperature=2&mask=1&alpha=0.5%200%200.5';
  const lesson = await visit({ query: `index.html#fig-attention?${asked}` });
  const figure = { ...lesson, attention: lesson.page.locator('#fig-attention s2s-attention') };
  await figure.attention.locator('.stage.known').nth(3).waitFor();
  const { h } = engine.attentionInput('3');
  const made = engine.attentionContext({ h, alpha: [0.5, 0, 0.5] });
  await expect.poll(() => stage(figure, 'context')).toEqual(rounded(made.context));
  const link = lesson.page.locator('#fig-attention .state-link');
  await link.focus();
  expect(await link.getAttribute('href')).toBe(`#fig-attention?${asked}`);
});

test.each(['light', 'dark'] as const)('axe finds nothing wrong with everything in use, %s', async (colorScheme) => {
  const page = await inView(await visit({ colorScheme }));
  await set(page, { stages: '7', temperature: '2', mask: '0', alpha: '0.9 0.9 0.5' });
  await weight(page, 2).waitFor();
  await page.attention.locator('.compare summary').click();
  await page.attention.locator('.compare tbody').first().waitFor();
  expect(await axeViolations(page.page, 's2s-attention')).toEqual([]);
});

// ---- Numbers put in -------------------------------------------------------------------------------------------------

test('numbers put in are in the tag; the tag brings them back, with all that follows from them', async () => {
  const page = await inView(await visit());
  await set(page, { seed: '5', kind: 'luong_general', stages: '4' });
  await expect.poll(() => tag(page)).toContain('seed="5"');
  await change(page, 'h', 6, '1.25'); // row 1, column 2
  await change(page, 's', 3, '-0.2');
  await change(page, 'Wh', 4, '1e-7');
  await change(page, 'h', 6, '2.5'); // in place of the first
  const whole =
    '<s2s-attention seed="5" numbers="s[3] = -0.2; Wh[1, 0] = 1e-7; h[1, 2] = 2.5" stages="4" kind="luong_general"></s2s-attention>';
  await expect.poll(() => tag(page)).toBe(whole);
  const plain = engine.attentionInput('5');
  const put = (values: readonly number[], at: number, value: number) =>
    values.map((was, i) => (i === at ? value : was));
  const input = { ...plain, h: put(plain.h, 6, 2.5), s: put(plain.s, 3, -0.2), Wh: put(plain.Wh, 4, 1e-7) };
  const context = rounded(engine.attentionSteps(input, 'luong_general').context);
  await expect.poll(() => stage(page, 'context')).toEqual(context);
  await page.attention.evaluate((element, html) => {
    element.outerHTML = html;
  }, whole);
  await expect.poll(() => tag(page)).toBe(whole);
  await expect.poll(() => stage(page, 'context')).toEqual(context);
  expect(await given(page, 'h', 6).inputValue()).toBe('2.5');
  // Another seed, drawn or set from outside, has its own numbers only; so has going back.
  await set(page, { seed: '6' });
  await expect.poll(() => tag(page)).not.toContain('numbers');
  await change(page, 's', 0, '3');
  await expect.poll(() => tag(page)).toContain('numbers="s[0] = 3"');
  await page.attention.evaluate((element) => (element as unknown as { reset: () => Promise<void> }).reset());
  expect(await tag(page)).toBe('<s2s-attention seed="6"></s2s-attention>');
});

test('numbers that there are not count as not given', async () => {
  const page = await inView(await visit());
  await set(page, { numbers: 'h[3, 0] = 1; s[4] = 1; W[0, 0] = 1; v[1] = one; Ws[0, 0] = 1e9; s[0]=0.5 ; v[0] = ; x' });
  await expect.poll(() => tag(page)).toBe('<s2s-attention seed="0" numbers="s[0] = 0.5"></s2s-attention>');
  expect(await given(page, 's', 0).inputValue()).toBe('0.5');
});
