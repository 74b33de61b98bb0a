// How the weights of each row of a matrix moved over the epochs: one small chart a row, one line a column.

import { css, html, LitElement, nothing, svg } from 'lit';
import { define } from '../lib/define';
import { fixed } from '../lib/format';
import { scaleLinear } from '../lib/linear-scale';
import { linePath } from '../lib/path';
import { en, type Strings } from '../strings/en';
import { OwnWidth } from './own-width';
import { base, tokens } from './styles';

/** The matrix, row-major, as it was after `epoch` epochs. */
export interface Weights {
  epoch: number;
  alpha: ArrayLike<number>;
}

const height = 120;
const margin = { top: 8, right: 40, bottom: 8, left: 4 };
const labelGap = 13; // lines end close together before training; their labels may not
const rowLimit = 6;
const lead = 16; // from a single point to its label

interface End {
  column: number;
  y: number;
}

export class WeightLines extends LitElement {
  static override properties = {
    rows: { attribute: false },
    columns: { attribute: false },
    history: { attribute: false },
    end: { attribute: false },
    mark: { attribute: false },
    strings: { attribute: false },
  };

  rows: readonly string[] = [];
  columns: readonly string[] = [];
  history: readonly Weights[] = [];
  /** The last epoch of the axis, and the marked one. */
  end = 1;
  mark: number | null = null;
  strings: Strings = en;

  private readonly width = new OwnWidth(this);

  override render() {
    const rows = this.rows.slice(0, rowLimit);
    const across = Math.max(1, Math.min(rows.length, Math.floor(this.width.pixels / 112), 3));
    const width = Math.floor((this.width.pixels - (across - 1) * 12) / across);
    return html`<div class="root">
      <div class="panels">${this.width.pixels > 0 ? rows.map((_, row) => this.panel(row, width)) : nothing}</div>
    </div>`;
  }

  private panel(row: number, width: number) {
    const x = scaleLinear([0, Math.max(1, this.end)], [margin.left, width - margin.right]);
    const y = scaleLinear([0, 1], [height - margin.bottom, margin.top]);
    const at = (weights: Weights, column: number) => weights.alpha[row * this.columns.length + column] ?? Number.NaN;
    const path = (column: number) =>
      linePath(this.history.map((weights) => [x(weights.epoch), y(at(weights, column))] as const));
    const last = this.history.at(-1);
    const ends = this.columns.map((label, column) => ({ label, column, y: last ? y(at(last, column)) : 0 }));
    const strongest = ends.reduce((a, b) => (b.y < a.y ? b : a), ends[0]!);
    const name = this.strings.weightLines.name(
      this.rows[row]!,
      ends.map(({ label, column }) => `${label} ${last ? fixed(at(last, column), 3) : ''}`).join(', '),
    );
    return html`<svg class="panel" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${name}>
      <rect class="plot" x=${margin.left} y=${margin.top} width=${width - margin.left - margin.right}
        height=${height - margin.top - margin.bottom}></rect>
      ${
        this.mark === null
          ? nothing
          : svg`<line class="mark" x1=${x(this.mark)} x2=${x(this.mark)} y1=${margin.top} y2=${height - margin.bottom}></line>`
      }
      ${ends.map(({ column }) => svg`<path class=${column === strongest.column ? 'strongest' : ''} d=${path(column)}></path>`)}
      ${last && this.history.length === 1 ? this.starts(ends, spread(ends), x(last.epoch)) : nothing}
      ${
        last
          ? spread(ends).map(
              ({ label, column, y: end }) =>
                svg`<text class=${column === strongest.column ? 'strongest' : ''} x=${x(last.epoch) + (this.history.length === 1 ? lead + 3 : 5)} y=${end + 4}>${
                  label.length > 4 ? `${label.slice(0, 3)}…` : label
                }</text>`,
            )
          : nothing
      }
      <text class="row" x=${margin.left + 6} y=${margin.top + 15}>${this.rows[row]}</text>
    </svg>`;
  }

  /** Before training a line is a single point: a dot, led to its label. */
  private starts(ends: readonly End[], labels: readonly End[], x: number) {
    return ends.map(({ column, y }) => {
      const label = labels.find((one) => one.column === column)!;
      return svg`<line class="lead" x1=${x} x2=${x + lead} y1=${y} y2=${label.y}></line><circle cx=${x} cy=${y} r="2.5"></circle>`;
    });
  }

  static override styles = [
    tokens,
    base,
    css`
      .panels {
        display: flex;
        flex-wrap: wrap;
        gap: 12px;
        min-height: ${height}px;
      }
      .panel {
        display: block;
        overflow: visible;
      }
      .plot {
        fill: none;
        stroke: var(--s2s-line);
      }
      .mark {
        stroke: var(--s2s-accent);
      }
      path {
        fill: none;
        stroke: var(--s2s-alpha);
        stroke-width: 1.25px;
        opacity: 0.75;
      }
      path.strongest {
        stroke-width: 2.5px;
        opacity: 1;
      }
      .lead {
        stroke: var(--s2s-line-strong);
      }
      circle {
        fill: var(--s2s-alpha);
      }
      text {
        fill: var(--s2s-ink-soft);
        font: 400 12px / 16px var(--s2s-mono);
        unicode-bidi: plaintext;
      }
      text.strongest {
        fill: var(--s2s-ink);
        font-weight: 700;
      }
      .row {
        fill: var(--s2s-ink);
        font-weight: 600;
        font-size: 13px;
        paint-order: stroke;
        stroke: var(--s2s-surface);
        stroke-width: 4px;
      }
    `,
  ];
}

/** The labels moved apart as little as keeps them legible, inside the plot. */
function spread<T extends { y: number }>(ends: readonly T[]): T[] {
  const sorted = ends.map((end) => ({ ...end })).sort((a, b) => a.y - b.y);
  sorted.forEach((end, index) => {
    const above = sorted[index - 1];
    if (above) end.y = Math.max(end.y, above.y + labelGap);
  });
  let floor = height - margin.bottom - 9; // a label before training stands in the plot, clear of its edge
  for (const end of sorted.reverse()) {
    end.y = Math.min(end.y, floor);
    floor = end.y - labelGap;
  }
  return sorted;
}

define('s2s-part-weight-lines', WeightLines);
