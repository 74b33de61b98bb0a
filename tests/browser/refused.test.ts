// Attributes that are refused: told in the field in the page's own words, the same at load and later; the default, or
// what was there, is kept, and everything goes on.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { fill, phase, site, text, withAttributes } from './support';

const visit = site([]);
const soon = { timeout: 30_000 }; // only to end a hang

const error = (element: Locator, field: string) => element.locator(`s2s-part-field.${field} .error`);
const tag = (element: Locator) => element.evaluate((one) => (one as unknown as { tag: string }).tag);
const state = <State>(element: Locator) =>
  element.evaluate((one) => JSON.parse(JSON.stringify((one as unknown as { state: unknown }).state))) as Promise<State>;
const opened = async (name: string, attributes: Record<string, string>) => {
  const { page } = await visit({ figures: [name] });
  const element = await withAttributes(page, name, attributes);
  await phase(element, 'ready');
  return element;
};

const refusals = [
  ['seed', 'seed', 'nine', 'Seed is “nine”. Allowed: a whole number in plain digits'],
  ['seed', 'seed', '18446744073709551616', 'Seed is “18446744073709551616”. Allowed: a whole number in plain digits'],
  ['epochs', 'epochs', '1.5', 'Epochs is “1.5”. Allowed: a whole number from 1 up to 1,000,000,000.'],
  ['epochs', 'epochs', '0', 'Epochs is “0”. Allowed: a whole number from 1 up to 1,000,000,000.'],
  ['epochs', 'epochs', '1e99', 'Epochs is “1e99”. Allowed: a whole number from 1 up to 1,000,000,000.'],
  ['learning-rate', 'learningRate', '-1', 'Learning rate is “-1”. Allowed: a number above 0 up to 1e30.'],
] as const;

test.each(refusals)(
  'program, %s (%s) "%s": the default is kept, at load and later',
  async (name, field, typed, told) => {
    const program = await opened('s2s-program', { [name]: typed });
    expect(await text(error(program, field))).toContain(told);
    expect(await program.locator('.failure').count()).toBe(0);
    const plain = '<s2s-program seed="99" epochs="200" learning-rate="0.001" forcing="teacher"></s2s-program>';
    expect(await tag(program)).toBe(plain);
    const listing = await text(program.locator('s2s-part-listing .text'));
    for (const line of ['manual_seed(99)', 'range(200)', 'lr=0.001']) expect(listing).toContain(line);
    expect(await state(program)).toMatchObject({ configuration: { training: { epochs: 200, seed: '99' } } });
    // Set later it is refused in the same words; taken away, nothing is.
    await program.evaluate((one, attribute) => one.removeAttribute(attribute), name);
    await error(program, field).waitFor({ state: 'detached' });
    await program.evaluate((one, [attribute, value]) => one.setAttribute(attribute, value), [name, typed] as const);
    await expect.poll(async () => (await error(program, field).count()) && text(error(program, field))).toContain(told);
    expect(await tag(program)).toBe(plain);
  },
);

test('a seed with zeros before it is its number, in the program’s text too', async () => {
  const program = await opened('s2s-program', { seed: '007' });
  const listing = () => text(program.locator('s2s-part-listing .text'));
  expect(await listing()).toContain('manual_seed(7)');
  await fill(program, 'seed', '-0012');
  await expect.poll(listing, soon).toContain('manual_seed(-12)');
  expect(await tag(program)).toContain('seed="-12"');
});

test.each([
  ...refusals.map(([name, field, ...rest]) => [name, field === 'epochs' ? 'length' : field, ...rest] as const),
])('forcing, %s (%s) "%s": the default is kept, and it trains', async (name, field, typed, told) => {
  const forcing = await opened('s2s-forcing', { [name]: typed });
  expect(await text(error(forcing, field))).toContain(told);
  expect(await forcing.locator('.failure').count()).toBe(0);
  const found = () => state<Record<string, unknown>>(forcing);
  expect(await found()).toMatchObject({ seed: '99', epochs: 200, learningRate: 0.001 });
  await forcing.evaluate((one) => (one as unknown as { train: () => Promise<unknown> }).train());
  expect(await found()).toMatchObject({ seed: '99', checkpoint: 8 });
});

test('forcing: refused, allowed and refused again', async () => {
  const forcing = await opened('s2s-forcing', { seed: 'nine' });
  const set = (seed: string) => forcing.evaluate((one, value) => one.setAttribute('seed', value), seed);
  const seed = async () => (await state<{ seed: string }>(forcing)).seed;
  await set('9');
  await error(forcing, 'seed').waitFor({ state: 'detached' });
  await expect.poll(seed, soon).toBe('9');
  await set('nine');
  await error(forcing, 'seed').waitFor();
  expect(await seed()).toBe('9');
});

test('forcing: a checkpoint that is no number is as if there were none', async () => {
  const forcing = await opened('s2s-forcing', { checkpoint: 'x' });
  expect(await forcing.locator('.failure').count()).toBe(0);
  expect(await state(forcing)).toMatchObject({ checkpoint: 0 });
});
