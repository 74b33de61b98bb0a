// The pictures of <s2s-copy>: source with attention, words written, the mixture of one step, copying on and off, the
// lesson's pointer.
import { html, nothing } from 'lit';
import { fixed, grouped } from '../lib/format';
import { slid } from '../lib/slid';
import type { Strings } from '../strings/en';
import { firstPicture } from './first-picture';
import type { CopyStep, CopyView, Word } from './mixture';
import { madeBy } from './models';

export interface PanelView {
  view: CopyView;
  on: readonly string[];
  off: readonly string[];
  picked: number;
  /** p_gen by hand; null: the model's own. */
  hand: number | null;
  looked: number | null;
  busy: boolean;
  strings: Strings;
  pick: (step: number) => void;
  setHand: (gate: number | null) => void;
  look: (row: number | null) => void;
}

// Bars are drawn as shares of their cell. Setting the property, not the attribute: policies forbid style attributes.
const bar = (kind: string, share: number) =>
  html`<span class="fill ${kind}" .style=${`inline-size: ${(100 * Math.min(1, Math.max(0, share))).toFixed(3)}%`}></span>`;

export function sourceStrip({ view, picked, strings }: PanelView) {
  const words = strings.copy;
  const step = view.steps[picked];
  return html`<div class="strip source">
    <h3>${words.reads}</h3>
    <ol class="words">
      ${view.source.map(
        ({ word, unknown }, place) => html`<li>
          <span class="alpha-bar" aria-hidden="true"><span .style=${`block-size: ${(100 * (step?.alpha[place] ?? 0)).toFixed(2)}%`}></span></span>
          <bdi class="word ${unknown ? 'unknown' : ''}">${word}</bdi>
          ${unknown ? html`<span class="hidden">(${words.unknown})</span>` : nothing}
          <span class="number"><span class="hidden">α </span>${fixed(step?.alpha[place] ?? 0, 2)}</span>
        </li>`,
      )}
    </ol>
    <p class="soft">${words.unknownKey}</p>
  </div>`;
}

export function writtenStrip({ view, picked, strings, pick }: PanelView) {
  const words = strings.copy;
  return html`<fieldset class="strip written">
    <legend><h3>${words.writes}</h3></legend>
    <div class="words">
      ${view.steps.map(
        (step, index) => html`<label class="step ${index === picked ? 'picked' : ''}"
          ><input type="radio" name="step" value=${index} .checked=${index === picked}
            aria-label=${words.stepName(index + 1, step.word, fixed(step.gate, 2))} @change=${() => pick(index)} />
          <bdi class="word own">${step.word}</bdi>
          <span class="gate-bar" aria-hidden="true">${bar('generated', step.gate)}${bar('copied', 1 - step.gate)}</span>
          <span class="number soft" aria-hidden="true">${fixed(step.gate, 2)}</span></label
        >`,
      )}
    </div>
    <p class="soft">${words.gateKey}</p>
  </fieldset>`;
}

export function gateBar(panel: PanelView) {
  const { view, picked, hand, strings, setHand } = panel;
  const words = strings.copy;
  const gate = view.steps[picked]?.gate ?? 0;
  const changed = view.steps.some((step) => step.likeliest !== step.word);
  const move = slid(gate, setHand);
  return html`<div class="gate">
    <label for="gate"><var>p</var><sub>gen</sub></label>
    <input id="gate" type="range" min="0" max="1" step="0.01" .value=${String(gate)}
      aria-valuetext=${words.gateValue(fixed(gate, 3), hand === null)} aria-describedby="gate-hint"
      @input=${move} @click=${move} @keyup=${move} />
    <output class="number">${fixed(gate, 3)}</output>
    <button type="button" class="quiet own-gate" aria-keyshortcuts="M" aria-disabled=${hand === null} @click=${() => setHand(null)}>${words.fromModel}</button>
    <p id="gate-hint" class="soft ${changed ? 'changed' : ''}">
      ${
        hand === null || !changed
          ? words.handHint
          : html`${words.handSays('')}${view.steps.map(
              (step) =>
                html`<bdi class="word small ${step.likeliest === step.word ? '' : 'other'}">${step.likeliest}</bdi> `,
            )}`
      }
    </p>
  </div>`;
}

export function mixtureTable(panel: PanelView) {
  const { view, picked, strings, looked, look } = panel;
  const words = strings.copy;
  const step = view.steps[picked];
  if (!step) return nothing;
  const gate = fixed(step.gate, 3);
  const title = words.mixture(picked + 1, step.word);
  return html`<div class="mixture" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <p class="law" dir="ltr">${law()}</p>
    <table role="grid" aria-label=${title} @keydown=${(event: KeyboardEvent) => moveRow(event, panel, step)} @pointerleave=${() => look(null)}>
      <thead>
        <tr>
          <th scope="col">${words.wordColumn}</th>
          <th scope="col">${words.vocabularyColumn} <span class="soft"><var>P</var><sub>vocab</sub> ${words.gateWeight(gate)}</span></th>
          <th scope="col">${words.copiedColumn} <span class="soft">Σ <var>α</var> ${words.restWeight(gate)}</span></th>
          <th scope="col">${words.finalColumn} <span class="soft"><var>P</var></span></th>
        </tr>
      </thead>
      <tbody>
        ${step.words.map((word, row) => mixtureRow(panel, step, word, row))}
      </tbody>
    </table>
    <p class="sum number" role="status" dir="ltr">${looked === null || !step.words[looked] ? html`<span class="soft">${words.hint}</span>` : sum(step, step.words[looked], strings)}</p>
    ${step.others > 0 ? html`<p class="soft">${words.others(grouped(step.others, strings.lang))}</p>` : nothing}
  </div>`;
}

const law = () =>
  html`<var>P</var>(<var>w</var>) = <var>p</var><sub>gen</sub> <var>P</var><sub>vocab</sub>(<var>w</var>) + (1 − <var>p</var><sub>gen</sub>)
    Σ<sub><var>i</var>: <var>w</var><sub><var>i</var></sub> = <var>w</var></sub> <var class="alpha">α</var><sub><var>i</var></sub>`;

function mixtureRow({ looked, strings, look }: PanelView, step: CopyStep, word: Word, row: number) {
  const words = strings.copy;
  const first = row === 0;
  return html`<tr
    class="${row === looked ? 'looked' : ''} ${first ? 'first' : ''}"
    data-row=${row}
    tabindex=${row === (looked ?? 0) ? 0 : -1}
    @focus=${() => look(row)}
    @pointerenter=${() => look(row)}
  >
    <th scope="row"><bdi class="word ${word.unknown ? 'unknown' : ''}">${word.word}</bdi></th>
    <td class="vocabulary">
      ${
        word.vocabulary === null
          ? html`<span class="none" title=${words.noneTitle}>${words.none}</span>`
          : html`<span class="track">${bar('generated', word.vocabulary)}</span><span class="number">${fixed(word.vocabulary, 3)}</span>`
      }
    </td>
    <td class="source">
      ${
        word.places.length === 0
          ? html`<span class="none" title=${words.notInSource}>${words.none}</span>`
          : html`<span class="track">${word.places.map((place) => bar('copied', step.alpha[place]!))}</span><span class="number">${fixed(word.copied, 3)}</span>`
      }
    </td>
    <td class="final">
      <span class="track"
        >${bar('generated', step.gate * (word.vocabulary ?? 0))}${word.places.map((place) => bar('copied', (1 - step.gate) * step.alpha[place]!))}</span
      ><span class="number">${fixed(word.final, 3)}</span>
    </td>
  </tr>`;
}

/** The sum of one row with its numbers put in. */
function sum(step: CopyStep, word: Word, { copy: words }: Strings) {
  const gate = fixed(step.gate, 3);
  const weights = word.places.map((place) => fixed(step.alpha[place]!, 3));
  const copied = weights.length > 1 ? `(${weights.join(' + ')})` : (weights[0] ?? '0');
  return html`P(<bdi>${word.word}</bdi>) = ${gate} · ${word.vocabulary === null ? '0' : fixed(word.vocabulary, 3)} + (1 − ${gate}) ·
    <span class="alpha">${copied}</span> = <strong>${fixed(word.final, 3)}</strong>
    ${weights.length > 1 ? html`<span class="soft words-sum">${words.placesSum(word.word, weights.length)}</span>` : nothing}`;
}

function moveRow(event: KeyboardEvent, { looked, look }: PanelView, step: CopyStep) {
  const at = looked ?? 0;
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: step.words.length - 1 };
  const to = moves[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const row = Math.min(step.words.length - 1, Math.max(0, to));
  look(row);
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus();
}

export function sideBySide({ on, off, strings }: PanelView) {
  const words = strings.copy;
  const { exact } = firstPicture;
  const card = (kind: 'on' | 'off', text: readonly string[]) =>
    html`<div class="card ${kind}">
      <h4>${words[kind]}</h4>
      <p class="said">${text.map((word) => html`<bdi class="word small ${word === 'UNK' ? 'unk' : ''}">${word}</bdi> `)}</p>
      <p class="soft">${words.right(((100 * exact[kind]) as number).toFixed(1), grouped(exact.pairs, strings.lang))}</p>
    </div>`;
  return html`<div class="sides" role="group" aria-label=${words.sideBySide}>
    <h3>${words.sideBySide}</h3>
    <div class="cards">${card('on', on)} ${card('off', off)}</div>
    <p class="soft">${words.madeBy(grouped(madeBy.training.steps, strings.lang), madeBy.training.seed)}</p>
  </div>`;
}

export function pointerFigure({ strings }: PanelView) {
  const words = strings.copy;
  const { pointer } = firstPicture;
  return html`<div class="pointer" role="group" aria-label=${words.pointer}>
    <h3>${words.pointer}</h3>
    <table>
      <thead class="hidden"><tr><th scope="col">${words.wordColumn}</th><th scope="col">${words.weight}</th></tr></thead>
      <tbody>
        ${pointer.words.map(
          (word, place) => html`<tr class=${word === pointer.best ? 'first' : ''}>
            <th scope="row"><bdi>${word}</bdi></th>
            <td><span class="track">${bar('copied', pointer.weights[place]!)}</span><span class="number">${fixed(pointer.weights[place]!)}</span></td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="soft">${words.pointerText(pointer.best)}</p>
  </div>`;
}

/** Every step's p_gen and attention in figures. */
export function attentionTable({ view, strings }: PanelView) {
  const words = strings.copy;
  return html`<details class="table"><summary>${strings.asTable}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.sourceTable}>
      <table>
        <caption>${words.sourceTable}</caption>
        <thead>
          <tr><th scope="col">${words.writes}</th><th scope="col">${words.gate}</th>${view.source.map(({ word }) => html`<th scope="col"><bdi>${word}</bdi></th>`)}</tr>
        </thead>
        <tbody>
          ${view.steps.map(
            (step) =>
              html`<tr><th scope="row"><bdi>${step.word}</bdi></th><td>${fixed(step.gate)}</td>${step.alpha.map((weight) => html`<td>${fixed(weight)}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div></details>`;
}

export const proposals = ({ copy: words }: Strings) =>
  html`<details class="who" open><summary>${words.who}</summary>
    <dl>${words.whoList.map(([who, what]) => html`<dt>${who}</dt><dd>${what}</dd>`)}</dl></details>`;
