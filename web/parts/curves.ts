// Several curves over one axis, told apart by dashes and by name, not by colour alone; with a mark across all of them.
// The legend reads every curve at the mark, or where the reader points.
import { bisector, extent } from 'd3-array';
import { css, html, LitElement, nothing, svg } from 'lit';
import { define } from '../lib/define';
import { fixed } from '../lib/format';
import { axisLabels, scaleLinear } from '../lib/linear-scale';
import { linePath } from '../lib/path';
import { en, type Strings } from '../strings/en';
import type { Point } from './line-chart';
import { OwnWidth } from './own-width';
import { base, tokens } from './styles';

export interface Curve {
  name: string;
  points: readonly Point[];
  /** The class of colour, and the dashes of the line; no dashes: solid. */
  quantity: 'ink' | 'h' | 's' | 'alpha' | 'c' | 'v';
  dashes: string;
  /** Drawn thin, behind the others. */
  quiet?: boolean;
}

const margin = { top: 12, right: 16, bottom: 34, left: 44 };

export class Curves extends LitElement {
  static override properties = {
    curves: { attribute: false },
    end: { attribute: false },
    top: { attribute: false },
    mark: { attribute: false },
    name: { attribute: false },
    axis: { attribute: false },
    empty: { attribute: false },
    digits: { attribute: false },
    height: { attribute: false },
    strings: { attribute: false },
    hovered: { state: true },
  };

  curves: readonly Curve[] = [];
  /** The last x of the axis, and the highest y; null takes what the curves need. */
  end = 1;
  top: number | null = null;
  mark: number | null = null;
  name = '';
  axis = '';
  /** Shown where there is no curve yet. */
  empty = '';
  digits = 2;
  height = 220;
  strings: Strings = en;
  onPick: (x: number) => void = () => {};

  private readonly width = new OwnWidth(this);
  private hovered: number | null = null;

  private get scales() {
    const [, most = 1] = extent(
      this.curves.flatMap(({ points }) => points).filter(({ y }) => Number.isFinite(y)),
      ({ y }) => y,
    );
    const y = scaleLinear([0, this.top ?? (most || 1)], [this.height - margin.bottom, margin.top]);
    return {
      x: scaleLinear([0, Math.max(1, this.end)], [margin.left, Math.max(80, this.width.pixels - margin.right)]),
      y: this.top === null ? y.nice(4) : y,
    };
  }

  /** The point of a curve at x or the last before it. */
  private at({ points }: Curve, x: number): Point | undefined {
    return points[bisector<Point, number>((point) => point.x).right(points, x) - 1];
  }

  override render() {
    const at = this.hovered ?? this.mark;
    return html`<div class="root">
      <ul class="legend">
        ${this.curves.map((curve) => {
          const read = at === null ? curve.points.at(-1) : this.at(curve, at);
          return html`<li class="${curve.quantity} ${curve.quiet ? 'quiet' : ''}">
            <svg width="30" height="10" aria-hidden="true">
              <line x1="1" x2="29" y1="5" y2="5" stroke-dasharray=${curve.dashes || nothing}></line>
            </svg>
            <span class="who">${curve.name}</span>
            <span class="number">${read ? fixed(read.y, this.digits) : '–'}</span>
          </li>`;
        })}
      </ul>
      ${this.width.pixels > 0 ? this.picture(at) : nothing}
    </div>`;
  }

  private picture(at: number | null) {
    const { x, y } = this.scales;
    const pixels = Math.max(96, this.width.pixels);
    const path = (points: readonly Point[]) => linePath(points.map((point) => [x(point.x), y(point.y)] as const));
    const filled = this.curves.filter(({ points }) => points.length > 0);
    const labels = axisLabels(x, Math.max(1, this.end), pixels);
    const said = filled.map((curve) => {
      const read = at === null ? curve.points.at(-1) : this.at(curve, at);
      return `${curve.name} ${read ? fixed(read.y, this.digits) : ''}`;
    });
    return html`<svg
      class="chart"
      width=${pixels}
      height=${this.height}
      viewBox="0 0 ${pixels} ${this.height}"
      role="img"
      aria-label=${this.strings.curves.name(this.name, at, said.join(', '))}
      @pointermove=${this.point}
      @pointerleave=${() => {
        this.hovered = null;
      }}
      @click=${() => this.hovered !== null && this.onPick(this.hovered)}
    >
      ${y.ticks(4).map(
        (
          tick,
        ) => svg`<line class="grid" x1=${margin.left} x2=${pixels - margin.right} y1=${y(tick)} y2=${y(tick)}></line>
          <text class="tick" x=${margin.left - 8} y=${y(tick) + 4} text-anchor="end">${tick}</text>`,
      )}
      ${labels.map(({ value, place }) => svg`<text class="tick" x=${place} y=${this.height - 18} text-anchor="middle">${value}</text>`)}
      <text class="tick" x=${pixels - margin.right} y=${this.height - 3} text-anchor="end">${this.axis}</text>
      ${
        filled.length === 0
          ? svg`<text class="tick" x=${(margin.left + pixels) / 2} y=${this.height / 2} text-anchor="middle">${this.empty}</text>`
          : nothing
      }
      ${[...filled]
        .sort((a, b) => Number(b.quiet ?? false) - Number(a.quiet ?? false))
        .map(
          (curve) => svg`<path class="${curve.quantity} ${curve.quiet ? 'quiet' : ''}" d=${path(curve.points)}
          stroke-dasharray=${curve.dashes || nothing}></path>`,
        )}
      ${at === null ? nothing : svg`<line class="mark" x1=${x(at)} x2=${x(at)} y1=${margin.top} y2=${this.height - margin.bottom}></line>`}
      ${
        at === null
          ? nothing
          : filled.map((curve) => {
              const read = this.at(curve, at);
              return read && Number.isFinite(read.y) && !curve.quiet
                ? svg`<circle class=${curve.quantity} cx=${x(at)} cy=${y(read.y)} r="4.5"></circle>`
                : nothing;
            })
      }
    </svg>`;
  }

  private point(event: PointerEvent): void {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const wanted = this.scales.x.invert(event.clientX - box.left);
    // Only where there is a point: nothing is read off between two of them.
    const [first, ...others] = this.curves.flatMap(({ points }) => points.map(({ x }) => x));
    if (first === undefined) return;
    this.hovered = others.reduce((best, x) => (Math.abs(x - wanted) < Math.abs(best - wanted) ? x : best), first);
  }

  static override styles = [
    tokens,
    base,
    css`
      .root > * {
        direction: ltr; /* time runs the same way in every language */
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        margin: 0 0 4px;
        padding: 0;
        list-style: none;
      }
      .legend li {
        display: flex;
        align-items: center;
        gap: 8px;
        color: var(--s2s-ink);
        font: 500 13px / 20px var(--s2s-sans);
      }
      .legend .quiet {
        color: var(--s2s-ink-soft);
      }
      .legend line {
        stroke: var(--colour);
        stroke-width: 2.5px;
      }
      li,
      path,
      circle {
        --colour: var(--s2s-ink);
      }
      .h {
        --colour: var(--s2s-h);
      }
      .s {
        --colour: var(--s2s-s);
      }
      .alpha {
        --colour: var(--s2s-alpha);
      }
      .c {
        --colour: var(--s2s-c);
      }
      .v {
        --colour: var(--s2s-v);
      }
      .chart {
        display: block;
        max-width: 100%;
        overflow: visible;
        cursor: crosshair;
        touch-action: pan-y;
      }
      .grid {
        stroke: var(--s2s-line);
      }
      .tick {
        fill: var(--s2s-ink-soft);
        font: 400 12px / 16px var(--s2s-sans);
        font-variant-numeric: tabular-nums;
      }
      path {
        fill: none;
        stroke: var(--colour);
        stroke-width: 2.5px;
        stroke-linejoin: round;
      }
      path.quiet {
        stroke-width: 1.25px;
        opacity: 0.7;
      }
      .mark {
        stroke: var(--s2s-accent);
      }
      circle {
        fill: var(--s2s-surface);
        stroke: var(--colour);
        stroke-width: 2.5px;
      }
    `,
  ];
}

define('s2s-part-curves', Curves);
