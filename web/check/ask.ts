// Questions to the engine that several moments ask.
import type { AttentionSteps, Configuration, Engine, EngineSession } from '../../wasm/client';

/** A session for as long as the work takes. */
export async function withSession<Result>(
  engine: Engine,
  configuration: Configuration,
  work: (session: EngineSession) => Promise<Result>,
): Promise<Result> {
  const session = await engine.open(configuration);
  try {
    return await work(session);
  } finally {
    await session.dispose().catch(() => {}); // with a lost worker it is gone already
  }
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);

export interface Dots {
  temperature?: number;
  masked?: boolean[];
}

/** Dot-product attention over these states (one row each): energies s · h_i, their weights and the context. */
export function dotAttention(
  engine: Engine,
  states: readonly (readonly number[])[],
  s: readonly number[],
  { temperature = 1, masked }: Dots = {},
): Promise<AttentionSteps> {
  const size = s.length;
  return engine.attentionSteps(
    {
      sourceLength: states.length,
      hiddenSize: size,
      h: states.flat(),
      s: [...s],
      Wh: zeros(size * size),
      Ws: zeros(size * size),
      v: zeros(size),
      masked,
      temperature,
    },
    'luong_dot',
  );
}

/** The softmax of any energies: states of one entry, looked at by a decoder state of 1. */
export const softmaxOf = (engine: Engine, energies: readonly number[], options: Dots = {}) =>
  dotAttention(
    engine,
    energies.map((energy) => [energy]),
    [1],
    options,
  );

/** Index of the largest, the first of equal ones. */
export const largestOf = (values: readonly number[]) => values.indexOf(Math.max(...values));
export const same = (one: readonly number[], other: readonly number[], within = 1e-6) =>
  one.length === other.length && one.every((value, index) => Math.abs(value - other[index]!) <= within);
