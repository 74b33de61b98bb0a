// Any number of options, none among them.
import { html } from 'lit';
import { rich } from '../rich';
import { type FormKit, sameList } from './form';

const listOf = (draft: unknown) => (Array.isArray(draft) ? (draft as number[]) : []);

export const several: FormKit<'several'> = {
  start: () => [],
  read: (_, draft, strings) =>
    listOf(draft).length > 0 ? { answer: listOf(draft) } : { missing: strings.check.missing.several },
  right: (_, answer, right) => sameList(answer, right),
  words: ({ options }, answer) =>
    listOf(answer)
      .map((index) => options[index] ?? '')
      .join('; '),
  render: ({ options }, { draft, set, closed, group }) => html`<div class="options">
    ${options.map(
      (option, index) => html`<label class="option">
        <input
          type="checkbox"
          name=${group}
          value=${index}
          .checked=${listOf(draft).includes(index)}
          ?disabled=${closed}
          @change=${(event: Event) => {
            const rest = listOf(draft).filter((other) => other !== index);
            set((event.target as HTMLInputElement).checked ? [...rest, index].sort((a, b) => a - b) : rest);
          }}
        /><span>${rich(option)}</span>
      </label>`,
    )}
  </div>`,
};
