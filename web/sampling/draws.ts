// All that the upper half of <s2s-sampling> shows, asked of the engine in one go.
import type { Engine } from '../../wasm/client';
import { forcing, type Kind, kinds, rows, type Settings, stops, words } from './settings';

export interface Draws {
  at: number[];
  /** Epsilon at each of them, by schedule; and at the marked epoch. */
  curves: Record<Kind, number[]>;
  epsilon: Record<Kind, number>;
  /** The coins of the marked epoch's batch, true where the model's own word is fed. */
  token: boolean[][];
  sequence: boolean[][];
}

/** Also the synchronous engine of Node: its answers are awaited all the same. */
type Asked = Pick<Engine, 'schedule' | 'coins'>;

export async function draw(engine: Asked, settings: Settings): Promise<Draws> {
  const at = stops(settings);
  const all = await Promise.all(kinds.map((kind) => engine.schedule(forcing(settings, kind), [...at, settings.epoch])));
  const by = <T>(take: (values: number[]) => T) =>
    Object.fromEntries(kinds.map((kind, index) => [kind, take(all[index]!)])) as Record<Kind, T>;
  const epsilon = by((values) => values.at(-1)!);
  const thrown = {
    seed: settings.seed.trim(),
    rows,
    length: words(settings).length + 1, // and EOS
    epsilon: epsilon[settings.kind],
    step: settings.epoch,
  };
  const [token, sequence] = await Promise.all([
    engine.coins({ ...thrown, coin: 'token' }),
    engine.coins({ ...thrown, coin: 'sequence' }),
  ]);
  return { at, curves: by((values) => values.slice(0, -1)), epsilon, token, sequence };
}

/** The lesson's table: what its program prints, and the draws that it leaves out. */
export interface LessonTable {
  epochs: number[];
  epsilon: number[];
  labels: string[];
  trueTokens: number[];
}

export async function lessonTable(engine: Pick<Engine, 'lesson'>): Promise<LessonTable> {
  const lines = new Map((await engine.lesson()).map((line) => [line.key, line]));
  return {
    epochs: [0, 10, 25, 50, 75, 100],
    epsilon: lines.get('slide25.epsilon')?.values ?? [],
    labels: lines.get('slide25.labels')?.texts ?? [],
    trueTokens: lines.get('slide25.true_tokens')?.values ?? [],
  };
}
