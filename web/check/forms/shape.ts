// A tensor's shape, as PyTorch prints it: (1, 4, 8).
import { html, nothing } from 'lit';
import { shapeText } from '../../lib/format';
import { rich } from '../rich';
import { type FormKit, sameList } from './form';

export function shapeFrom(text: string): number[] | null {
  const inside = text.trim().replace(/^[([]|[)\]]$/g, '');
  const sizes = inside.split(/[\s,×x]+/).filter(Boolean);
  return sizes.length > 0 && sizes.every((size) => /^\d{1,9}$/.test(size)) ? sizes.map(Number) : null;
}

export const shape: FormKit<'shape'> = {
  start: () => '',
  read: (_, draft, strings) => {
    const answer = shapeFrom(String(draft ?? ''));
    return answer ? { answer } : { missing: strings.check.missing.shape };
  },
  right: (_, answer, right) => sameList(answer, right),
  words: (_, answer) => shapeText(answer as number[]),
  render: ({ label }, { draft, set, closed, refused, strings }) => html`<label class="typed">
    <span class="label">${rich(label)}</span>
    <span class="line">
      <input
        type="text"
        class="number"
        autocomplete="off"
        spellcheck="false"
        size="14"
        placeholder=${strings.check.shapeHint}
        .value=${String(draft ?? '')}
        aria-invalid=${refused ? 'true' : nothing}
        aria-describedby=${refused ? 'missing' : nothing}
        ?disabled=${closed}
        @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
      />
    </span>
  </label>`,
};
