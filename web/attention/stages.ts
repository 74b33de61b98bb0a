// The computed part of <s2s-attention>: a card for each stage, empty until it is its turn, and the formula of the
// number that is looked at.
import { html, nothing } from 'lit';
import { typed } from '../lib/format';
import '../parts/number-grid';
import { lowered } from '../parts/lowered';
import type { Strings } from '../strings/en';
import { formula, subscript } from './formula';
import { quantities } from './quantities';
import { type Computed, type Stage, stagesOf } from './settings';

export interface Looked {
  stage: Stage;
  row: number;
  column: number;
}

export interface TraceView {
  computed: Computed;
  /** How many stages are shown. */
  shown: number;
  looked: Looked | null;
  strings: Strings;
  look: (at: Looked) => void;
  /** What comes after the softmax, in a place of its own, and what stands under the context. */
  afterAlpha: unknown;
  underContext: unknown;
}

export const stageList = (view: TraceView) =>
  html`<ol class="stages">
    ${stagesOf[view.computed.kind].map((stage, index) => [
      card(view, stage, index),
      stage === 'alpha' && index < view.shown && view.afterAlpha !== nothing
        ? html`<li class="by-hand">${view.afterAlpha}</li>`
        : nothing,
    ])}
  </ol>`;

function lawOf(stage: Stage, { kind, temperature }: Computed, { attention: words }: Strings): string {
  if (stage === 'energy') return words.kinds[kind].law;
  if (stage === 'alpha' && temperature !== 1) return words.divided(typed(temperature));
  return words.stages[stage].formula;
}

function card({ computed, shown, strings, look, underContext }: TraceView, stage: Stage, index: number) {
  const { input, steps, hand } = computed;
  const words = strings.attention;
  const { title } = words.stages[stage];
  const known = index < shown;
  const column = stage === 'energy' || stage === 'alpha';
  const oneRow = stage === 'Ws_s' || stage === 'context';
  const letter = { Wh_h: 'h', energy: 'e', alpha: 'α' }[stage as string];
  const position = (i: number) => (letter ? letter + subscript(i) : String(i));
  return html`<li data-stage=${stage} class="stage ${known ? 'known' : ''} ${index === shown - 1 ? 'newest' : ''}">
    <h4><span class="soft number">${index + 1}</span> ${title}</h4>
    <p class="law ${quantities[stage]}">${lowered(lawOf(stage, computed, strings))}</p>
    <s2s-part-number-grid
      .values=${stage === 'context' && hand ? hand.context : steps[stage]}
      .columns=${column ? 1 : input.hiddenSize}
      .rowLabels=${oneRow ? [] : Array.from({ length: input.sourceLength }, (_, i) => position(i))}
      .name=${title}
      .quantity=${quantities[stage]}
      .pending=${known ? '' : words.hiddenStage}
      .bars=${stage === 'alpha'}
      .strongest=${stage === 'alpha' && known && steps.alphaSum > 0 ? steps.largest : -1}
      .cellName=${(row: number, entry: number) =>
        column ? words.position(row) : words.cellName(title, oneRow ? null : row, entry)}
      .onLook=${(row: number, entry: number) => look({ stage, row, column: entry })}
    ></s2s-part-number-grid>
    ${
      stage === 'alpha' && known
        ? html`<p class="total soft">${words.sum} <span class="number">${sumText(steps.alphaSum)}</span></p>`
        : nothing
    }
    ${stage === 'context' && known ? underContext : nothing}
  </li>`;
}

export function formulaStrip({ computed, shown, looked, strings }: TraceView) {
  if (!looked) {
    return html`<div class="formula"><p class="soft">${shown > 0 ? strings.attention.formulaHint : ''}</p></div>`;
  }
  const pieces = formula(looked.stage, looked.row, looked.column, computed, strings.attention.maskedWord);
  return html`<div class="formula on">
    <p class="number">
      ${pieces.map(({ text, quantity }) => html`<span class=${quantity ?? ''}>${quantity ? lowered(text) : text}</span>`)}
    </p>
  </div>`;
}

/** Enough digits of the float32 that it is to show by how much it misses 1, if it does. */
export const sumText = (sum: number) => (sum === 1 ? '1' : Math.fround(sum).toFixed(9));
