// Losses over epochs as lines, with one marked epoch. Pointing reads a value, clicking moves the mark there.
import { extent } from 'd3-array';
import { css, html, LitElement, nothing, svg } from 'lit';
import { define } from '../lib/define';
import { fixed } from '../lib/format';
import { axisLabels, scaleLinear } from '../lib/linear-scale';
import { linePath } from '../lib/path';
import { en, type Strings } from '../strings/en';
import { OwnWidth } from './own-width';
import { base, controls, tokens } from './styles';

/** Left and right of the plot, in pixels: the scrubber below aligns its ends with them. */
export const plotMargin = { left: 40, right: 12 };
const margin = { top: 12, bottom: 32, ...plotMargin };
const height = 236;

export interface Point {
  x: number;
  y: number;
}

export class LineChart extends LitElement {
  static override properties = {
    points: { attribute: false },
    ghost: { attribute: false },
    end: { attribute: false },
    mark: { attribute: false },
    strings: { attribute: false },
    hovered: { state: true },
    open: { state: true },
  };

  /** The losses by epoch, the run before (dotted), the last epoch of the axis, and the marked epoch. */
  points: readonly Point[] = [];
  ghost: readonly Point[] = [];
  end = 1;
  mark: Point | null = null;
  strings: Strings = en;
  onPick: (x: number) => void = () => {};
  onLook: (looking: boolean) => void = () => {};

  private readonly width = new OwnWidth(this);
  private hovered: Point | null = null;
  private open = false;

  private get scales() {
    const finite = [...this.points, ...this.ghost].filter((point) => Number.isFinite(point.y));
    const [, top = 1] = extent(finite, (point) => point.y);
    return {
      x: scaleLinear([0, Math.max(1, this.end)], [margin.left, this.width.pixels - margin.right]),
      y: scaleLinear([0, top || 1], [height - margin.bottom, margin.top]).nice(4),
    };
  }

  override render() {
    return html`<div class="root">
      ${this.width.pixels > 0 ? this.picture() : html`<div class="space"></div>`}
      <details class="table" @toggle=${this.toggled}>
        <summary>${this.strings.asTable}</summary>
        ${this.open ? this.table() : nothing}
      </details>
    </div>`;
  }

  private get name() {
    const first = this.points[0];
    const last = this.points.at(-1);
    if (!first || !last) return this.strings.chart.empty;
    return last === first
      ? this.strings.chart.nameOne(fixed(first.y))
      : this.strings.chart.name(fixed(first.y), last.x, fixed(last.y));
  }

  private picture() {
    const { x, y } = this.scales;
    const path = (points: readonly Point[]) => linePath(points.map((point) => [x(point.x), y(point.y)] as const));
    const shown = this.hovered ?? this.mark;
    const last = this.points.at(-1);
    const labels = axisLabels(x, Math.max(1, this.end), this.width.pixels);
    return html`<svg
      class="chart"
      width=${this.width.pixels}
      height=${height}
      viewBox="0 0 ${this.width.pixels} ${height}"
      role="img"
      aria-label=${this.name}
      @pointermove=${this.point}
      @pointerleave=${this.leave}
      @click=${() => this.hovered && this.onPick(this.hovered.x)}
    >
      ${(this.points.length + this.ghost.length > 0 ? y.ticks(4) : []).map(
        (
          tick,
        ) => svg`<line class="grid" x1=${margin.left} x2=${this.width.pixels - margin.right} y1=${y(tick)} y2=${y(tick)}></line>
          <text class="tick" x=${margin.left - 8} y=${y(tick) + 4} text-anchor="end">${tick}</text>`,
      )}
      ${labels.map(({ value, place }) => svg`<text class="tick" x=${place} y=${height - 16} text-anchor="middle">${value}</text>`)}
      <text class="axis" x=${this.width.pixels - margin.right} y=${height - 2} text-anchor="end">${this.strings.chart.epoch}</text>
      ${
        this.ghost.length > 0
          ? svg`<path class="ghost" d=${path(this.ghost.filter((point) => point.x <= this.end))}></path>`
          : nothing
      }
      <path class="line" d=${path(this.points)}></path>
      ${last && Number.isFinite(last.y) ? svg`<circle class="head" cx=${x(last.x)} cy=${y(last.y)} r="3.5"></circle>` : nothing}
      ${shown && Number.isFinite(shown.y) ? this.reading(shown, x(shown.x), y(shown.y)) : nothing}
      ${
        this.points.length === 0
          ? svg`<text class="axis" x=${(margin.left + this.width.pixels) / 2} y=${height / 2} text-anchor="middle">${this.strings.chart.empty}</text>`
          : nothing
      }
    </svg>`;
  }

  private reading(point: Point, x: number, y: number) {
    const text = this.strings.chart.reading(point.x, fixed(point.y));
    const onLeft = x > this.width.pixels / 2;
    return svg`<line class="mark" x1=${x} x2=${x} y1=${margin.top} y2=${height - margin.bottom}></line>
      <circle class="mark-dot" cx=${x} cy=${y} r="4.5"></circle>
      <text class="mark-text" x=${x + (onLeft ? -10 : 10)} y=${margin.top + 10} text-anchor=${onLeft ? 'end' : 'start'}>${text}</text>`;
  }

  private table() {
    const rows = tableRows(this.points);
    return html`<div class="scroll tall" tabindex="0" role="group" aria-label=${this.strings.chart.caption}>
      <table>
        <caption>${this.strings.chart.caption}</caption>
        <thead>
          <tr><th scope="col">${this.strings.chart.epoch}</th><th scope="col">${this.strings.chart.loss}</th></tr>
        </thead>
        <tbody>
          ${rows.map((point) => html`<tr><th scope="row">${point.x}</th><td>${fixed(point.y)}</td></tr>`)}
        </tbody>
      </table>
    </div>`;
  }

  private toggled(event: Event) {
    this.open = (event.target as HTMLDetailsElement).open;
  }

  private point(event: PointerEvent) {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const wanted = Math.round(this.scales.x.invert(event.clientX - box.left));
    const last = this.points.at(-1);
    if (!last) return;
    const at = Math.min(last.x, Math.max(0, wanted));
    this.hovered = this.points.find((point) => point.x >= at) ?? last;
    this.onLook(true);
  }
  private leave() {
    this.hovered = null;
    this.onLook(false);
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
        cursor: crosshair;
      }
      .space {
        height: ${height}px;
      }
      .grid {
        stroke: var(--s2s-line);
      }
      .tick,
      .axis {
        fill: var(--s2s-ink-soft);
        font: 400 12px / 16px var(--s2s-sans);
        font-variant-numeric: tabular-nums;
      }
      .line {
        fill: none;
        stroke: var(--s2s-ink);
        stroke-width: 2px;
        stroke-linejoin: round;
      }
      .ghost {
        fill: none;
        stroke: var(--s2s-ink-soft);
        stroke-width: 1.5px;
        stroke-dasharray: 2 4;
      }
      .head {
        fill: var(--s2s-ink);
      }
      .mark {
        stroke: var(--s2s-accent);
        stroke-width: 1px;
      }
      .mark-dot {
        fill: var(--s2s-surface);
        stroke: var(--s2s-accent);
        stroke-width: 2px;
      }
      .mark-text {
        fill: var(--s2s-ink);
        paint-order: stroke;
        stroke: var(--s2s-surface);
        stroke-width: 4px;
        stroke-linejoin: round;
        font: 500 13px / 16px var(--s2s-mono);
        font-variant-numeric: tabular-nums;
      }
      .tall {
        max-height: 240px;
        overflow-y: auto;
      }
      @media print {
        details.table:not([open]) {
          display: none;
        }
      }
    `,
  ];
}

/** The first three epochs, then some two hundred evenly spaced ones, and the last. */
function tableRows(points: readonly Point[]): Point[] {
  const every = Math.max(1, Math.ceil(points.length / 200));
  return points.filter((_, index) => index < 3 || index % every === 0 || index === points.length - 1);
}

define('s2s-part-line-chart', LineChart);
