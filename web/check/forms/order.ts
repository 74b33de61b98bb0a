// A list to be put in order: every item moves up and down by its buttons, or by the arrow keys on them.
import { html, nothing } from 'lit';
import { plain, rich } from '../rich';
import { type FormKit, type FormView, sameList } from './form';

const listOf = (draft: unknown) => draft as readonly number[];

export const order: FormKit<'order'> = {
  start: ({ items }) => items.map((_, index) => index),
  read: (_, draft) => ({ answer: listOf(draft) }),
  right: (_, answer, right) => sameList(answer, right),
  words: ({ items }, answer) =>
    listOf(answer)
      .map((index) => items[index] ?? '')
      .join(' → '),
  render: ({ label, items }, view) => {
    const places = listOf(view.draft);
    return html`<div>
      <p class="label">${rich(label)}</p>
      <ol class="order">
        ${places.map((item, place) => {
          const text = items[item]!;
          const button = (by: -1 | 1, name: string, sign: string) => html`<button
            type="button"
            class="move"
            data-item=${item}
            data-by=${by}
            aria-label=${name}
            aria-disabled=${view.closed || places[place + by] === undefined}
            @click=${(event: Event) => move(view, place, by, plain(text), event)}
            @keydown=${(event: KeyboardEvent) => key(view, place, plain(text), event)}
          >
            <span aria-hidden="true">${sign}</span>
          </button>`;
          return html`<li>
            <span class="what">${rich(text)}</span>
            ${
              view.closed
                ? nothing
                : html`<span class="moves"
                    >${button(-1, view.strings.check.moveUp(plain(text)), '↑')}${button(1, view.strings.check.moveDown(plain(text)), '↓')}</span
                  >`
            }
          </li>`;
        })}
      </ol>
    </div>`;
  },
};

function key(view: FormView, place: number, text: string, event: KeyboardEvent): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  move(view, place, by, text, event);
}

function move(view: FormView, place: number, by: number, text: string, event: Event): void {
  const places = [...listOf(view.draft)];
  const other = places[place + by];
  if (other === undefined || view.closed) return;
  const moved = places[place]!;
  places[place + by] = moved;
  places[place] = other;
  view.set(places);
  view.say(view.strings.check.moved(text, place + by + 1, places.length));
  // The list is drawn anew: the focus stays with what was moved.
  const button = event.currentTarget as HTMLElement;
  const root = button.getRootNode() as ShadowRoot;
  const { by: direction } = button.dataset;
  queueMicrotask(() => root.querySelector<HTMLElement>(`.move[data-item="${moved}"][data-by="${direction}"]`)?.focus());
}
