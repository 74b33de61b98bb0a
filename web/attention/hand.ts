// Weights by hand, under the softmax's: a switch, a field and a slider for each position, their sum, and how far the
// context has moved.
import { html, nothing } from 'lit';
import { editable, fixed } from '../lib/format';
import { slid } from '../lib/slid';
import '../parts/field';
import type { Strings } from '../strings/en';
import { subscript } from './formula';
import type { Computed } from './settings';
import { sumText } from './stages';

export interface HandView {
  computed: Computed;
  /** The weights asked for; null: the softmax's are used. */
  alpha: readonly number[] | null;
  /** Texts that are no weight, by position. */
  refused: ReadonlyMap<number, string>;
  strings: Strings;
  /** On: from the softmax's weights; off: back to them. */
  toggle: (on: boolean) => void;
  set: (index: number, text: string) => void;
  normalize: () => void;
}

export function handEditor(view: HandView) {
  const words = view.strings.attention.hand;
  return html`<div class="hand">
    <label class="switch" data-leave-out
      ><input
        type="checkbox"
        role="switch"
        name="hand"
        .checked=${view.alpha !== null}
        @change=${(event: Event) => view.toggle((event.target as HTMLInputElement).checked)}
      />${words.toggle}</label
    >
    ${view.alpha ? editor(view, view.alpha) : nothing}
  </div>`;
}

function editor(view: HandView, alpha: readonly number[]) {
  const { hand } = view.computed;
  const words = view.strings.attention.hand;
  const sum = hand?.alphaSum ?? 1;
  const off = Math.abs(sum - 1) > 1e-6; // further than float32 misses 1 by itself
  return html`
    ${alpha.map((weight, index) => {
      const refused = view.refused.get(index);
      const move = slid(weight, (to) => view.set(index, String(to)));
      return html`<div class="weight" data-index=${index}>
        <s2s-part-field
          .label=${words.weight(`α${subscript(index)}`, index)}
          .value=${refused ?? editable(weight)}
          .error=${refused === undefined ? '' : words.notWeight(refused)}
          .mode=${'decimal'}
          .size=${6}
          .onCommit=${(text: string) => view.set(index, text)}
        ></s2s-part-field>
        <input
          type="range"
          min="0"
          max="1"
          step="0.01"
          .value=${String(weight)}
          aria-label=${words.slider(index)}
          aria-valuetext=${fixed(weight)}
          @input=${move}
          @click=${move}
          @keyup=${move}
        />
      </div>`;
    })}
    <p class="hand-sum ${off ? 'off' : ''}">
      ${words.sum} <span class="number">${off ? fixed(sum) : sumText(sum)}</span>
      <button type="button" class="normalize" data-leave-out aria-disabled=${!off || sum === 0} @click=${view.normalize}>
        ${words.normalize}
      </button>
    </p>
    <p class="soft">${off ? words.notOne : words.one}</p>
  `;
}

/** Under the context: how far it is from the one of the softmax's weights. */
export function movedBy({ hand, steps }: Computed, strings: Strings) {
  if (!hand) return nothing;
  const words = strings.attention.hand;
  return html`<p class="moved soft">
    ${words.own}<br />
    <span class="number">${steps.context.map((value) => fixed(value)).join('  ')}</span><br />
    ${words.moved} <span class="number">${fixed(hand.moved)}</span>
  </p>`;
}
