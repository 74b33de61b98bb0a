// A number, right within a tolerance that is said; a count where it has no digits. A comma is taken for the decimal point.
import { html, nothing } from 'lit';
import { fixed } from '../../lib/format';
import { rich } from '../rich';
import type { FormKit } from './form';

export function numberFrom(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

export const number: FormKit<'number'> = {
  start: () => '',
  read: ({ digits }, draft, strings) => {
    const text = String(draft ?? '');
    const answer = numberFrom(text);
    const isCount = digits === 0;
    const fits = isCount ? Number.isInteger(answer) && answer >= 0 : Number.isFinite(answer);
    return fits ? { answer } : { missing: strings.check.missing[isCount ? 'count' : 'number'](text) };
  },
  // What was rounded before it was typed may lie at the tolerance's edge.
  right: ({ tolerance }, answer, right) => Math.abs((answer as number) - (right as number)) <= tolerance * (1 + 1e-6),
  words: ({ digits }, answer) => fixed(answer as number, digits),
  render: ({ label, tolerance, digits }, { draft, set, closed, refused, strings }) => html`<label class="typed">
    <span class="label">${rich(label)}</span>
    <span class="line">
      <input
        type="text"
        class="number"
        inputmode="decimal"
        autocomplete="off"
        size="10"
        .value=${String(draft ?? '')}
        aria-invalid=${refused ? 'true' : nothing}
        aria-describedby=${refused ? 'missing' : nothing}
        ?disabled=${closed}
        @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
      />
      ${tolerance > 0 ? html`<span class="soft">${strings.check.within(fixed(tolerance, digits))}</span>` : ''}
    </span>
  </label>`,
};
