// What the picture of the forward pass consists of, in data order: tensors (arrows) and what makes them (boxes). Names
// are those of a trace; shapes in numbers come from the engine, here they stand in letters.

export type TensorKey =
  | 'source'
  | 'enc.emb'
  | 'enc.out'
  | 'enc.hidden'
  | 'dec.Wh_h'
  | 'dec.Ws_s'
  | 'dec.tanh'
  | 'dec.energy'
  | 'dec.alpha'
  | 'dec.context'
  | 'input'
  | 'dec.emb'
  | 'dec.gru_input'
  | 'dec.hidden'
  | 'dec.head_input'
  | 'dec.logits'
  | 'dec.probabilities'
  | 'loss';

export type BoxKey =
  | 'encEmb'
  | 'encGru'
  | 'Wh'
  | 'Ws'
  | 'tanh'
  | 'v'
  | 'softmax'
  | 'mix'
  | 'decEmb'
  | 'catContext'
  | 'decGru'
  | 'catOut'
  | 'fc'
  | 'outSoftmax'
  | 'crossEntropy';

export type Part = 'encoder' | 'attention' | 'decoder';

export interface Tensor {
  kind: 'tensor';
  key: TensorKey;
  part: Part;
  symbol: string;
  /** As the lesson's program writes it. */
  torch: string;
  /** Its axes in letters. */
  axes: readonly string[];
  /** The class of colour. */
  quantity: 'h' | 's' | 'alpha' | 'c' | 'v' | 'word';
}

export interface Box {
  kind: 'box';
  key: BoxKey;
  part: Part;
  /** PyTorch's module or function. */
  torch: string;
  /** The name its weights begin with; null where it has none. */
  module: string | null;
  reads: readonly TensorKey[];
  makes: readonly TensorKey[];
}

export type Item = Tensor | Box;

const tensor = (
  part: Part,
  key: TensorKey,
  symbol: string,
  torch: string,
  axes: readonly string[],
  quantity: Tensor['quantity'],
): Tensor => ({ kind: 'tensor', key, part, symbol, torch, axes, quantity });
const box = (
  part: Part,
  key: BoxKey,
  torch: string,
  module: string | null,
  reads: readonly TensorKey[],
  makes: readonly TensorKey[],
): Box => ({ kind: 'box', key, part, torch, module, reads, makes });

/** In data order: arrow keys walk through it, the table lists it. */
export const items: readonly Item[] = [
  tensor('encoder', 'source', 'source', 'source', ['B', 'S'], 'word'),
  box('encoder', 'encEmb', 'Embedding', 'enc.emb', ['source'], ['enc.emb']),
  tensor('encoder', 'enc.emb', 'x', 'emb(source)', ['B', 'S', 'E'], 'v'),
  box('encoder', 'encGru', 'GRU', 'enc.gru', ['enc.emb'], ['enc.out', 'enc.hidden']),
  tensor('encoder', 'enc.out', 'h', 'h', ['B', 'S', 'H'], 'h'),
  tensor('encoder', 'enc.hidden', 'h_S', 'last', ['1', 'B', 'H'], 'h'),
  box('attention', 'Wh', 'Linear', 'dec.attn.Wh', ['enc.out'], ['dec.Wh_h']),
  tensor('attention', 'dec.Wh_h', 'W_h h', 'Wh(h)', ['B', 'S', 'H'], 'h'),
  box('attention', 'Ws', 'Linear', 'dec.attn.Ws', ['enc.hidden', 'dec.hidden'], ['dec.Ws_s']),
  tensor('attention', 'dec.Ws_s', 'W_s s', 'Ws(s)', ['B', 'H'], 's'),
  box('attention', 'tanh', '+ tanh', null, ['dec.Wh_h', 'dec.Ws_s'], ['dec.tanh']),
  tensor('attention', 'dec.tanh', 'tanh', 'tanh(both)', ['B', 'S', 'H'], 'v'),
  box('attention', 'v', 'Linear', 'dec.attn.v', ['dec.tanh'], ['dec.energy']),
  tensor('attention', 'dec.energy', 'e', 'energy', ['B', 'S', '1'], 'alpha'),
  box('attention', 'softmax', 'softmax', null, ['dec.energy'], ['dec.alpha']),
  tensor('attention', 'dec.alpha', 'α', 'alpha', ['B', 'S'], 'alpha'),
  box('attention', 'mix', 'Σ α h', null, ['dec.alpha', 'enc.out'], ['dec.context']),
  tensor('attention', 'dec.context', 'c', 'context', ['B', 'H'], 'c'),
  tensor('decoder', 'input', 'token', 'token', ['B'], 'word'),
  box('decoder', 'decEmb', 'Embedding', 'dec.emb', ['input'], ['dec.emb']),
  tensor('decoder', 'dec.emb', 'y', 'emb(token)', ['B', '1', 'E'], 'v'),
  box('decoder', 'catContext', 'cat', null, ['dec.emb', 'dec.context'], ['dec.gru_input']),
  tensor('decoder', 'dec.gru_input', '[y;c]', 'x', ['B', '1', 'E+H'], 'c'),
  box('decoder', 'decGru', 'GRU', 'dec.gru', ['dec.gru_input', 'enc.hidden', 'dec.hidden'], ['dec.hidden']),
  tensor('decoder', 'dec.hidden', 's', 'out', ['B', '1', 'H'], 's'),
  box('decoder', 'catOut', 'cat', null, ['dec.hidden', 'dec.context'], ['dec.head_input']),
  tensor('decoder', 'dec.head_input', '[s;c]', 'top', ['B', '2H'], 's'),
  box('decoder', 'fc', 'Linear', 'dec.fc', ['dec.head_input'], ['dec.logits']),
  tensor('decoder', 'dec.logits', 'o', 'logits', ['B', 'V'], 'word'),
  box('decoder', 'outSoftmax', 'softmax', null, ['dec.logits'], ['dec.probabilities']),
  tensor('decoder', 'dec.probabilities', 'p', 'softmax(-1)', ['B', 'V'], 'word'),
  box('decoder', 'crossEntropy', '−log p[target]', null, ['dec.probabilities'], ['loss']),
  tensor('decoder', 'loss', 'L', 'loss', [], 'word'),
];

export const tensors = items.filter((item): item is Tensor => item.kind === 'tensor');
export const boxes = items.filter((item): item is Box => item.kind === 'box');
export const find = (key: string): Item | undefined => items.find((item) => item.key === key);

/** Everything that lights up with an item: a tensor with what makes and reads it, a box with what goes in and out. */
export function company(item: Item): ReadonlySet<string> {
  const keys = new Set<string>([item.key]);
  const touching =
    item.kind === 'box' ? [item] : boxes.filter((one) => [...one.reads, ...one.makes].includes(item.key));
  for (const one of touching) {
    keys.add(one.key);
    if (item.kind === 'box') for (const key of [...one.reads, ...one.makes]) keys.add(key);
  }
  return keys;
}
