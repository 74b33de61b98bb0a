// The words of the questions: a catalogue of their own beside everybody's, which only their elements load.
import type { Strings as Shared } from '../strings/en';
import { check } from '../strings/en/check';
import { Catalogues, loadStrings, stringsFor } from '../strings/languages';
import type { Translated } from '../strings/translated';

export type CheckStrings = Translated<typeof check>;
/** Everybody's words and those of the questions. */
export interface Strings extends Shared {
  check: CheckStrings;
}

const questions = new Catalogues<CheckStrings>(check, {
  de: () => import('../strings/de/check').then(({ check: words }) => words),
});

const joined = new WeakMap<Shared, Strings>();

export function wordsFor(lang: string): Strings {
  const shared = stringsFor(lang);
  const words = questions.of(lang);
  const known = joined.get(shared);
  if (known?.check === words) return known;
  const both = { ...shared, check: words };
  joined.set(shared, both);
  return both;
}

export const loadWords = (lang: string): Promise<unknown> => Promise.all([loadStrings(lang), questions.load(lang)]);
