// A matrix of weights as a heat map: labelled rows and columns, the numbers in the cells where they fit, a cursor that
// arrow keys move and a screen reader speaks, and the same numbers as a table.
import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { define } from '../lib/define';
import { fixed } from '../lib/format';
import { rampFill, rampInk } from '../lib/ramp';
import { en, type Strings } from '../strings/en';
import { OwnWidth } from './own-width';
import { base, controls, tokens } from './styles';

export interface Cell {
  row: number;
  column: number;
}

const labelLimit = 9; // letters of a label before it is cut; the whole stands in the title and in the table
const letter = 8.5; // its width, a little more than the widest monospace face has
const gap = 2;

function cut(label: string, limit: number): string {
  const letters = [...label];
  return letters.length > limit ? `${letters.slice(0, limit - 1).join('')}…` : label;
}

export class Heatmap extends LitElement {
  static override properties = {
    rows: { attribute: false },
    columns: { attribute: false },
    values: { attribute: false },
    name: { attribute: false },
    rowAxis: { attribute: false },
    columnAxis: { attribute: false },
    symbol: { attribute: false },
    strings: { attribute: false },
    cursor: { state: true },
    pinned: { state: true },
    hovered: { state: true },
    open: { state: true },
  };

  /** Labels of the rows and columns, and rows x columns weights from 0 to 1, row-major. */
  rows: readonly string[] = [];
  columns: readonly string[] = [];
  values: ArrayLike<number> = [];
  /** What the matrix is, and what its axes and its letter are called. */
  name = '';
  rowAxis = '';
  columnAxis = '';
  symbol = '';
  strings: Strings = en;
  /** Told the cell whose number is shown, or null. */
  onLook: (cell: Cell | null) => void = () => {};

  private cursor: Cell = { row: 0, column: 0 };
  private pinned: Cell | null = null;
  private hovered: Cell | null = null;
  private readonly width = new OwnWidth(this);
  private open = false;

  override willUpdate(changed: PropertyValues) {
    if (!changed.has('rows') && !changed.has('columns')) return;
    const inside = (cell: Cell) => cell.row < this.rows.length && cell.column < this.columns.length;
    if (!inside(this.cursor)) this.cursor = { row: 0, column: 0 };
    if (this.pinned && !inside(this.pinned)) this.pinned = null;
  }

  private value(cell: Cell): number {
    return this.values[cell.row * this.columns.length + cell.column] ?? Number.NaN;
  }

  private get strongest(): Cell {
    let best: Cell = { row: 0, column: 0 };
    for (let row = 0; row < this.rows.length; ++row) {
      for (let column = 0; column < this.columns.length; ++column) {
        if (this.value({ row, column }) > this.value(best)) best = { row, column };
      }
    }
    return best;
  }

  override render() {
    if (this.rows.length === 0 || this.columns.length === 0) {
      return html`<div class="root"><p class="empty">${this.strings.heatmap.empty}</p></div>`;
    }
    const shown = this.hovered ?? this.pinned;
    return html`<div class="root">
      ${this.width.pixels > 0 ? this.picture() : nothing}
      <p class="reading ${shown ? '' : 'idle'}">
        ${
          shown
            ? html`${this.pinned && !this.hovered ? html`<span class="pin">${this.strings.heatmap.pinned}</span>` : nothing}
                <var class="alpha">${this.symbol}</var>(<bdi>${this.rows[shown.row]}</bdi> ←
                <bdi>${this.columns[shown.column]}</bdi>) = <span class="number">${fixed(this.value(shown))}</span>`
            : this.strings.heatmap.hint
        }
      </p>
      <details class="table" @toggle=${this.toggled}>
        <summary>${this.strings.asTable}</summary>
        ${this.open ? this.table() : nothing}
      </details>
    </div>`;
  }

  private picture() {
    const longest = Math.max(...this.rows.map((label) => [...cut(label, labelLimit)].length));
    const left = 28 + Math.max(3, longest) * letter;
    const top = 48;
    const size = Math.max(6, Math.min(84, (this.width.pixels - left) / this.columns.length));
    const height = Math.max(6, Math.min(size, 56));
    // Column labels are cut to their cells; where not even three letters fit they are thinned instead.
    const letters = size >= 4 * letter ? Math.floor(size / letter) - 1 : labelLimit;
    const every = size >= 4 * letter ? 1 : Math.ceil((letter * (labelLimit + 1)) / size);
    const everyRow = Math.ceil(14 / height);
    const numbers = size >= 48 && height >= 20;
    const width = left + size * this.columns.length;
    const strongest = this.strongest;
    return html`<svg
      class="map"
      width=${width}
      height=${top + height * this.rows.length}
      viewBox="0 0 ${width} ${top + height * this.rows.length}"
      role="grid"
      aria-label=${this.strings.heatmap.name(
        this.name,
        this.rows.length,
        this.columns.length,
        this.rows[strongest.row]!,
        this.columns[strongest.column]!,
        fixed(this.value(strongest), 3),
      )}
      @keydown=${this.key}
      @pointerleave=${() => this.look(null)}
      @focusout=${() => this.look(null)}
    >
      <g role="row">
        <g role="columnheader" aria-label=${`${this.rowAxis}, ${this.columnAxis}`}>
          <text class="axis" x=${left + 2} y="12">${this.columnAxis} →</text>
          <text class="axis" transform="translate(12 ${top + 2}) rotate(-90)" text-anchor="end">← ${this.rowAxis}</text>
        </g>
        ${this.columns.map(
          (label, column) => svg`<g role="columnheader" aria-label=${label}><title>${label}</title>
            ${
              column % every === 0
                ? svg`<text class="label" x=${left + size * (column + 0.5)} y="38" text-anchor="middle">${cut(label, letters)}</text>`
                : nothing
            }</g>`,
        )}
      </g>
      ${this.rows.map((label, row) => {
        const y = top + height * row;
        return svg`<g role="row">
          <g role="rowheader" aria-label=${label}><title>${label}</title>
            ${
              row % everyRow === 0
                ? svg`<text class="label" x=${left - 10} y=${y + height / 2 + 5} text-anchor="end">${cut(label, labelLimit)}</text>`
                : nothing
            }</g>
          ${this.columns.map((_, column) => this.cell({ row, column }, left + size * column, y, size, height, numbers))}
        </g>`;
      })}
    </svg>`;
  }

  private cell(cell: Cell, x: number, y: number, width: number, height: number, numbers: boolean) {
    const value = this.value(cell);
    // Said as it is seen, so that who speaks to the page can name what they see; the reading below has all digits.
    const number = fixed(value, numbers && width < 64 ? 2 : 4);
    const pinned = this.pinned?.row === cell.row && this.pinned.column === cell.column;
    const current = this.cursor.row === cell.row && this.cursor.column === cell.column;
    return svg`<g
      class="cell ${pinned ? 'pinned' : ''}"
      role="gridcell"
      tabindex=${current ? 0 : -1}
      data-cell="${cell.row},${cell.column}"
      aria-selected=${pinned}
      aria-label=${this.strings.heatmap.cell(this.rows[cell.row]!, this.columns[cell.column]!, number)}
      @pointerenter=${() => this.look(cell)}
      @focus=${() => this.look(cell)}
      @click=${() => this.pin(cell)}
    >
      <rect x=${x + gap / 2} y=${y + gap / 2} width=${width - gap} height=${height - gap} rx="3" fill=${rampFill(value)}></rect>
      ${
        numbers
          ? svg`<text class="value ${rampInk(value)}" x=${x + width / 2} y=${y + height / 2 + 5} text-anchor="middle"
              aria-hidden="true">${number}</text>`
          : nothing
      }
    </g>`;
  }

  private table() {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${this.name}>
      <table>
        <caption>${this.strings.heatmap.caption(this.rowAxis, this.columnAxis)}</caption>
        <thead>
          <tr>
            <th scope="col">${this.rowAxis}</th>
            ${this.columns.map((label) => html`<th scope="col"><bdi>${label}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.rows.map(
            (label, row) => html`<tr>
              <th scope="row"><bdi>${label}</bdi></th>
              ${this.columns.map((_, column) => html`<td>${fixed(this.value({ row, column }))}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private toggled(event: Event) {
    this.open = (event.target as HTMLDetailsElement).open;
  }
  private look(cell: Cell | null) {
    this.hovered = cell;
    this.onLook(cell ?? this.pinned);
  }
  private pin(cell: Cell) {
    const same = this.pinned?.row === cell.row && this.pinned.column === cell.column;
    this.pinned = same ? null : cell;
    this.cursor = cell;
    this.onLook(this.pinned);
  }

  private async key(event: KeyboardEvent) {
    const { row, column } = this.cursor;
    const end = { row: this.rows.length - 1, column: this.columns.length - 1 };
    const moves: Record<string, Cell> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: event.ctrlKey ? { row: 0, column: 0 } : { row, column: 0 },
      End: event.ctrlKey ? end : { row, column: end.column },
    };
    const to = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.pin(this.cursor);
    else if (event.key === 'Escape' && this.pinned) this.pin(this.pinned);
    else if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (!to) return;
    this.cursor = {
      row: Math.min(end.row, Math.max(0, to.row)),
      column: Math.min(end.column, Math.max(0, to.column)),
    };
    await this.updateComplete;
    this.renderRoot.querySelector<SVGElement>(`[data-cell="${this.cursor.row},${this.cursor.column}"]`)?.focus();
  }

  static override styles = [
    tokens,
    base,
    controls,
    css`
      .map {
        display: block;
        max-width: 100%;
        overflow: visible;
        touch-action: manipulation;
      }
      .axis {
        fill: var(--s2s-ink-soft);
        font: 400 12px / 16px var(--s2s-sans);
      }
      .label {
        fill: var(--s2s-ink);
        font: 600 13px / 16px var(--s2s-mono);
        unicode-bidi: plaintext;
      }
      .cell {
        cursor: pointer;
        outline: none;
      }
      .cell rect {
        stroke: var(--s2s-line);
        stroke-width: 1px;
      }
      .cell:hover rect {
        stroke: var(--s2s-ink);
        stroke-width: 1.5px;
      }
      .cell:focus-visible rect {
        stroke: var(--s2s-focus);
        stroke-width: 3px;
      }
      .cell.pinned rect {
        stroke: var(--s2s-ink);
        stroke-width: 2.5px;
        stroke-dasharray: 5 3;
      }
      .value {
        font: 500 13px / 16px var(--s2s-mono);
        font-variant-numeric: tabular-nums;
        pointer-events: none;
      }
      .value.light {
        fill: var(--s2s-cell-light);
      }
      .value.middle {
        fill: var(--s2s-cell-middle);
      }
      .value.deep {
        fill: var(--s2s-cell-deep);
      }
      .reading {
        min-height: 20px;
        margin-top: 8px;
      }
      .reading.idle,
      .empty {
        color: var(--s2s-ink-soft);
        font-size: 13px;
      }
      .pin {
        margin-inline-end: 4px;
        padding: 0 6px;
        border: 1px dashed var(--s2s-ink);
        border-radius: 4px;
        font-size: 12px;
      }
      @media print {
        .reading.idle,
        details.table:not([open]) {
          display: none;
        }
        .map {
          print-color-adjust: exact;
        }
      }
      @media (forced-colors: active) {
        .cell rect {
          forced-color-adjust: none;
        }
        .value {
          forced-color-adjust: none;
        }
      }
    `,
  ];
}

define('s2s-part-heatmap', Heatmap);
