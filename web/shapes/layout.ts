// Where everything of the picture stands, for a width: in two columns (encoder over attention, decoder beside them), or
// in one where there is no room for two.
import type { BoxKey, Part, TensorKey } from './graph';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Place {
  x: number;
  y: number;
  /** Pixels until something else stands there: a long shape then goes without its block. */
  room?: number;
}
export interface Wire {
  tensor: TensorKey;
  path: string;
  /** Ends in a box, so it has a head. */
  head: boolean;
  /** What passes from one decoder step to the next, or comes in at the first step only. */
  between: boolean;
}
export interface Layout {
  width: number;
  height: number;
  parts: Record<Part, Rect>;
  boxes: Record<BoxKey, Rect>;
  /** Where a tensor's label begins. */
  labels: Record<TensorKey, Place>;
  wires: readonly Wire[];
}

export const twoColumns = 660;
const widest = 440; // one column needs no more, and is not drawn wider
const boxHeight = 34;
const header = 30;
const bend = 8;

type Point = readonly [number, number];

/** Straight pieces with rounded corners. */
function path(points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  let d = `M${first[0]} ${first[1]}`;
  rest.forEach((to, index) => {
    const next = rest[index + 1];
    const from = points[index]!;
    if (!next) {
      d += `L${to[0]} ${to[1]}`;
      return;
    }
    const before = shorten(to, from);
    const after = shorten(to, next);
    d += `L${before[0]} ${before[1]}Q${to[0]} ${to[1]} ${after[0]} ${after[1]}`;
  });
  return d;
}
function shorten([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y);
  const share = length === 0 ? 0 : Math.min(bend, length / 2) / length;
  return [x + (toX - x) * share, y + (toY - y) * share];
}

/** Collects boxes, labels and wires from the top of a column down. */
class Column {
  constructor(
    private readonly layout: Layout & { wires: Wire[] },
    readonly line: number,
    public y: number,
    private readonly gap: number,
    private readonly boxWidth: number,
  ) {}

  /** An arrow down with its label beside it. */
  arrow(tensor: TensorKey, gap = this.gap): this {
    this.layout.labels[tensor] = { x: this.line + 14, y: this.y + gap / 2 };
    this.wire(tensor, [
      [this.line, this.y],
      [this.line, this.y + gap],
    ]);
    this.y += gap;
    return this;
  }
  box(key: BoxKey, x = this.line - this.boxWidth / 2, width = this.boxWidth): this {
    this.layout.boxes[key] = { x, y: this.y, width, height: boxHeight };
    this.y += boxHeight;
    return this;
  }
  wire(tensor: TensorKey, points: readonly Point[], head = true, between = false): void {
    this.layout.wires.push({ tensor, path: path(points), head, between });
  }
}

const empty = (width: number): Layout & { wires: Wire[] } => ({
  width,
  height: 0,
  parts: {} as Layout['parts'],
  boxes: {} as Layout['boxes'],
  labels: {} as Layout['labels'],
  wires: [],
});
const middle = ({ y, height }: Rect) => y + height / 2;
const right = ({ x, width }: Rect) => x + width;

export const layoutFor = (width: number): Layout =>
  width >= twoColumns ? wide(width) : narrow(Math.min(width, widest));

function wide(width: number): Layout {
  const layout = empty(width);
  const [rail, gutter, gap] = [26, 56, 50];
  const left = Math.max(328, Math.round((width - rail - gutter) * 0.5));
  const keys = rail + 74; // W_h h comes down here, W_s s there
  const query = rail + Math.round(left * 0.62);
  const decoderX = rail + left + gutter;
  const end = rail + left - 18;

  const encoder = new Column(layout, keys, header, gap, 132);
  encoder.arrow('source').box('encEmb').arrow('enc.emb').box('encGru');
  const gru = layout.boxes.encGru;
  const encoderEnd = encoder.y + 58;
  const attentionY = encoderEnd + 12;
  const tops = attentionY + header + 24;
  layout.labels['enc.out'] = { x: keys + 14, y: encoder.y + 29 };
  encoder.wire('enc.out', [
    [keys, encoder.y],
    [keys, tops],
  ]);

  const attention = new Column(layout, rail + Math.round(left * 0.42), tops, gap, 152);
  layout.boxes.Wh = { x: keys - 66, y: tops, width: 132, height: boxHeight };
  layout.boxes.Ws = { x: query - 58, y: tops, width: 116, height: boxHeight };
  attention.y = tops + boxHeight;
  for (const [tensor, x] of [
    ['dec.Wh_h', keys],
    ['dec.Ws_s', query],
  ] as const) {
    layout.labels[tensor] = { x: x + 12, y: attention.y + gap / 2, room: x === keys ? query - keys - 18 : end - x };
    attention.wire(tensor, [
      [x, attention.y],
      [x, attention.y + gap],
    ]);
  }
  attention.y += gap;
  attention
    .box('tanh', keys - 66, query + 58 - (keys - 66))
    .arrow('dec.tanh')
    .box('v')
    .arrow('dec.energy');
  attention.box('softmax').arrow('dec.alpha').box('mix');
  const { mix, Ws } = layout.boxes;
  const contextY = attention.y + 40;
  layout.labels['dec.context'] = { x: attention.line + 14, y: attention.y + 19 };
  layout.height = contextY + 16;

  // The decoder is as tall as the other two together.
  const decoderGap = (layout.height - header - 7 * boxHeight - 10) / 8;
  const decoder = new Column(layout, decoderX + 92, header, decoderGap, 152);
  decoder.arrow('input').box('decEmb').arrow('dec.emb').box('catContext').arrow('dec.gru_input').box('decGru');
  const loop = decoder.y + decoderGap / 2;
  decoder.arrow('dec.hidden').box('catOut').arrow('dec.head_input').box('fc').arrow('dec.logits').box('outSoftmax');
  decoder.arrow('dec.probabilities').box('crossEntropy').arrow('loss');
  const { catContext, catOut, decGru } = layout.boxes;

  const lane = (index: number) => decoderX - gutter + 12 + index * 15;
  const above = tops - 14;
  attention.wire('enc.out', [
    [keys, encoder.y + 8],
    [10, encoder.y + 8],
    [10, middle(mix)],
    [mix.x, middle(mix)],
  ]);
  encoder.wire(
    'enc.hidden',
    [
      [right(gru), middle(gru)],
      [query, middle(gru)],
      [query, tops],
    ],
    true,
    true,
  );
  layout.labels['enc.hidden'] = { x: query + 12, y: middle(gru) + 28, room: end - query };
  attention.wire('dec.context', [
    [attention.line, attention.y],
    [attention.line, contextY],
    [lane(0), contextY],
    [lane(0), middle(catContext)],
    [catContext.x, middle(catContext)],
  ]);
  attention.wire('dec.context', [
    [lane(0), contextY - bend],
    [lane(0), middle(catOut)],
    [catOut.x, middle(catOut)],
  ]);
  // s_t becomes s_{t-1}: up to attention's query, and from there down to the GRU.
  decoder.wire(
    'dec.hidden',
    [
      [decoder.line, loop],
      [lane(2), loop],
      [lane(2), middle(decGru)],
      [decGru.x, middle(decGru)],
    ],
    true,
    true,
  );
  decoder.wire(
    'dec.hidden',
    [
      [lane(2), middle(decGru) + 1],
      [lane(2), above],
      [query + 6, above],
      [query + 6, Ws.y],
    ],
    true,
    true,
  );
  layout.parts = {
    encoder: { x: 0, y: 0, width: rail + left, height: encoderEnd },
    attention: { x: 0, y: attentionY, width: rail + left, height: layout.height - attentionY },
    decoder: { x: decoderX, y: 0, width: width - decoderX, height: layout.height },
  };
  return layout;
}

function narrow(width: number): Layout {
  const layout = empty(width);
  const [rail, gap, boxWidth] = [22, 50, 128];
  const edge = width - 10; // the state's way back, on the right
  const line = rail + 34;
  const x = rail - 4;
  const encoder = new Column(layout, line, header, gap, boxWidth);
  encoder.arrow('source').box('encEmb', x).arrow('enc.emb').box('encGru', x);
  const gru = layout.boxes.encGru;
  const encoderEnd = encoder.y + gap + 36;
  const attentionY = encoderEnd + 12;
  layout.labels['enc.out'] = { x: line + 14, y: encoder.y + gap / 2 };
  const attention = new Column(layout, line, attentionY + header + 8, gap, boxWidth);
  encoder.wire('enc.out', [
    [line, encoder.y],
    [line, attention.y],
  ]);
  const branch = encoder.y + 10;
  attention.box('Wh', x);
  layout.labels['dec.Wh_h'] = { x: line + 14, y: attention.y + gap / 2 };
  const keysFrom = attention.y;
  attention.y += gap;
  const query = new Column(layout, line + 60, attention.y, gap, boxWidth);
  query.box('Ws', line + 22, boxWidth - 12).arrow('dec.Ws_s');
  attention.wire('dec.Wh_h', [
    [line, keysFrom],
    [line, query.y],
  ]);
  attention.y = query.y;
  attention
    .box('tanh', x, boxWidth + 26)
    .arrow('dec.tanh')
    .box('v', x)
    .arrow('dec.energy')
    .box('softmax', x);
  attention.arrow('dec.alpha').box('mix', x);
  const { mix, Ws } = layout.boxes;
  layout.labels['dec.context'] = { x: line + 14, y: attention.y + gap / 2 - 4 };
  const attentionEnd = attention.y + gap;
  const contextY = attentionEnd - 8;
  const decoderY = attentionEnd + 12;
  const decoder = new Column(layout, line, decoderY + header, gap, boxWidth);
  decoder.arrow('input').box('decEmb', x).arrow('dec.emb').box('catContext', x).arrow('dec.gru_input').box('decGru', x);
  const loop = decoder.y + gap - 6;
  decoder.arrow('dec.hidden').box('catOut', x).arrow('dec.head_input').box('fc', x).arrow('dec.logits');
  decoder.box('outSoftmax', x).arrow('dec.probabilities').box('crossEntropy', x).arrow('loss');
  const { catContext, catOut, decGru } = layout.boxes;
  layout.height = decoder.y + 8;

  attention.wire('enc.out', [
    [line, branch],
    [8, branch],
    [8, middle(mix)],
    [mix.x, middle(mix)],
  ]);
  encoder.wire(
    'enc.hidden',
    [
      [right(gru), middle(gru)],
      [edge, middle(gru)],
      [edge, middle(Ws)],
      [right(Ws), middle(Ws)],
    ],
    true,
    true,
  );
  layout.labels['enc.hidden'] = { x: line + 90, y: encoder.y + gap + 12, room: edge - line - 100 };
  for (const cat of [catContext, catOut]) {
    decoder.wire('dec.context', [
      [line, attention.y],
      [line, contextY],
      [8, contextY],
      [8, middle(cat)],
      [cat.x, middle(cat)],
    ]);
  }
  decoder.wire(
    'dec.hidden',
    [
      [line, loop],
      [edge, loop],
      [edge, middle(decGru)],
      [right(decGru), middle(decGru)],
    ],
    true,
    true,
  );
  decoder.wire(
    'dec.hidden',
    [
      [edge, middle(decGru) + 1],
      [edge, middle(Ws) + 6],
      [right(Ws), middle(Ws) + 6],
    ],
    true,
    true,
  );
  layout.parts = {
    encoder: { x: 0, y: 0, width, height: encoderEnd },
    attention: { x: 0, y: attentionY, width, height: attentionEnd - attentionY },
    decoder: { x: 0, y: decoderY, width, height: layout.height - decoderY },
  };
  return layout;
}
