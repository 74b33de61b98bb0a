// Draws what a moment shows: numbers, tokens, tables, coins, a few lines of a program, a curve.
import { css, html, nothing } from 'lit';
import '../parts/line-chart';
import '../parts/number-grid';
import type { Figure } from './moment';
import { plain, rich } from './rich';
import type { Strings } from './words';

export const figures = (list: readonly Figure[], strings: Strings) =>
  list.length === 0 ? nothing : html`<div class="figures">${list.map((figure) => drawn(figure, strings))}</div>`;

function drawn(figure: Figure, strings: Strings) {
  const title = figure.title === '' ? nothing : html`<h4>${rich(figure.title)}</h4>`;
  switch (figure.type) {
    case 'grid':
      return html`<div class="figure">
        ${title}
        <div class="scroll">
          <s2s-part-number-grid
            .values=${figure.values}
            .columns=${figure.columns}
            .rowLabels=${figure.rows ?? []}
            .columnLabels=${figure.heads ?? []}
            .name=${plain(figure.title)}
            .quantity=${figure.quantity ?? ''}
            .bars=${figure.bars ?? false}
            .strongest=${figure.strongest ?? -1}
            .digits=${digitsOf(figure.values)}
            .cellName=${(row: number, column: number) =>
              [figure.rows?.[row] ?? `${row}`, figure.columns > 1 ? (figure.heads?.[column] ?? `${column}`) : '']
                .filter(Boolean)
                .join(', ')}
          ></s2s-part-number-grid>
        </div>
      </div>`;
    case 'tokens':
      return html`<div class="figure">
        ${title}
        <p class="tokens">${figure.tokens.map((token) => html`<bdi class="token ${figure.own ? 'own' : ''}">${token}</bdi> `)}</p>
      </div>`;
    case 'table':
      return html`<div class="figure">
        ${title}
        <div class="scroll" tabindex="0" role="group" aria-label=${plain(figure.title) || strings.asTable}>
          <table class="plain">
            ${figure.title ? html`<caption class="hidden">${plain(figure.title)}</caption>` : nothing}
            <thead>
              <tr>
                ${figure.heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${rich(head)}</th>`))}
              </tr>
            </thead>
            <tbody>
              ${figure.rows.map(
                (row, index) => html`<tr class=${figure.strong?.includes(index) ? 'strong' : ''}>
                  ${row.map((cell, column) =>
                    column === 0 && row.length > 1
                      ? html`<th scope="row">${rich(cell)}</th>`
                      : html`<td class=${isNumber(cell) ? 'number' : ''}>${rich(cell)}</td>`,
                  )}
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </div>`;
    case 'coins':
      return html`<div class="figure">
        ${title}
        <div class="scroll" tabindex="0" role="group" aria-label=${plain(figure.title)}>
          <div class="coins" role="list">${figure.rows.map((row, index) => coinRow(row, index, strings))}</div>
        </div>
        <p class="soft key">${strings.check.coinKey}</p>
      </div>`;
    case 'code':
      return html`<div class="figure">
        ${title}
        <div class="scroll" tabindex="0" role="group" aria-label=${plain(figure.title)}><pre>${figure.lines.join('\n')}</pre></div>
      </div>`;
    case 'curve':
      return html`<div class="figure curve">
        ${title}
        <s2s-part-line-chart
          .points=${figure.losses.map((y, x) => ({ x, y }))}
          .end=${figure.losses.length - 1}
          .mark=${figure.mark === undefined ? null : { x: figure.mark, y: figure.losses[figure.mark] }}
          .strings=${strings}
        ></s2s-part-line-chart>
      </div>`;
  }
}

/** May stand beside the question where there is room. */
export const isNarrow = (figure: Figure) =>
  (figure.type === 'grid' && figure.columns <= 4) || (figure.type === 'table' && figure.heads.length <= 3);

/** As many decimals as numbers made for paper have, else four. */
const digitsOf = (values: readonly number[]) =>
  [0, 1, 2].find((digits) => values.every((value) => Math.abs(value - Number(value.toFixed(digits))) < 1e-9)) ?? 4;

const isNumber = (cell: string) => /^[−-]?\d[\d.,\s−-]*$/.test(cell);

/** One row of coins; the first input is BOS, without a coin. */
function coinRow(row: readonly boolean[], index: number, strings: Strings) {
  const { coin, coinRow: name } = strings.check;
  const kind = (own: boolean, at: number) => (at === 0 ? 'bos' : own ? 'own' : 'truth');
  return html`<div class="coin-row" role="listitem">
    <span class="hidden">${name(index + 1, row.map((own, at) => coin[kind(own, at)]).join(', '))}</span>
    ${row.map(
      (own, at) =>
        html`<span class="coin ${kind(own, at)}" aria-hidden="true">${{ bos: 'B', own: 'O', truth: 'T' }[kind(own, at)]}</span>`,
    )}
  </div>`;
}

export const figureStyles = css`
  .figures {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 16px 40px;
    margin-top: 16px;
  }
  .figure {
    min-width: 0;
    max-width: 100%;
  }
  .figure.curve {
    flex: 1 1 100%;
  }
  h4 {
    margin: 0 0 6px;
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-sans);
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .token {
    display: inline-block;
    max-width: 100%;
    padding: 1px 7px;
    border: 1.5px solid transparent;
    border-radius: 5px;
    background: color-mix(in oklab, var(--s2s-ink) 10%, transparent);
    font: 500 13px / 20px var(--s2s-mono);
    overflow-wrap: anywhere;
  }
  .token.own {
    border-color: var(--s2s-line-strong);
    background: none;
  }
  table.plain {
    border-collapse: collapse;
    font: 400 13px / 20px var(--s2s-sans);
    font-variant-numeric: tabular-nums;
  }
  table.plain :is(th, td) {
    padding-block: 4px;
    padding-inline: 0 20px;
    border-bottom: 1px solid var(--s2s-line);
    font-weight: 400;
    text-align: start;
    vertical-align: baseline;
  }
  @container (max-width: 480px) {
    table.plain :is(th, td) {
      padding-inline-end: 10px;
    }
  }
  table.plain :is(th, td):last-child {
    padding-inline-end: 0;
  }
  table.plain thead th {
    color: var(--s2s-ink-soft);
    font-size: 12px;
    white-space: nowrap;
  }
  table.plain td.number {
    font-family: var(--s2s-mono);
    white-space: nowrap;
  }
  table.plain :is(code, .token) {
    overflow-wrap: normal;
    white-space: nowrap;
  }
  table.plain tr.strong > * {
    background: color-mix(in oklab, var(--s2s-accent) 10%, transparent);
    font-weight: 600;
  }
  code,
  pre {
    font: 400 13px / 20px var(--s2s-mono);
  }
  code {
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  pre {
    margin: 0;
    padding: 10px 14px;
    border-radius: 6px;
    background: var(--s2s-sunken);
  }
  sub {
    font-size: 0.75em;
    line-height: 1;
  }
  .coins {
    display: grid;
    gap: 3px;
  }
  .coin-row {
    display: flex;
    gap: 3px;
  }
  .coin {
    flex: none;
    width: 24px;
    border: 1.5px solid var(--s2s-line-strong);
    border-radius: 12px;
    font: 500 12px / 21px var(--s2s-mono);
    text-align: center;
  }
  .coin.truth {
    border-color: var(--s2s-ink);
    background: var(--s2s-ink);
    color: var(--s2s-surface);
  }
  .coin.bos {
    border-color: transparent;
    color: var(--s2s-ink-soft);
  }
  .key {
    margin-top: 6px;
    font-size: 12px;
    line-height: 16px;
  }
`;
