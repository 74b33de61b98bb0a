// The words of <s2s-forcing>.
import { counted } from '../counted';

const percent = (share: string) => `${share} %`;

export const forcing = {
  name: 'Teacher forcing against free running',

  task: 'Task',
  tasks: { lesson: 'The lesson’s pair', reverse: 'Reverse a word' },
  attention: 'Attention',
  attentions: { bahdanau: 'Bahdanau', none: 'None' },
  seed: 'Seed',
  epochs: 'Epochs',
  steps: 'Steps',
  learningRate: 'Learning rate',
  regime: 'Trained on',
  regimes: { teacher: 'True tokens', scheduled: 'A falling mix', free: 'Its own words' },

  train: 'Train',
  resume: 'Go on',
  pause: 'Pause',
  more: 'Train again',
  phase: {
    idle: 'Untrained weights',
    loading: 'Loading the engine',
    ready: 'Untrained',
    queued: 'Waiting: two others train',
    running: 'Training',
    paused: 'Paused',
    finished: 'Trained',
    failed: 'Stopped',
  },
  model: 'Which weights',
  untrained: 'untrained',
  half: 'half-trained',
  trained: 'trained',
  after: (done: string, all: string, unit: 'epochs' | 'steps') =>
    `after ${done} of ${unit === 'epochs' ? counted(all, 'epoch', 'epochs') : counted(all, 'step', 'steps')}`,
  modelHint: 'Move it beyond what is trained, and the model trains up to there.',

  pair: 'Source and target',
  source: 'Source',
  target: 'Target',
  unknown: (letters: readonly string[], known: string) =>
    `Read as UNK: ${letters.map((letter) => (letter.trim() === '' ? 'the blank' : `“${letter}”`)).join(', ')}. The model knows ${known}.`,
  another: 'A held-out pair',
  wrongOne: 'One that goes wrong',
  noneWrong: 'With these weights the free run gets every held-out pair right.',

  lanes: 'One source, two lanes',
  lanesCaption: 'Both lanes by step: what each is fed, what it predicts, how far apart their states are',
  step: (step: number) => `step ${step}`,
  stepColumn: 'step',
  targetRow: 'Target',
  forced: 'Teacher-forced',
  free: 'Free-running',
  fed: 'is fed',
  predicts: 'predicts',
  apart: 'States apart',
  apartSymbol: '‖s − s′‖',
  flag: 'the lanes part here',
  wrong: 'not the target',
  was: (token: string) => `was ${token}`,
  putIn: 'put in by you',
  afterStop: 'after the stop',
  feedLabel: (lane: string, step: number) => `${lane}, step ${step}: is fed`,
  byItself: (token: string) => `${token} (its own)`,
  byTruth: (token: string) => `${token} (true)`,
  begin: (token: string) => `${token} (begin)`,

  stop: 'Stop at EOS',
  writes: 'The free run writes',
  writesNothing: 'nothing: EOS comes first',
  goesOn: 'It goes on after EOS here, as the lesson’s program does; with the stop rule it would write',
  cut: 'It meets no EOS within these steps.',

  takeBack: 'Take back what was put in',
  hint: 'Put in a wrong token: choose another one where a lane is fed. In the free lane the error is fed on; in the forced lane the next true token covers it.',
  cascade: (lane: string, step: number, token: string, changed: number, rest: number) =>
    changed === 0
      ? `${lane}: ${token} put in at step ${step} changes no prediction.`
      : `${lane}: ${token} put in at step ${step} changes ${changed} of the ${counted(rest, 'prediction', 'predictions')} from there on.`,

  thinks: (step: number) => `What each lane thinks at step ${step}`,
  probability: 'probability',

  accuracy: 'Right tokens by position, on pairs held out of training',
  accuracyShort: 'Accuracy by position',
  accuracyOf: (pairs: string) => `${counted(pairs, 'held-out pair', 'held-out pairs')}`,
  accuracyNone:
    'The lesson has one pair, and nothing is held out. Choose “Reverse a word” to see forced and free accuracy by position.',
  accuracyWait: 'Comes when training rests.',
  accuracyOverall: (forced: string, free: string) =>
    `Over all tokens: ${percent(forced)} right when fed the truth, ${percent(free)} when fed its own words.`,
  gap: 'The shaded gap, which training opens, is exposure bias: the same weights, the same pairs, and only the input differs.',
  position: 'position',
  tokens: 'tokens',
  forcedShort: 'forced',
  freeShort: 'free',
  accuracyName: (last: number, forced: string, free: string) =>
    `Share of right tokens by position, 1 to ${last}. At the worst gap: forced ${percent(forced)}, free ${percent(free)}.`,
  accuracyRow: (position: number, forced: string, free: string, tokens: string) =>
    `position ${position}: forced ${percent(forced)}, free ${percent(free)}, of ${counted(tokens, 'token', 'tokens')}`,

  key: 'Filled: true tokens. Outlined: predictions. Dashed: put in by you. ≠ marks a prediction that is not the target.',
  keys: 'Keys, while the focus is in this figure:',
  keyList: [
    ['P', 'train or pause'],
    ['[ ]', 'earlier, later weights'],
    ['← →', 'step, on the steps'],
    ['E', 'stop rule'],
    ['U', 'take tokens back'],
  ] as const,

  said: {
    ready: 'Ready. Untrained weights.',
    queued: 'Two other figures of the page train already. This one begins when one of them ends.',
    running: 'Training.',
    paused: (where: string) => `Paused ${where}.`,
    finished: 'Trained.',
    shown: (where: string, forced: string, free: string) =>
      `Weights ${where}. Forced predicts ${forced}. Free predicts ${free}.`,
  },
};
