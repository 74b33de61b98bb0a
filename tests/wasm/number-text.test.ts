// The module writes and reads numbers by JavaScript, the native engine by the C library: both must do it alike. Doubles
// are seen in refusals, floats in the text that crosses; what is written here, tests/native/base/number_text_test.cpp has
// of the C library.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import { errorOf } from './support';

const doubles: [number, string][] = [
  [0.1, '0.1'],
  [1 / 3, '0.3333333333333333'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1 + 2 ** -52, '1.0000000000000002'],
  [-123456789.5, '-123456789.5'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-1.5e-7, '-1.5e-07'],
  [1e21, '1e+21'],
  [12345678901234567000, '1.2345678901234567e+19'],
  [123456789012345.6, '123456789012345.6'],
  [5e-324, '4.94065645841247e-324'],
  // Halves at the last digit.
  [2 ** -24, '5.9604644775390625e-08'],
  [2 ** -25, '2.9802322387695312e-08'],
  [-1 - 2 ** -17, '-1.0000076293945312'],
  [1 + 3 * 2 ** -17, '1.0000228881835938'],
  [Number.MAX_VALUE, '1.7976931348623157e+308'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
];
const floats: [number, string][] = [
  [0, '0'],
  [0.1, '0.1'],
  [1 + 2 ** -23, '1.0000001'],
  [-2, '-2'],
  [999999, '999999'],
  [123456.125, '123456.125'],
  [123456.7890625, '123456.79'],
  [0.00012345678, '0.00012345678'],
  [1.2345678e-5, '1.2345678e-05'],
  [2 ** -149, '1.4013e-45'],
  [2 ** -12, '0.00024414062'],
  [-178416.625, '-178416.62'],
  [205883.875, '205883.88'],
];

/** Numbers of all sizes, the same in each run. */
function spread(count: number): number[] {
  const bits = new DataView(new ArrayBuffer(8));
  let state = 88172645463325252n;
  const found: number[] = [];
  while (found.length < count) {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    bits.setBigUint64(0, state);
    if (Number.isFinite(bits.getFloat64(0))) found.push(bits.getFloat64(0));
  }
  return found;
}

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  let engine: LocalEngine;
  beforeAll(async () => {
    engine = await loadEngine({ build });
  });
  const context = (states: number[]) => {
    const { module } = engine as unknown as { module: { attentionContext(json: string): string } };
    return module.attentionContext(JSON.stringify({ alpha: [1], h: states }));
  };

  test.each(doubles)('the double %f is written as %s', (value, text) => {
    expect(errorOf(() => engine.parameterCounts(value, 6, 8)).message).toMatch(`V is ${text};`);
  });

  test.each(floats)('the float %f is written as %s', (value, text) => {
    expect(context([value])).toContain(`"context":[${text}]`);
  });

  test('floats are written so that they read back to the same bits, and read as JavaScript reads them', () => {
    const values = spread(30_000)
      .map(Math.fround)
      .filter((value) => Math.abs(value) < 1e6);
    expect(values.length).toBeGreaterThan(1000);
    for (let at = 0; at < values.length; at += 32) {
      const some = values.slice(at, at + 32);
      expect(JSON.parse(context(some)).context.map(Math.fround)).toEqual(some.map((value) => value + 0));
    }
  });

  test('doubles are read as JavaScript reads them, however they are spelled', () => {
    const session = engine.open();
    const rate = (spelled: string) => {
      const { handle } = session as unknown as { handle: { configure(name: string, json: string): Error | undefined } };
      const refusal = handle.configure('training.learning_rate', spelled);
      if (refusal) throw refusal;
      return session.state().configuration.training?.learning_rate;
    };
    const plain = spread(300)
      .map(Math.abs)
      .filter((value) => value < 1e30)
      .flatMap((value) => [String(value), value.toExponential(), value.toPrecision(17)]);
    const odd = ['1E-3', '0.1e+2', '123456789012345678901234567890e-28', `0.${'3'.repeat(400)}`, '4.9e-324', '2.5e0'];
    for (const spelled of [...plain, ...odd]) expect(rate(spelled)).toBe(Number(spelled));
    session.dispose();
  });

  test('letters that JSON must escape go out and come back', () => {
    const tokens = ['\u0001\u001f', 'a\u007f"\\\b\f\t', '\u{1F600}e\u0301'];
    const session = engine.open(
      { task: { kind: 'data', tokeniser: 'words' } },
      tokens.map((t, i) => `${t.replace(/[\t"]/g, '')}\t${i} x`).join('\n'),
    );
    const loaded = engine.load(session.exportModel());
    expect(loaded.state()).toEqual(session.state());
    expect(loaded.labels()).toEqual(session.labels());
    expect(errorOf(() => engine.attentionContext({ alpha: ['\u0001é'] as never, h: [1] })).message).toContain(
      '\\u0001',
    );
  });
});
