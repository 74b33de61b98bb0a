// What is on screen before the engine has loaded: the default run's untrained model. Written by the engine
// (scripts/first-picture.mjs); a browser test compares it with the live one.
import type { Snapshot } from '../../wasm/client';
import drawn from './first-picture.json';

export const firstPicture: Snapshot & { parameterCount: number } = {
  ...drawn,
  alpha: Float32Array.from(drawn.alpha),
};

/** Of a model that only the engine can draw. */
export const nothingYet: Snapshot = {
  epoch: 0,
  step: 0,
  loss: Number.NaN,
  source: [],
  target: [],
  alpha: new Float32Array(),
  forcedInputs: [],
  forcedPredictions: [],
  freeInputs: [],
  freePredictions: [],
  decoded: [],
};
