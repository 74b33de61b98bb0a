// Two places on two origins: a school's page, and the place where the built widget lies.
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { keepWorkers, launch } from './chromium';
import { choose, watch } from './support';

const built = process.env.SEQ2SEQ_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));

/** Anyone may read the files; nothing else is sent. */
const readable = { 'Access-Control-Allow-Origin': '*' };

export interface Host {
  /** What the school's server sends beside the page. */
  headers?: Record<string, string>;
  /** What the widget's server sends. */
  widgetHeaders?: Record<string, string>;
  /** Inside <head>. */
  head?: string;
  /** Attributes of <html>. */
  html?: string;
  viewport?: { width: number; height: number };
  dark?: boolean;
  /** Before the page loads. */
  prepare?: (page: Page) => Promise<unknown>;
  /** The test itself breaks something, so the console may say so. */
  tolerated?: boolean;
}

export interface Places {
  /** The widget's address on the other origin, such as http://127.0.0.1:4000/. */
  there: string;
  /** Opens the school's page with this body; `here` in it is the same origin, `there` the other. */
  open: (body: (there: string) => string, host?: Host) => Promise<Page>;
}

/** Call once in a test file. */
export function hosts(): Places {
  let browser: Browser;
  let school: Awaited<ReturnType<typeof serve>>;
  let widget: Awaited<ReturnType<typeof serve>>;
  let body = '';
  let host: Host = {};
  const opened: { page: Page; wrong: string[]; tolerated: boolean }[] = [];
  const places: Places = {
    there: '',
    async open(write, options = {}) {
      host = options;
      body = write(widget.url);
      const page = await (
        await browser.newContext({
          viewport: options.viewport ?? { width: 1280, height: 900 },
          reducedMotion: 'reduce',
          colorScheme: options.dark ? 'dark' : 'light',
        })
      ).newPage();
      const known = [new URL(school.url).origin, new URL(widget.url).origin, 'null'];
      const wrong = watch(page, ({ origin }) => known.includes(origin));
      await keepWorkers(page);
      await options.prepare?.(page);
      opened.push({ page, wrong, tolerated: options.tolerated ?? false });
      await page.goto(`${school.url}course/1/`);
      return page;
    },
  };

  beforeAll(async () => {
    school = await serve(built, {
      headers: {},
      answer: (request, response) => {
        if (request.url !== '/course/1/') return false;
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...host.headers });
        response.end(
          `<!doctype html><html lang="en" ${host.html ?? ''}><head><title>A course</title><link rel="icon" href="data:,">${host.head ?? ''}</head><body>${body}</body></html>`,
        );
        return true;
      },
    });
    widget = await serve(built, {
      headers: {},
      answer: (_, response) => {
        for (const [name, value] of Object.entries(host.widgetHeaders ?? readable)) response.setHeader(name, value);
        return false;
      },
    });
    places.there = widget.url;
    browser = await launch();
  });
  afterEach(async () => {
    for (const { page, wrong, tolerated } of opened.splice(0)) {
      await page.context().close();
      if (!tolerated) expect(wrong).toEqual([]);
    }
  });
  afterAll(async () => {
    await school?.close();
    await widget?.close();
  });
  return places;
}

/** Trains the lesson's toy in the first <s2s-program> and says its last loss, as the element shows it. */
export async function trained(scope: Pick<Page, 'locator'>): Promise<string> {
  const program = scope.locator('s2s-program').first();
  await program.locator('[data-phase=ready]').first().waitFor({ state: 'attached' });
  await choose(program, 'pace', 'full'); // by itself an element lets its reader follow, for five seconds
  await program.evaluate((element) => (element as unknown as { train(): Promise<unknown> }).train());
  return ((await program.locator('.readings .loss').textContent()) ?? '').trim();
}

/** The toy's loss before the last update: seed 99, 200 epochs. */
export const toysLoss = '1.4987';
