// A picture of what an element shows, as one SVG text that needs no style sheet and no font of ours: boxes, lines and
// text where the browser has laid them out, drawings copied with their computed styles. So HTML and SVG figures are
// exported alike, in the theme they are seen in.
import { escaped } from './markup';

interface Pen {
  parts: string[];
  left: number;
  top: number;
}

/** Elements marked so are left out: buttons, what only a screen reader hears. */
export const leaveOut = 'data-leave-out';

const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'paint-order',
  'visibility',
  'display',
];
const lettered = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
  'dominant-baseline',
  'text-decoration-line',
  'unicode-bidi',
  'direction',
];
const initial: Record<string, string> = {
  'fill-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-opacity': '1',
  opacity: '1',
  'paint-order': 'normal',
  'font-style': 'normal',
  'font-variant-numeric': 'normal',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
  'text-decoration-line': 'none',
  'unicode-bidi': 'normal',
  direction: 'ltr',
  visibility: 'visible',
  stroke: 'none',
  'stroke-width': '1px',
};

export function pictureOf(element: Element): string {
  const box = element.getBoundingClientRect();
  const pen: Pen = { parts: [], left: box.left, top: box.top };
  draw(element, pen);
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
  const paper = plainColour(paperBehind(element));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${paper}"/>${pen.parts.join('')}</svg>\n`
  );
}

/** Twice the size on screen, so that it prints well; null where the browser has no room for so large a picture. */
export async function asPng(svg: string, scale = 2): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

// ---- HTML -----------------------------------------------------------------------------------------------------------

function draw(element: Element, pen: Pen): void {
  if (element.hasAttribute(leaveOut)) return;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
  if (style.clipPath.startsWith('inset(50%')) return; // for screen readers only
  if (element instanceof SVGSVGElement) {
    drawing(element, pen);
    return;
  }
  if (style.display !== 'contents') box(element, style, pen);
  if (element instanceof HTMLInputElement) {
    if (['text', 'search', 'number'].includes(element.type)) {
      const rect = element.getBoundingClientRect();
      line(element.value, rect.left + Number.parseFloat(style.paddingLeft) + 1, rect, style, pen);
    }
    return;
  }
  const inside =
    element instanceof HTMLSlotElement ? element.assignedNodes() : (element.shadowRoot ?? element).childNodes;
  for (const node of inside) {
    if (node instanceof Element) draw(node, pen);
    else if (node instanceof Text) text(node, style, pen);
  }
}

function box(element: Element, style: CSSStyleDeclaration, pen: Pen): void {
  const rect = element.getBoundingClientRect();
  if (rect.width === 0 || rect.height === 0) return;
  const [x, y] = [rect.left - pen.left, rect.top - pen.top];
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, rect.width / 2, rect.height / 2);
  const fill = seen(style.backgroundColor);
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]),
    colour: seen(style[`border${side}Color`]),
    dashed: style[`border${side}Style`] === 'dashed' || style[`border${side}Style`] === 'dotted',
  }));
  const [first] = sides as [(typeof sides)[number]];
  const same = sides.every((side) => side.width === first.width && side.colour === first.colour);
  const half = same && first.colour ? first.width / 2 : 0;
  const stroke =
    half > 0
      ? ` stroke="${first.colour}" stroke-width="${first.width}"${first.dashed ? ' stroke-dasharray="4 3"' : ''}`
      : '';
  if (fill || stroke) {
    pen.parts.push(
      `<rect x="${n(x + half)}" y="${n(y + half)}" width="${n(rect.width - 2 * half)}" height="${n(rect.height - 2 * half)}"` +
        ` rx="${n(radius)}" fill="${fill ?? 'none'}"${stroke}/>`,
    );
  }
  if (same) return;
  const [right, bottom] = [x + rect.width, y + rect.height];
  const ends = [
    [x, y, right, y],
    [right, y, right, bottom],
    [x, bottom, right, bottom],
    [x, y, x, bottom],
  ] as const;
  sides.forEach(({ width, colour }, index) => {
    if (width === 0 || !colour) return;
    const [x1, y1, x2, y2] = ends[index]!;
    pen.parts.push(
      `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke="${colour}" stroke-width="${width}" fill="none"/>`,
    );
  });
}

/** A run of text may be broken over several lines: each is set where its first letter stands. */
function text(node: Text, style: CSSStyleDeclaration, pen: Pen): void {
  if (node.data.trim() === '') return;
  const range = document.createRange();
  let current: { rect: DOMRect; left: number; letters: string } | null = null;
  const end = () => {
    if (current) line(current.letters, current.left, current.rect, style, pen);
    current = null;
  };
  let at = 0;
  for (const letter of node.data) {
    range.setStart(node, at);
    at += letter.length;
    range.setEnd(node, at);
    const [rect] = range.getClientRects();
    if (!rect || (rect.width === 0 && letter.trim() === '')) continue; // collapsed blanks
    if (current && Math.abs(current.rect.top - rect.top) > 2) end();
    if (!current) current = { rect, left: rect.left, letters: '' };
    current.left = Math.min(current.left, rect.left);
    current.letters += letter.trim() === '' ? ' ' : letter;
  }
  end();
}

function line(letters: string, left: number, rect: DOMRect, style: CSSStyleDeclaration, pen: Pen): void {
  if (letters.trim() === '') return;
  const baseline = rect.top + rect.height / 2 + Number.parseFloat(style.fontSize) * 0.35;
  const shown = style.textTransform === 'uppercase' ? letters.toUpperCase() : letters;
  pen.parts.push(
    `<text x="${n(left - pen.left)}" y="${n(baseline - pen.top)}" xml:space="preserve" font-family="${escaped(style.fontFamily)}"` +
      ` font-size="${style.fontSize}" font-weight="${style.fontWeight}" font-style="${style.fontStyle}"` +
      ` fill="${seen(style.color) ?? 'none'}">${escaped(shown)}</text>`,
  );
}

// ---- SVG ------------------------------------------------------------------------------------------------------------

function drawing(source: SVGSVGElement, pen: Pen): void {
  const copy = source.cloneNode(true) as SVGSVGElement;
  const rect = source.getBoundingClientRect();
  inline(source, copy);
  for (const node of copy.querySelectorAll(`[${leaveOut}]`)) node.remove();
  for (const [name, value] of [
    ['x', n(rect.left - pen.left)],
    ['y', n(rect.top - pen.top)],
    ['width', n(rect.width)],
    ['height', n(rect.height)],
    ['overflow', 'visible'],
  ] as const) {
    copy.setAttribute(name, value);
  }
  pen.parts.push(new XMLSerializer().serializeToString(copy).replaceAll(/<!--.*?-->/gs, ''));
}

function inline(source: Element, copy: Element): void {
  const style = getComputedStyle(source);
  const names = source instanceof SVGTextContentElement ? [...drawn, ...lettered] : drawn;
  for (const name of names) {
    const value = style.getPropertyValue(name);
    // Said inside other text in any case: the text around may be italic or bold.
    const inside = source instanceof SVGTSpanElement && name.startsWith('font-');
    if (value === '' || (value === initial[name] && !inside) || (name === 'display' && value !== 'none')) continue;
    if (name.startsWith('stroke-') && style.stroke === 'none') continue;
    if (source instanceof SVGSVGElement && name === 'opacity') continue;
    copy.setAttribute(name, /^(fill|stroke)$/.test(name) ? (seen(value) ?? value) : value);
  }
  for (const { name } of [...copy.attributes]) {
    if (/^(aria-|data-(?!leave-out)|on)|^(class|style|role|tabindex|part)$/.test(name)) copy.removeAttribute(name);
  }
  [...source.children].forEach((child, index) => {
    const twin = copy.children[index];
    if (twin) inline(child, twin);
  });
}

// ---- Colours and texts ----------------------------------------------------------------------------------------------

let brush: CanvasRenderingContext2D | null = null;
const mixed = new Map<string, string>();

/** As #rrggbb or rgba(): programs that read SVG do not all know oklab(). */
function plainColour(colour: string): string {
  const known = mixed.get(colour);
  if (known) return known;
  if (!brush) {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    brush = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (!brush) return colour;
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 255] = brush.getImageData(0, 0, 1, 1).data;
  const hex = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  const plain = a === 255 ? hex : `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(3)})`;
  mixed.set(colour, plain);
  return plain;
}

/** The colour, or null where nothing of it is seen. */
function seen(colour: string): string | null {
  if (colour === 'none' || colour.startsWith('url(') || colour.startsWith('context-')) return colour;
  const plain = plainColour(colour);
  return plain.endsWith(', 0.000)') ? null : plain;
}

function paperBehind(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host || null)) {
    const { backgroundColor } = getComputedStyle(at);
    if (seen(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

const n = (value: number) => String(Math.round(value * 100) / 100);
