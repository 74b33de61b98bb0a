// How numbers are written, without a browser.
import { expect, test } from 'vitest';
import { standing } from '../../web/lib/failure';
import { bytes, compact, editable, fixed, grouped, shapeText, single, typed } from '../../web/lib/format';

test('decimals have a true minus sign, and zero has none', () => {
  expect(fixed(1.23456)).toBe('1.2346');
  expect(fixed(-1.5, 2)).toBe('\u22121.50');
  expect(fixed(-0.00001)).toBe('0.0000');
  expect([fixed(Number.NaN), fixed(Infinity), fixed(-Infinity)]).toEqual(['NaN', '∞', '\u2212∞']);
});

test('beyond seven figures a number is what float32 makes of it, with no digit that is none of it', () => {
  const numbers = [123456.789, 999999.95, 262144.03, 1000, 1234.5678, 999.99999, 16777217];
  expect(numbers.map((one) => fixed(one))).toEqual(
    ['123456.79', '999999.94', '262144.03', '1000', '1234.5677', '1000.0000', '16777216'], // as float32 is printed elsewhere
  );
  expect(fixed(-123456.789)).toBe('\u2212123456.79');
  expect([fixed(123456.789, 0), fixed(1, 8), fixed(0.1234568, 8)]).toEqual(['123457', '1.00000000', '0.12345680']);
  expect([-123456.789, Number.NaN, 0.1, 0, -1e-9].map((one) => editable(one))).toEqual([
    ...['-123456.79', 'NaN', '0.1', '0', '-1e-9'],
  ]);
  for (let at = 0; at < 2000; ++at) {
    const value = Math.fround(Math.sin(at) * 10 ** ((at % 70) - 35));
    expect(Math.fround(single(value))).toBe(value);
  }
  expect([single(0.1), single(Math.fround(0.1)), single(1 / 3), single(0)]).toEqual([0.1, 0.1, 0.33333334, 0]);
});

test.each([
  ['en', '1,386', '12,345,678', '-1,386', '1,234.5'],
  ['de', '1\u202f386', '12\u202f345\u202f678', '-1\u202f386', '1\u202f234.5'],
])('thousands are set apart as %s does it, and the decimal mark is the point', (lang, ...expected) => {
  const numbers = [1386, 12_345_678, -1386, 1234.5];
  expect(numbers.map((one) => grouped(one, lang))).toEqual(expected);
  // Where nothing is to be set apart it is the number itself, whichever way it came.
  expect([0, 7, 999, 0.5].map((one) => grouped(one, lang))).toEqual(['0', '7', '999', '0.5']);
});

test('what was written in one way does not change another', () => {
  expect(compact(49_786_672, 'en')).toBe('49.8 million');
  expect(compact(99_999, 'en')).toBe('99,999');
  expect(bytes(199_146_688, 'en')).toBe('199 MB');
  expect(bytes(999, 'en')).toBe('999 bytes');
  expect(bytes(199_146_688, 'de')).toBe('199 MB');
  expect(grouped(49_786_672, 'en')).toBe('49,786,672');
});

test('a sentence of the engine that stands alone begins as sentences do; names stay as they are', () => {
  const sentences = [
    'the source is empty',
    'hidden_size is 0',
    '"99" is no token',
    'training.epochs is 0',
    'H is 0',
    'v is 0',
  ];
  expect(sentences.map(standing)).toEqual(['The source is empty', ...sentences.slice(1)]);
});

test('numbers as they are typed, and shapes as PyTorch prints them', () => {
  expect([typed(0.001), typed(1e21), editable(0.5), editable(1.23456)]).toEqual(['0.001', '1e21', '0.5', '1.2346']);
  expect([shapeText([]), shapeText([6]), shapeText([1, 4, 'H'])]).toEqual(['()', '(6,)', '(1, 4, H)']);
});

test.each([
  ['de_DE', '1\u202f386'],
  ['en_US', '1,386'],
  ['*', '1,386'],
  ['', '1,386'],
  ['not a language', '1,386'],
])('a page whose language is "%s" gets its numbers', (lang, expected) => {
  expect(grouped(1386, lang)).toBe(expected);
});
