// Words that are fetched with what they name (en/inside.ts): English is there at once, another language when asked for.
import { inside } from './en/inside';
import type { Translated } from './translated';

export type InsideWords = Translated<typeof inside>;

const others: Record<string, () => Promise<InsideWords>> = {
  de: () => import('./de/inside').then((found) => found.inside),
};
const found = new Map<string, InsideWords>([['en', inside]]);

/** What is there for the catalogue's language. */
export const insideWords = (lang: string): InsideWords => found.get(lang) ?? inside;

/** Resolves to true where the words were not there and now are; where they cannot be fetched English stays. */
export async function loadInsideWords(lang: string): Promise<boolean> {
  const fetch = others[lang];
  if (found.has(lang) || !fetch) return false;
  const words = await fetch().catch(() => null);
  if (words) found.set(lang, words);
  return words !== null;
}
