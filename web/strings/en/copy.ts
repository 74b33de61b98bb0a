// The words of <s2s-copy>.
import { counted } from '../counted';

export const copy = {
  name: 'Copying from the source',
  sentence: 'Your sentence, with names and numbers the model has never seen',
  write: 'Write the answer',
  examples: 'Or one of these',
  loading: 'Loading the trained models',
  reads: 'The model reads',
  unknown: 'not in the vocabulary',
  unknownKey: 'Dashed: not in the vocabulary. Bars: attention α at the step chosen below.',
  writes: 'and writes',
  stepName: (step: number, word: string, gate: string) => `step ${step}: ${word}, p_gen ${gate}`,
  gate: 'p_gen',
  gateKey: 'Under each word: how much of it is generated (solid) and how much copied (striped).',

  mixture: (step: number, word: string) => `How step ${step} comes to “${word}”`,
  wordColumn: 'word',
  vocabularyColumn: 'from the vocabulary',
  vocabularySymbol: 'P_vocab',
  copiedColumn: 'from the source',
  copiedSymbol: 'Σ α',
  finalColumn: 'together',
  finalSymbol: 'P',
  gateWeight: (gate: string) => `(weight ${gate})`,
  restWeight: (gate: string) => `(weight 1 − ${gate})`,
  none: '–',
  noneTitle: 'The vocabulary does not have this word.',
  notInSource: 'The source does not have this word.',
  others: (count: string) => `${counted(count, 'other word has', 'other words have')} less.`,
  hint: 'Point at a row, or move with the arrow keys, to see its sum.',
  placesSum: (word: string, places: number) =>
    `“${word}” stands ${counted(places, 'time', 'times')} in the source; its weights are added.`,

  fromModel: 'As the model says',
  gateValue: (gate: string, own: boolean) => (own ? `${gate}, the model’s own` : `${gate}, set by hand`),
  handHint:
    'Move it: 1 is a model without copying, 0 a pure pointer. Every step is mixed anew; what was fed stays as it was.',
  handSays: (words: string) => `With this p_gen the most likely words would be: ${words}`,

  sideBySide: 'The same training with copying on and off',
  on: 'Copying on',
  off: 'Copying off',
  right: (share: string, pairs: string) =>
    `${share} % of ${counted(pairs, 'held-out sentence', 'held-out sentences')} exactly right, measured when this page was made`,
  madeBy: (steps: string, seed: string) =>
    `Both models were trained with the same configuration: ${counted(steps, 'step', 'steps')}, seed ${seed}, sixteen patterns of sentences, made-up names. Words outside the vocabulary are UNK to the one without copying, and UNK is all it can say for them.`,

  pointer: 'A pointer alone: the lesson’s trace',
  pointerText: (best: string) =>
    `Softmax of four scores drawn from seed 1: a distribution over source words, and nothing else. Most likely copied: “${best}”.`,
  weight: 'weight',

  who: 'Who proposed what',
  whoList: [
    [
      'Vinyals et al. 2015, pointer networks',
      'Attention itself is the output: the answer can only be made of the input.',
    ],
    [
      'Gu et al. 2016, CopyNet',
      'Scores for generating and for copying compete in one softmax; there is no p_gen between them.',
    ],
    [
      'See et al. 2017, pointer-generator',
      'The mixture shown here: a gate p_gen weighs a vocabulary distribution against the attention. The lesson tells it together with the two above.',
    ],
  ] as const,

  sourceTable: 'Attention over the source at each step',
  keys: 'Keys, while the focus is in this figure and not in the sentence:',
  keyList: [
    ['← →', 'step, on the words written'],
    ['[ ]', 'p_gen down, up'],
    ['M', 'p_gen as the model says'],
  ] as const,
  said: {
    written: (on: string, off: string) => `Copying on writes: ${on}. Copying off writes: ${off}.`,
    step: (step: number, word: string, gate: string, final: string) =>
      `Step ${step}: ${word}, probability ${final}, p_gen ${gate}.`,
  },
};
