// npm run audit [-- FOLDER]: measures the built page as a reader on a phone meets it. Lighthouse's scores, when the page
// first answers under a slow processor and a slow network, and what it weighs. Ends with 1 where a bar is missed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { launchChromium } from './chromium.mjs';
import { serve, strictHeaders, typeOf } from './serve.mjs';
import { setUp } from './setup.mjs';
import { root } from './shell.mjs';

/** A phone of the middle range: four times slower than this machine, 1.6 Mbit/s with round trips of 150 ms. */
const slow = { cpu: 4, latency: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 };
const bars = { score: 95, answers: 1000, weight: 350 * 1024 };

/** As `serve`, with the files compressed, as hosts send them. @param {string} folder */
export function serveCompressed(folder) {
  /** @type {Map<string, Buffer>} */
  const packed = new Map();
  return serve(folder, {
    headers: { ...strictHeaders, 'Cache-Control': 'max-age=3600' },
    async answer(request, response) {
      const path = (request.url ?? '/').split(/[?#]/)[0] ?? '/';
      const file = path === '/' ? 'index.html' : path.slice(1);
      if (!/^[\w./-]+$/.test(file) || file.includes('..')) return false;
      try {
        const bytes = packed.get(file) ?? gzipSync(await readFile(join(folder, file)), { level: 9 });
        packed.set(file, bytes);
        response.setHeader('Content-Encoding', 'gzip');
        response.writeHead(200, { 'Content-Type': typeOf(file) }).end(bytes);
        return true;
      } catch {
        return false;
      }
    },
  });
}

/**
 * Everything the page asks for while a reader goes through all of it, and each answer's compressed bytes.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<{ path: string, gzip: number, brotli: number }[]>} the heaviest first
 */
export async function weigh(browser, url) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  /** @type {Map<string, Promise<Buffer>>} */
  const found = new Map();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (found.has(pathname)) return;
    found.set(
      pathname,
      response.body().catch(() => Buffer.alloc(0)),
    );
  });
  await page.goto(url);
  await page.keyboard.press('Tab'); // the first sign of a reader
  for (const figure of await page.locator('main figure').all()) {
    await figure.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
  }
  await page.locator('s2s-check .frame[data-phase=asking]').first().waitFor();
  await page.waitForTimeout(2000);
  const files = [];
  for (const [path, answer] of found) {
    const bytes = await answer;
    files.push({ path, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length });
  }
  await context.close();
  return files.sort((one, other) => other.gzip - one.gzip);
}

/**
 * When the page has answered first, in milliseconds after the request, on the slow profile: what it shows, its own
 * controls, the first figure's controls, and that figure's engine.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
export async function firstAnswers(browser, url) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latency,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  await page.addInitScript(() => {
    /** @type {Record<string, number>} */
    const times = {};
    Object.assign(globalThis, { times });
    const look = () => {
      const program = document.querySelector('s2s-program')?.shadowRoot;
      const there = {
        controls: document.documentElement?.dataset.theme,
        figure: program?.querySelector('.play'),
        engine: program?.querySelector('[data-phase=ready]'),
      };
      for (const [name, one] of Object.entries(there)) if (one) times[name] ??= performance.now();
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      if (paint) times.paint ??= paint.startTime;
      if (!times.engine || !times.paint) setTimeout(look, 10);
    };
    look();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).times.engine, undefined, { timeout: 60_000 });
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).times);
  await context.close();
  return /** @type {{ paint: number, controls: number, figure: number, engine: number }} */ (times);
}

/** @param {string} url @returns {Promise<Record<string, number>>} scores of 100 */
async function lighthouseScores(url) {
  const { default: lighthouse } = await import('lighthouse');
  const port = 9377;
  const browser = await launchChromium(`--remote-debugging-port=${port}`);
  try {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    const categories = result?.lhr.categories ?? {};
    for (const { id, title, score, displayValue } of Object.values(result?.lhr.audits ?? {})) {
      const notable = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].includes(id);
      const counted = Object.values(categories).some((one) =>
        one.auditRefs.some((ref) => ref.id === id && ref.weight > 0),
      );
      if (notable || id === 'cumulative-layout-shift' || (counted && score !== null && score < 0.9)) {
        console.log(`  ${title}: ${displayValue ?? score}`);
      }
    }
    return Object.fromEntries(
      Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
    );
  } finally {
    await browser.close();
  }
}

/** @param {string[]} args */
export async function main([given]) {
  if (!given) {
    await setUp(['build', 'test']);
    await build();
  }
  const server = await serveCompressed(given ?? join(root, 'dist/site'));
  const browser = await launchChromium();
  /** @type {[string, string, string, boolean][]} */
  const rows = [];
  try {
    const scores = await lighthouseScores(server.url);
    for (const [name, score] of Object.entries(scores)) {
      rows.push([`Lighthouse: ${name}`, String(score), `at least ${bars.score}`, score >= bars.score]);
    }
    const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
    /** @type {Awaited<ReturnType<typeof firstAnswers>>[]} */
    const tries = [];
    for (let count = 0; count < 3; ++count) tries.push(await firstAnswers(browser, server.url));
    const middle = (/** @type {'paint' | 'controls' | 'figure' | 'engine'} */ name) =>
      tries.map((one) => one[name]).sort((one, other) => one - other)[1] ?? Number.NaN;
    const times = {
      paint: middle('paint'),
      controls: middle('controls'),
      figure: middle('figure'),
      engine: middle('engine'),
    };
    rows.push(['first words on screen', ms(times.paint), '', true]);
    rows.push([
      'the page’s controls answer',
      ms(times.controls),
      `within ${bars.answers} ms`,
      times.controls <= bars.answers,
    ]);
    rows.push(['the first figure’s controls are there', ms(times.figure), '', true]);
    rows.push(['its engine is ready', ms(times.engine), '', true]);
    const files = await weigh(browser, server.url);
    for (const { path, gzip } of files.slice(0, 12))
      console.log(`  ${(gzip / 1024).toFixed(1).padStart(7)} KB ${path}`);
    const weight = (/** @type {'brotli' | 'gzip'} */ way) => files.reduce((sum, file) => sum + file[way], 0);
    const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(0)} KB`;
    const heaviest = `at most ${kilobytes(bars.weight)}`;
    rows.push([
      'weight of the whole page, brotli',
      kilobytes(weight('brotli')),
      heaviest,
      weight('brotli') <= bars.weight,
    ]);
    rows.push(['the same with gzip', kilobytes(weight('gzip')), '', true]);
  } finally {
    await browser.close();
    await server.close();
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value, bar, good] of rows) {
    console.log(`${good ? 'ok    ' : 'MISSED'} ${name.padEnd(width)} ${value.padStart(9)} ${bar}`);
  }
  console.log(`Processor ${slow.cpu} times slower, round trips of ${slow.latency} ms, 1.6 Mbit/s; everything gzipped.`);
  if (rows.some(([, , , good]) => !good)) process.exitCode = 1;
}
