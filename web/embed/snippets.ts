// HTML that shows an element as it stands in another page: by script, by frame, as a picture with a link. The files lie
// where this script's own folder says: dist/widget/assets and dist/site/assets are both two steps below dist.

import { escaped } from '../lib/markup';
import { createHTML } from '../lib/trusted';

/** The folder with widget/ and embed.html; null where the page is one file on a disk. */
export function place(): URL | null {
  const found = new URL(/* @vite-ignore */ '../../', import.meta.url);
  return found.protocol === 'file:' ? null : found;
}

/** No control has this name, so none stays; with nothing to press the element begins by itself. */
const locked = { controls: 'none', autostart: 'visible' };
/** What only controls, or what they open, make use of. */
const idleWhenLocked: Record<string, readonly string[]> = {
  's2s-program': ['stage', 'weight', 'rules', 'notation'],
};

function parsed(tag: string): Element {
  const element = new DOMParser().parseFromString(createHTML(tag), 'text/html').body.firstElementChild;
  if (!element) throw new Error('An element’s tag is empty.');
  return element;
}

/** The tag of the same figure with nothing to press in it. */
export function lockedTag(tag: string): string {
  const element = parsed(tag);
  for (const name of idleWhenLocked[element.localName] ?? []) element.removeAttribute(name);
  for (const [name, value] of Object.entries(locked)) element.setAttribute(name, value);
  return element.outerHTML;
}

/** An address of the frame's page for an element's tag. A frame takes no language from the page around it. */
export function frameAddress(tag: string, base: URL, lang: string): string {
  const element = parsed(tag);
  const query = new URLSearchParams({ element: element.localName.replace(/^s2s-/, '') });
  if (lang !== 'en') query.set('lang', lang);
  for (const { name, value } of element.attributes) query.set(name, value);
  return new URL(`embed.html?${query}`, base).href;
}

/** With a link inside the tag, so that something remains where scripts are taken away. */
export function scriptSnippet(tag: string, name: string, base: URL, lang: string, integrity: string | null): string {
  const element = parsed(tag);
  const link = document.createElement('a');
  link.href = frameAddress(tag, base, lang);
  link.textContent = name;
  element.replaceChildren(link);
  const hash = integrity === null ? '' : ` integrity="${escaped(integrity)}"`;
  const address = new URL('widget/seq2seq-lab.js', base).href;
  return `<script type="module" crossorigin="anonymous"${hash} src="${escaped(address)}"></script>\n${element.outerHTML}`;
}

export function frameSnippet(tag: string, name: string, base: URL, lang: string, height: number): string {
  const address = escaped(frameAddress(tag, base, lang));
  return `<iframe title="${escaped(name)}" width="100%" height="${Math.ceil(height)}" style="border:0" loading="lazy" src="${address}"></iframe>`;
}

/** For platforms that keep neither scripts nor frames: the picture, saved beside, leads to the element. */
export function pictureSnippet(tag: string, name: string, base: URL, lang: string, file: string): string {
  return `<a href="${escaped(frameAddress(tag, base, lang))}"><img src="${escaped(file)}" alt="${escaped(name)}"></a>`;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How high the tag's element is when it is as wide as `host`: a twin, unseen and not trained, tells. */
export async function heightOf(tag: string, host: HTMLElement): Promise<number> {
  const room = document.createElement('div');
  room.inert = true;
  room.lang = host.lang;
  // In the window, where figures draw what they draw when they are seen.
  const place = { position: 'fixed', insetBlockStart: '0', insetInlineStart: '0' };
  Object.assign(room.style, { ...place, visibility: 'hidden', inlineSize: `${host.offsetWidth}px` });
  const twin = document.importNode(parsed(tag)) as HTMLElement & { ready?: Promise<unknown> };
  twin.setAttribute('autostart', 'click');
  twin.removeAttribute('checkpoint'); // it would train to there
  twin.dispatchEvent = () => true; // the page around hears of the figures that can be seen only
  room.append(twin);
  document.body.append(room);
  try {
    await Promise.race([twin.ready, pause(patience)]);
  } catch {} // its first picture is as high
  let height = 0;
  for (let still = 0, left = patience / beat; still < 3 && left > 0; left -= 1) {
    await pause(beat);
    still = twin.offsetHeight === height ? still + 1 : 0;
    height = twin.offsetHeight;
  }
  room.remove();
  return height;
}
// Milliseconds: how long a twin may take to load, and how often it is looked at until its height stays.
const patience = 3000;
const beat = 50;

/** The hash of the script as it lies there now; null where it cannot be read. */
export async function integrityOf(base: URL): Promise<string | null> {
  try {
    const response = await fetch(new URL('widget/seq2seq-lab.json', base));
    const { integrity } = (await response.json()) as { integrity?: unknown };
    return typeof integrity === 'string' ? integrity : null;
  } catch {
    return null;
  }
}
