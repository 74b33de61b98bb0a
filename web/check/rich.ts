// Text with a few marks in it: `code`, W_h with a lowered h, ⟦token⟧ as a true token and ⟪token⟫ as a predicted one, both
// kept apart from the text's direction.
import { html } from 'lit';
import type { Text } from './moment';

const marks = /(`[^`]+`|⟦[^⟧]*⟧|⟪[^⟫]*⟫|(?<![A-Za-z])[A-Za-zα-ω]_(?:[A-Za-z0-9]|\{[^}]+\}|gen|vocab)\b)/;

export const token = (word: string): Text => `⟦${word}⟧`;
export const ownToken = (word: string): Text => `⟪${word}⟫`;

export function rich(text: Text) {
  return text.split(marks).map((piece) => {
    if (piece.startsWith('⟦')) return html`<bdi class="token">${piece.slice(1, -1)}</bdi>`;
    if (piece.startsWith('⟪')) return html`<bdi class="token own">${piece.slice(1, -1)}</bdi>`;
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    const lowered = /^([A-Za-zα-ω])_\{?([^}]+)\}?$/.exec(piece);
    return lowered ? html`<var>${lowered[1]}</var><sub>${lowered[2]}</sub>` : piece;
  });
}

/** The same without marks: for options of a list, for speech, for the report. */
export const plain = (text: Text) => text.replace(/[`⟦⟧⟪⟫]/g, '');
