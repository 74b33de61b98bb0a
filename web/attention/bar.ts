// The bar of <s2s-attention>: the question before the weights are seen, and the buttons that uncover the stages.
import { html, nothing } from 'lit';
import { fixed } from '../lib/format';
import type { Strings } from '../strings/en';
import { type Computed, type Stage, stagesOf } from './settings';

export interface BarView {
  computed: Computed;
  shown: number;
  /** The position that the reader named, or null. */
  guess: number | null;
  strings: Strings;
  say: (guess: number) => void;
  show: (count: number) => void;
}

/** What is said of the guess once the weights are there. */
export function verdict({ steps }: Computed, guess: number | null, { attention: words }: Strings): string {
  const { largest, alpha, alphaSum } = steps;
  if (alphaSum === 0) return words.allMasked;
  const weight = fixed(alpha[largest]!);
  if (guess === null) return words.unanswered(largest, weight);
  return guess === largest ? words.right(largest, weight) : words.wrong(guess, largest, weight);
}

export const weightsShown = ({ kind }: Computed, shown: number) => shown > stagesOf[kind].indexOf('alpha');

/** A stage that has just been uncovered, with its numbers where they are few. */
export function spokenStage(stage: Stage, { steps, hand, input }: Computed, { attention: words }: Strings): string {
  const values = stage === 'context' && hand ? hand.context : steps[stage];
  const numbers =
    values.length <= input.hiddenSize
      ? values.map((value) => fixed(value)).join(', ')
      : `${input.sourceLength} × ${input.hiddenSize}`;
  return words.stageSaid(words.stages[stage].title, numbers);
}

/** The weights that count, after a change of settings. */
export function spokenWeights(computed: Computed, strings: Strings): string {
  const { hand } = computed;
  if (!hand) return spokenStage('alpha', computed, strings);
  return strings.attention.hand.said(fixed(hand.alphaSum), hand.context.map((value) => fixed(value)).join(', '));
}

export function question(view: BarView) {
  const words = view.strings.attention;
  const { steps } = view.computed;
  const known = weightsShown(view.computed, view.shown);
  const marked = view.guess !== null && steps.alphaSum > 0;
  return html`<fieldset class="predict">
    <legend>${words.predict}</legend>
    <div class="segments">
      ${steps.alpha.map(
        (_, index) => html`<label
          ><input
            type="radio"
            name="guess"
            value=${index}
            .checked=${view.guess === index}
            ?disabled=${known}
            @change=${() => view.say(index)}
          />${words.position(index)}</label
        >`,
      )}
    </div>
    <p class="verdict ${known ? 'known' : ''}">
      ${
        known
          ? html`${marked ? html`<strong>${view.guess === steps.largest ? '✓' : '✗'}</strong> ` : nothing}${verdict(view.computed, view.guess, view.strings)}`
          : words.waiting
      }
    </p>
  </fieldset>`;
}

export function stageButtons({ computed, shown, strings, show }: BarView) {
  const words = strings.attention;
  const count = stagesOf[computed.kind].length;
  const done = shown === count;
  return html`<div class="buttons">
    <button type="button" class="back" aria-keyshortcuts="B" aria-disabled=${shown === 0} @click=${() => show(shown - 1)}>
      ${words.back}
    </button>
    <button type="button" class="next primary" aria-keyshortcuts="N" aria-disabled=${done} @click=${() => show(shown + 1)}>
      ${words.next} <span class="number">${Math.min(shown + 1, count)}/${count}</span>
    </button>
    <button type="button" class="all quiet" @click=${() => show(done ? 0 : count)}>
      ${done ? words.again : words.all}
    </button>
  </div>`;
}
