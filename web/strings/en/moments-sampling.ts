// The texts of part 3's moments: scheduled sampling and copying.
import { counted } from '../counted';

const vocabulary = ['the', 'a', 'tea', 'coffee', 'asks'];
const source = ['the', 'customer', 'ordered', 'tea', 'Zubrowka'];

export const samplingMoments = {
  'epsilon-paper': {
    title: 'The linear schedule by hand',
    question: (K: number, k: number) =>
      `The probability of feeding the true token falls in a straight line from 1 to 0 over K = ${counted(K, 'epoch', 'epochs')}. What is it at epoch ${k}?`,
    label: (k: number) => `ε at epoch ${k}`,
    reasons: {
      negative: 'A probability is never below 0: from epoch K on it stays at 0.',
      above: 'A probability is at most 1.',
      complement: 'That is the share of own predictions. ε is the share of true tokens.',
      other: (k: number, K: number) => `Take 1 − ${k}/${K}, or 0 where that is negative.`,
    },
    because: (epsilon: string) => `${epsilon}: the larger of 0 and 1 − k/K.`,
    ran: 'The engine’s schedule',
    heads: ['epoch', 'ε'],
  },
  quarter: {
    title: 'Is 0.25 “free-run”?',
    question:
      'At ε = 0.25 the lesson’s program prints “free-run”. A coin was thrown for each of 100 decoder inputs. How many of them were true tokens all the same?',
    program: 'What the program prints',
    label: 'True tokens among 100',
    reasons: {
      none: '“free-run” is only a label. ε is still 0.25, and the coins are thrown with it.',
      many: 'Fewer: the coin shows “true” with probability 0.25.',
      few: 'More: about a quarter of the coins show “true”.',
    },
    because: (right: number) =>
      `${right}: about a quarter. Free running begins where ε is 0. Labels are for people; the coins decide.`,
    ran: 'The coins. The first of each row is BOS, without a coin',
  },
  'wrong-coin': {
    title: 'Too few coins',
    question:
      'Scheduled sampling throws a coin for every decoder input. One of these two programs throws only one for each sentence. Which?',
    strip: (index: number) => `Program ${'AB'[index]}: one row a sentence`,
    program: (index: number) => `Program ${'AB'[index]}`,
    reason: 'In that one the rows are mixed: true tokens and own predictions take turns, so each had its own coin.',
    because:
      'Its rows are all of one kind behind BOS. The expected share is the same, but the model never sees a true token right after an own error, and that is what scheduled sampling is for.',
    ran: 'The difference is one line’s place',
    lines: [
      'for row in batch:',
      '    own = rand() >= epsilon      # here: once a sentence (wrong)',
      '    for t in range(1, T):',
      '        own = rand() >= epsilon  # here: once a token',
    ],
  },
  'curve-order': {
    title: 'Three schedules',
    question: (k: number) => `At step ${k}, which schedule still feeds the most true tokens, and which the fewest?`,
    label: 'From most to fewest',
    curves: {
      linear: 'linear: 1 − k/100',
      exponential: 'exponential: 0.96 to the power k',
      inverse_sigmoid: 'inverse sigmoid: 12 / (12 + exp(k/12))',
    },
    reason: (curve: string, k: number, value: string) => `“${curve}” is at ${value} at step ${k}: it stands elsewhere.`,
    because:
      'The exponential falls at once, the inverse sigmoid waits and then falls fast, the line takes its time. The constants decide when they cross.',
    ran: (k: number) => `ε at step ${k}`,
    heads: ['schedule', 'ε'],
  },
  'first-coin': {
    title: 'How many coins?',
    question: (length: number) =>
      `A target has ${counted(length, 'token', 'tokens')}, EOS included. How many coins are thrown for it?`,
    label: 'Coins',
    reasons: {
      all: 'The first input is BOS, always. There is nothing to choose, and no coin.',
      other: 'One for each decoder input, but for the first.',
    },
    because: (count: number) =>
      `${count}: every input but BOS. There is no prediction before the first step that could be fed.`,
    ran: 'The row with ε = 0: every coin says “own”',
  },
  'mixture-paper': {
    title: 'The mixture by hand',
    question: (word: string, pGen: string) =>
      `With p_gen = ${pGen}, what is the probability that the model writes ${word}?`,
    vocabulary,
    source,
    alpha: 'Attention over the source',
    pVocabulary: 'Distribution over the vocabulary',
    label: (word: string) => `P of ${word}`,
    reasons: {
      generated: 'That is the part from the vocabulary alone. The word is in the source too, and may be copied.',
      copied: 'That is the part that is copied. The vocabulary has the word too.',
      unweighted: 'Both parts, but not weighed: the first counts p_gen, the second 1 − p_gen.',
      other: 'p_gen times its probability in the vocabulary, plus (1 − p_gen) times its attention weight.',
    },
    because: (generated: string, copied: string, all: string) =>
      `${generated} from the vocabulary and ${copied} from the source: ${all}. This mixture is See et al. 2017; the pointer networks of 2015 only copy.`,
    ran: 'The final distribution',
  },
  'unknown-word': {
    title: 'The word it cannot write',
    question: 'The gate is at p_gen = 1. Three of these words can still be written. Which one can not?',
    vocabulary,
    source,
    sourceTitle: 'Source',
    vocabularyTitle: 'Vocabulary',
    reasons: {
      both: (word: string, p: string) => `${word} is in the source, but in the vocabulary too: it has ${p}.`,
      vocabulary: (word: string, p: string) => `${word} is in the vocabulary: it has ${p}.`,
    },
    because: (word: string) =>
      `${word} is in the source only. With p_gen = 1 nothing is copied, so its probability is exactly 0. Any gate below 1 opens the way to it.`,
    ran: 'The final distribution at p_gen = 1',
  },
  'repeated-word': {
    title: 'A word that stands twice',
    question: 'The model copies only (p_gen = 0). Which word is it most likely to write?',
    vocabulary,
    source,
    alpha: 'Attention over the source',
    vocabularyTitle: 'Vocabulary',
    reasons: {
      single: (word: string) =>
        `${word} has the largest single weight. But another word stands at two positions, and its weights add up.`,
      other: (word: string) => `Add up the weights of every position where a word stands: ${word} has less.`,
    },
    because: (word: string, p: string) =>
      `${word}, with ${p}: both of its positions count. A distribution over words, not over positions.`,
    ran: 'Copying, word by word',
    heads: ['word', 'probability'],
  },
};
