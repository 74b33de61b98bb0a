// A gap in a sentence. What can be no answer is refused, not counted.
import { html, nothing } from 'lit';
import { plain, rich } from '../rich';
import type { FormKit } from './form';

const tidy = (text: unknown) =>
  String(text ?? '')
    .trim()
    .normalize('NFC')
    .toLocaleLowerCase('en');

export const fill: FormKit<'fill'> = {
  start: () => '',
  read: ({ allowed, expected }, draft, strings) => {
    const answer = allowed.find((one) => tidy(one) === tidy(draft));
    return answer === undefined ? { missing: strings.check.missing.fill(String(draft ?? ''), expected) } : { answer };
  },
  right: (_, answer, right) => tidy(answer) === tidy(right),
  words: (_, answer) => String(answer),
  render: ({ before, after }, { draft, set, closed, refused, strings }) => html`<label class="gap">
    ${rich(before)}
    <input
      type="text"
      class="number"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      size="6"
      aria-label=${strings.check.gap(plain(before), plain(after))}
      .value=${String(draft ?? '')}
      aria-invalid=${refused ? 'true' : nothing}
      aria-describedby=${refused ? 'missing' : nothing}
      ?disabled=${closed}
      @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
    />${after.startsWith('.') ? '' : ' '}${rich(after)}
  </label>`,
};
