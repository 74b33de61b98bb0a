// One Chromium and the built site, served as a strict host would. Each visit watches what must never happen: errors on
// the console, exceptions, requests to other places.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { keepWorkers, launch } from './chromium';
import { allFigures, figuresAddress, figuresPage } from './figures-page';

export { killWorkers } from './chromium';

const folder = process.env.SEQ2SEQ_SITE ?? fileURLToPath(new URL('../../dist/site', import.meta.url));

export interface Visit {
  page: Page;
  program: Locator;
  attention: Locator;
  /** What went wrong on the page so far: console errors, exceptions, requests that left the site. */
  wrong: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** Before the page loads: routes, scripts. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Trains by itself, as the page does; by default reduced motion keeps it waiting. */
  autoplay?: boolean;
  headers?: Record<string, string>;
  /** What is opened of the site; by default a plain page with figures. `index.html` is the lesson. */
  query?: string;
  /** The figures of the plain page, each of its kind; those of site() where none are named. */
  figures?: readonly string[];
}

/**
 * Call once in a test file; the returned function opens the page, which is closed after the test.
 * @param all the figures of the plain page, unless a visit names its own: what is not looked at only costs time
 */
export function site(all: readonly string[] = allFigures) {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;
  const pages: { page: Page; wrong: string[]; tolerated: boolean }[] = [];

  beforeAll(async () => {
    server = await serve(folder, { answer: figuresPage });
    browser = await launch();
  });
  afterAll(() => server?.close());
  afterEach(async () => {
    for (const { page, wrong, tolerated } of pages.splice(0)) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().close();
      if (!tolerated) expect(wrong).toEqual([]);
    }
  });

  /** `tolerated`: the test itself breaks something, so the console may say so. */
  return async function visit(options: VisitOptions = {}, tolerated = false): Promise<Visit> {
    const { prepare, autoplay = false, headers, figures = all, query = figuresAddress(figures), ...context } = options;
    const page = await (
      await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: autoplay ? 'no-preference' : 'reduce',
        bypassCSP: false,
        ...context,
      })
    ).newPage();
    const wrong = watch(page, ({ origin }) => origin === new URL(server.url).origin);
    await keepWorkers(page);
    if (headers) {
      await page.route('**/*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
      });
    }
    await prepare?.(page);
    pages.push({ page, wrong, tolerated });
    await page.goto(`${server.url}${query}`);
    return { page, wrong, program: page.locator('s2s-program'), attention: page.locator('s2s-attention') };
  };
}

/** Writes down what must not happen on a page: complaints on the console, exceptions, requests to other places. */
export function watch(page: Page, isKnown: (address: URL) => boolean): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!['data:', 'blob:'].includes(address.protocol) && !isKnown(address)) wrong.push(request.url());
  });
  return wrong;
}

/** Keeps the engine away from a page until it is released; until then only first pictures can be on screen. */
export function heldEngine() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const prepare = (page: Page) =>
    page.route('**/*.wasm', async (route) => {
      await released;
      await route.continue();
    });
  return { prepare, release };
}

/** The page's element of this name; where attributes are given, a new one that has them is put in its place. */
export async function withAttributes(page: Page, tag: string, attributes: Record<string, string>): Promise<Locator> {
  const element = page.locator(tag);
  if (Object.keys(attributes).length > 0) {
    await element.evaluate((old, set) => {
      const fresh = document.createElement(old.localName);
      for (const [name, value] of Object.entries(set)) fresh.setAttribute(name, value);
      old.replaceWith(fresh);
    }, attributes);
  }
  return element;
}

/** What an element says, without the layout's blanks. */
export const text = async (locator: Locator) => ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim();

/** A decimal as the page writes it, with the true minus sign. */
export const numberIn = (decimal: string) => Number(decimal.trim().replace('\u2212', '-'));

/** Waits until a program element is in one of the phases. */
export const phase = (program: Locator, ...wanted: string[]) =>
  program
    .locator(wanted.map((name) => `[data-phase=${name}]`).join(', '))
    .first()
    .waitFor({ state: 'attached' });

/** Types into one of the program's fields and leaves it with Enter. */
export async function fill(element: Locator, field: string, value: string): Promise<void> {
  const input = element.locator(`s2s-part-field.${field} input`);
  await input.fill(value);
  await input.press('Enter');
}

export const choose = (element: Locator, name: string, value: string) =>
  element.locator(`input[name=${name}][value="${value}"]`).check({ force: true });
