// The picture of the forward pass: boxes, wires, and on every tensor its symbol, PyTorch name, shape and a little block
// that grows with it. Pointing at one, or walking with the arrow keys, follows it; a click keeps it followed.
import { html, LitElement, nothing, svg } from 'lit';
import type { TensorSize } from '../../wasm/client';
import { define } from '../lib/define';
import { shapeText } from '../lib/format';
import { OwnWidth } from '../parts/own-width';
import { base, tokens } from '../parts/styles';
import { en, type Strings } from '../strings/en';
import { type Box, company, find, type Item, items, type Part, type Tensor, tensors } from './graph';
import { type Layout, layoutFor, type Place, type Rect, twoColumns } from './layout';
import { mapStyles } from './map-styles';

const partNames: readonly Part[] = ['encoder', 'attention', 'decoder'];
const largest = 28; // pixels of a block's side

export class ShapeMap extends LitElement {
  static override properties = {
    sizes: { attribute: false },
    steps: { attribute: false },
    kept: { attribute: false },
    strings: { attribute: false },
    at: { state: true },
    hovered: { state: true },
    focused: { state: true },
  };

  /** Shape of each tensor by its name, and T, as written. */
  sizes: ReadonlyMap<string, TensorSize> = new Map();
  steps = '';
  /** The item that stays followed, or null. */
  kept: string | null = null;
  strings: Strings = en;
  onFollow: (key: string | null) => void = () => {};
  onKeep: (key: string | null) => void = () => {};

  private readonly width = new OwnWidth(this);
  private at = 0;
  private hovered: string | null = null;
  private focused = false;

  private get followed(): Item | null {
    const key = this.hovered ?? (this.focused ? items[this.at]!.key : null) ?? this.kept;
    return key === null ? null : (find(key) ?? null);
  }

  override render() {
    const pixels = this.width.pixels;
    if (pixels === 0) return html`<div class="root space"></div>`;
    const layout = layoutFor(pixels);
    const { followed } = this;
    const lit = followed ? company(followed) : null;
    const words = this.strings.shapes;
    const shade = (key: string) => (lit === null ? '' : lit.has(key) ? 'lit' : 'dim');
    return html`<div class="root">
      <svg
        class="map ${pixels < twoColumns ? 'slim' : ''}"
        width=${layout.width}
        height=${layout.height}
        viewBox="0 0 ${layout.width} ${layout.height}"
        role="listbox"
        aria-label=${words.map}
        @keydown=${this.key}
        @pointerleave=${() => this.hover(null)}
        @focusin=${() => this.focus_(true)}
        @focusout=${() => this.focus_(false)}
        @click=${this.elsewhere}
      >
        ${partNames.map((part) => {
          const { x, y, width, height } = layout.parts[part];
          return svg`<rect class="part" x=${x + 0.5} y=${y + 0.5} width=${width - 1} height=${height - 1} rx="10"></rect>`;
        })}
        <g class="wires" aria-hidden="true">
          ${layout.wires.map(({ tensor, path, head, between }) => {
            const item = find(tensor) as Tensor;
            // Followed, a wire also shows which way it flows.
            const flows = followed?.key === tensor;
            return svg`<g class="wire ${item.quantity} ${shade(tensor)} ${between ? 'between' : ''} ${flows ? 'flows' : ''}">
              <path class="touch" d=${path} @pointerenter=${() => this.hover(tensor)} @click=${(event: Event) => this.keep(event, tensor)}></path>
              <path class="line" d=${path}></path>
              ${head ? this.head(path) : nothing}
            </g>`;
          })}
        </g>
        ${partNames.map((part) => this.heading(part, layout))}
        ${items.map((item, index) => {
          const rest = { index, shade: shade(item.key), chosen: followed?.key === item.key };
          return item.kind === 'box'
            ? this.box(item, layout.boxes[item.key], rest)
            : this.tensor(item, layout.labels[item.key], rest);
        })}
      </svg>
    </div>`;
  }

  /** Above the wires, which pass behind it. */
  private heading(part: Part, layout: Layout) {
    const { x, y } = layout.parts[part];
    const words = this.strings.shapes;
    const when = part === 'encoder' ? words.once : words.eachStep(this.steps);
    return svg`<text class="title" aria-hidden="true" x=${x + 14} y=${y + 21}>${words.parts[part]}
      <tspan class="when" dx="4">${when}</tspan></text>`;
  }

  /** An arrow head where the path ends, turned as its last piece runs. */
  private head(path: string) {
    const [[x1, y1], [x2, y2]] = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)]
      .slice(-2)
      .map(([, x, y]) => [Number(x), Number(y)]) as [[number, number], [number, number]];
    const turn = x2 === x1 ? (y2 > y1 ? 90 : -90) : x2 > x1 ? 0 : 180;
    return svg`<path class="head" d="M-7 -4L0 0L-7 4Z" transform="translate(${x2} ${y2}) rotate(${turn})"></path>`;
  }

  private box(box: Box, { x, y, width, height }: Rect, { index, shade, chosen }: Drawn) {
    const words = this.strings.shapes;
    const named = (keys: readonly string[]) => keys.map((key) => (find(key) as Tensor).symbol).join(', ');
    return svg`<g
      class="item box ${shade} ${chosen ? 'chosen' : ''} ${box.module === null ? 'plain' : ''}"
      data-key=${box.key}
      role="option"
      aria-selected=${this.kept === box.key}
      tabindex=${index === this.at ? 0 : -1}
      @pointerenter=${() => this.hover(box.key)}
      @focus=${() => this.move(index)}
      @click=${(event: Event) => this.keep(event, box.key)}
    >
      <title>${words.boxSaid(box.torch, box.module ?? '', named(box.reads), named(box.makes))}</title>
      <rect x=${x} y=${y} width=${width} height=${height} rx="7"></rect>
      ${
        box.module === null
          ? svg`<text class="operation" aria-hidden="true" x=${x + width / 2} y=${y + height / 2 + 4.5} text-anchor="middle">${box.torch}</text>`
          : svg`<text class="operation" aria-hidden="true" x=${x + width / 2} y=${y + 15} text-anchor="middle">${box.torch}</text>
              <text class="module" aria-hidden="true" x=${x + width / 2} y=${y + 28} text-anchor="middle">${box.module}</text>`
      }
    </g>`;
  }

  private tensor(tensor: Tensor, { x, y, room = Number.POSITIVE_INFINITY }: Place, { index, shade, chosen }: Drawn) {
    const shape = this.sizes.get(tensor.key)?.shape ?? [];
    const words = this.strings.shapes;
    // Where the program's name is the symbol itself, it stands there once.
    const torch = tensor.torch === tensor.symbol ? '' : tensor.torch;
    const wide = Math.max(shapeText(shape).length * 7.3, symbolLength(tensor.symbol) * 9 + torch.length * 6.6 + 8);
    const whole = this.block(tensor, shape);
    const block = whole.width + 8 + wide <= room ? whole : { ...whole, width: -8, sheets: [] };
    const left = x + block.width + 8;
    return svg`<g
      class="item tensor ${tensor.quantity} ${shade} ${chosen ? 'chosen' : ''}"
      data-key=${tensor.key}
      role="option"
      aria-selected=${this.kept === tensor.key}
      tabindex=${index === this.at ? 0 : -1}
      @pointerenter=${() => this.hover(tensor.key)}
      @focus=${() => this.move(index)}
      @click=${(event: Event) => this.keep(event, tensor.key)}
    >
      <title>${words.tensorSaid(spoken(tensor.symbol), words.tensors[tensor.key].name, shapeText(shape))}</title>
      <rect class="ground" x=${x - 5} y=${y - 19} width=${block.width + wide + 18} height="38" rx="6"></rect>
      ${block.sheets.map((at) => svg`<rect class="block" x=${x + at} y=${y - block.height / 2 - at} width=${block.side} height=${block.height} rx="1.5"></rect>`)}
      <text class="symbol" aria-hidden="true" x=${left} y=${y - 3}>${written(tensor.symbol)}<tspan class="torch" dx="7">${torch}</tspan></text>
      <text class="shape" aria-hidden="true" x=${left} y=${y + 13}>${shapeText(shape)}</text>
    </g>`;
  }

  /** A block as wide as its last axis and as high as it has positions, on a logarithmic scale; more sheets for a batch. */
  private block({ axes }: Tensor, shape: readonly number[]) {
    const most = Math.max(2, ...tensors.flatMap(({ key }) => this.sizes.get(key)?.shape ?? []));
    const side = (size: number) => 4 + (largest - 4) * (Math.log(size) / Math.log(most));
    const at = (axis: string) => shape[axes.indexOf(axis)] ?? 1;
    const width = side(axes.at(-1) === 'B' ? 1 : (shape.at(-1) ?? 1));
    const height = side(axes.at(-1) === 'S' ? 1 : at('S'));
    const sheets = at('B') === 1 ? [0] : at('B') < 8 ? [3, 0] : [6, 3, 0];
    return { side: width, height, width: width + sheets[0]!, sheets };
  }

  // ---- Following --------------------------------------------------------------------------------------------------

  private tell(): void {
    this.onFollow(this.followed?.key ?? null);
  }
  private hover(key: string | null): void {
    this.hovered = key;
    this.tell();
  }
  private focus_(focused: boolean): void {
    this.focused = focused;
    this.tell();
  }
  private move(index: number): void {
    this.at = index;
    this.tell();
  }
  private keep(event: Event, key: string): void {
    event.stopPropagation();
    this.at = items.findIndex((item) => item.key === key);
    this.onKeep(this.kept === key ? null : key);
  }
  private elsewhere(): void {
    if (this.kept !== null) this.onKeep(null);
  }

  private async key(event: KeyboardEvent): Promise<void> {
    const moves: Record<string, number> = {
      ArrowDown: this.at + 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at - 1,
      ArrowLeft: this.at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const to = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.keep(event, items[this.at]!.key);
    else if (event.key === 'Escape' && this.kept !== null) this.onKeep(null);
    else if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) return;
    this.at = Math.min(items.length - 1, Math.max(0, to));
    this.hovered = null;
    this.tell();
    await this.updateComplete;
    this.renderRoot.querySelector<SVGElement>(`[data-key="${items[this.at]!.key}"]`)?.focus();
  }

  static override styles = [tokens, base, mapStyles];
}

interface Drawn {
  index: number;
  shade: string;
  chosen: boolean;
}

/** W_h as W with a lowered h. */
function written(symbol: string) {
  return symbol
    .split(/(_[A-Za-z])/)
    .map((piece) =>
      piece.startsWith('_')
        ? svg`<tspan class="down" dy="3">${piece.slice(1)}</tspan><tspan dy="-3">\u200b</tspan>`
        : piece,
    );
}
const symbolLength = (symbol: string) => symbol.replaceAll('_', '').length;
const spoken = (symbol: string) => symbol.replaceAll('_', ' ');

define('s2s-part-shape-map', ShapeMap);
