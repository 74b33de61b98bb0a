// Each item gets one of the choices.
import { html } from 'lit';
import { plain, rich } from '../rich';
import { type FormKit, sameList } from './form';

const listOf = (draft: unknown) => draft as readonly number[];

export const match: FormKit<'match'> = {
  start: ({ items }) => items.map(() => -1),
  read: (_, draft, strings) =>
    listOf(draft).includes(-1) ? { missing: strings.check.missing.match } : { answer: listOf(draft) },
  right: (_, answer, right) => sameList(answer, right),
  words: ({ items, choices }, answer) =>
    items.map((item, index) => `${item}: ${choices[listOf(answer)[index]!] ?? ''}`).join('; '),
  render: ({ label, items, choices }, { draft, set, closed, strings }) => html`<div class="matching">
    <p class="label">${rich(label)}</p>
    ${items.map(
      (item, index) => html`<label class="pair">
        <span>${rich(item)}</span>
        <select
          ?disabled=${closed}
          @change=${(event: Event) =>
            set(
              listOf(draft).map((old, at) =>
                at === index ? (event.target as HTMLSelectElement).selectedIndex - 1 : old,
              ),
            )}
        >
          <option ?selected=${listOf(draft)[index] === -1}>${strings.check.choose}</option>
          ${choices.map((choice, at) => html`<option ?selected=${listOf(draft)[index] === at}>${plain(choice)}</option>`)}
        </select>
      </label>`,
    )}
  </div>`,
};
