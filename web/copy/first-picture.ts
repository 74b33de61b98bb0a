// The first sentence before engine and models have loaded. Written by the engine (scripts/first-picture.mjs); a browser
// test compares it with the live one.
import drawn from './first-picture.json';
import type { CopyView } from './mixture';

export interface FirstPicture {
  sentence: string;
  view: CopyView;
  /** What the models with and without copying write. */
  on: string[];
  off: string[];
  /** Exactly right over the held-out sentences. */
  exact: { pairs: number; on: number; off: number };
  pointer: { words: string[]; weights: number[]; best: string };
}

// The file has the digits that float32 needs; these are the numbers.
export const firstPicture: FirstPicture = JSON.parse(JSON.stringify(drawn), (_, value) =>
  typeof value === 'number' ? Math.fround(value) : value,
);
