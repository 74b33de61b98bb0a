// The words of <s2s-check> and <s2s-check-progress>; the moments' own texts lie beside this file.
import type { Kind, Part } from '../../check/moment';
import { counted } from '../counted';
import { attentionMoments } from './moments-attention';
import { forcingMoments } from './moments-forcing';
import { agreement, mistakes, mistakeTexts } from './moments-mistakes';
import { programMoments, recapMoments } from './moments-program';
import { samplingMoments } from './moments-sampling';
import { warmUpMoments } from './moments-warm-up';

const kinds: Record<Kind, string> = {
  predict: 'Predict before you look',
  shape: 'Guess the shape',
  paper: 'On paper first',
  trap: 'Trap',
  wrong: 'Something is wrong here',
  break: 'Break it on purpose',
  constraint: 'Break the constraint',
  counterexample: 'Counterexample',
  fill: 'Fill in',
  sorting: 'Sorting',
  which: 'Which is which',
  lie: 'Two truths and a lie',
  tradeoff: 'What each one costs',
  given: 'What has to be given',
  watch: 'Watch it run',
  edge: 'Where does it stop working?',
  'rule-out': 'Rule out three',
  aloud: 'Say it aloud',
  connect: 'Connect it up',
};

const parts: Record<Part, string> = {
  'warm-up': 'Warm-up',
  'part-1': 'Part 1: attention',
  'part-2': 'Part 2: teacher forcing',
  'part-3': 'Part 3: sampling and copying',
  'part-4': 'Part 4: the program',
  project: 'Project',
  recap: 'Recap',
};

export const check = {
  kinds,
  parts,
  mistakes,
  agreement,
  moments: {
    ...warmUpMoments,
    ...attentionMoments,
    ...mistakeTexts,
    ...forcingMoments,
    ...samplingMoments,
    ...programMoments,
    ...recapMoments,
  },

  name: (kind: string, title: string) => `${kind}: ${title}`,
  loading: 'The engine is drawing the numbers.',
  waiting: 'The numbers come when this is in view.',
  unknown: (name: string, allowed: string) => `There is no moment “${name}”. Allowed: ${allowed}.`,
  start: 'Draw the numbers',
  answer: 'Your answer',
  check: 'Check',
  compare: 'Compare with a model answer',
  judge: 'That is what I had',
  again: 'New numbers',
  show: 'Show the answer',
  right: 'Right.',
  wrong: 'Not yet.',
  wrongSaid: (text: string) => `Not yet. ${text}`,
  shown: 'The answer:',
  tryAgain: 'Change your answer and check again, or have it shown.',
  ran: 'What ran',
  modelAnswer: 'A model answer',
  points: 'Which of these points did yours make?',
  yours: 'You said',
  pointsMade: (made: number, all: number) => `${made} of ${counted(all, 'point', 'points')}`,
  missing: {
    choice: 'Choose one of the options first.',
    several: 'Tick at least one first.',
    number: (text: string) =>
      text.trim() === '' ? 'Type a number first.' : `“${text}” is not a number. Write it like 0.25 or -3.`,
    count: (text: string) =>
      text.trim() === '' ? 'Type a number first.' : `“${text}” is not a whole number from 0 up. Write it like 12.`,
    shape: 'Type a shape, such as (1, 4, 8).',
    fill: (text: string, expected: string) =>
      text.trim() === '' ? 'Fill the gap first.' : `“${text}” does not fit there. Type ${expected}.`,
    match: 'Choose one for every row first.',
    aloud: 'Write a sentence or two first; only you will read it.',
  },
  within: (tolerance: string) => `within ${tolerance}`,
  shapeHint: '(1, …)',
  gap: (before: string, after: string) => `${before} … ${after}`,
  choose: 'choose',
  moveUp: (text: string) => `Move up: ${text}`,
  moveDown: (text: string) => `Move down: ${text}`,
  moved: (text: string, place: number, all: number) => `${text}: now at place ${place} of ${all}.`,
  coin: { truth: 'true token', own: 'own prediction', bos: 'BOS' },
  coinKey: 'B: BOS. Filled T: the true token is fed. Outlined O: the model’s own prediction.',
  coinRow: (row: number, tokens: string) => `row ${row}: ${tokens}`,

  progress: {
    title: 'Your answers',
    none: 'No answers yet. They appear here as you give them.',
    summary: (right: number, answered: number, all: number) =>
      `${right} right at the first try, ${answered} of ${all} answered.`,
    part: (name: string, right: number, answered: number, all: number) =>
      `${name}: ${right} right at the first try, ${answered} of ${all} answered`,
    counts: (answered: number, all: number) => `${answered} of ${all}`,
    first: 'right at the first try',
    later: (tries: number) => `right at try ${tries}`,
    open: (tries: number) => `not yet, ${counted(tries, 'try', 'tries')}`,
    seen: 'looked up',
    remember: 'Remember my answers on this device',
    rememberHint: 'Off: they are forgotten with this page, and nothing is stored.',
    forbidden: 'This browser or page does not allow storing. Your answers stay until the page is closed.',
    download: 'Download report',
    print: 'Print report',
    clear: 'Clear',
    cleared: 'All answers were cleared.',
    filename: 'seq2seq-answers.html',
    report: {
      title: 'Seq2Seq: predict first, then see',
      name: 'Name',
      heads: ['Moment', 'Kind', 'First answer', 'Result'],
      note: 'Answers were computed by the engine from the numbers shown; each is listed with its seed.',
      seed: (seed: string) => `seed ${seed}`,
    },
  },
};
