// All moments, in the lesson's order.
import { type Moment, parts } from '../moment';
import { attention } from './attention';
import { copying } from './copying';
import { forcing } from './forcing';
import { mistakeMoments } from './mistakes';
import { program } from './program';
import { recap } from './recap';
import { sampling } from './sampling';
import { warmUp } from './warm-up';

export const moments: readonly Moment[] = [
  ...warmUp,
  ...attention,
  ...forcing,
  ...mistakeMoments,
  ...sampling,
  ...copying,
  ...program,
  ...recap,
].sort((one, other) => parts.indexOf(one.part) - parts.indexOf(other.part));

export const momentNamed = (name: string) => moments.find((moment) => moment.name === name);
