import { html } from 'lit';
import type { Stage } from './formula';

export type Given = 'h' | 's' | 'Wh' | 'Ws' | 'v';
export const givens: readonly Given[] = ['h', 's', 'v', 'Wh', 'Ws'];

/** The class of colour of what is given and what is computed. */
export const quantities: Record<Given | Stage, string> = {
  h: 'h',
  s: 's',
  v: 'v',
  Wh: 'h',
  Ws: 's',
  Wh_h: 'h',
  Ws_s: 's',
  sum: 'v',
  tanh: 'v',
  energy: 'alpha',
  alpha: 'alpha',
  context: 'c',
};

/** W_h as W with a lowered h. */
export function lowered(text: string) {
  return text.split(/(_[a-z])/).map((piece) => (piece.startsWith('_') ? html`<sub>${piece.slice(1)}</sub>` : piece));
}
