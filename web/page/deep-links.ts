// Links to a figure in a certain state: #fig-shapes?hidden-size=512 sets the attribute of the element in that figure and
// goes there; the browser's way back brings back what the figure showed before. Every figure offers the link to the state it is in.
import { copyText } from '../lib/clipboard';
import { createHTML } from '../lib/trusted';
import type { page } from '../strings/en/page';
import { arrive } from './arrive';
import { tags } from './on-demand';

/** What a link may set. Not the addresses of files: nobody's link may make a reader's browser fetch from elsewhere. */
const allowed: Record<string, readonly string[]> = {
  's2s-program': ['seed', 'epochs', 'learning-rate', 'forcing', 'stage', 'weight', 'rules', 'notation'],
  's2s-attention': ['seed', 'numbers', 'stages', 'kind', 'temperature', 'mask', 'alpha'],
  's2s-forcing': [
    ...['task', 'attention', 'seed', 'epochs', 'steps', 'learning-rate', 'forcing', 'checkpoint', 'source', 'target'],
    ...['wrong', 'stop-rule'],
  ],
  's2s-sampling': [
    ...['schedule', 'linear-steps', 'exponential-base', 'sigmoid-scale', 'floor', 'epochs', 'epoch', 'seed', 'target'],
    'task',
  ],
  's2s-copy': ['sentence', 'step', 'gate'],
  's2s-shapes': [
    ...['batch', 'source-length', 'target-length', 'embedding-size', 'hidden-size', 'vocabulary'],
    'follow',
  ],
  's2s-check': ['seed', 'tokens'],
};

const allowedIn = ({ localName }: Element) => allowed[localName] ?? [];

const elementIn = (place: Element) =>
  place.matches(tags.join()) ? place : place.querySelector(tags.filter((tag) => tag in allowed).join());

/** The place a hash names, and the attributes behind its question mark. */
export function read(hash: string): { id: string; attributes: [string, string][] } {
  const [id = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  try {
    return { id: decodeURIComponent(id), attributes: [...new URLSearchParams(query)] };
  } catch {
    return { id: '', attributes: [] };
  }
}

/** Goes to the place and sets the state. False where the hash names no state: then the browser does what it does. */
function follow(hash: string): boolean {
  const { id, attributes } = read(hash);
  const place = document.getElementById(id);
  if (!place || attributes.length === 0) return false;
  const element = elementIn(place);
  if (element) {
    // Each task has settings and pairs of its own: those of an earlier link are not for this one's.
    const isWhole = element.localName === 's2s-forcing' && attributes.some(([name]) => name === 'task');
    const named = new Set(attributes.map(([name]) => name));
    const others = allowedIn(element).filter((name) => !named.has(name) && element.hasAttribute(name));
    set(element, isWhole ? [...attributes, ...others.map((name): [string, null] => [name, null])] : attributes);
  }
  arrive(place);
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  return true;
}

/** null takes an attribute away. A link names what it speaks of; `whole` is all there is to say. */
function set(element: Element, attributes: [string, string | null][], whole?: [string, string | null][]): void {
  const wanted = attributes.filter(([name]) => allowedIn(element).includes(name));
  // An attribute that stands so already tells the element nothing. Where all do, it is the same link once more; and what
  // the reader has changed in the figure since stands in its state only.
  const shown = new Map(attributesNow(element));
  const stands = ([name, value]: [string, string | null]) => element.getAttribute(name) === value;
  const again =
    (wanted.length > 0 && wanted.every(stands)) ||
    wanted.some((one) => stands(one) && (shown.get(one[0]) ?? one[1]) !== one[1]);
  const target = again ? (element.cloneNode(false) as Element) : element;
  for (const [name, value] of (again && whole) || wanted) {
    if (value === null) target.removeAttribute(name);
    else target.setAttribute(name, value);
  }
  if (again) element.replaceWith(target);
}

// ---- The way back ---------------------------------------------------------------------------------------------------

// What the figures that links have changed showed when an entry of the browser's history was left, by entry and figure.
type Shown = Map<string, [string, string][]>;
const left = new Map<number, Shown>();
/** The link that each entry was left by, and where in the window it stood. */
const leftBy = new Map<number, { link: HTMLElement; top: number }>();
let entry = 0;

const figureOf = (id: string) => {
  const place = document.getElementById(id);
  return place && elementIn(place);
};

/** Marks the entry that the browser is at as one of its own. */
function enter(): void {
  entry = Math.random();
  history.replaceState({ entry }, '');
}

/** Writes down what is on screen, also of a figure that none has changed before: it was so in all entries. */
function leave(next: string): void {
  const all = left.get(entry) ?? new Map();
  left.set(entry, all);
  for (const id of new Set([...[...left.values()].flatMap((one) => [...one.keys()]), next])) {
    const element = figureOf(id);
    if (!element) continue;
    const now = attributesNow(element);
    for (const one of left.values()) if (one === all || !one.has(id)) one.set(id, now);
  }
}

function restore(shown: Shown): void {
  for (const [id, attributes] of shown) {
    const element = figureOf(id);
    if (!element) continue;
    const [before, now] = [new Map(attributes), new Map(attributesNow(element))];
    const whole = allowedIn(element).map((name): [string, string | null] => [name, before.get(name) ?? null]);
    const other = whole.filter(([name, value]) => (now.get(name) ?? null) !== value);
    if (other.length > 0) set(element, other, whole);
  }
}

/** A link was followed, or the reader went back or on. Both events tell of it; the second finds nothing to do. */
function moved(): void {
  const known: unknown = history.state?.entry;
  if (known === entry) return;
  leave(read(location.hash).id);
  const shown = left.get(known as number);
  if (shown) {
    entry = known as number;
    restore(shown);
    const by = leftBy.get(entry);
    leftBy.delete(entry); // whoever comes back another time has been elsewhere meanwhile
    if (by) {
      by.link.focus({ preventScroll: true });
      setTimeout(() => arrive(by.link, by.top), 50); // after the browser has gone where that was before
    }
  } else {
    enter();
    follow(location.hash);
  }
}

export function followLinks(): void {
  enter();
  follow(location.hash);
  addEventListener('popstate', moved);
  addEventListener('hashchange', moved);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="#"]');
    if (!link || event.defaultPrevented || read(link.hash).attributes.length === 0) return;
    leftBy.set(entry, { link, top: link.getBoundingClientRect().top });
    // A link to where the address already points makes no entry by itself.
    if (link.hash !== location.hash) return;
    event.preventDefault();
    history.pushState(null, '', link.hash);
    moved();
  });
}

interface Stateful extends Element {
  tag?: string;
  state?: Record<string, unknown> | null;
}

/** The element's attributes as they would have to be for what is on screen. */
function attributesNow(element: Stateful): [string, string][] {
  const names = allowedIn(element);
  const whole = element.tag; // most elements write their own tag
  const own = whole
    ? new DOMParser().parseFromString(createHTML(whole), 'text/html').querySelector(element.localName)
    : null;
  if (own) return names.flatMap((name) => (own.hasAttribute(name) ? [[name, own.getAttribute(name)!]] : []));
  const { state } = element;
  return names.flatMap((name) => {
    const value = state?.[inCamels(name)] ?? element.getAttribute(name);
    if (value === true) return [[name, '']];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
}
const inCamels = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const hashOf = (id: string, attributes: [string, string][]) =>
  `#${id}?${attributes.map(([name, value]) => (value === '' ? name : `${name}=${encodeURIComponent(value)}`)).join('&')}`;

/** Puts the link under every figure whose state can be linked to. */
export function offerLinks(words: typeof page): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure[id]')) {
    const caption = figure.querySelector('figcaption');
    const inside = figure.querySelectorAll(Object.keys(allowed).join());
    if (!caption || inside.length !== 1) continue;
    const link = document.createElement('a');
    link.className = 'state-link';
    link.textContent = words.link;
    const fresh = () => {
      const element = elementIn(figure);
      if (element) link.setAttribute('href', hashOf(figure.id, attributesNow(element as Stateful)));
    };
    link.href = `#${figure.id}`;
    for (const moment of ['pointerenter', 'pointerdown', 'focus']) link.addEventListener(moment, fresh);
    const said = document.createElement('span');
    said.className = 'said';
    said.role = 'status';
    link.addEventListener('click', async (event) => {
      event.preventDefault();
      fresh();
      history.replaceState(history.state, '', link.hash);
      const copied = await copyText(link.href).then(
        () => true,
        () => false,
      );
      said.textContent = copied ? words.linked : words.linkedOnly;
    });
    caption.append(link, said);
  }
}
