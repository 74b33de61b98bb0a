// One catalogue a language. English is always there; another one is fetched when an element or the page asks for it.
import { en, type Strings } from './en';

const others: Record<string, () => Promise<Strings>> = {
  de: () => import('./de').then(({ de }) => de),
};
export const languages = ['en', ...Object.keys(others)];

const found = new Map<string, Strings>();
const asked = new Map<string, Promise<void>>();

/** `de-AT` is German. */
const primary = (lang: string) => lang.toLowerCase().split('-')[0] ?? '';

/** The catalogue for a language tag, as far as it has been loaded; English where there is none. */
export function stringsFor(lang: string): Strings {
  return found.get(primary(lang)) ?? en;
}

/** Resolves when `stringsFor` has what there is; where a catalogue cannot be fetched English stays. */
export function loadStrings(lang: string): Promise<void> {
  const name = primary(lang);
  const fetch = others[name];
  if (!fetch) return Promise.resolve();
  const promise =
    asked.get(name) ??
    fetch()
      .then((words) => {
        found.set(name, words);
      })
      .catch(() => {
        asked.delete(name);
      });
  asked.set(name, promise);
  return promise;
}

/** The language of the page around an element, also from inside shadow trees. */
export function inheritedLanguage(element: Element): string {
  const around = element.closest('[lang]:not([lang=""])');
  if (around) return around.getAttribute('lang') ?? 'en';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? inheritedLanguage(root.host) : 'en';
}
