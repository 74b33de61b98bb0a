// The words of <s2s-shapes>.

import type { BoxKey, TensorKey } from '../../shapes/graph';
import type { Letter } from '../../shapes/sizes';
import { counted, isOne } from '../counted';

interface Meaning {
  name: string;
  text: string;
}

const sizes: Record<Letter, string> = {
  B: 'Batch',
  S: 'Source length',
  T: 'Target length',
  E: 'Embedding size',
  H: 'Hidden size',
  V: 'Vocabulary',
};

const axes: Record<string, string> = {
  B: 'rows of the batch',
  S: 'source positions',
  T: 'target positions',
  E: 'numbers of an embedding',
  H: 'numbers of a state',
  V: 'words of the vocabulary',
  'E+H': 'an embedding and a context, end to end',
  '2H': 'a state and a context, end to end',
  '1': 'one: kept so that the next module fits',
};

const tensors: Record<TensorKey, Meaning> = {
  source: { name: 'the source', text: 'Token ids, one row a sentence.' },
  'enc.emb': { name: 'source embeddings', text: 'Each id looked up in a table of V rows.' },
  'enc.out': {
    name: 'encoder states',
    text: 'One state for each source position. All are kept: attention reads them.',
  },
  'enc.hidden': {
    name: 'the last encoder state',
    text: 'The summary the decoder starts from: its state before step 1.',
  },
  'dec.Wh_h': { name: 'the states, weighted', text: 'Does not depend on the step, so it can be made once for all T.' },
  'dec.Ws_s': {
    name: 'the decoder’s state, weighted',
    text: 'One row for all positions: it is added to each of them.',
  },
  'dec.tanh': { name: 'their sum, squeezed', text: 'The largest tensor of attention: it has all of B, S and H.' },
  'dec.energy': { name: 'energies', text: 'One number for each source position: v takes the H numbers to one.' },
  'dec.alpha': { name: 'attention weights', text: 'Softmax over the S positions: each row sums to 1.' },
  'dec.context': {
    name: 'the context',
    text: 'The states mixed by their weights. S is gone: any source gives one vector.',
  },
  input: { name: 'the token fed', text: 'The true one with teacher forcing, else the model’s own. The first is BOS.' },
  'dec.emb': { name: 'its embedding', text: 'From the decoder’s own table, not the encoder’s.' },
  'dec.gru_input': {
    name: 'what the GRU reads',
    text: 'Embedding and context side by side: that is why the GRU is E + H wide.',
  },
  'dec.hidden': {
    name: 'the decoder’s state',
    text: 'Goes on to the head, and round to the next step, where attention reads it first.',
  },
  'dec.head_input': {
    name: 'what the head reads',
    text: 'State and context side by side: that is why the head is 2H wide.',
  },
  'dec.logits': { name: 'logits', text: 'One score for each word of the vocabulary.' },
  'dec.probabilities': { name: 'probabilities', text: 'Softmax over the V words: each row sums to 1.' },
  loss: { name: 'the loss', text: 'One number: −log p of every true token, added up.' },
};

const boxes: Record<BoxKey, { call: string; text: string }> = {
  encEmb: { call: 'nn.Embedding(V, E)', text: 'Looks rows up; multiplies nothing.' },
  encGru: { call: 'nn.GRU(E, H)', text: 'Reads left to right, S steps. Three gates, so 3H rows of weights.' },
  Wh: { call: 'nn.Linear(H, H, bias=False)', text: 'Attention’s weights for the encoder states.' },
  Ws: { call: 'nn.Linear(H, H, bias=False)', text: 'Attention’s weights for the decoder’s state before the step.' },
  tanh: { call: 'torch.tanh(Wh(h) + Ws(s))', text: 'Adds the one row of W_s s to each position, then squeezes.' },
  v: { call: 'nn.Linear(H, 1, bias=False)', text: 'A dot product with v, at each position.' },
  softmax: { call: 'energy.softmax(-1)', text: 'Over the source positions; padding gets exactly 0.' },
  mix: { call: 'alpha.unsqueeze(1).bmm(h)', text: 'The weighted sum of the states.' },
  decEmb: { call: 'nn.Embedding(V, E)', text: 'Looks rows up; multiplies nothing.' },
  catContext: { call: 'torch.cat([emb(token), context], -1)', text: 'Joins them end to end; nothing is computed.' },
  decGru: { call: 'nn.GRU(E + H, H)', text: 'One step at a time: its next input needs this step’s attention.' },
  catOut: { call: 'torch.cat([out, context], -1)', text: 'Joins them end to end; nothing is computed.' },
  fc: { call: 'nn.Linear(2 * H, V)', text: 'The output head. With a real vocabulary it outweighs everything else.' },
  outSoftmax: { call: 'logits.softmax(-1)', text: 'Over the vocabulary.' },
  crossEntropy: { call: 'F.cross_entropy(logits, target)', text: 'PyTorch takes the logits and does both in one.' },
};

export const shapes = {
  name: 'The shapes of a forward pass',
  sizes,
  axes,
  tensors,
  boxes,
  slider: (name: string) => `${name}, slider`,
  presets: 'Sizes of',
  toy: 'the lesson’s toy',
  notAllowed: (letter: string, text: string, range: string) =>
    text.trim() === '' ? `${letter} is empty. Allowed: ${range}.` : `${letter} is “${text}”. Allowed: ${range}.`,
  whole: 'a whole number, 1 or more',
  parts: {
    encoder: 'Encoder',
    attention: 'Attention',
    decoder: 'Decoder',
  },
  once: 'once',
  eachStep: (steps: string) => (isOne(steps) ? 'in its only step' : `at each of ${steps} steps`),
  map: 'The forward pass: arrow keys follow the data',
  mapHint: 'Point at a tensor or a box, or walk with the arrow keys, to follow it. A click keeps it.',
  legend: 'Dashed: from step to step. A tensor’s little block grows with its sizes.',
  tensorSaid: (symbol: string, name: string, shape: string) => `${symbol}, ${name}: ${shape}`,
  boxSaid: (torch: string, module: string, reads: string, makes: string) =>
    `${torch}${module ? ` ${module}` : ''}: from ${reads} to ${makes}`,
  madeBy: 'made by',
  readBy: 'read by',
  given: 'given',
  nobody: 'nothing after it',
  size: 'Size',
  made: 'Made',
  weights: 'Weights',
  noWeights: 'none',
  multiplies: 'Multiply-adds, forward',
  memory: (bytes: string) => `${bytes} in one pass`,
  parameters: 'Parameters',
  encoder: 'encoder',
  decoder: 'decoder',
  total: 'in all',
  step: 'One training step',
  memoryTitle: 'Memory, float32',
  memoryKinds: {
    parameterBytes: 'weights',
    gradientBytes: 'their gradients',
    optimizerBytes: 'Adam’s two moments',
    activationBytes: 'tensors kept for backward',
  },
  workTitle: 'Multiply-adds, forward',
  workStep: (count: string) => `With the backward pass, which has two products for each of these: ${count}.`,
  repeated: (count: string) =>
    `The lesson’s program makes W_h h anew at every step, which costs ${count} more. Made once, it is the same numbers.`,
  products: {
    'enc.gru': 'encoder GRU',
    'dec.attn.Wh': 'W_h h, once',
    'dec.attn.Ws': 'W_s s',
    'dec.attn.v': 'v · tanh',
    'dec.context': 'Σ α h',
    'dec.gru': 'decoder GRU',
    'dec.fc': 'output head',
  } as Record<string, string>,
  claimTitle: 'Check a claim',
  claim: 'The lesson says that V = 30,000 and H = 512 give about 30 million parameters. It leaves E open. Count:',
  claimButton: (E: string) => `E = ${E}`,
  claimFalse: (total: string, head: string) =>
    `${total}, not about 30 million. The output head alone has ${head}: that is about 30 million by itself.`,
  claimOpen: 'The count appears here.',
  table: {
    tensors: 'Tensors',
    weights: 'Weights',
    costs: 'Costs',
    name: 'name',
    symbol: 'symbol',
    torch: 'PyTorch',
    axes: 'axes',
    shape: 'shape',
    times: 'times',
    bytes: 'bytes',
    what: 'what',
    count: 'number',
    captionTensors: 'Every tensor of one forward pass, in data order.',
    captionWeights: 'Every parameter, in PyTorch’s order.',
  },
  said: (total: string) => `${counted(total, 'parameter', 'parameters')}.`,
  keys: 'Keys, while the focus is in the picture:',
  keyList: [
    ['↑ ↓', 'follow the data'],
    ['Enter', 'keep'],
    ['Esc', 'let go'],
  ] as const,
};
