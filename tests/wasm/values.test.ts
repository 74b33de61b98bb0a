import { expect, test } from 'vitest';
import { parsed, run, whenBroken, whenIdle } from '../../wasm/values';

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

test('texts that read as such a number stay texts: the engine writes them with an escape', () => {
  const written = String.raw`{"tokens":["\u004eaN","NaN","\u0049nfinity"],"said":"in \"NaN\", \"x\":\"NaN\""}`;
  expect(parsed(() => written)).toEqual({
    tokens: ['NaN', Number.NaN, 'Infinity'],
    said: 'in "NaN", "x":"NaN"',
  });
});

test('one call at a time; what must wait is done when it has ended, however that was', () => {
  const done: string[] = [];
  run(() => {
    expect(() => run(() => 1)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
    whenIdle(() => done.push('after'));
    done.push('within');
    return 0;
  });
  expect(done).toEqual(['within', 'after']);
  whenIdle(() => done.push('at once'));
  expect(() =>
    run(() => {
      whenIdle(() => done.push('after a failure'));
      throw new TypeError('no');
    }),
  ).toThrow(/no/);
  expect(done.slice(2)).toEqual(['at once', 'after a failure']);
  expect(run(() => 2)).toBe(2);
});

test('whoever keeps the engine hears when it has broken, and only then', () => {
  let broken = 0;
  whenBroken(() => ++broken);
  const throwing = (error: unknown) => () =>
    run(() => {
      throw error;
    });
  expect(throwing(new TypeError('arguments'))).toThrow();
  expect(broken).toBe(0);
  expect(throwing(new WebAssembly.RuntimeError('unreachable'))).toThrow();
  expect(broken).toBe(1);
  whenBroken(() => {});
});
