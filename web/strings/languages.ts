// Catalogues of words, one a language. English is always there; another one is fetched when an element or the page asks
// for it.
import { en, type Strings } from './en';

/** `de-AT` is German, and so is `de_AT`. */
const primary = (lang: string) => lang.toLowerCase().split(/[-_]/)[0] ?? '';

/** The same words in several languages. */
export class Catalogues<Words> {
  private readonly found = new Map<string, Words>();
  private readonly asked = new Map<string, Promise<void>>();

  constructor(
    private readonly english: Words,
    private readonly others: Record<string, () => Promise<Words>>,
  ) {}

  get languages(): string[] {
    return ['en', ...Object.keys(this.others)];
  }

  /** For a language tag, as far as it has been loaded; English where there is none. */
  of(lang: string): Words {
    return this.found.get(primary(lang)) ?? this.english;
  }

  /** Resolves when `of` has what there is; where a catalogue cannot be fetched English stays. */
  load(lang: string): Promise<void> {
    const name = primary(lang);
    const fetch = this.others[name];
    if (!fetch) return Promise.resolve();
    const promise =
      this.asked.get(name) ??
      fetch()
        .then((words) => {
          this.found.set(name, words);
        })
        .catch(() => {
          this.asked.delete(name);
        });
    this.asked.set(name, promise);
    return promise;
  }
}

const all = new Catalogues<Strings>(en, { de: () => import('./de').then(({ de }) => de) });
export const languages = all.languages;
export const stringsFor = (lang: string): Strings => all.of(lang);
export const loadStrings = (lang: string): Promise<void> => all.load(lang);

/** The language of the page around an element, also from inside shadow trees. */
export function inheritedLanguage(element: Element): string {
  const around = element.closest('[lang]:not([lang=""])');
  if (around) return around.getAttribute('lang') ?? 'en';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? inheritedLanguage(root.host) : 'en';
}
