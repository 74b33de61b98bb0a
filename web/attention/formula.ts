// The formula of one computed number with the numbers put in. Text only: every number shown is the engine's.
import { fixed, typed } from '../lib/format';
import type { Computed, Stage } from './settings';

/** A run of text in the colour of the quantity it belongs to. */
export interface Piece {
  text: string;
  quantity?: 'h' | 's' | 'alpha' | 'c' | 'v';
}

const small = '₀₁₂₃₄₅₆₇₈₉';
export const subscript = (index: number) => [...String(index)].map((digit) => small[Number(digit)]).join('');

const number = (value: number, quantity?: Piece['quantity']): Piece => ({ text: fixed(value), quantity });
const text = (words: string): Piece => ({ text: words });
const bracketed = (piece: Piece): Piece => (piece.text.startsWith('−') ? { ...piece, text: `(${piece.text})` } : piece);

/** a0·b0 + a1·b1 + ... */
function products(pairs: [Piece, Piece][]): Piece[] {
  return pairs.flatMap(([a, b], index) =>
    index === 0 ? [a, text('·'), bracketed(b)] : [text(' + '), bracketed(a), text('·'), bracketed(b)],
  );
}

export function formula(stage: Stage, row: number, column: number, computed: Computed, masked: string): Piece[] {
  const { input, steps, kind, temperature, hand } = computed;
  const { sourceLength: S, hiddenSize: H } = input;
  const entries = Array.from({ length: H }, (_, k) => k);
  const positions = Array.from({ length: S }, (_, i) => i);
  const at = (values: readonly number[], i: number, k: number) => values[i * H + k]!;
  const i = subscript(row);
  const result = (value: number, quantity?: Piece['quantity']) => [text(' = '), number(value, quantity)];
  switch (stage) {
    case 'Wh_h':
      return [
        { text: `(W_h h${i})[${column}] = `, quantity: 'h' },
        ...products(entries.map((k) => [number(at(input.Wh, column, k)), number(at(input.h, row, k), 'h')])),
        ...result(at(steps.Wh_h, row, column)),
      ];
    case 'Ws_s':
      return [
        { text: `(W_s s)[${column}] = `, quantity: 's' },
        ...products(entries.map((k) => [number(at(input.Ws, column, k)), number(input.s[k]!, 's')])),
        ...result(steps.Ws_s[column]!),
      ];
    case 'sum':
      return [
        { text: `(W_h h${i})[${column}]`, quantity: 'h' },
        text(' + '),
        { text: `(W_s s)[${column}]`, quantity: 's' },
        text(' = '),
        number(at(steps.Wh_h, row, column), 'h'),
        text(' + '),
        bracketed(number(steps.Ws_s[column]!, 's')),
        ...result(at(steps.sum, row, column)),
      ];
    case 'tanh':
      return [text('tanh('), number(at(steps.sum, row, column)), text(')'), ...result(at(steps.tanh, row, column))];
    case 'energy': {
      const keys = kind === 'luong_dot' ? input.h : steps.Wh_h;
      const pair = (k: number): [Piece, Piece] =>
        kind === 'bahdanau'
          ? [number(input.v[k]!, 'v'), number(at(steps.tanh, row, k))]
          : [number(input.s[k]!, 's'), number(at(keys, row, k), 'h')];
      return [text(`e${i} = `), ...products(entries.map(pair)), ...result(steps.energy[row]!, 'alpha')];
    }
    case 'alpha': {
      const alpha: Piece = { text: `α${i} = `, quantity: 'alpha' };
      if (computed.masked[row]) return [alpha, number(steps.alpha[row]!, 'alpha'), text(` (${masked})`)];
      const divided = temperature === 1 ? '' : ` / ${typed(temperature)}`;
      const exp = (j: number) => text(`exp(${fixed(steps.energy[j]!)}${divided})`);
      const counted = positions.filter((j) => !computed.masked[j]);
      return [
        alpha,
        exp(row),
        text(' / ('),
        ...counted.flatMap((j, index) => [...(index > 0 ? [text(' + ')] : []), exp(j)]),
        text(')'),
        ...result(steps.alpha[row]!, 'alpha'),
      ];
    }
    case 'context':
      return [
        { text: `c[${column}] = `, quantity: 'c' },
        ...products(
          positions.map((j) => [number((hand ?? steps).alpha[j]!, 'alpha'), number(at(input.h, j, column), 'h')]),
        ),
        ...result((hand ?? steps).context[column]!, 'c'),
      ];
  }
}
