// The widget in other people's pages, in Chromium, Firefox and WebKit: the patterns of docs/embedding.md in which these
// browsers could differ. What they need of two origins and of headers, two servers give.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { missingColours, written } from '../browser/pdf';
import type { Tab } from './drivers/driver.mjs';
import { inEveryEngine } from './support';

const built = process.env.SEQ2SEQ_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));

interface Hosted {
  /** Inside <body>; `there` is the widget's own origin. */
  body: (there: string) => string;
  head?: string;
  html?: string;
  headers?: (there: string) => Record<string, string>;
}

const toysLoss = '1.4987';
const program = '<s2s-program seed="99" epochs="200"></s2s-program>';
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const foreign = (there: string) => `<script type="module" crossorigin src="${there}widget/seq2seq-lab.js"></script>`;

let school: Awaited<ReturnType<typeof serve>>;
let widget: Awaited<ReturnType<typeof serve>>;
const pages = new Map<string, Hosted>();

beforeAll(async () => {
  widget = await serve(built, { headers: { 'Access-Control-Allow-Origin': '*' } });
  school = await serve(built, {
    headers: {},
    answer: (request, response) => {
      const page = pages.get(request.url ?? '');
      if (!page) return false;
      const { body, head = '', html = '', headers } = page;
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers?.(widget.url) });
      response.end(
        `<!doctype html><html lang="en" ${html}><head><title>A course</title><link rel="icon" href="data:,">${head}</head><body>${body(widget.url)}</body></html>`,
      );
      return true;
    },
  });
});
afterAll(async () => {
  await school?.close();
  await widget?.close();
});

/** The school's page, at an address of its own. */
function hosted(page: Hosted): string {
  const path = `/course/${pages.size}/`;
  pages.set(path, page);
  return new URL(path, school.url).href;
}

interface Program extends HTMLElement {
  ready: Promise<unknown>;
  train(): Promise<{ digest: string }>;
}

/** Trains the first program of the page to its end and says its last loss, as the element shows it. */
async function trained(tab: Tab): Promise<string> {
  await tab.waitFor(() => customElements.get('s2s-program') !== undefined);
  await tab.evaluate(async () => {
    const element = document.querySelector('s2s-program') as Program;
    await element.ready;
    element.shadowRoot!.querySelector<HTMLInputElement>('input[name=pace][value=full]')?.click();
    await element.train();
  });
  await tab.waitFor(() => document.querySelector('s2s-program')?.shadowRoot?.querySelector('[data-phase=finished]'));
  const [loss] = await tab.texts('s2s-program', '.readings .loss');
  return loss ?? '';
}

/** A spy, first in the page, that counts workers as they begin and end. */
const workerSpy = `<script>
  window.running = 0;
  window.Worker = class extends Worker {
    constructor(...args) { super(...args); running += 1; }
    terminate() { if (!this.over) running -= 1; this.over = true; super.terminate(); }
  };
</script>`;
const running = (tab: Tab) => tab.evaluate(() => (globalThis as unknown as { running: number }).running);

const patterns: [string, Hosted][] = [
  ['plain tag', { body: () => script + program }],
  ['another origin', { body: (there) => foreign(there) + program }],
  [
    'another origin, and the page is isolated',
    {
      body: (there) => foreign(there) + program,
      headers: () => ({
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Cross-Origin-Opener-Policy': 'same-origin',
      }),
    },
  ],
  [
    'a strict policy with the directives of the guide',
    {
      body: (there) => foreign(there) + program,
      headers: (there) => {
        const origin = there.replace(/\/$/, '');
        return {
          'Content-Security-Policy': `default-src 'none'; script-src 'wasm-unsafe-eval' ${origin}; connect-src ${origin}; worker-src blob:; img-src data:`,
        };
      },
    },
  ],
  [
    'an AMD loader on the page',
    {
      head: '<script>window.calls = 0; window.define = Object.assign(() => { calls += 1; }, { amd: {} }); window.require = define;</script>',
      body: () => script + program,
    },
  ],
  [
    'a dark host that is written from right to left',
    { html: 'dir="rtl" style="color-scheme:dark"', body: () => script + program },
  ],
  [
    'the script twice',
    { body: () => `${script}${program}<script type="module" src="/widget/seq2seq-lab.js?again"></script>` },
  ],
];

inEveryEngine(({ name, visit }) => {
  test.each(patterns)('%s: trains to the lesson’s loss', async (_, page) => {
    await visit(hosted(page), async (tab) => {
      expect(await trained(tab)).toBe(toysLoss);
      expect(await tab.evaluate(() => (globalThis as unknown as { calls?: number }).calls ?? 0)).toBe(0);
      expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });

  test('the single file trains from disk', async () => {
    await visit(pathToFileURL(join(built, 'seq2seq-lab.html')).href, async (tab) => {
      await tab.waitFor(() => customElements.get('s2s-program') !== undefined);
      const found = await tab.evaluate(async () => {
        const element = document.querySelector('s2s-program') as Program;
        await element.ready;
        element.shadowRoot!.querySelector<HTMLInputElement>('input[name=pace][value=full]')!.click();
        return (await element.train()).digest;
      });
      expect(found).toBe('787910801e30638b');
    });
  });

  test('a frame without an origin of its own trains, and the page around hears its height', async () => {
    // The element by its tag inside, so that the frame itself can say what it has come to.
    const inside = (there: string) =>
      `${foreign(there)}${program}<script type="module">
        await customElements.whenDefined('s2s-program');
        const element = document.querySelector('s2s-program');
        await element.ready;
        element.shadowRoot.querySelector('input[name=pace][value=full]').click();
        const { digest } = await element.train();
        parent.postMessage({ digest, origin }, '*');
      </script>`;
    const page: Hosted = {
      head: '<script>window.heard = []; addEventListener("message", ({ data }) => heard.push(data));</script>',
      body: (there) =>
        `<iframe title="a" sandbox="allow-scripts" width="900" height="700" srcdoc="${inside(there).replaceAll('"', '&quot;')}"></iframe>
        <iframe title="b" sandbox="allow-scripts" width="900" height="300" src="${there}embed.html?element=shapes&amp;batch=2"></iframe>`,
    };
    await visit(hosted(page), async (tab) => {
      await tab.evaluate(() => document.querySelector('iframe')!.scrollIntoView());
      const found = await tab.waitFor(() =>
        (globalThis as unknown as { heard: { digest?: string }[] }).heard.find(({ digest }) => digest),
      );
      expect(found).toEqual({ digest: '787910801e30638b', origin: 'null' });
      const height = await tab.waitFor(
        () =>
          (globalThis as unknown as { heard: { type?: string; height?: number }[] }).heard.find(
            ({ type }) => type === 'seq2seq-lab:height',
          )?.height,
      );
      expect(height).toBeGreaterThan(200);
    });
  });

  test('a hidden panel that opens later is drawn at its full width', async () => {
    // WebKit looks anew only where the layout changes, which an empty tag alone does not do.
    const page: Hosted = {
      body: () =>
        `<div id="panel" style="display:none;width:900px"><p>The first panel.</p>${program}</div><s2s-check-progress></s2s-check-progress>${script}`,
    };
    await visit(hosted(page), async (tab) => {
      await tab.waitFor(() => customElements.get('s2s-check-progress') !== undefined);
      expect(await tab.evaluate(() => customElements.get('s2s-program') === undefined)).toBe(true);
      await tab.evaluate(() => {
        document.querySelector<HTMLElement>('#panel')!.style.display = '';
      });
      expect(await trained(tab)).toBe(toysLoss);
      const width = await tab.evaluate(() => document.querySelector('s2s-program')!.getBoundingClientRect().width);
      expect(width).toBe(900);
    });
  });

  test('the language set as a property, before the element is defined and later', async () => {
    const page: Hosted = {
      body: () => `<script>
        const element = document.createElement('s2s-shapes');
        element.lang = 'de';
        document.body.append(element);
      </script>${script}`,
    };
    await visit(hosted(page), async (tab) => {
      const begins = (text: string) =>
        tab.waitFor((wanted) => {
          const found = document.querySelector('s2s-shapes')!.shadowRoot?.querySelector<HTMLElement>('.root');
          return found?.textContent?.includes(wanted) ? found.lang : null;
        }, text);
      expect(await begins('Ein Trainingsschritt')).toBe('de');
      for (const [lang, text] of [
        ['en', 'One training step'],
        ['de', 'Ein Trainingsschritt'],
      ] as const) {
        await tab.evaluate((language) => {
          document.querySelector<HTMLElement>('s2s-shapes')!.lang = language;
        }, lang);
        expect(await begins(text)).toBe(lang);
      }
    });
  });

  // Chromium's is among its own tests; WebKit's driver prints nothing.
  const printing = async () => {
    await visit(hosted({ body: () => script + program }), async (tab) => {
      await trained(tab);
      const cells = () =>
        tab.evaluate(() => {
          const map = document.querySelector('s2s-program')!.shadowRoot!.querySelector('s2s-part-heatmap')!.shadowRoot!;
          const brush = document.createElement('canvas').getContext('2d')!;
          const colours = [...map.querySelectorAll('.cell rect')].map((cell) => {
            brush.fillStyle = getComputedStyle(cell).fill;
            brush.fillRect(0, 0, 1, 1);
            return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
          });
          return { colours, values: [...map.querySelectorAll('.value')].map((one) => one.textContent!.trim()) };
        });
      const { colours, values } = await cells();
      expect(new Set(colours.map(String)).size).toBeGreaterThan(8);
      const pdf = await tab.print!();
      expect(missingColours(pdf, colours)).toEqual([]);
      const words = written(pdf);
      expect(words).toEqual(expect.arrayContaining([toysLoss, ...values]));
      for (const pressed of ['Train', 'Reset', 'Save', 'Step']) expect(words).not.toContain(pressed);
      expect(words.join(' ')).not.toContain('Keys,');
    });
  };
  if (name === 'firefox') test('print: the matrix keeps its colours and numbers; what is pressed is gone', printing);

  test('where there is no clipboard, as on plain http, copying takes the older way', async () => {
    const page: Hosted = {
      head: `<script>
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        addEventListener('copy', () => {
          let field = document.activeElement;
          while (field.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
          window.copied = field.value.slice(field.selectionStart, field.selectionEnd);
        });
      </script>`,
      body: () => `${script}<s2s-shapes></s2s-shapes>`,
    };
    await visit(hosted(page), async (tab) => {
      await tab.waitFor(
        () => !!document.querySelector('s2s-shapes')?.shadowRoot?.querySelector('s2s-part-export-menu'),
      );
      await tab.evaluate(async () => {
        await (document.querySelector('s2s-shapes') as Program).ready; // nothing moves any more
      });
      await tab.click('s2s-shapes', 's2s-part-export-menu', '.open');
      await tab.waitFor(() => {
        const menu = document.querySelector('s2s-shapes')!.shadowRoot!.querySelector('s2s-part-export-menu')!
          .shadowRoot!;
        const wanted = [...menu.querySelectorAll('li button')].find(
          (one) => one.textContent?.trim() === 'Copy the tag for a page',
        );
        if (wanted) wanted.id = 'tag';
        return !!wanted && !!wanted.closest('li')!.nextElementSibling; // the list is whole
      });
      await tab.click('s2s-shapes', 's2s-part-export-menu', '#tag');
      const copied = await tab.waitFor(() => (globalThis as unknown as { copied?: string }).copied);
      expect(copied).toMatch(/^<s2s-shapes .*><\/s2s-shapes>$/);
      // It closes where the browser says that it has copied.
      await tab.waitFor(
        () =>
          !document
            .querySelector('s2s-shapes')!
            .shadowRoot!.querySelector('s2s-part-export-menu')!
            .shadowRoot!.querySelector('ul'),
      );
    });
  });

  test('moved while it trains it keeps its run; with the last element the worker ends, and a new one begins anew', async () => {
    const page: Hosted = {
      head: workerSpy,
      body: () => `<div id="a">${program}</div><div id="b"></div>${script}`,
    };
    await visit(hosted(page), async (tab) => {
      await tab.waitFor(() => customElements.get('s2s-program') !== undefined);
      const found = await tab.evaluate(async () => {
        const element = document.querySelector('s2s-program') as Program;
        await element.ready;
        element.shadowRoot!.querySelector<HTMLInputElement>('input[name=pace][value=full]')!.click();
        const training = element.train();
        document.querySelector('#b')!.append(element);
        const { digest } = await training;
        return digest;
      });
      expect(found).toBe('787910801e30638b');
      expect(await running(tab)).toBe(1);
      await tab.evaluate(() => document.querySelector('s2s-program')!.remove());
      await tab.waitFor(() => (globalThis as unknown as { running: number }).running === 0);
      await tab.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), program);
      expect(await trained(tab)).toBe(toysLoss);
      expect(await running(tab)).toBe(1);
    });
  });

  test('twenty elements: one worker for all of them', async () => {
    const page: Hosted = {
      head: workerSpy,
      body: () => `${script}${'<s2s-program seed="99" epochs="4"></s2s-program>'.repeat(20)}`,
    };
    await visit(hosted(page), async (tab) => {
      await tab.waitFor(() => customElements.get('s2s-program') !== undefined);
      const digests = await tab.evaluate(async () => {
        const all = [...document.querySelectorAll('s2s-program')] as Program[];
        await Promise.all(all.map((one) => one.ready));
        return Promise.all(all.map(async (one) => (await one.train()).digest));
      });
      expect(new Set(digests).size).toBe(1);
      expect(digests).toHaveLength(20);
      expect(await running(tab)).toBe(1);
    });
  });
});
