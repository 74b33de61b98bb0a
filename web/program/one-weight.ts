// One weight followed through the update: what it was, its gradient, the optimiser's moments, what it becomes. The reader
// says which.
import { html, nothing } from 'lit';
import { fixed, shapeText, typed } from '../lib/format';
import '../parts/field';
import { indexOf, placeText, weightText } from '../lib/place';
import { type Notation, shownSymbol } from './notation';
import { type StageView, scientific, trainingOf } from './stage-view';

export function oneWeight(view: StageView) {
  const { next, words, badPlace, follow } = view;
  const { weight } = next;
  const shape = next.tensors.find(({ name }) => name === weight.tensor)?.shape ?? [];
  return html`<h4>${words.oneWeight}</h4>
    <div class="choose-weight">
      <label class="label"
        >${words.chooseTensor}
        <select
          @change=${(event: Event) => follow((event.target as HTMLSelectElement).value, 0, '')}
          @keydown=${(event: Event) => event.stopPropagation()}
        >
          ${next.tensors.map(({ name }) => html`<option value=${name} .selected=${name === weight.tensor}>${name}</option>`)}
        </select>
      </label>
      <s2s-part-field
        class="place"
        .label=${shape.length === 2 ? words.chooseIndex : words.chooseEntry}
        .value=${placeText(shape, weight.index)}
        .error=${badPlace === '' ? '' : words.badIndex(badPlace, shapeText(shape))}
        .size=${9}
        .onCommit=${(text: string) => follow(weight.tensor, indexOf(text, shape) ?? Number.NaN, text)}
      ></s2s-part-field>
      <button type="button" @click=${() => follow(null, 0, '')}>${words.largest}</button>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-label=${weightText(weight.tensor, shape, weight.index)}>
      <table class="weight">
        <caption><span class="number">${weightText(weight.tensor, shape, weight.index)}</span> ${symbolBeside(weight.tensor, view.notation)}</caption>
        <thead>
          <tr><th scope="col">${words.quantity}</th><th scope="col" class="end">${words.value}</th><th scope="col">${words.how}</th></tr>
        </thead>
        <tbody>
          ${weightRows(view).map(
            ({ name, value, how }) =>
              html`<tr><th scope="row">${name}</th><td class="number end">${value}</td><td class="number soft">${how}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

const symbolBeside = (tensor: string, notation: Notation) =>
  notation === 'pytorch' ? nothing : html`<span class="beside">${shownSymbol(tensor, notation)}</span>`;

/** A negative number inside a formula. */
const inBrackets = (text: string) => (text.startsWith('−') ? `(${text})` : text);

export interface WeightRow {
  name: string;
  value: string;
  number: number;
  how: string;
}

/** The weight's way, with the numbers put in. */
export function weightRows({ next, state, words }: Pick<StageView, 'next' | 'state' | 'words'>): WeightRow[] {
  const { weight: w, stepSize, correction, clipFactor } = next;
  const training = trainingOf(state);
  const { rows } = words;
  const row = (name: string, number: number, how = '', digits = 0): WeightRow => ({
    name,
    number,
    value: digits > 0 ? fixed(number, digits) : scientific(number),
    how,
  });
  const s = scientific;
  const b = (value: number) => inBrackets(s(value));
  const sgd = training.optimizer === 'sgd';
  const decay = training.weight_decay > 0 && training.optimizer !== 'adamw';
  // The optimiser adds the decay to the gradient; what it then uses is not kept, so the formula names it.
  const g = decay ? `(${s(w.clipped)} + ${typed(training.weight_decay)}·${fixed(w.before, 6)})` : b(w.clipped);
  const shrunk =
    training.optimizer === 'adamw' && training.weight_decay > 0
      ? `${fixed(w.before, 6)}·(1 − ${typed(training.learning_rate)}·${typed(training.weight_decay)})`
      : fixed(w.before, 6);
  return [
    row(rows.before, w.before, '', 8),
    row(rows.gradient, w.gradient),
    ...(clipFactor === 1 ? [] : [row(rows.clipped, w.clipped, `${s(w.gradient)} · ${s(clipFactor)}`)]),
    ...(sgd
      ? [
          row(rows.buffer, w.first, `${typed(training.momentum)}·${b(w.firstBefore)} + ${g}`),
          row(rows.after, w.after, `${fixed(w.before, 6)} − ${s(stepSize)} · ${b(w.first)}`, 8),
        ]
      : [
          row(
            rows.first,
            w.first,
            `${typed(training.beta1)}·${b(w.firstBefore)} + (1 − ${typed(training.beta1)})·${g}`,
          ),
          row(
            rows.second,
            w.second,
            `${typed(training.beta2)}·${s(w.secondBefore)} + (1 − ${typed(training.beta2)})·${g}²`,
          ),
          row(
            rows.after,
            w.after,
            `${shrunk} − ${s(stepSize)} · ${b(w.first)} / (√${s(w.second)} / ${s(correction)} + ${typed(training.epsilon).replace('-', '−')})`,
            8,
          ),
        ]),
  ];
}
