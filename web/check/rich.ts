// Text with a few marks in it: `code`, W_h with a lowered h, ⟦token⟧ as a true token and ⟪token⟫ as a predicted one, both
// kept apart from the text's direction.
import { html } from 'lit';
import type { Text } from './moment';

const marks = /(`[^`]+`|⟦[^⟧]*⟧|⟪[^⟫]*⟫|(?<![A-Za-z])[A-Za-zα-ωΣ]_(?:[A-Za-z0-9]+\b|\{[^}]+\}))/;

export const token = (word: string): Text => `⟦${word}⟧`;
export const ownToken = (word: string): Text => `⟪${word}⟫`;

export function rich(text: Text) {
  return text.split(marks).map((piece) => {
    if (piece.startsWith('⟦')) return html`<bdi class="token">${piece.slice(1, -1)}</bdi>`;
    if (piece.startsWith('⟪')) return html`<bdi class="token own">${piece.slice(1, -1)}</bdi>`;
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    const [, letter, below] = /^([A-Za-zα-ωΣ])_\{?([^}]+)\}?$/.exec(piece) ?? [];
    if (!letter) return piece;
    return html`${letter === 'Σ' ? letter : html`<var>${letter}</var>`}<sub>${below}</sub>`;
  });
}

/** The same without marks: for options of a list, for speech, for the report. */
export const plain = (text: Text) => text.replace(/[`⟦⟧⟪⟫]/g, '').replace(/_\{([^}]+)\}/g, '_$1');

/** A formula of the engine's, which has the letters of a terminal, in those of the lesson. */
export const written = (formula: string): Text =>
  formula
    .replace(/\bsum_/g, 'Σ_')
    .replace(/\balpha_/g, 'α_')
    .replaceAll(' . ', ' · ')
    .replaceAll(' * ', ' ⊙ ')
    .replaceAll('-', '−');
