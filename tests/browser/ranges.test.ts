// What figures let be typed for seeds, epochs, steps and learning rates: the engine's own ranges; without a browser.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { numberIn, ranges, rangeText, seedIn } from '../../web/lib/ranges';
import { en } from '../../web/strings/en';

const engine = await loadEngine();

test.each([
  ['epochs', 'training.epochs'],
  ['steps', 'training.steps'],
  ['learningRate', 'training.learning_rate'],
] as const)('%s has the engine’s range', (name, field) => {
  const known = engine.fields().find((one) => one.name === field)!;
  const { minimum, exclusive, maximum, whole } = { exclusive: false, ...ranges[name] };
  expect(maximum).toBe(known.maximum);
  expect(exclusive).toBe(known.minimumExclusive ?? false);
  expect(whole).toBe(known.type === 'integer');
  // The engine takes 0 epochs where steps are counted; a figure would have nothing to train.
  expect(minimum).toBe(whole ? 1 : known.minimum);
});

test.each([
  ['007', '7'],
  [' 99 ', '99'],
  ['-0', '0'],
  ['+7', '7'],
  ['-012', '-12'],
  ['18446744073709551615', '18446744073709551615'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['18446744073709551616', null],
  ['-9223372036854775809', null],
  ['9'.repeat(10_000), null],
  ['nine', null],
  ['1.5', null],
  ['0x10', null],
  ['٣', null],
  ['', null],
])('the seed "%s"', (typed, seed) => {
  expect(seedIn(typed)).toBe(seed);
  // What is taken here the engine takes, and what is not it refuses.
  const open = () => engine.open({ task: { kind: 'lesson' }, training: { seed: seed ?? typed } });
  if (seed === null) expect(open).toThrow(/training\.seed/);
  else open().dispose();
});

test.each([
  ['epochs', ['1', '200', '1e9'], ['0', '-1', '1.5', '1e99', '', 'many', '1000000001']],
  ['learningRate', ['0.001', '1e30', '1e-30'], ['0', '-1', '1e31', 'NaN', '', 'fast']],
] as const)('%s: what is in the range, and what is not', (name, right, wrong) => {
  expect(right.map((text) => numberIn(text, ranges[name]))).toEqual(right.map(Number));
  expect(wrong.map((text) => numberIn(text, ranges[name]))).toEqual(wrong.map(() => null));
});

test('a range in words', () => {
  expect(rangeText(ranges.epochs, en)).toBe('a whole number from 1 up to 1,000,000,000');
  expect(rangeText(ranges.learningRate, en)).toBe('a number above 0 up to 1e30');
});
