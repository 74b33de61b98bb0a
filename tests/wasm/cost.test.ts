// What a forward pass holds and multiplies, as JavaScript sees it, in both builds.
import { describe, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  test('shapes, bytes and multiply-adds of two sizes', async () => {
    const engine = await loadEngine({ build });
    const toy = engine.forwardCost({ B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 });
    expect(toy.parameterBytes).toBe(1386 * 4);
    expect(toy.totalBytes).toBe(1386 * 16 + toy.activationBytes);
    expect(toy.tensors.find(({ name }) => name === 'dec.gru_input')).toEqual({
      name: 'dec.gru_input',
      shape: [1, 1, 14],
      times: 3,
      bytes: 168,
    });
    const large = engine.forwardCost({ B: 64, S: 50, T: 40, E: 512, H: 512, V: 30_000 });
    expect(large.parameterBytes).toBe(65_933_104 * 4);
    expect(large.multiplyAdds.find(({ name }) => name === 'dec.fc')?.count).toBe(64 * 40 * 30_000 * 1024);
    expect(large.forward).toBe(large.multiplyAdds.reduce((sum, { count }) => sum + count, 0));
    expect(large.parameters.map(({ name }) => name)).toContain('enc.gru.weight_hh_l0');
  });

  test('sizes that are not allowed are named', async () => {
    const engine = await loadEngine({ build });
    const sizes = { B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 };
    for (const [change, message] of [
      [{ B: 513 }, 'B is 513; allowed: 1 to 512'],
      [{ S: 0 }, /S is 0; allowed: a whole number from 1/],
      [{ T: 2.5 }, /T is 2\.5/],
      [{ V: 1_000_001 }, /V is 1000001/],
      [{ H: Number.NaN }, /H is nan/i],
    ] as const) {
      expect(() => engine.forwardCost({ ...sizes, ...change })).toThrow(message);
    }
  });
});
