// The texts of part 4's moments, the project's and the recap's.
import { counted } from '../counted';

const modules: Record<string, string> = {
  'enc.emb': 'the encoder’s embedding',
  'enc.gru': 'the encoder’s GRU',
  'dec.emb': 'the decoder’s embedding',
  'dec.attn': 'the attention',
  'dec.gru': 'the decoder’s GRU',
  'dec.fc': 'the output head',
};

const symbols: Record<string, string> = {
  'enc.out': 'encoder state h_i',
  'dec.energy': 'energy e_i',
  'dec.alpha': 'weight α_i',
  'dec.context': 'context c',
  'dec.hidden': 'decoder state s',
  'dec.probabilities': 'distribution p over the words',
};

export const programMoments = {
  'biggest-module': {
    title: 'Where are all the weights?',
    question: (E: number) =>
      `A model with 30,000 words, embeddings of ${E} and a hidden size of 512; the lesson says that it has about 30 million weights. Which module has the most?`,
    modules,
    reason: (module: string, count: string) =>
      `Counted, ${module} has ${count}. Look for what grows with the vocabulary, and how wide its input is.`,
    because: (most: string, total: string) =>
      `The output head: a row of 2H numbers for every word, ${counted(most, 'weight', 'weights')}. It alone has the 30 million; all together are ${total}.`,
    ran: 'Counted, module by module',
    heads: ['module', 'weights'],
    total: 'in all',
  },
  'double-it': {
    title: 'What does doubling cost?',
    question: (V: string, E: number, H: number) =>
      `V = ${V}, E = ${E}, H = ${H}. You may double one of them. Which doubling adds the most weights?`,
    options: ['Double the vocabulary V', 'Double the embedding E', 'Double the hidden size H'],
    reason: (total: string, base: string) => `From ${base} that would go to ${total}. Another one adds more.`,
    because: [
      'Here the vocabulary: two embeddings and the output head grow with it, and the rest of the model is small beside them.',
      'Here the embedding: both tables of embeddings and the inputs of both GRUs grow with it.',
      'Here the hidden size: the matrices inside the GRUs and the attention are H × H, so they become four times as large, and the output head twice.',
    ],
    ran: 'Weights in all',
    heads: ['', 'weights'],
    asItIs: 'As it is',
  },
  'where-seen': {
    title: 'Where is each mistake first seen?',
    question: 'Four mistakes, each made on its own. In which tensor does the pass first differ from a right one?',
    label: 'Mistake, and where it is first seen',
    reason: (mistake: string, tensor: string) =>
      `“${mistake}” is not first seen in ${tensor}. Follow the pass from the source on.`,
    because:
      'The first wrong tensor names the suspect. Everything after it is wrong too and says nothing: look there first when your own program differs.',
    ran: 'Each mistake, really made',
    heads: ['mistake', 'first differs'],
  },
  'learning-rate': {
    title: 'A learning rate too far',
    question: (epochs: number) =>
      `The lesson’s pair, Adam, ${counted(epochs, 'epoch', 'epochs')}. Which learning rate ends with the highest loss?`,
    rate: (rate: string) => `lr = ${rate}`,
    reason: (from: string, to: string) => `With that one the loss goes from ${from} to ${to}. Another one does worse.`,
    because:
      'Adam moves each weight by about the learning rate at every step, whatever the gradient’s size. Weights here are about 0.3: a rate far above that throws them across the room.',
    ran: 'The four runs',
    heads: (last: number) => ['learning rate', 'loss at epoch 0', `loss at epoch ${last}`],
  },
  'final-loss': {
    title: 'Is the final loss final?',
    question: (epochs: number) =>
      `The program trains for ${counted(epochs, 'epoch', 'epochs')} and prints its final loss. What is the loss of the weights it ends with?`,
    printed: 'The last lines printed',
    options: ['Lower than printed.', 'The same.', 'Higher than printed.'],
    reasons: [
      'Not here: this last update made it worse.',
      'The loss is printed, then the weights are updated once more. It is the loss before the last update.',
      'The last update goes downhill, and the learning rate is small enough not to overshoot.',
    ],
    because:
      'Each epoch prints the loss of its forward pass and updates after that. The weights you keep are one update further than the last number you see.',
    ran: 'Measured with the engine',
    heads: ['weights', 'loss'],
    before: (epoch: number) => `in the forward pass of epoch ${epoch}`,
    after: 'after the last update',
  },
  'watch-loss': {
    title: 'When does the loss fall below 1?',
    question: (rate: string) =>
      `The lesson’s pair at learning rate ${rate}. It begins like this. At which epoch does the loss first fall below 1? Say it, then see.`,
    begins: 'The first epochs',
    heads: ['epoch', 'loss'],
    label: 'Epoch',
    reasons: {
      early: (loss: string) => `Too early: there the loss is ${loss} still.`,
      late: (loss: string) => `Too late: there it is ${loss} already.`,
    },
    because: (epoch: number) =>
      `At epoch ${epoch}. The curve is steepest in the middle: first the model learns what is frequent, then what follows what.`,
    ran: 'The run',
  },
  'fair-start': {
    title: 'A fair comparison',
    question: 'Two runs from one seed: one teacher-forced, one free-running. What is the same in both?',
    items: {
      before: 'the first weights',
      count: 'the number of weights',
      first: 'the loss of epoch 0',
      after: 'the weights after 20 epochs',
    },
    extra: {
      before: '',
      count: '',
      first: 'The loss of epoch 0 differs: the weights are the same, but the decoder is fed other tokens.',
      after: 'The weights drift apart from the first update on.',
    },
    missing: 'Something is missing: how the decoder is fed changes neither the seed’s weights nor how many there are.',
    because:
      'Both start from the same weights, bit for bit, so that whatever differs later comes from the feeding. That is what one seed is for; whether the difference is more than luck takes several.',
    ran: 'The two runs',
    heads: ['', 'teacher-forced', 'free-running'],
  },
  'one-seed': {
    title: 'One seed proves nothing',
    question: (epochs: number) =>
      `Claim: after ${counted(epochs, 'epoch', 'epochs')} the teacher-forced run always has the lower loss. Which seed refutes it?`,
    table: 'The lesson’s pair, last losses',
    heads: ['seed', 'teacher-forced', 'free-running'],
    seed: (index: number, seed: string) => `${'ABCD'[index]}: seed ${seed}`,
    none: 'None of these',
    reason: (forced: string, free: string) =>
      `There the forced run has ${forced} and the free one ${free}: the claim holds.`,
    reasonNone: 'Look again: in one row the free run has the lower loss.',
    because:
      'On one pair the advantage of forcing is modest, and single seeds go either way. Compare means over several seeds, on held-out data, and say how much they spread.',
  },
};

export const recapMoments = {
  'connect-symbols': {
    title: 'Formulas without their left side',
    question: 'Right-hand sides without their left. What does each of them make?',
    label: 'Formula, and what it makes',
    symbols,
    reason: (symbol: string, formula: string) => `${symbol} is made otherwise: ${formula}.`,
    because:
      'Read from the top it is the whole model: states, energies, weights, context, the next state, the next word.',
    ran: 'The formulas, as the engine names them',
    heads: ['makes', 'formula'],
  },
  'recap-lie': {
    title: 'Three statements about attention',
    question: 'Bahdanau’s attention, any numbers. Which statement is the lie?',
    statements: {
      mask: 'A masked position has a weight of exactly 0.',
      order: 'With the encoder states in another order, the context is the same.',
      between: 'No entry of the context is outside the range of that entry in the states.',
      double: 'With s doubled, every energy doubles.',
    },
    reasons: {
      mask: 'True: its energy becomes −∞ and exp of it is 0.',
      order:
        'True: the weights move along with their states. Attention itself knows no order; the encoder put it into the states.',
      between: 'True: the context is a mean of the states, with weights that sum to 1.',
      double: '',
    },
    because:
      'Doubling s goes through W_s and then through tanh, with W_h h beside it: nothing doubles. In dot-product attention it would.',
    ran: 'Tried out',
    heads: ['', 'energies', 'weights'],
    plain: 'as drawn',
    doubled: 's doubled',
    turned: 'states in reverse',
    masked: (at: number) => `position ${at} masked`,
  },
  'attention-aloud': {
    title: 'Attention in your own words',
    question:
      'Explain attention to somebody who knows RNNs and nothing else, in three sentences. The map below may help.',
    map: 'Weights of a trained toy: rows are written, columns are read',
    label: 'Your explanation',
    points: [
      'Every source position keeps its own state.',
      'At each step the decoder compares its state with each of them.',
      'Softmax makes weights of these energies; they sum to 1.',
      'The context is the mean of the states with these weights, anew at each step.',
    ],
    model:
      'The encoder keeps a state for every source position. At each step the decoder compares its own state with each of them, and a softmax turns these energies into weights that sum to 1. The mean of the states with these weights is the context of this step, so that the decoder is not left with one summary of everything.',
    reason: 'Some points were missing. Read the model answer once more, and say it again in your own words.',
    because:
      'On one pair the map may be untidy and the output right all the same: weights say where the model looked, not why.',
  },
};
