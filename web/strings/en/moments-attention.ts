// The texts of part 1's moments: energies, weights and context.
import { counted } from '../counted';

export const attentionMoments = {
  'alpha-largest': {
    title: 'Which position wins?',
    question: 'One energy for each source position. After the softmax, which position has the largest weight?',
    energies: 'Energies e',
    position: (index: number) => `Position ${index}`,
    weights: 'Weights α',
    reasons: {
      negative: (energy: string, weight: string) =>
        `${energy} is large in size only. Softmax takes exp(e), which is tiny far below zero: its weight is ${weight}.`,
      other: (at: number, own: string, best: string) =>
        `Position ${at} has energy ${own}, but there is a higher one: ${best}. Softmax keeps the order.`,
    },
    because: (index: number, weight: string) =>
      `Position ${index}, with ${weight}. Softmax keeps the order of the energies; sign and size do not matter by themselves.`,
  },
  'softmax-paper': {
    title: 'A softmax by hand',
    question: (at: number) => `Three energies. Work out the weight of position ${at} before you check.`,
    energies: 'Energies e',
    label: (at: number) => `Weight of position ${at}`,
    weights: 'Weights α',
    sum: 'their sum in float32',
    reasons: {
      negative: 'exp is above 0 for every number, so a weight is never 0 or less.',
      above: 'A weight is a share of the whole: below 1 while there are other positions.',
      position: (other: number) => `That is the weight of position ${other}.`,
      other: (sum: string) => `Take exp of its energy, and divide by the sum ${sum}.`,
    },
    because: (at: number, weight: string, energy: string) =>
      `α_${at} = exp(${energy}) divided by the sum of all three exp: ${weight}.`,
  },
  'energy-paper': {
    title: 'One energy by hand',
    question: 'For one position, W_h h + W_s s is given, and so is v. What is the energy?',
    sum: 'W_h h + W_s s',
    v: 'v',
    label: 'Energy e = vᵀ tanh(…)',
    tanh: 'tanh of the sum',
    energy: 'Energy e',
    straight: 'without tanh it would be',
    reasons: {
      withoutTanh: 'That is v times the sum itself. Additive attention squeezes each entry through tanh first.',
      sign: 'Right size, wrong sign: mind the minus in v.',
      bound: 'Too far out: tanh stays between −1 and 1, so no energy exceeds the sizes in v added up.',
      other: 'First tanh of each entry, then times the entry of v below it, then the sum.',
    },
    because: (energy: string) => `e = ${energy}. The tanh is why no single large entry can take over.`,
  },
  'shift-energies': {
    title: 'All energies go up',
    question: (added: number) => `Somebody adds ${added} to every energy. What happens to the largest weight?`,
    energies: 'Energies e',
    weights: 'Weights α',
    options: ['It grows.', 'It stays as it is.', 'It shrinks.'],
    reasons: [
      'Every exp grows by the same factor, the sum below the line too. The factor cancels.',
      '',
      'All grow alike, so no one gains on another: the shares stay.',
    ],
    because: (added: number) =>
      `Nothing happens: exp(e + ${added}) is exp(e) times one factor, above and below the line. Programs use this: they subtract the largest energy first, so that exp never overflows.`,
    energiesAfter: (added: number) => `Energies + ${added}`,
    weightsAfter: 'Weights after',
  },
  temperature: {
    title: 'A very high temperature',
    question: (by: number) =>
      `All energies are divided by ${by} before the softmax. What is the largest weight close to now?`,
    energies: 'Energies e',
    weights: 'Weights α',
    options: (even: string) => ['1: the winner takes all', `${even}: all alike`, 'what it was', '0'],
    reasons: [
      'That is the other end: multiplying the energies sharpens. Dividing brings them close together.',
      '',
      'Softmax depends on the differences between energies, and these shrink.',
      'The weights still sum to 1, so they cannot all go to 0.',
    ],
    because: (by: number) =>
      `Divided by ${by} the energies hardly differ, and so do the weights: every position gets its even share.`,
    weightsAfter: (by: number) => `Weights at temperature ${by}`,
  },
  'which-tensor': {
    title: 'Six shapes, six tensors',
    question: 'The names were lost; the shapes were kept. Which tensor is which?',
    sizes: 'Batch, source length, embedding, hidden size, vocabulary',
    label: 'Shape and tensor',
    names: {
      'enc.out': 'encoder states h',
      'dec.energy': 'energies e',
      'dec.alpha': 'weights α',
      'dec.context': 'context c',
      'dec.gru_input': 'input of the decoder’s GRU',
      'dec.logits': 'scores of the words',
    },
    reason: (shape: string, said: string, own: string) => `${shape} cannot be “${said}”: that is ${own} here.`,
    because:
      'A source length in the shape says “for each source position”, V “for each word”. The GRU’s input is as wide as embedding and context together.',
    ran: 'The tensors of this run',
    heads: ['tensor', 'what it is', 'shape'],
  },
  'attention-cost': {
    title: 'Three kinds of attention',
    question: (H: number) =>
      `Three models, alike but for the attention, with a hidden size of ${H}. Which count of weights belongs to which?`,
    label: 'Weights in all, and the attention',
    weights: (count: string) => `${counted(count, 'weight', 'weights')}`,
    scores: { bahdanau: 'Bahdanau (additive)', luong_general: 'Luong, general', luong_dot: 'Luong, dot' },
    reasons: {
      bahdanau: 'The additive form has two matrices, W_h and W_s, and the vector v: it is the most expensive.',
      luong_general: 'The general form has one matrix W_a between state and query: it stands in the middle.',
      luong_dot: 'The dot product has no weights at all: it is the cheapest.',
    },
    because: (H: number) =>
      `Dot: nothing. General: one matrix of ${H} × ${H}. Bahdanau: two of them, and a vector of ${H}. What it buys is a score that can be learned.`,
    ran: 'Counted in the engine',
    heads: ['attention', 'weights in all', 'of these, attention’s'],
  },
  'longest-wins': {
    title: 'Does the longest state win?',
    question:
      'Claim: with dot-product attention the longest encoder state gets the largest weight. Which case refutes it?',
    case: (index: number) => `Case ${'ABC'[index]}`,
    heads: ['', 'entries', 'length'],
    state: (row: number) => `h_${row}`,
    weights: (index: number) => `Case ${'ABC'[index]}: weights α`,
    reason: (longest: number, weight: string) =>
      `Here h_${longest} is the longest and does win, with ${weight}. A counterexample is a case where the claim fails.`,
    because:
      'The energy s · h grows with the length of h only where h points the way s does. Turned away from s, a longer state loses by more.',
  },
  'all-masked': {
    title: 'When everything is masked',
    question:
      'All positions but one are masked: that one gets everything. Now it is masked too. What are the weights in this engine?',
    energies: 'Energies e',
    allButOne: 'Weights, all but one masked',
    options: ['All alike.', 'NaN: 0 divided by 0.', 'All 0.'],
    weights: 'Weights, all masked',
    reasons: [
      'Then attention would read positions that do not exist. A masked position has weight 0, whatever the others do.',
      'That is what PyTorch’s softmax gives for a row of −∞, and NaN then spreads into every weight. This engine guards against it.',
      '',
    ],
    because:
      'All 0: nothing to look at, so the context is 0. In PyTorch the same row gives NaN, and one NaN in a batch ruins the whole update.',
  },
  flatten: {
    title: 'Make the attention blind',
    question: 'Which single change makes all weights alike, whatever the source says?',
    weights: 'Weights before the change',
    changes: { v: 'v = 0', s: 's = 0', h: 'h doubled', Ws: 'W_s = 0' },
    change: 'change',
    why: {
      v: '',
      s: 'Without a query the energies still differ through W_h h.',
      h: 'Larger states make larger differences.',
      Ws: 'W_s s is the same for every position; without it the energies still differ through W_h h.',
    },
    reason: (why: string, weights: string) => `${why} The weights would be ${weights}.`,
    because:
      'With v = 0 every energy is 0, and the softmax of equal energies is even. Nothing about the source gets through.',
    ran: 'Each change, and the weights it gives',
  },
  'exact-one': {
    title: 'Does α sum to exactly 1?',
    question: (seeds: number) =>
      `A build rule says that the weights sum to 1. Nine positions, ${counted(seeds, 'seed', 'seeds')}, float32: for how many of them is the sum exactly 1?`,
    rule: 'The rule, taken at its word',
    label: (seeds: number) => `Exactly 1, out of ${seeds}`,
    reasons: {
      many: 'Fewer. Each weight is rounded, and so is every addition: the sum may miss 1 in its last bit.',
      few: 'More. Rounding often cancels, so that many sums do come out exactly.',
    },
    because: (right: number, seeds: number) =>
      `${right} of ${seeds}. The rule holds to rounding; a program that tests with == stops for no reason. Compare with a tolerance.`,
    ran: 'The other sums',
    sums: 'sum in float32',
  },
};
