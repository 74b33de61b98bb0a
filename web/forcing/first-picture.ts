// The lesson's divergence demo before the engine has loaded: seed 99, untrained. Written by the engine
// (scripts/first-picture.mjs); a browser test compares it with the live one.
import drawn from './first-picture.json';
import type { LanesView } from './lanes';

export const firstPicture: LanesView = drawn;
