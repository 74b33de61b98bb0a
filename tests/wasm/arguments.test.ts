import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { fileBytes, json, largestInput, text } from '../../wasm/arguments';

test('half a character is no text', () => {
  for (const good of ['', 'a\u0301', '\u{1f600}\u{1f600}', '\ue000\uffff']) expect(text('source', good)).toBe(good);
  for (const bad of ['\ud83d', 'a\ude00', '\ude00\ud83d', '\u{1f600}\ud83d!'])
    expect(() => text('source', bad)).toThrow(/source has half a character/);
});

test('a file is bytes, and not too many', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(fileBytes('file', bytes)).toBe(bytes);
  expect(fileBytes('file', bytes.buffer)).toEqual(bytes);
  const foreign = runInNewContext('new Uint8Array([0, 1, 2, 3]).subarray(1)');
  expect(foreign).not.toBeInstanceOf(Uint8Array);
  expect(fileBytes('file', foreign)).toEqual(bytes);
  expect(fileBytes('file', runInNewContext('new Uint8Array([1, 2, 3]).buffer'))).toEqual(bytes);
  expect(() => fileBytes('file', new Float32Array(2))).toThrow(/allowed: a Uint8Array/);
  expect(() => fileBytes('file', [1, 2, 3])).toThrow(/file is a list; allowed: a Uint8Array or an ArrayBuffer/);
  expect(() => fileBytes('file', new ArrayBuffer(largestInput + 1))).toThrow(/has 536870913 bytes/);
});

test.each([
  [{ rate: Number.NaN }, '{"rate":"NaN"}'],
  [{ rate: Number.POSITIVE_INFINITY }, '{"rate":"Infinity"}'],
  [{ training: { seed: 9007199254740993n } }, '{"training":{"seed":"9007199254740993"}}'],
  [{ training: { seed: '-1' } }, '{"training":{"seed":"-1"}}'],
  [{ training: { seed: -1 } }, '{"training":{"seed":-1}}'],
  [{ training: { seed: Number.MAX_SAFE_INTEGER } }, '{"training":{"seed":9007199254740991}}'],
  [{ training: { learning_rate: 1e30 } }, '{"training":{"learning_rate":1e+30}}'],
])('%o goes in as %s', (value, expected) => {
  expect(json(value)).toBe(expected);
});

test('a seed given as a number that may have been rounded is refused', () => {
  // The literal below is 2^53 + 1 as text; as a number it is 2^53 already when it arrives.
  expect(() => json({ training: { seed: Number('9007199254740993') } })).toThrow(/give it as text/);
  expect(() => json({ 'training.seed': 2 ** 60 }, 'training.seed')).toThrow(/give it as text/);
});

test('one member can be picked, and must be there', () => {
  expect(json({ seed: '7' }, 'seed')).toBe('"7"');
  expect(json({ rate: 0.1 }, 'rate')).toBe('0.1');
  expect(() => json({ rate: undefined }, 'rate')).toThrow(/rate is undefined/);
});

test('only a text is a text', () => {
  expect(text('source', 'a b')).toBe('a b');
  for (const wrong of [undefined, null, 5, {}, Symbol('s')]) {
    expect(() => text('source', wrong)).toThrow(/source is .*; allowed: a text/);
  }
});
