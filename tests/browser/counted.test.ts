// A number before a noun: every text of both catalogues is made with 1 for all it is given, and none may then speak of
// several.
import { expect, test } from 'vitest';

type Made = (...given: unknown[]) => unknown;
const read = (files: Record<string, object>) => Object.entries(files);
const english = read(import.meta.glob(['../../web/strings/en/*.ts', '../../web/strings/en.ts'], { eager: true }));
const german = read(import.meta.glob(['../../web/strings/de/*.ts', '../../web/strings/de.ts'], { eager: true }));

/** All ways to give `length` things, each a number, a text or a list. */
const ways = (length: number, count: number): unknown[][] =>
  length === 0
    ? [[]]
    : ways(length - 1, count).flatMap((before) =>
        [count, String(count), ...(length > 3 ? [] : [[count]])].map((one) => [...before, one]),
      );

/** What a text says, for each way of giving `count` that it takes. */
function said(make: Made, count: number): string[] {
  return ways(make.length, count).flatMap((given) => {
    try {
      return [JSON.stringify(make(...given)) ?? ''];
    } catch {
      return [];
    }
  });
}

/** Every text that is made, by its name. */
function texts(value: unknown, path: string): [string, Made][] {
  if (typeof value === 'function') return [[path, value as Made]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
}

const all = (files: [string, object][]) => files.flatMap(([file, words]) => texts(words, file.split('strings/')[1]!));

test('English has one step, not one steps', () => {
  // After a 1 that stands for a word or a number by itself: verbs, and words that end in s and are no plural.
  const others = 'is|has|looks|changes|goes|comes|expects|opens|gives|holds|ends|less|this|its|always';
  const between = '(?!(?:of|to|and|with|the|in|at) )[a-z]+(?:-[a-z]+)? ';
  const several = new RegExp(`(?<![\\w.–-])1 (?!(?:${others})\\b)(?:${between})?(?!(?:${others})\\b)[a-z]+s\\b`);
  const verb = /(?<![\w.])1 of (?:the )?1 (?:[a-z-]+ )?[a-z]+ (?:are|have|end)\b/;
  const made = all(english);
  expect(made.length).toBeGreaterThan(200);
  expect(made.flatMap(([, make]) => said(make, 1)).filter((text) => /\b1 step\b/.test(text)).length).toBeGreaterThan(3);
  const wrong = made.flatMap(([path, make]) =>
    said(make, 1).flatMap((text) => {
      const found = several.exec(text)?.[0] ?? verb.exec(text)?.[0];
      return found ? [`${path}: ${found}`] : [];
    }),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test('German has ein Schritt, not ein Schritte: what is counted differs between 1 and 2', () => {
  const phrase = (count: number) =>
    new RegExp(`(?<![\\p{L}\\d.–-])${count} ((?:\\p{Ll}+(?:e|en|es|er) )?\\p{Lu}[\\p{L}-]+)`, 'gu');
  const alike = /(?:Token|Parameter)$/; // the same for one and for several
  const noun = /^(?!Die |des )/;
  const verb = /(?<![\w.])1 von 1 (?:\p{Ll}+ )?\p{Lu}[\p{L}-]+ (?:sind|haben|enden)\b/u;
  const made = all(german);
  expect(made.length).toBeGreaterThan(200);
  const wrong = made.flatMap(([path, make]) => {
    const [one, two] = [said(make, 1), said(make, 2)];
    const counted = (text: string, count: number) => [...text.matchAll(phrase(count))].map((found) => found[1]!);
    return one.flatMap((text, index) => {
      const same = counted(text, 1).filter((words) => counted(two[index] ?? '', 2).includes(words));
      return [...same.filter((words) => noun.test(`${words} `) && !alike.test(words)), ...(verb.exec(text) ?? [])].map(
        (words) => `${path}: 1 ${words}`,
      );
    });
  });
  expect([...new Set(wrong)]).toEqual([]);
});
