// Cases from the field, on pages of other people: what hosts do to markup, to seeds, to browsers, to printers.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosts, toysLoss, trained } from './hosts';
import { missingColours } from './pdf';
import { fill, phase, text } from './support';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const own = `${script}<s2s-program seed="99" epochs="200"></s2s-program>`;

interface Trainable extends HTMLElement {
  ready: Promise<{ digest: string; configuration: { training: { seed: string } } }>;
}

/** Opens a page with the program on it, not trained. */
async function opened(html = own, options: Parameters<typeof places.open>[1] = {}): Promise<[Page, Locator]> {
  const page = await places.open(() => html, options);
  const program = page.locator('s2s-program').first();
  await phase(program, 'ready');
  return [page, program];
}

test('no WebAssembly at all, as in lockdown mode: a readable message, a still picture, and the page goes on (C62)', async () => {
  const page = await places.open(() => `${own}<button onclick="this.textContent = 'pressed'">Theirs</button>`, {
    prepare: (prepared) => prepared.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')),
  });
  const program = page.locator('s2s-program');
  await phase(program, 'failed');
  expect(await text(program.locator('.failure'))).toMatch(/lockdown mode/i);
  await program.locator('s2s-part-heatmap svg').waitFor();
  await page.getByText('Theirs').click();
  expect(await page.getByText('pressed').count()).toBe(1);
});

test('a seed beyond 2⁵³ in an attribute is shown and kept as written, and its low 32 bits draw (C65)', async () => {
  const seeds = ['9007199254740993', '1'];
  const [page] = await opened(
    `${script}${seeds.map((seed) => `<s2s-program seed="${seed}"></s2s-program>`).join('')}`,
    {
      viewport: { width: 1280, height: 3000 },
    },
  );
  const states = await page
    .locator('s2s-program')
    .evaluateAll((all) => Promise.all(all.map((one) => (one as unknown as Trainable).ready)));
  expect(states.map(({ configuration }) => configuration.training.seed)).toEqual(seeds);
  expect(states[0]!.digest).toBe(states[1]!.digest);
  const field = page.locator('s2s-program').first().locator('s2s-part-field.seed input');
  expect(await field.inputValue()).toBe(seeds[0]);
});

test('what an editor puts between the tags, paragraphs and breaks among it, is fallback text and no data (C74)', async () => {
  const inside = '<p>2 5 1 3\t4 6</p><br><p>&nbsp;<a href="/site/">the figure</a></p>\n<br>';
  const page = await places.open(() => own.replace('></s2s-program>', `>${inside}</s2s-program>`));
  expect(await trained(page)).toBe(toysLoss);
  expect(await page.locator('s2s-program > p').first().isVisible()).toBe(false);
});

test('rows are the written tokens with EOS, columns the read ones, and each row sums to 1 (C79)', async () => {
  const [, program] = await opened();
  await trained(program.page());
  const map = program.locator('s2s-part-heatmap');
  await map.locator('summary').click();
  const table = map.locator('table');
  await table.waitFor();
  expect(await table.locator('tbody th').allInnerTexts()).toEqual(['4', '6', 'EOS']);
  const columns = (await table.locator('thead th').allInnerTexts()).slice(1);
  expect(columns).toEqual(['2', '5', '1', 'EOS']);
  for (const row of await table.locator('tbody tr').all()) {
    const weights = (await row.locator('td').allInnerTexts()).map(Number);
    expect(Math.abs(weights.reduce((sum, one) => sum + one, 0) - 1)).toBeLessThan(0.0003);
  }
});

/** A heat map of the page, with labels and weights of the test's own. */
const mapOf = (program: Locator, rows: string[], columns: string[], values: number[]) =>
  program.locator('s2s-part-heatmap').evaluate(
    async (element, given) => {
      // biome-ignore lint/suspicious/noExplicitAny: a part's own properties
      const map = element as any;
      Object.assign(map, given);
      await map.updateComplete;
    },
    { rows, columns, values },
  );

test.each(['ltr', 'rtl'])(
  'Hebrew words and a number on a page of direction %s: columns in the order of the tokens, direction stated (C80)',
  async (direction) => {
    const [, program] = await opened(own, { html: `dir="${direction}"` });
    const words = ['שלום', 'עולם', 'טוב', '2024'];
    await mapOf(program, ['x', 'EOS'], words, [0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.2, 0.1]);
    const labels = program.locator('s2s-part-heatmap [role=columnheader] .label');
    const seen = await labels.evaluateAll((all) =>
      all.map((label) => ({
        word: label.textContent,
        left: label.getBoundingClientRect().left,
        bidi: getComputedStyle(label).unicodeBidi,
      })),
    );
    expect(seen.map(({ word }) => word)).toEqual(words);
    expect(seen.map(({ left }) => left)).toEqual(seen.map(({ left }) => left).sort((a, b) => a - b));
    expect(new Set(seen.map(({ bidi }) => bidi))).toEqual(new Set(['plaintext']));
    expect(await text(program.locator('s2s-part-heatmap .axis').first())).toMatch(/→$/);
  },
);

test.each([1, 1.5, 2])(
  'at %d device pixels for one of CSS every picture is drawn of lines, and sharp (C81)',
  async (ratio) => {
    const [page, program] = await opened();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width: 1280,
      height: 900,
      deviceScaleFactor: ratio,
      mobile: false,
    });
    await page.waitForFunction((wanted) => devicePixelRatio === wanted, ratio);
    const count = (name: string) => program.locator(name).count();
    expect(await count('canvas, img')).toBe(0);
    expect(await count('svg')).toBeGreaterThan(2);
    // A unit of the drawing is a CSS pixel, whatever the device's are.
    const [box, view] = await program.locator('s2s-part-heatmap svg').evaluate((svg) => {
      const { width, height } = svg.getBoundingClientRect();
      return [[width, height], svg.getAttribute('viewBox')!.split(' ').slice(2).map(Number)];
    });
    box!.forEach((side, index) => {
      expect(side).toBeCloseTo(view![index]!, 1);
    });
  },
);

test('print: without backgrounds the heat map keeps its colours and numbers; what is only for the screen goes (C82)', async () => {
  const [page, program] = await opened();
  await trained(page);
  const pdf = await page.pdf({ printBackground: false });
  await page.emulateMedia({ media: 'print' });
  const colours = await program.locator('s2s-part-heatmap .cell rect').evaluateAll((cells) => {
    const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    return cells.map((cell) => {
      brush.fillStyle = getComputedStyle(cell).fill;
      brush.fillRect(0, 0, 1, 1);
      return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    });
  });
  expect(missingColours(pdf, colours)).toEqual([]);
  expect(await program.locator('s2s-part-heatmap .value').count()).toBe(colours.length);
  expect(await program.locator('button:visible, .keys:visible').count()).toBe(0);
});

test('each picture has a role and a name that says its size and strongest link, and a table with its numbers (C84)', async () => {
  const [, program] = await opened();
  await trained(program.page());
  const map = program.locator('s2s-part-heatmap');
  const grid = map.locator('[role=grid]');
  const name = (await grid.getAttribute('aria-label')) ?? '';
  expect(name).toMatch(/3 rows by 4 columns\. Strongest: \S+ looks at \S+, 0\.\d+\./);
  await map.locator('summary').click();
  await map.locator('table').waitFor();
  const numbers = await map.locator('td').allInnerTexts();
  const spoken = await grid
    .locator('[role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')!.split(': ')[1]));
  expect(numbers).toEqual(spoken);
  const largest = Math.max(...numbers.map(Number));
  expect(name).toContain(largest.toFixed(3));
  for (const chart of await program.locator('svg[role=img]').all())
    expect(await chart.getAttribute('aria-label')).toBeTruthy();
});

test('tokens that look like markup are shown letter for letter in a host’s page too (C85)', async () => {
  const [, program] = await opened();
  const tokens = ['<unk>', '</s>', 'a<b', '&amp;', '<img src=x onerror=alert(1)>'];
  await mapOf(program, tokens, tokens, Array(25).fill(0.2));
  const map = program.locator('s2s-part-heatmap');
  await map.locator('summary').click();
  await map.locator('table').waitFor();
  expect(await map.locator('tbody th').allTextContents()).toEqual(tokens);
  expect(await map.locator('title').allTextContents()).toEqual([...tokens, ...tokens]);
  expect(await map.locator('img, unk, s').count()).toBe(0);
  // In the sentence about a refused value as well.
  await fill(program, 'seed', '<b>7</b>');
  await expect.poll(() => text(program.locator('s2s-part-field.seed .error'))).toContain('“<b>7</b>”');
});

test('in a frame of 300 pixels: one message a change of height, and it scrolls where nobody listens (C77)', async () => {
  const page = await places.open(
    (there) => `<script>addEventListener('message', ({ data }) => (window.heard ??= []).push(data))</script>
      <iframe title="t" src="${there}embed.html?element=shapes" width="300" height="300"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  const shapes = frame.locator('s2s-shapes');
  await shapes.evaluate((element) => (element as unknown as { ready: Promise<unknown> }).ready);
  const told = () =>
    page.evaluate(() =>
      ((globalThis as unknown as { heard?: { subject?: string; height: number }[] }).heard ?? [])
        .filter(({ subject }) => subject === 'lti.frameResize')
        .map(({ height }) => height),
    );
  const height = () => frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
  await expect.poll(async () => (await told()).at(-1) === (await height())).toBe(true);
  // Nobody has listened so far: it is higher than its frame, no wider, and what is at its end is reached.
  const root = frame.locator('html');
  expect(await root.evaluate((html) => [html.scrollWidth <= innerWidth, html.scrollHeight > innerHeight])).toEqual([
    true,
    true,
  ]);
  await shapes.locator('summary').last().click();
  await expect.poll(async () => (await told()).at(-1) === (await height())).toBe(true);
  // A page that does what it is told sets off no other message: each height is another one than that before.
  await page
    .locator('iframe')
    .evaluate((element, pixels) => element.setAttribute('height', String(pixels)), await height());
  await frame.locator('body').evaluate(async () => {
    for (let frames = 0; frames < 5; ++frames) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  const heights = await told();
  expect(heights.at(-1)).toBe(await height());
  heights.slice(1).forEach((one, index) => {
    expect(one).not.toBe(heights[index]);
  });
});
