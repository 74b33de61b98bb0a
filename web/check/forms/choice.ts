// One of several options.
import { html } from 'lit';
import { plain, rich } from '../rich';
import type { FormKit } from './form';

const isShort = (option: string) => plain(option).length <= 14;

export const choice: FormKit<'choice'> = {
  start: () => null,
  read: (_, draft, strings) =>
    typeof draft === 'number' ? { answer: draft } : { missing: strings.check.missing.choice },
  right: (_, answer, right) => answer === right,
  words: ({ options }, answer) => options[answer as number] ?? '',
  render: (
    { options },
    { draft, set, closed, group },
  ) => html`<div class="options ${options.every(isShort) ? 'short' : ''}">
    ${options.map(
      (option, index) => html`<label class="option">
        <input
          type="radio"
          name=${group}
          value=${index}
          .checked=${draft === index}
          ?disabled=${closed}
          @change=${() => set(index)}
        /><span>${rich(option)}</span>
      </label>`,
    )}
  </div>`,
};
