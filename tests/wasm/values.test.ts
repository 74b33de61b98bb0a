import { expect, test } from 'vitest';
import { json, parsed, run, text } from '../../wasm/values';

test('a returned Error is thrown as EngineError, a value is passed on', () => {
  expect(run(() => 'value')).toBe('value');
  const failed = Object.assign(new Error('bad'), { name: 'EngineError', code: 'invalid_token' });
  expect(() => run(() => failed as unknown as string)).toThrow(
    expect.objectContaining({ name: 'EngineError', code: 'invalid_token', message: 'bad' }),
  );
  expect(() =>
    run(() => {
      throw new WebAssembly.RuntimeError('memory access out of bounds');
    }),
  ).toThrow(expect.objectContaining({ code: 'engine_broken' }));
});

test('numbers that JSON does not have come back as numbers', () => {
  expect(parsed(() => '{"loss":"NaN","energy":["-Infinity","Infinity",1.5],"text":"nan"}')).toEqual({
    loss: Number.NaN,
    energy: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1.5],
    text: 'nan',
  });
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
