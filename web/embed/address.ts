// An address of the frame's page: which element, and its attributes. embed.html?element=program&seed=7&locked
import { tags } from '../page/on-demand';

/** What an address may set. Nothing that runs or leads away: no handlers, no styles, no ids. */
const allowed = /^(?!on|style$|class$|id$|slot$|is$|part$)[a-z][a-z-]*$/;

export interface Wanted {
  tag: string;
  attributes: [string, string][];
}

/** Files come from the frame's own place or the page's around it: nobody's link makes a browser fetch from elsewhere. */
const files = ['src', 'model'];

function isNear(address: string): boolean {
  const near = [location.href, document.referrer].filter((one) => one !== '').map((one) => new URL(one).origin);
  return URL.canParse(address, location.href) && near.includes(new URL(address, location.href).origin);
}

/** What the address asks for; null where it names no element that there is. */
export function wanted(search: string): Wanted | null {
  const query = new URLSearchParams(search);
  const tag = `s2s-${(query.get('element') ?? 'program').replace(/^s2s-/, '')}`;
  if (!tags.includes(tag)) return null;
  const taken = ([name, value]: [string, string]) =>
    name !== 'element' && allowed.test(name) && (!files.includes(name) || isNear(value));
  return { tag, attributes: [...query].filter(taken) };
}
