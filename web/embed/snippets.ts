// HTML that shows an element as it stands in another page: by script, by frame, as a picture with a link. The files lie
// where this script's own folder says: dist/widget/assets and dist/site/assets are both two steps below dist.
import { escaped } from '../lib/markup';

/** The folder with widget/ and embed.html; null where the page is one file on a disk. */
export function place(): URL | null {
  const found = new URL(/* @vite-ignore */ '../../', import.meta.url);
  return found.protocol === 'file:' ? null : found;
}

/** No control has this name, so none stays; with nothing to press the element begins by itself. */
const locked = { controls: 'none', autostart: 'visible' };

function parsed(tag: string): Element {
  const element = new DOMParser().parseFromString(tag, 'text/html').body.firstElementChild;
  if (!element) throw new Error('An element’s tag is empty.');
  return element;
}

/** An address of the frame's page for an element's tag. */
export function frameAddress(tag: string, base: URL, lock = false): string {
  const element = parsed(tag);
  const query = new URLSearchParams({ element: element.localName.replace(/^s2s-/, '') });
  for (const { name, value } of element.attributes) query.set(name, value);
  if (lock) for (const [name, value] of Object.entries(locked)) query.set(name, value);
  return new URL(`embed.html?${query}`, base).href;
}

/** With a link inside the tag, so that something remains where scripts are taken away. */
export function scriptSnippet(tag: string, name: string, base: URL, integrity: string | null, lock = false): string {
  const element = parsed(tag);
  if (lock) for (const [name, value] of Object.entries(locked)) element.setAttribute(name, value);
  const link = document.createElement('a');
  link.href = frameAddress(tag, base, lock);
  link.textContent = name;
  element.replaceChildren(link);
  const hash = integrity === null ? '' : ` integrity="${escaped(integrity)}"`;
  const address = new URL('widget/seq2seq-lab.js', base).href;
  return `<script type="module" crossorigin="anonymous"${hash} src="${escaped(address)}"></script>\n${element.outerHTML}`;
}

export function frameSnippet(tag: string, name: string, base: URL, height: number, lock = false): string {
  const address = escaped(frameAddress(tag, base, lock));
  return `<iframe title="${escaped(name)}" width="100%" height="${Math.ceil(height)}" style="border:0" loading="lazy" src="${address}"></iframe>`;
}

/** For platforms that keep neither scripts nor frames: the picture, saved beside, leads to the element. */
export function pictureSnippet(tag: string, name: string, base: URL, file: string): string {
  return `<a href="${escaped(frameAddress(tag, base))}"><img src="${escaped(file)}" alt="${escaped(name)}"></a>`;
}

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
