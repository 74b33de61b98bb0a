// Two languages: the catalogues have the same names, the two lessons the same build, and what is German is German
// everywhere, on the page and in one element alone.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { de as sharedGerman } from '../../web/strings/de';
import { check as germanQuestions } from '../../web/strings/de/check';
import { en as sharedEnglish } from '../../web/strings/en';
import { check as englishQuestions } from '../../web/strings/en/check';
import { axeViolations } from './axe';
import { site, text } from './support';

const en = { ...sharedEnglish, check: englishQuestions };
const de = { ...sharedGerman, check: germanQuestions };
const visit = site();
const soon = { timeout: 30_000 }; // only to end a hang

/** Every name in a catalogue, with what stands there: `program.phase.ready string`. */
function names(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    return [`${path} ${typeof value}${typeof value === 'function' ? ` of ${value.length}` : ''}`];
  }
  return Object.entries(value).flatMap(([name, inner]) => names(inner, path === '' ? name : `${path}.${name}`));
}

test('both catalogues have the same names, with the same kind of thing behind each', () => {
  expect(names(en).length).toBeGreaterThan(700);
  expect(names(de)).toEqual(expect.arrayContaining(names(en)));
  expect(names(en)).toEqual(expect.arrayContaining(names(de)));
});

test('German texts are not left in English', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(texts) : [];
  const left = texts(de).filter((one) => /\b(the|of|with|which|and|each|not|is)\b/i.test(one));
  // Words of a program, or of an English sentence that the model reads.
  expect(left.filter((one) => !/nn\.|for row in|rand\(\)/.test(one))).toEqual([]);
});

const lesson = (lang: string) =>
  readFileSync(fileURLToPath(new URL(`../../web/page/lesson.${lang}.html`, import.meta.url)), 'utf8').replace(
    /<!--.*?-->|<template.*?<\/template>/gs,
    '',
  );

test('both lessons have the same sections, figures, links and formulas', () => {
  const build = (html: string) => [
    [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    [...html.matchAll(/<s2s-[^>]*>/g)].map(([tag]) => tag),
    [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
    [...html.matchAll(/<m(?: display)?>(.*?)<\/m>/gs)].map(([, tex]) => tex),
    [...html.matchAll(/<h[1-3]/g)].map(([tag]) => tag),
  ];
  const [english, german] = [build(lesson('en')), build(lesson('de'))];
  expect(english[0]!.length).toBeGreaterThan(20);
  expect(german.slice(0, 3)).toEqual(english.slice(0, 3));
  // A sentence may name its symbols in another order.
  expect([...german[3]!].sort()).toEqual([...english[3]!].sort());
  expect(german[4]).toEqual(english[4]);
  // Numbers are the same ones, however thousands are set apart.
  const numbers = (html: string) =>
    [...html.replace(/(\d)[,\u202f](?=\d{3})/g, '$1').matchAll(/\d+(?:\.\d+)?/g)].map(([one]) => one).sort();
  expect(numbers(lesson('de'))).toEqual(numbers(lesson('en')));
});

test('the German page is German throughout, and leads back to the same place in English', async () => {
  const { page } = await visit({ query: 'de.html#part-1' });
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  const check = page.locator('#moment-alpha-largest');
  await check.scrollIntoViewIfNeeded();
  await expect.poll(() => text(check.locator('h3')), soon).toBe('Welche Stelle gewinnt?');
  await expect.poll(() => text(check.locator('.question')), soon).toContain('das größte Gewicht');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('main :not(:defined)').count(), soon).toBe(0);
  for (const [tag, word] of Object.entries({
    's2s-program': 'Trainieren',
    's2s-attention': 'Zustand des Decoders',
    's2s-forcing': 'Welche Gewichte',
    's2s-sampling': 'Die Münzen',
    's2s-copy': 'aus der Quelle',
    's2s-shapes': 'Multiplikationen',
    's2s-check-progress': 'Ihre Antworten',
  })) {
    await expect.poll(() => text(page.locator(`${tag} .root`).first()), { ...soon, message: tag }).toContain(word);
  }
  expect(await axeViolations(page, '.top, #contents')).toEqual([]);
  const english = page.locator('.languages a');
  await english.hover();
  expect(await english.getAttribute('href')).toMatch(/\/index\.html#part-1$/);
  await english.click();
  await page.waitForURL('**/index.html#part-1');
});

test('one element of an English page may be German, and change its language while it runs', async () => {
  const { page } = await visit({ figures: ['s2s-shapes'] });
  await page.evaluate(() => {
    document
      .querySelector('main')!
      .insertAdjacentHTML(
        'afterbegin',
        '<s2s-check id="one" moment="same-seed" lang="de-AT"></s2s-check><div lang="de"><s2s-shapes id="two"></s2s-shapes></div>',
      );
  });
  const one = page.locator('#one');
  await expect.poll(() => text(one.locator('.question')), soon).toContain('Zwei Läufe');
  await expect.poll(() => text(page.locator('#two .root').first()), soon).toContain('Ein Trainingsschritt');
  // The point is the decimal's in every language; thousands are set apart by a thin space.
  await expect.poll(() => text(page.locator('#two .root').first()), soon).toMatch(/\b1 386\b/);
  await one.evaluate((element) => element.setAttribute('lang', 'en'));
  await expect.poll(() => text(one.locator('.question')), soon).toContain('Two runs');
  await one.evaluate((element) => element.setAttribute('lang', 'de'));
  await expect.poll(() => text(one.locator('.question')), soon).toContain('Zwei Läufe');
  expect(await text(page.locator('s2s-shapes').last().locator('.root').first())).toContain('One training step');
});

test('the language as a property, as frameworks set it: before the first picture, later, and taken away again', async () => {
  const { page } = await visit({ figures: ['s2s-shapes'] });
  await page.evaluate(() => {
    const around = document.createElement('div');
    around.lang = 'de';
    const one = document.createElement('s2s-shapes');
    one.id = 'one';
    around.append(one);
    document.querySelector('main')!.prepend(around);
    one.lang = 'en';
  });
  const root = page.locator('#one .root').first();
  const said = (part: string, lang: string) =>
    expect
      .poll(async () => [(await text(root)).includes(part), await root.getAttribute('lang')], soon)
      .toEqual([true, lang]);
  const set = (lang: string | null) =>
    page.locator('#one').evaluate((element, value) => {
      (element as HTMLElement).lang = value as string;
    }, lang);
  await said('One training step', 'en');
  await set('de');
  await said('Ein Trainingsschritt', 'de');
  await set('fr'); // there are no French words: English, and said to be English
  await said('One training step', 'en');
  await set(null); // as frameworks take away
  await said('Ein Trainingsschritt', 'de');
});
