// The numbers that <s2s-attention> starts from, as matrices of fields.
import { html, nothing } from 'lit';
import type { AttentionInput, AttentionScore } from '../../wasm/client';
import { grouped } from '../lib/format';
import '../parts/field';
import '../parts/number-grid';
import { lowered } from '../parts/lowered';
import type { Strings } from '../strings/en';
import { subscript } from './formula';
import { limit } from './numbers';
import { type Given, givensOf, quantities } from './quantities';

export interface GivenView {
  input: AttentionInput;
  kind: AttentionScore;
  strings: Strings;
  /** What the seed's field says and why it is refused; null: no field. */
  seed: { text: string; error: string; draw: (text: string) => void } | null;
  /** null: the numbers can be looked at only. */
  edit: ((name: Given, index: number, value: number) => void) | null;
}

export function given(view: GivenView) {
  const words = view.strings.attention;
  return html`<div class="given">
    <div class="given-head">
      <div>
        <h3>${words.given}</h3>
        <p class="soft">${words.givenText}${view.edit ? ` ${words.change}` : nothing}</p>
      </div>
      ${view.seed ? seedForm(view.seed, view.strings) : nothing}
    </div>
    <div class="matrices">${givensOf[view.kind].map((name) => matrix(view, name))}</div>
  </div>`;
}

function seedForm({ text, error, draw }: NonNullable<GivenView['seed']>, { attention: words }: Strings) {
  const submit = (event: Event) => {
    event.preventDefault();
    draw(text);
  };
  return html`<form class="seed" @submit=${submit}>
    <s2s-part-field .label=${words.seed} .value=${text} .error=${error} .size=${10} .onCommit=${draw}></s2s-part-field>
    <button type="submit" class="draw">${words.draw}</button>
  </form>`;
}

function matrix({ input, strings, edit }: GivenView, name: Given) {
  const words = strings.attention;
  const { sourceLength: S, hiddenSize: H } = input;
  const vector = name === 's' || name === 'v';
  const symbol = { h: 'h', s: 's', v: 'v', Wh: 'W_h', Ws: 'W_s' }[name];
  return html`<div class="matrix ${name}">
    <h4><span class=${quantities[name]}>${lowered(symbol)}</span> <span class="soft">${words.titles[name]}</span></h4>
    <s2s-part-number-grid
      .values=${input[name]}
      .columns=${H}
      .rowLabels=${name === 'h' ? Array.from({ length: S }, (_, i) => `h${subscript(i)}`) : []}
      .name="${symbol}, ${words.titles[name]}"
      .quantity=${quantities[name]}
      .editing=${edit !== null}
      .cellName=${(row: number, column: number) => words.cellName(symbol, vector ? null : row, column)}
      .limit=${limit}
      .refusal=${(cell: string, text: string) => words.notNumber(cell, text, grouped(limit, strings.lang))}
      .onEdit=${(index: number, value: number) => edit?.(name, index, value)}
    ></s2s-part-number-grid>
  </div>`;
}
