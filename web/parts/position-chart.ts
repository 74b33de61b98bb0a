// Two shares by position, 0 to 1: a solid line with discs and a dashed one with outlined squares, the gap between them
// shaded. Arrow keys and the pointer read a position; the same numbers stand in a table.

import { css, html, LitElement, nothing, svg } from 'lit';
import { define } from '../lib/define';
import { grouped } from '../lib/format';
import { scaleLinear } from '../lib/linear-scale';
import { areaPath, linePath } from '../lib/path';
import { en, type Strings } from '../strings/en';
import { OwnWidth } from './own-width';
import { base, controls, tokens } from './styles';

export interface PositionShares {
  forced: number;
  free: number;
  /** How many tokens the shares are of. */
  tokens: number;
}

const height = 220;
const margin = { top: 16, right: 72, bottom: 44, left: 48 };

export const percentText = (share: number) => (Number.isNaN(share) ? '–' : (100 * share).toFixed(1));

export class PositionChart extends LitElement {
  static override properties = {
    shares: { attribute: false },
    strings: { attribute: false },
    cursor: { state: true },
    open: { state: true },
  };

  shares: readonly PositionShares[] = [];
  strings: Strings = en;

  private readonly width = new OwnWidth(this);
  private cursor: number | null = null;
  private open = false;

  private get scales() {
    const last = Math.max(1, this.shares.length - 1);
    return {
      x: scaleLinear([0, last], [margin.left, Math.max(margin.left + 1, this.width.pixels - margin.right)]),
      y: scaleLinear([0, 1], [height - margin.bottom, margin.top]),
    };
  }

  override render() {
    const words = this.strings.forcing;
    const at = this.cursor === null ? undefined : this.shares[this.cursor];
    return html`<div class="root">
      ${this.width.pixels > 0 && this.shares.length > 0 ? this.picture() : html`<div class="space"></div>`}
      <p class="reading" role="status">
        ${at ? this.rowText(this.cursor!) : words.gap}
      </p>
      <details class="table" @toggle=${(event: Event) => {
        this.open = (event.target as HTMLDetailsElement).open;
      }}>
        <summary>${this.strings.asTable}</summary>
        ${this.open ? this.table() : nothing}
      </details>
    </div>`;
  }

  private rowText(index: number) {
    const { forced, free, tokens } = this.shares[index]!;
    return this.strings.forcing.accuracyRow(
      index + 1,
      percentText(forced),
      percentText(free),
      grouped(tokens, this.strings.lang),
    );
  }

  private get name() {
    const worst = this.shares.reduce((a, b) => (b.forced - b.free > a.forced - a.free ? b : a), this.shares[0]!);
    return this.strings.forcing.accuracyName(this.shares.length, percentText(worst.forced), percentText(worst.free));
  }

  private picture() {
    const { x, y } = this.scales;
    const { pixels } = this.width;
    const words = this.strings.forcing;
    const points = this.shares.map((share, index) => ({ ...share, index }));
    const at = (name: 'forced' | 'free') => points.map((point) => [x(point.index), y(point[name])] as const);
    const path = (name: 'forced' | 'free') => linePath(at(name));
    const gap = areaPath(at('forced'), at('free'));
    const end = points.at(-1)!;
    // The labels at the lines' ends keep a line's height between them.
    const ends = [y(end.forced), y(end.free)] as const;
    const middle = (ends[0] + ends[1]) / 2;
    const apart = Math.abs(ends[0] - ends[1]) < 16;
    const above = ends[0] <= ends[1] ? -8 : 8;
    const place = apart ? [middle + above, middle - above] : ends;
    const every = Math.ceil((28 * points.length) / Math.max(1, pixels - margin.left - margin.right));
    return html`<svg
      class="chart"
      width=${pixels}
      height=${height}
      viewBox="0 0 ${pixels} ${height}"
      role="img"
      tabindex="0"
      aria-label=${this.name}
      @pointermove=${this.point}
      @pointerleave=${() => {
        this.cursor = null;
      }}
      @blur=${() => {
        this.cursor = null;
      }}
      @keydown=${this.key}
    >
      ${[0, 0.25, 0.5, 0.75, 1].map(
        (
          tick,
        ) => svg`<line class="grid" x1=${margin.left} x2=${pixels - margin.right} y1=${y(tick)} y2=${y(tick)}></line>
          <text class="tick" x=${margin.left - 8} y=${y(tick) + 4} text-anchor="end">${tick * 100} %</text>`,
      )}
      ${points.map(({ index }) =>
        index % every === 0
          ? svg`<text class="tick" x=${x(index)} y=${height - 24} text-anchor="middle">${index + 1}</text>`
          : nothing,
      )}
      <text class="tick" x=${pixels - margin.right} y=${height - 6} text-anchor="end">${words.position}</text>
      <path class="gap" d=${gap}></path>
      ${this.cursor === null ? nothing : svg`<line class="mark" x1=${x(this.cursor)} x2=${x(this.cursor)} y1=${margin.top} y2=${height - margin.bottom}></line>`}
      <path class="forced" d=${path('forced')}></path>
      <path class="free" d=${path('free')}></path>
      ${points.map(
        (point) => svg`<circle class="forced" cx=${x(point.index)} cy=${y(point.forced)} r="4"></circle>
          <rect class="free" x=${x(point.index) - 4} y=${y(point.free) - 4} width="8" height="8"></rect>`,
      )}
      <text class="end" x=${x(end.index) + 12} y=${place[0]! + 4}>${words.forcedShort}</text>
      <text class="end" x=${x(end.index) + 12} y=${place[1]! + 4}>${words.freeShort}</text>
    </svg>`;
  }

  private table() {
    const words = this.strings.forcing;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.accuracy}>
      <table>
        <caption>${words.accuracy}</caption>
        <thead>
          <tr>
            ${[words.position, words.forcedShort, words.freeShort, words.tokens].map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.shares.map(
            (share, index) => html`<tr>
              <th scope="row">${index + 1}</th>
              <td>${percentText(share.forced)} %</td>
              <td>${percentText(share.free)} %</td>
              <td>${grouped(share.tokens, this.strings.lang)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private point(event: PointerEvent) {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    this.moveTo(Math.round(this.scales.x.invert(event.clientX - box.left)));
  }
  private moveTo(index: number) {
    this.cursor = Math.min(this.shares.length - 1, Math.max(0, index));
  }
  private key(event: KeyboardEvent) {
    const at = this.cursor ?? -1;
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: this.shares.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(to);
  }

  static override styles = [
    tokens,
    base,
    controls,
    css`
      .chart {
        display: block;
        max-width: 100%;
        overflow: visible;
      }
      .space {
        height: ${height}px;
      }
      .grid {
        stroke: var(--s2s-line);
      }
      .tick {
        fill: var(--s2s-ink-soft);
        font: 400 12px / 16px var(--s2s-sans);
        font-variant-numeric: tabular-nums;
      }
      .end {
        fill: var(--s2s-ink);
        font: 600 13px / 16px var(--s2s-sans);
      }
      .gap {
        fill: color-mix(in oklab, var(--s2s-s) 18%, transparent);
      }
      path.forced,
      path.free {
        fill: none;
        stroke: var(--s2s-ink);
        stroke-width: 2px;
      }
      path.free {
        stroke: var(--s2s-s);
        stroke-dasharray: 6 4;
      }
      circle.forced {
        fill: var(--s2s-ink);
      }
      rect.free {
        fill: var(--s2s-surface);
        stroke: var(--s2s-s);
        stroke-width: 2px;
      }
      .mark {
        stroke: var(--s2s-accent);
      }
      .reading {
        min-height: 20px;
        color: var(--s2s-ink-soft);
        font-size: 13px;
      }
    `,
  ];
}

define('s2s-part-position-chart', PositionChart);
