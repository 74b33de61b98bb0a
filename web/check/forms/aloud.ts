// "Say it aloud": free text, then a model answer to hold it against. The reader ticks what was in the own answer.
import { html } from 'lit';
import { rich } from '../rich';
import type { FormKit } from './form';

/** The text while writing; the list of ticked points once the model answer is on screen. */
const written = (draft: unknown) => (typeof draft === 'string' ? draft : '');

export const aloud: FormKit<'aloud'> = {
  start: () => '',
  read: (_, draft, strings) =>
    Array.isArray(draft)
      ? { answer: draft }
      : written(draft).trim() === ''
        ? { missing: strings.check.missing.aloud }
        : { answer: written(draft).trim() },
  right: ({ points }, answer) => Array.isArray(answer) && answer.length === points.length,
  words: ({ points }, answer, strings) =>
    Array.isArray(answer) ? strings.check.pointsMade(answer.length, points.length) : String(answer),
  render: ({ label }, { draft, set, closed }) => html`<label class="typed wide">
    <span class="label">${rich(label)}</span>
    <textarea
      rows="3"
      dir="auto"
      .value=${written(draft)}
      ?disabled=${closed}
      @input=${(event: Event) => set((event.target as HTMLTextAreaElement).value)}
    ></textarea>
  </label>`,
};
