// The toy's sizes and counts before the engine has loaded. Written by the engine (scripts/first-picture.mjs); a browser
// test compares them with the live ones.
import type { ForwardCost, ParameterCounts } from '../../wasm/client';
import drawn from './first-picture.json';

export const firstPicture: { cost: ForwardCost; counts: ParameterCounts } = drawn;
