// The words of what <s2s-program> shows when it is asked: one training step in its stages, the build rules, the symbols.
// They are fetched together with it, so they are not in the catalogue that every element carries.
import { counted, isOne } from '../counted';

export const inside = {
  name: 'Inside one step',
  notation: 'Symbols',
  notations: { lesson: 'The lesson’s', paper: '2014 paper', pytorch: 'PyTorch' },
  notationHint: {
    lesson: 'i counts the words read, t those written.',
    paper:
      'Bahdanau, Cho and Bengio 2014: j counts the words read, i those written. W_a belongs to the decoder’s state and U_a to h. Its z is one minus ours, its encoder reads both ways, and it leaves the biases out (–).',
    pytorch: 'Names of the program’s variables, and of the weights in state_dict().',
  },
  keys: 'Keys:',
  keyNext: 'next stage',
  keyBack: 'back',
  next: 'Next',
  back: 'Back',
  take: 'Take this step',
  stageList: 'Stages of the step',
  stages: { forward: 'Forward', loss: 'Loss', backward: 'Backward', update: 'Update' },
  running: 'The run is training. Pause it to take its next step apart.',
  finished: 'The run is finished: there is no next step. Set more epochs, or reset it.',
  loading: 'Asking the engine for the next step.',
  measuring: 'The engine measures.',
  notBegun: 'The run has not begun. Press Train or Step.',
  stopped: 'The run has stopped; why, and the way back, stand with its loss.',
  failed: 'The engine has no next step to show:',
  which: (step: string, epoch: string, pairs: number) =>
    `Step ${step} of the run, in epoch ${epoch}: ${counted(pairs, 'pair', 'pairs')} at once. Nothing has changed yet.`,
  taken: (step: string, code: string, same: boolean) =>
    same
      ? `Step ${step} is taken. The weights’ check code is ${code}, as foretold: the same bits as one press of Step.`
      : `Step ${step} is taken, but the weights’ check code is ${code}, which is not the one foretold.`,

  pair: (index: number, of: number) => `Pair ${index} of ${of}`,
  pairBefore: 'Pair before',
  pairAfter: 'Pair after',
  reads: 'reads',
  step: 'step',
  fed: 'is fed',
  fedTrue: 'true token',
  fedOwn: 'own prediction',
  fedStart: 'start',
  truth: 'should say',
  prediction: 'would say',
  logit: 'logit of the truth',
  probability: 'its probability',
  forwardText: (epsilon: string) =>
    `The encoder reads, then the decoder takes step after step. Each true token is fed with probability ${epsilon}.`,
  forwardCaption: 'What each decoder step is fed, and what it makes of it',
  shapesTitle: 'Shapes of this pass',
  tensor: 'tensor',
  weightName: 'weight',
  shape: 'shape',
  inNumbers: 'in numbers',
  eachStep: 'each step',
  sizes: (B: string, S: string, T: string) => `B = ${B}, S = ${S}, T = ${T}`,

  lossText: 'Each step costs −log p of the token it should have said. Padding costs nothing.',
  lossCaption: 'What each token costs',
  tokenLoss: '−log p',
  sum: 'sum',
  batchSum: (tokens: string) => `Sum over ${counted(tokens, 'token', 'tokens')} of the batch`,
  batchMean: (sum: string, tokens: string) => `Mean: ${sum} / ${tokens}`,
  isSum: 'This run’s loss is the sum.',
  isMean: 'This run’s loss is the mean.',
  lossOf: 'Loss of the step',
  tokens: 'tokens',

  backwardText:
    'How the loss moves with each weight. One number a tensor: the Euclidean norm of its gradient, as param.grad.norm() prints it.',
  backwardCaption: 'Norm of the gradient of every tensor',
  gradientNorm: 'gradient norm',
  totalNorm: 'All together',
  notClipped: 'Clipping is off: every gradient is used as it is.',
  clipsNothing: (limit: string) => `Clipping at ${limit} changes nothing: the norm is not above it.`,
  clips: (limit: string, factor: string, norm: string) =>
    `Clipping at ${limit}: every gradient is multiplied by ${factor}. The norm is then ${norm}.`,

  updateText: {
    adam: 'Adam moves a weight against the sign of its gradient; in the first steps by about the learning rate, whatever the gradient’s size. A weight that has had no gradient stays.',
    adamw: 'AdamW moves as Adam does, and shrinks every weight a little beside it.',
    sgd: 'SGD moves every weight by the learning rate times its gradient, with the momentum of the steps before.',
  },
  updateCaption: 'How far every tensor moves',
  weightNorm: 'norm of the weights',
  change: 'norm of the update',
  stepSize: {
    adam: (rate: string, beta: string, t: string, size: string) => `Step size: ${rate} / (1 − ${beta}^${t}) = ${size}`,
    sgd: (rate: string) => `Step size: the learning rate, ${rate}`,
  },
  correction: (beta: string, t: string, value: string) => `√v is divided by √(1 − ${beta}^${t}) = ${value}`,
  oneWeight: 'One weight through the update',
  chooseTensor: 'Tensor',
  chooseIndex: 'Row, column',
  chooseEntry: 'Entry',
  badIndex: (text: string, shape: string) =>
    `“${text}” is no place in a tensor of shape ${shape}. Places count from 0.`,
  largest: 'The largest gradient',
  quantity: 'quantity',
  value: 'value',
  how: 'how',
  rows: {
    before: 'weight before',
    gradient: 'gradient',
    clipped: 'gradient after clipping',
    decayed: 'with the decay',
    first: 'm, mean of the gradients',
    second: 'v, mean of their squares',
    buffer: 'momentum buffer',
    after: 'weight after',
  },
  was: (value: string) => `was ${value}`,
  digest: 'Check code of all weights after it',

  rulesText:
    'What must hold in any implementation, measured on the current pair with the weights as they are. The lesson’s program prints the first two.',
  rule: 'rule',
  measured: 'measured',
  holds: 'holds',
  yes: 'holds',
  no: 'broken',
  allHold: (count: number) => `${counted(count, 'rule holds', 'rules hold')}.`,
  someBroken: (broken: number, count: number) =>
    `${broken} of ${counted(count, 'rule', 'rules')} ${isOne(broken) ? 'is' : 'are'} broken.`,
  rules: {
    shapes: 'Every tensor has the shape its axes say',
    sum: 'The weights α of a step sum to 1, to rounding',
    positive: 'No weight is below 0',
    mask: 'Padding behind the source gets weight exactly 0',
    padding: 'Padding behind the target costs nothing',
    handover: 'The decoder starts from the encoder’s last state',
    previous: 'Attention reads the state before the step',
    context: 'The context is Σ\u00a0α\u00a0h',
    count: 'Encoder and decoder have the parameters counted by hand',
    seed: 'The same seed gives the same weights, bit for bit',
  },
  atStep: (step: number) => `step ${step}`,
  found: (right: number, all: number) => `${right} of ${all}`,
  sumIs: (sum: string, error: string) => (error === '0' ? `${sum}, exactly` : `${sum}, off by ${error}`),
  smallest: (value: string) => `smallest ${value}`,
  maskIs: (ours: string, theirs: string) => `largest weight there ${ours}; without a mask ${theirs}`,
  paddingIs: (loss: string, change: string, theirs: string) =>
    `costs ${loss}, changes the others by ${change}; counted, ${theirs}`,
  distance: (value: string) => `distance ${value}`,
  previousIs: (ours: string, theirs: string) => `distance ${ours}; with the state after it ${theirs}`,
  countIs: (encoder: string, decoder: string, total: string) => `${encoder} + ${decoder} = ${total}`,
  seedIs: (seed: string, steps: string, code: string) =>
    `seed ${seed} drawn anew, ${counted(steps, 'step', 'steps')}: ${code}`,
  shapesTable: 'Shapes, one by one',
  expected: 'expected',
  foundShape: 'found',
  offBy: 'off by',
  rulesSaid: (text: string) => `Build rules: ${text}`,

  said: {
    forward: (pairs: number, steps: number, first: string, probability: string) =>
      `Forward: ${counted(pairs, 'pair', 'pairs')}. ${counted(steps, 'decoder step', 'decoder steps')}; the first should say ${first} and gives it ${probability}.`,
    loss: (loss: string, tokens: string) => `Loss: ${loss}, over ${counted(tokens, 'token', 'tokens')}.`,
    backward: (norm: string, name: string, largest: string) =>
      `Backward: the gradient’s norm is ${norm}. The largest part is ${name} with ${largest}.`,
    update: (name: string, before: string, after: string) => `Update: ${name} goes from ${before} to ${after}.`,
  },
  tables: { steps: 'tokens', tensors: 'tensors', weight: 'weight', rules: 'rules', shapes: 'shapes' },
};
