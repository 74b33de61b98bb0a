// The texts of the warm-up's moments. Titles stand before the engine has loaded; functions get the engine's numbers.
import { counted } from '../counted';

export const warmUpMoments = {
  'encoder-shape': {
    title: 'All the states the encoder keeps',
    question: (E: number, H: number) =>
      `The encoder reads this source, one token at a time, with embeddings of ${E} and a hidden size of ${H}. What is the shape of all the states it keeps for the attention, batch first?`,
    source: 'The source, as the model reads it',
    label: 'Shape of `enc.out`',
    reasons: {
      last: 'That is the last state alone, the summary. Attention needs the state at every position.',
      dimensions: (count: number) => `It has ${counted(count, 'size', 'sizes')}: batch, positions, features.`,
      batch: 'One sentence is a batch of one, and the batch comes first.',
      eos: 'Count again: the EOS at the end is read like any token and has a state of its own.',
      embedding: 'The last size is that of the embedding. The GRU turns each embedding into a hidden state.',
      other: 'Batch first, then one row for each token read, then one number for each hidden unit.',
    },
    because: (shape: string) =>
      `${shape}: one sentence, a state for every token read, EOS included, and as many numbers in each as the GRU has hidden units.`,
    ran: 'The encoder’s tensors in this run',
    heads: ['tensor', 'symbol', 'shape'],
  },
  'summary-row': {
    title: 'Where the decoder starts',
    question: 'Here are the encoder’s states, one row for each token. The decoder starts from one of them. Which?',
    states: 'Encoder states, `enc.out`',
    before: 'The decoder’s first state is row',
    after: 'of `enc.out`.',
    expected: (last: number) => `a row’s number, from 0 to ${last}`,
    reasons: {
      fromOne: (count: number) => `Rows count from 0, so there is no row ${count}.`,
      first: 'Row 0 has seen one token only. The summary must have seen the whole source.',
      eos: 'Nearly: that row has seen every letter, but not EOS, which comes after them.',
      other: 'The encoder reads from left to right. Only one row has seen everything.',
    },
    because: (row: number) =>
      `Row ${row}, the last: it has seen the whole source. PyTorch returns it once more as \`h_n\`; the numbers are the same, to the bit.`,
    ran: 'The decoder’s first state, `enc.hidden`',
  },
  'what-first': {
    title: 'One decoder step, in order',
    question: 'One decoder step makes these six things. Each needs what came before it. Put them in order.',
    label: 'From first to last',
    steps: {
      'dec.energy': 'energies, one for each source position',
      'dec.alpha': 'attention weights',
      'dec.context': 'context vector',
      'dec.gru_input': 'input of the GRU',
      'dec.hidden': 'new decoder state',
      'dec.logits': 'a score for each word',
    },
    reason: (needed: string, placed: string, place: number) =>
      `At place ${place} you have “${placed}”. It cannot be made yet: “${needed}” comes before it.`,
    because:
      'Bahdanau’s attention looks with the state before the step. So the context is there before the GRU runs, and goes into it.',
    ran: 'The same step, as the engine went through it',
    heads: ['made', 'formula', 'shape'],
  },
  'same-seed': {
    title: 'Twice from the same seed',
    question: (epochs: number) =>
      `Two runs with the same configuration and the same seed, ${counted(epochs, 'epoch', 'epochs')} each. How far do their weights agree?`,
    options: ['In every bit.', 'To about four digits; rounding does the rest.', 'Hardly: training is random.'],
    reasons: [
      '',
      'Rounding is no dice: the same sums in the same order round in the same way.',
      'All chance comes from the seed: first weights, order of the pairs, coins. Same seed, same chances.',
    ],
    because:
      'Every bit. The check code is computed from all weights; one bit changed anywhere would change it. Another seed gives another model.',
    ran: 'Three runs just now',
    heads: ['run', 'check code of the weights', 'loss'],
    run: (seed: string) => `seed ${seed}`,
  },
};
