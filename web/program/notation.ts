// What tensors and weights are called: by the lesson, by Bahdanau, Cho and Bengio 2014 (arXiv 1409.0473, section 3 and
// appendix A), or by PyTorch. In the paper i counts the words written and j those read; in the lesson t and i do. The
// paper's encoder reads in both directions and has no biases: where it has no name, a dash stands.
import { html, type TemplateResult } from 'lit';

export type Notation = 'lesson' | 'paper' | 'pytorch';
export const notations: readonly Notation[] = ['lesson', 'paper', 'pytorch'];

type Names = readonly [lesson: string, paper: string, pytorch?: string];

/** By their names in a trace. PyTorch's are the variables of the program's text. */
const tensors: Record<string, Names> = {
  'enc.emb': ['x_i', 'Ē x_j', 'emb(source)'],
  'enc.gru.r': ['r_i', 'r_j', 'nn.GRU: r'],
  'enc.gru.z': ['z_i', '1 − z_j', 'nn.GRU: z'],
  'enc.gru.n': ['n_i', 'h̃_j', 'nn.GRU: n'],
  'enc.out': ['h_i', 'h_j', 'h'],
  'enc.hidden': ['h_S', 'h_{T_x}', 'last'],
  'dec.Wh_h': ['W_h h_i', 'U_a h_j', 'self.Wh(h)'],
  'dec.Wa_h': ['W_a h_i', '–', 'self.Wa(h)'],
  'dec.emb': ['y_{t−1}', 'E y_{i−1}', 'emb(token)'],
  'dec.Ws_s': ['W_s s_{t−1}', 'W_a s_{i−1}', 'self.Ws(s)'],
  'dec.tanh': ['tanh(W_h h_i + W_s s_{t−1})', 'tanh(W_a s_{i−1} + U_a h_j)', 'torch.tanh(both)'],
  'dec.energy': ['e_{t,i}', 'e_{ij}', 'energy'],
  'dec.alpha': ['α_{t,i}', 'α_{ij}', 'alpha'],
  'dec.context': ['c_t', 'c_i', 'context'],
  'dec.gru_input': ['[y_{t−1}; c_t]', '[E y_{i−1}; c_i]', 'x'],
  'dec.gru.r': ['r_t', 'r_i', 'nn.GRU: r'],
  'dec.gru.z': ['z_t', '1 − z_i', 'nn.GRU: z'],
  'dec.gru.n': ['n_t', 's̃_i', 'nn.GRU: n'],
  'dec.hidden': ['s_t', 's_i', 's'],
  'dec.head_input': ['[s_t; c_t]', '[s_i; c_i]', 'top'],
  'dec.logits': ['o_t', 'W_o t_i', 'logits'],
  'dec.p_vocabulary': ['P_{vocab}', '–', 'logits.softmax(-1)'],
  'dec.p_gen': ['p_{gen}', '–', 'p_gen'],
  'dec.p_copy': ['P_{copy}', '–', 'p_copy'],
  'dec.probabilities': ['p_t', 'p(y_i | …)', 'logits.softmax(-1)'],
  'dec.loss': ['L_t', '−log p(y_i | …)', 'F.cross_entropy'],
};

const weights: Record<string, Names> = {
  'enc.emb.weight': ['E_{src}', 'Ē'],
  'enc.gru.weight_ih_l0': ['W_{ir}, W_{iz}, W_{in}', 'W_r, W_z, W'],
  'enc.gru.weight_hh_l0': ['W_{hr}, W_{hz}, W_{hn}', 'U_r, U_z, U'],
  'enc.gru.bias_ih_l0': ['b_{ir}, b_{iz}, b_{in}', '–'],
  'enc.gru.bias_hh_l0': ['b_{hr}, b_{hz}, b_{hn}', '–'],
  'dec.emb.weight': ['E_{tgt}', 'E'],
  'dec.attn.Wh.weight': ['W_h', 'U_a'],
  'dec.attn.Ws.weight': ['W_s', 'W_a'],
  'dec.attn.v.weight': ['v', 'v_a'],
  'dec.attn.Wa.weight': ['W_a', '–'],
  'dec.gru.weight_ih_l0': ['W_{ir}, W_{iz}, W_{in}', 'W_r C_r, W_z C_z, W C'],
  'dec.gru.weight_hh_l0': ['W_{hr}, W_{hz}, W_{hn}', 'U_r, U_z, U'],
  'dec.gru.bias_ih_l0': ['b_{ir}, b_{iz}, b_{in}', '–'],
  'dec.gru.bias_hh_l0': ['b_{hr}, b_{hz}, b_{hn}', '–'],
  'dec.fc.weight': ['W_{fc}', 'W_o'],
  'dec.fc.bias': ['b_{fc}', '–'],
};

const gru: Names = ['h_i = GRU(x_i, h_{i−1})', 'h_j = f(x_j, h_{j−1})', 'h (B, S, H), last (1, B, H)'];
const state: Names = ['h_1 … h_S;  s_0 = h_S', 'h_1 … h_{T_x};  s_0 = h_{T_x}', 'h (B, S, H), s (1, B, H)'];
const logits: Names = ['o_t = W_{fc} [s_t; c_t] + b_{fc}', 'g(y_{i−1}, s_i, c_i)', 'logits (B, V)'];

/** Lines of the program's text, each with what it computes. */
const lines: Record<string, Record<string, Names>> = {
  Encoder: {
    'self.emb = nn.Embedding(V, E)': ['E_{src}', 'Ē', 'enc.emb.weight (V, E)'],
    'self.gru = nn.GRU(E, H, batch_first=True)': [
      'W_{ir}, W_{iz}, W_{in}, W_{hr}, W_{hz}, W_{hn}',
      'W_r, W_z, W, U_r, U_z, U',
      'enc.gru.weight_ih_l0 (3H, E), enc.gru.weight_hh_l0 (3H, H)',
    ],
    'h, last = self.gru(self.emb(source))': gru,
  },
  BahdanauAttn: {
    'self.Wh = nn.Linear(H, H, bias=False)': ['W_h', 'U_a', 'dec.attn.Wh.weight (H, H)'],
    'self.Ws = nn.Linear(H, H, bias=False)': ['W_s', 'W_a', 'dec.attn.Ws.weight (H, H)'],
    'self.v = nn.Linear(H, 1, bias=False)': ['v', 'v_a', 'dec.attn.v.weight (1, H)'],
    'both = self.Wh(h) + self.Ws(s).unsqueeze(1)': [
      'W_h h_i + W_s s_{t−1}',
      'W_a s_{i−1} + U_a h_j',
      'dec.attn.Wh, dec.attn.Ws: (B, S, H)',
    ],
    'energy = self.v(torch.tanh(both)).squeeze(-1)': [
      'e_{t,i} = vᵀ tanh(W_h h_i + W_s s_{t−1})',
      'e_{ij} = v_aᵀ tanh(W_a s_{i−1} + U_a h_j)',
      'dec.attn.v: (B, S)',
    ],
    'alpha = energy.softmax(-1)': [
      'α_{t,i} = exp(e_{t,i}) / Σ_k exp(e_{t,k})',
      'α_{ij} = exp(e_{ij}) / Σ_k exp(e_{ik})',
      'alpha (B, S)',
    ],
    'context = alpha.unsqueeze(1).bmm(h).squeeze(1)': [
      'c_t = Σ_i α_{t,i} h_i',
      'c_i = Σ_j α_{ij} h_j',
      'context (B, H)',
    ],
  },
  Decoder: {
    'self.emb = nn.Embedding(V, E)': ['E_{tgt}', 'E', 'dec.emb.weight (V, E)'],
    'self.gru = nn.GRU(E + H, H, batch_first=True)': [
      'W_{ir}, W_{iz}, W_{in}, W_{hr}, W_{hz}, W_{hn}',
      'W_r, W_z, W, U_r, U_z, U, C_r, C_z, C',
      'dec.gru.weight_ih_l0 (3H, E + H), dec.gru.weight_hh_l0 (3H, H)',
    ],
    'self.fc = nn.Linear(2 * H, V)': ['W_{fc}, b_{fc}', 'W_o', 'dec.fc.weight (V, 2H), dec.fc.bias (V,)'],
    'x = torch.cat([self.emb(token), context], -1)': ['[y_{t−1}; c_t]', '[E y_{i−1}; c_i]', 'x (B, E + H)'],
    'out, s = self.gru(x.unsqueeze(1), s)': [
      's_t = GRU([y_{t−1}; c_t], s_{t−1})',
      's_i = f(s_{i−1}, y_{i−1}, c_i)',
      'dec.gru: out (B, 1, H), s (1, B, H)',
    ],
    'return self.fc(top), s, alpha': logits,
  },
  Training: {
    'h, s = encoder(source)': state,
    'logits, s, alpha = decoder(token, s, h)': logits,
    'loss = loss + F.cross_entropy(logits, target[:, t])': [
      'L = −Σ_t log p(y_t)',
      '−Σ_i log p(y_i | y_1 … y_{i−1}, x)',
      '-log_softmax(logits)[target]',
    ],
    'loss.backward()': ['∂L / ∂w', '∂L / ∂w', 'w.grad'],
    'adam.step()': ['w ← w − η m̂ / (√v̂ + ε)', '–', 'exp_avg, exp_avg_sq'],
  },
};

const column = (notation: Notation) => notations.indexOf(notation);

/** Text of a symbol with `_` and `_{}` for what is lowered; a weight that has no other name keeps PyTorch's. */
export function symbolOf(name: string, notation: Notation): string {
  return tensors[name]?.[column(notation)] ?? weights[name]?.[column(notation)] ?? name;
}

/** What stands above a line of the program's text; undefined where it has no counterpart. */
export function annotation(section: string, text: string, notation: Notation): string | undefined {
  const code = text.replace(/ +#.*$/, '').trim();
  const found = lines[section]?.[code]?.[column(notation)];
  return found === '–' ? undefined : found;
}
export const annotated = lines;

/** `h_{t−1}` with what is lowered lowered. */
export function written(symbol: string): TemplateResult {
  return html`${symbol.split(/(_\{[^}]*\}|_[A-Za-z0-9])/).map((piece) => {
    const lowered = /^_\{?(.*?)\}?$/.exec(piece);
    return lowered ? html`<sub>${lowered[1]?.replaceAll('_', '')}</sub>` : piece;
  })}`;
}

/** The symbol as it is shown: names of a program upright, others as formulas. */
export const shownSymbol = (name: string, notation: Notation): TemplateResult =>
  notation === 'pytorch'
    ? html`<code>${symbolOf(name, notation)}</code>`
    : html`<span class="math">${written(symbolOf(name, notation))}</span>`;

/** Axes in letters, as a pass over B pairs has them; names as a trace's. */
const axes: Record<string, readonly string[]> = {
  'enc.emb': ['B', 'S', 'E'],
  'enc.gru.r': ['B', 'S', 'H'],
  'enc.gru.z': ['B', 'S', 'H'],
  'enc.gru.n': ['B', 'S', 'H'],
  'enc.out': ['B', 'S', 'H'],
  'enc.hidden': ['1', 'B', 'H'],
  'dec.Wh_h': ['B', 'S', 'H'],
  'dec.Wa_h': ['B', 'S', 'H'],
  'dec.emb': ['B', '1', 'E'],
  'dec.Ws_s': ['B', 'H'],
  'dec.tanh': ['B', 'S', 'H'],
  'dec.energy': ['B', 'S', '1'],
  'dec.alpha': ['B', 'S'],
  'dec.context': ['B', 'H'],
  'dec.gru_input': ['B', '1', 'E+H'],
  'dec.gru.r': ['B', '1', 'H'],
  'dec.gru.z': ['B', '1', 'H'],
  'dec.gru.n': ['B', '1', 'H'],
  'dec.hidden': ['1', 'B', 'H'],
  'dec.head_input': ['B', '2H'],
  'dec.logits': ['B', 'V'],
  'dec.p_vocabulary': ['B', 'V'],
  'dec.p_gen': ['B', '1'],
  'dec.p_copy': ['B', 'X'],
  'dec.probabilities': ['B', 'X'],
  'dec.loss': [],
};

export interface Sizes {
  B: number;
  S: number;
  E: number;
  H: number;
  V: number;
  /** V and the source's own unknown words, where they can be copied; else V. */
  X: number;
}

/** With X as V where nothing can be copied. */
export const axesOf = (name: string, { V, X }: Pick<Sizes, 'V' | 'X'>): readonly string[] =>
  (axes[name] ?? []).map((axis) => (axis === 'X' && X === V ? 'V' : axis));

export function expectedShape(name: string, { B, S, E, H, V, X }: Sizes): number[] {
  const lengths: Record<string, number> = { '1': 1, '2H': 2 * H, 'E+H': E + H, B, S, E, H, V, X };
  return axesOf(name, { V, X }).map((axis) => lengths[axis] ?? Number.NaN);
}

/** The class of colour of what a tensor holds. */
export function quantityOf(name: string): string {
  if (name === 'enc.out' || name === 'enc.hidden') return 'h';
  if (name === 'dec.hidden') return 's';
  if (name === 'dec.alpha' || name === 'dec.energy') return 'alpha';
  return name === 'dec.context' ? 'c' : '';
}

/** A sentence in which W_a and the like are symbols. */
export const hint = (text: string) =>
  text
    .split(/\b([A-Z]_[a-z])\b/)
    .map((piece, at) => (at % 2 === 1 ? html`<span class="math">${written(piece)}</span>` : piece));

/** What stands above a line of the program's text. */
export const annotate =
  (notation: Notation) =>
  (section: string, text: string): unknown => {
    const symbol = annotation(section, text, notation);
    return symbol === undefined ? undefined : notation === 'pytorch' ? symbol : written(symbol);
  };
