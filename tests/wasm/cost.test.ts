// What a forward pass holds and multiplies, as JavaScript sees it, in both builds.
import { describe, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { errorOf } from './support';

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
      [{ B: 0 }, 'B is 0; allowed: 1 to 512'],
      [{ S: 0 }, 'S is 0; allowed: 1 to 500'],
      [{ S: 501 }, 'S is 501; allowed: 1 to 500'],
      [{ T: 501 }, 'T is 501; allowed: 1 to 500'],
      [{ T: 2.5 }, 'T is 2.5; allowed: a whole number'],
      [{ E: 4097 }, 'E is 4097; allowed: 1 to 4096'],
      [{ H: 4097 }, 'H is 4097; allowed: 1 to 4096'],
      [{ H: Number.NaN }, 'H is NaN; allowed: a whole number'],
      [{ V: 1_000_001 }, 'V is 1000001; allowed: 1 to 1000000'],
      [{ V: 1e30 }, 'V is 1e+30; allowed: a whole number that fits into 64 bits'],
    ] as const) {
      expect(errorOf(() => engine.forwardCost({ ...sizes, ...change }))).toEqual({ code: 'invalid_value', message });
    }
  });
});
