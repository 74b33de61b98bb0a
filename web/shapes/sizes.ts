// The six sizes of <s2s-shapes>: their letters, attributes, the stops of their sliders. What is allowed is the engine's
// to say; the stops only stay inside of it.
import type { ForwardSizes } from '../../wasm/client';

export type Letter = keyof ForwardSizes;
export const letters: readonly Letter[] = ['B', 'S', 'T', 'E', 'H', 'V'];

export const attributes: Record<Letter, string> = {
  B: 'batch',
  S: 'source-length',
  T: 'target-length',
  E: 'embedding-size',
  H: 'hidden-size',
  V: 'vocabulary',
};
export const properties = {
  B: 'batch',
  S: 'sourceLength',
  T: 'targetLength',
  E: 'embeddingSize',
  H: 'hiddenSize',
  V: 'vocabulary',
} as const satisfies Record<Letter, string>;

/** The lesson's toy, and the sizes that it says about 30 million of. */
export const toy: ForwardSizes = { B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 };
export const claimed = (E: number): ForwardSizes => ({ B: 32, S: 30, T: 30, E, H: 512, V: 30_000 });
export const claimedWidths = [256, 512] as const;
export const isClaimed = ({ E, H, V }: ForwardSizes) => H === 512 && V === 30_000 && (E === 256 || E === 512);

/** 1 to 8 one by one, then ever larger steps: a slider that is fine where sizes are small. */
function stopsUpTo(most: number): number[] {
  const stops = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28];
  for (let power = 32; power < most; power *= 2) stops.push(power, power * 1.25, power * 1.5, power * 1.75);
  return [...stops.filter((stop) => stop < most && Number.isInteger(stop)), most];
}
const words = [2, 3, 5, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750];
export const stops: Record<Letter, readonly number[]> = {
  B: stopsUpTo(512),
  S: stopsUpTo(500),
  T: stopsUpTo(500),
  E: stopsUpTo(4096),
  H: stopsUpTo(4096),
  V: [
    ...words,
    ...[1, 1.5, 2, 3, 5, 7.5].flatMap((n) => [n * 1e3]),
    ...[1, 1.5, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 100].map((n) => n * 1e4),
  ],
};

/** The stop that is nearest to a size, by ratio. */
export function nearestStop(letter: Letter, size: number): number {
  const all = stops[letter];
  let best = 0;
  for (const [index, stop] of all.entries()) {
    if (Math.abs(Math.log(stop / size)) < Math.abs(Math.log(all[best]! / size))) best = index;
  }
  return best;
}

/** The whole number that a text is, or null. 1e3 and 30,000 are how people write them. */
export function read(text: string): number | null {
  const plain = text.trim().replaceAll(/[,\u00a0\u202f_' ]/g, '');
  if (!/^[-+]?\d+(\.\d+)?(e\d+)?$/i.test(plain)) return null;
  return Number(plain);
}
