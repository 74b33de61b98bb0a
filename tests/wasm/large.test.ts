// A model as large as a page will meet: sizes at which stacks overflow and memories end where they are set too small.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';

test.each(['simd', 'scalar'] as const)(
  'hidden 512, vocabulary of 5,000 words, sources of 200: trains, reads and writes without a trap, %s build (C50)',
  async (build) => {
    const engine = await loadEngine({ build });
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `w${from + index}`).join(' ');
    const pairs = Array.from({ length: 25 }, (_, row) => `${words(200 * row, 200)}\t${words(200 * row, 3)}\n`).join('');
    const session = engine.open(
      {
        task: { kind: 'data', tokeniser: 'words', validation_share: 0, test_share: 0, max_source_length: 250 },
        model: { embedding_size: 16, hidden_size: 512 },
        training: { batch_size: 2, epochs: 1 },
        decoding: { max_length: 4 },
      },
      pairs,
    );
    const state = session.train({ steps: 1 });
    expect(state.step).toBe(1);
    expect(state.parameterCount).toBeGreaterThan(5000 * (2 * 512 + 2 * 16));
    const { tensors } = session.trace('free');
    expect(tensors.find(({ name }) => name === 'enc.out')!.shape).toContain(512);
    const alpha = tensors.find(({ name }) => name === 'dec.alpha')!.values;
    expect(alpha.length).toBeGreaterThanOrEqual(200);
    expect([...alpha].every(Number.isFinite)).toBe(true);
    session.dispose();
  },
  120_000,
);
