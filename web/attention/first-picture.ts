// The numeric trace before the engine has loaded: the lesson's numbers of seed 0. Written by the engine
// (scripts/first-picture.mjs); a browser test compares it with the live one.
import type { AttentionInput, AttentionSteps } from '../../wasm/client';
import drawn from './first-picture.json';

export const firstPicture: { seed: string; input: AttentionInput; steps: AttentionSteps } = drawn;
