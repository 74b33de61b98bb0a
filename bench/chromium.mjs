// Contestants in headless Chromium, each in a page and a renderer process of its own. A page may not see the CPU's
// clock; the DevTools protocol tells it from outside.
import { launchChromium } from '../scripts/chromium.mjs';
import { serve } from '../scripts/serve.mjs';
import { root } from '../scripts/shell.mjs';

const offered = ['/scripts/safetensors.mjs', '/bench/', '/build/bench/', '/build/wasm/'];

/** The script of a page that makes one step and says when, counted from the navigation. */
const firstStep = (/** @type {string} */ name, /** @type {string} */ folder) => `
  await (${begin})(${JSON.stringify({ name, folder })});
  await globalThis.contestant.repeat('step', 1);
  globalThis.firstStep = performance.now();
`;

/** Blank pages, and of the project's files those that contestants are made of. @type {import('../scripts/serve.mjs').Answer} */
function answer(request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (offered.some((start) => pathname.startsWith(start))) return false;
  const [, cold, name, folder] = pathname.split('/');
  if (pathname !== '/' && cold !== 'cold') {
    response.writeHead(404).end();
    return true;
  }
  const script = name ? `<script type="module">${firstStep(name, folder ?? '')}</script>` : '';
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>bench</title>${script}`);
  return true;
}

/** Runs in the page. @param {{ name: string, folder: string }} what */
async function begin({ name, folder }) {
  const bytes = async (/** @type {string} */ address) => (await fetch(address)).arrayBuffer();
  const at = (/** @type {string} */ address) => import(address);
  const { contender } = await at('/bench/contender.mjs');
  /** @type {any} */ (globalThis).contestant = await contender(
    name,
    (/** @type {string} */ file) => bytes(`/build/bench/${folder}/${file}`),
    {
      // As wasm/module.ts: compiled while it arrives, beside its script.
      module: async () => {
        const [glue, compiled] = await Promise.all([
          at('/build/wasm/engine.mjs'),
          WebAssembly.compileStreaming(fetch('/build/wasm/engine.wasm')),
        ]);
        return { createEngine: glue.default, compiled };
      },
      peer: async () => (await at(`/build/bench/page/${name}.mjs`)).load('/build/bench/page/'),
      kernel: () => bytes('/build/wasm/bench/kernel_peak.wasm'),
    },
  );
}

export async function openChromium() {
  const server = await serve(root, { headers: {}, answer });
  const browser = await launchChromium();
  return {
    version: `Chromium ${browser.version()}`,
    /** @param {string} name @param {string} folder of build/bench */
    async page(name, folder) {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await page.goto(server.url);
      await page.evaluate(begin, { name, folder });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable');
      const threadTime = async () => {
        const { metrics } = await devtools.send('Performance.getMetrics');
        return (metrics.find((metric) => metric.name === 'ThreadTime')?.value ?? 0) * 1e3;
      };
      const answer = (/** @type {string} */ command, seconds = 0) =>
        page.evaluate(
          ([what, time]) => /** @type {any} */ (globalThis).contestant.answer(what, time),
          /** @type {[string, number]} */ ([command, seconds]),
        );
      return {
        first: () => answer('first'),
        async time(/** @type {string} */ what, /** @type {number} */ seconds) {
          const { wall, wallMedian } = await answer(what, seconds / 2);
          const count = Math.max(1, Math.ceil(100 / wall));
          const cpu = [];
          const until = performance.now() + seconds * 500;
          while (performance.now() < until || cpu.length < 2) {
            const from = await threadTime();
            await page.evaluate(
              ([command, times]) => /** @type {any} */ (globalThis).contestant.repeat(command, times),
              /** @type {[string, number]} */ ([what, count]),
            );
            cpu.push(((await threadTime()) - from) / count);
          }
          cpu.sort((a, b) => a - b);
          return { wall, wallMedian, cpu: cpu[0], cpuMedian: cpu[cpu.length >> 1] };
        },
        /** Milliseconds from opening the page to the end of its first step, everything loaded anew. */
        async cold() {
          const fresh = await browser.newContext();
          try {
            const opened = await fresh.newPage();
            await opened.goto(`${server.url}cold/${name}/${folder}`);
            const found = await opened.waitForFunction(() => /** @type {any} */ (globalThis).firstStep);
            return /** @type {number} */ (await found.jsonValue());
          } finally {
            await fresh.close();
          }
        },
        close: () => context.close(),
      };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
