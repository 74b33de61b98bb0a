import { html } from 'lit';

/** W_h as W with a lowered h. */
export function lowered(text: string) {
  return text.split(/(_[a-z])/).map((piece) => (piece.startsWith('_') ? html`<sub>${piece.slice(1)}</sub>` : piece));
}
