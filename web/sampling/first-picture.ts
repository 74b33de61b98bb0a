// Curves, coins and the lesson's table before the engine has loaded, at the defaults. Written by the engine
// (scripts/first-picture.mjs); a browser test compares them with the live ones.
import type { Draws, LessonTable } from './draws';
import drawn from './first-picture.json';

export const firstPicture: { draws: Draws; lesson: LessonTable } = drawn;
