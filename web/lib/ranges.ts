// What may be typed for the settings that figures share: judged here, so that it is the same before the engine is there
// and after. The engine has these ranges too, and the last word; a test compares them.
import type { Strings } from '../strings/en';
import { grouped, typed } from './format';

export interface Range {
  minimum: number;
  /** The minimum itself is not allowed. */
  exclusive?: true;
  maximum: number;
  whole: boolean;
}

export const ranges = {
  // The engine takes 0 of the one where the other is counted; alone there would be nothing to train.
  epochs: { minimum: 1, maximum: 1e9, whole: true },
  steps: { minimum: 1, maximum: 1e12, whole: true },
  learningRate: { minimum: 0, exclusive: true, maximum: 1e30, whole: false },
} as const satisfies Record<string, Range>;

const smallestSeed = -(2n ** 63n);
const largestSeed = 2n ** 64n - 1n;

/** The number itself: 7 for "007", which Python takes for no number at all. null where it is no seed. */
export function seedIn(text: string): string | null {
  if (!/^[+-]?0*\d{1,20}$/.test(text.trim())) return null;
  const seed = BigInt(text.trim());
  return seed >= smallestSeed && seed <= largestSeed ? String(seed) : null;
}

/** null where it is no number of the range. */
export function numberIn(text: string, { minimum, exclusive, maximum, whole }: Range): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (whole && !Number.isInteger(value)) return null;
  const inside = value <= maximum && (exclusive ? value > minimum : value >= minimum); // false for NaN
  return inside ? value : null;
}

/** The range in words. */
export function rangeText({ minimum, exclusive, maximum, whole }: Range, { program, lang }: Strings): string {
  const words = program.range;
  const written = (bound: number) => (whole ? grouped(bound, lang) : typed(bound));
  const from = (exclusive ? words.above : words.from)(written(minimum));
  return [whole ? words.whole : words.number, from, words.to(written(maximum))].join(' ');
}
