// A small matrix of numbers: editable fields, or computed values with a cursor. One tab stop; arrow keys move inside.
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { define } from '../lib/define';
import { editable, fixed, single } from '../lib/format';
import { base, tokens } from './styles';

export class NumberGrid extends LitElement {
  static override properties = {
    values: { attribute: false },
    columns: { attribute: false },
    rowLabels: { attribute: false },
    columnLabels: { attribute: false },
    name: { attribute: false },
    quantity: { attribute: false },
    editing: { attribute: false },
    limit: { attribute: false },
    pending: { attribute: false },
    bars: { attribute: false },
    strongest: { attribute: false },
    digits: { attribute: false },
    cursor: { state: true },
    refused: { state: true },
  };

  /** Row-major values, and how many make a row. */
  values: readonly number[] = [];
  columns = 1;
  rowLabels: readonly string[] = [];
  columnLabels: readonly string[] = [];
  /** What a screen reader calls the whole. */
  name = '';
  /** The quantity's class of colour: h, s, alpha, c or v. */
  quantity = '';
  editing = false;
  /** Numbers further from 0 are refused. */
  limit = Number.MAX_VALUE;
  /** Shown in place of values that are not there yet; empty: the values are there. */
  pending = '';
  /** Draws each value (0 to 1) as a bar beside it. */
  bars = false;
  /** The row to mark as the largest, or -1. */
  strongest = -1;
  /** Decimals of values that are not edited. */
  digits = 4;

  /** The name of one cell, and the sentence that refuses a text. */
  cellName: (row: number, column: number) => string = (row, column) => `${row}, ${column}`;
  refusal: (name: string, text: string) => string = (_, text) => text;
  onEdit: (index: number, value: number) => void = () => {};
  /** Told the cell that is pointed at or has the focus. */
  onLook: (row: number, column: number) => void = () => {};

  private cursor = 0;
  private refused: ReadonlyMap<number, string> = new Map();

  private get rows(): number {
    return Math.ceil(this.values.length / this.columns);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('values')) {
      if (this.cursor >= this.values.length) this.cursor = 0;
      // New numbers were drawn: what was refused before is gone with the field's old text.
      if (this.refused.size > 0 && !this.sameElsewhere(changed.get('values') as readonly number[] | undefined)) {
        this.refused = new Map();
      }
    }
  }

  /** True where at most one value differs: an edit, not a new matrix. */
  private sameElsewhere(old: readonly number[] | undefined): boolean {
    if (old?.length !== this.values.length) return false;
    return this.values.filter((value, index) => value !== old[index]).length <= 1;
  }

  override render() {
    const rows = Array.from({ length: this.rows }, (_, row) => row);
    const columns = Array.from({ length: this.columns }, (_, column) => column);
    const figures = this.editing ? Math.max(...this.values.map((value) => editable(value).length)) : 0;
    return html`<div class="root">
      <table role="grid" class=${this.quantity} aria-label=${this.name} .style=${`--figures: ${figures}`} @keydown=${this.key}>
        ${
          this.columnLabels.length > 0
            ? html`<thead>
                <tr role="row">
                  ${this.rowLabels.length > 0 ? html`<td role="gridcell"></td>` : nothing}
                  ${this.columnLabels.map((label) => html`<th role="columnheader" scope="col">${label}</th>`)}
                </tr>
              </thead>`
            : nothing
        }
        <tbody>
          ${rows.map(
            (row) => html`<tr role="row" class=${row === this.strongest ? 'strongest' : ''}>
              ${this.rowLabels.length > 0 ? html`<th role="rowheader" scope="row">${this.rowLabels[row]}</th>` : nothing}
              ${columns.map((column) => this.cell(row, column))}
            </tr>`,
          )}
        </tbody>
      </table>
      ${[...this.refused].map(
        ([index, text]) => html`<p class="error" role="alert" id="error-${index}">
          <span aria-hidden="true">! </span>${this.refusal(this.cellName(...this.place(index)), text)}
        </p>`,
      )}
    </div>`;
  }

  private place(index: number): [number, number] {
    return [Math.floor(index / this.columns), index % this.columns];
  }

  private cell(row: number, column: number) {
    const index = row * this.columns + column;
    const value = this.values[index] ?? Number.NaN;
    const name = this.cellName(row, column);
    const tab = index === this.cursor ? 0 : -1;
    const look = () => this.onLook(row, column);
    const focus = () => {
      this.cursor = index;
      look();
    };
    if (this.pending) {
      return html`<td role="gridcell" class="pending" aria-label="${name}: ${this.pending}"><span aria-hidden="true">·</span></td>`;
    }
    if (this.editing) {
      const refused = this.refused.get(index);
      return html`<td role="gridcell">
        <input
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          aria-label=${name}
          aria-invalid=${refused === undefined ? nothing : 'true'}
          aria-describedby=${refused === undefined ? nothing : `error-${index}`}
          title=${single(value)}
          data-index=${index}
          tabindex=${tab}
          .value=${refused ?? editable(value)}
          @focus=${focus}
          @change=${(event: Event) => this.edited(index, (event.target as HTMLInputElement).value)}
        />
      </td>`;
    }
    return html`<td
      role="gridcell"
      class="value"
      data-index=${index}
      tabindex=${tab}
      aria-label="${name}: ${fixed(value, this.digits)}"
      @focus=${focus}
      @pointerenter=${look}
      @click=${(event: Event) => (event.currentTarget as HTMLElement).focus()}
    >
      ${this.bars ? this.bar(value) : nothing}${fixed(value, this.digits)}
    </td>`;
  }

  private bar(value: number) {
    const length = 96 * Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
    return html`<svg class="bar" width="96" height="14" viewBox="0 0 96 14" aria-hidden="true">
      <rect class="track" width="96" height="14" rx="3"></rect>
      <rect class="fill" width=${length} height="14" rx="3"></rect>
    </svg>`;
  }

  private edited(index: number, text: string): void {
    const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace('\u2212', '-'));
    const refused = new Map(this.refused);
    const allowed = Math.abs(value) <= this.limit; // false for NaN
    if (allowed) refused.delete(index);
    else refused.set(index, text);
    this.refused = refused;
    if (allowed) this.onEdit(index, value);
  }

  private key(event: KeyboardEvent): void {
    const [row, column] = this.place(this.cursor);
    const target = event.target as HTMLElement;
    if (target instanceof HTMLInputElement) {
      const { selectionStart, selectionEnd, value } = target;
      const caret = selectionStart === selectionEnd ? selectionStart : null;
      const all = selectionStart === 0 && selectionEnd === value.length;
      // Left and right belong to the text until its edge is reached.
      if (event.key === 'ArrowLeft' && !all && caret !== 0) return;
      if (event.key === 'ArrowRight' && !all && caret !== value.length) return;
      if (event.key === 'Home' || event.key === 'End') return;
    }
    const moves: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, this.columns - 1],
    };
    const to = moves[event.key];
    if (!to || this.pending) return;
    event.preventDefault();
    event.stopPropagation();
    const next =
      Math.min(this.rows - 1, Math.max(0, to[0])) * this.columns + Math.min(this.columns - 1, Math.max(0, to[1]));
    this.focusCell(next);
  }

  private focusCell(index: number): void {
    this.cursor = index;
    const cell = this.renderRoot.querySelector<HTMLElement>(`[data-index="${index}"]`);
    cell?.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  }

  static override styles = [
    tokens,
    base,
    css`
      table[role='grid'] {
        color: var(--s2s-ink); /* the quantity's colour is in the brackets */
        border-collapse: separate;
        border-spacing: 0;
        font: 400 12.5px / 20px var(--s2s-mono);
        font-variant-numeric: tabular-nums;
        --line: var(--s2s-v);
      }
      @container (max-width: 319px) {
        .root {
          overflow-x: auto;
        }
      }
      table.h {
        --line: var(--s2s-h);
      }
      table.s {
        --line: var(--s2s-s);
      }
      table.alpha {
        --line: var(--s2s-alpha);
      }
      table.c {
        --line: var(--s2s-c);
      }
      th {
        box-sizing: border-box;
        min-width: 24px;
        padding: 0;
        padding-inline-end: 8px;
        color: var(--s2s-ink-soft);
        font: italic 400 14px / 20px var(--s2s-serif);
        text-align: start;
        white-space: nowrap;
      }
      thead th {
        padding: 0 8px 2px;
        font: 400 12px / 16px var(--s2s-mono);
      }
      td {
        width: 62px;
        height: 28px;
        padding: 0 4px;
        border-top: 1px solid var(--s2s-line);
        text-align: end;
        white-space: nowrap;
      }
      thead td {
        border: 0;
      }
      tbody tr:last-child td {
        border-bottom: 1px solid var(--s2s-line);
      }
      tbody td:nth-of-type(1) {
        border-inline-start: 2px solid var(--line);
      }
      tbody td:last-of-type {
        border-inline-end: 2px solid var(--line);
      }
      input {
        color: inherit;
      }
      td.value {
        cursor: default;
      }
      td.value:hover {
        background: var(--s2s-sunken);
      }
      td.pending {
        color: var(--s2s-ink-soft);
        text-align: center;
      }
      td:has(input) {
        padding: 0;
      }
      input {
        display: block;
        width: max(62px, calc(var(--figures) * 1ch + 8px)); /* the longest number can be read whole */
        height: 27px;
        padding: 0 4px;
        border: 0;
        border-radius: 0;
        background: none;
        font: inherit;
        text-align: end;
      }
      input:hover {
        background: var(--s2s-sunken);
      }
      input:focus {
        background: var(--s2s-sunken);
      }
      input[aria-invalid] {
        background: var(--s2s-wrong-wash);
        box-shadow: inset 0 0 0 2px var(--s2s-wrong);
      }
      td:focus-visible,
      input:focus-visible {
        outline-offset: -2px;
      }
      .bar {
        margin-inline-end: 10px;
        vertical-align: -2px;
      }
      .track {
        fill: var(--s2s-sunken);
      }
      .fill {
        fill: var(--s2s-alpha);
      }
      .strongest td,
      .strongest th {
        font-weight: 700;
      }
      .error {
        max-width: 280px;
        margin-top: 4px;
        color: var(--s2s-wrong);
        font: 400 12px / 16px var(--s2s-sans);
        overflow-wrap: anywhere;
      }
      @media (pointer: coarse) {
        td {
          height: 36px;
        }
        input {
          height: 35px;
        }
      }
      @media (forced-colors: active) {
        .fill {
          fill: Highlight;
          forced-color-adjust: none;
        }
      }
    `,
  ];
}

define('s2s-part-number-grid', NumberGrid);
