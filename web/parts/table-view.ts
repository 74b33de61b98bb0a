// The numbers behind a picture as a table that folds out; the same rows are what the CSV file holds.
import { html } from 'lit';
import { fixed, grouped } from '../lib/format';
import type { Table } from '../lib/table';

/** Styled by `controls`. Whole numbers are grouped, others have `digits` decimals. The first column heads its row. */
export function tableView(title: string, caption: string, { columns, rows }: Table, lang = 'en', digits = 4) {
  const written = (cell: string | number) =>
    typeof cell === 'string'
      ? html`<bdi>${cell}</bdi>`
      : Number.isInteger(cell)
        ? grouped(cell, lang)
        : fixed(cell, digits);
  return html`<details class="table">
    <summary>${title}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${caption}>
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([head, ...cells]) => html`<tr>
              <th scope="row">${head === undefined ? '' : written(head)}</th>
              ${cells.map((cell) => html`<td>${written(cell)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
