// The lesson's page: its order, its contents, links to states, languages, themes, formulas, and what it asks of its host.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './axe';
import { choose, phase, site, text, type VisitOptions } from './support';

const visit = site();
const soon = { timeout: 30_000 }; // only to end a hang
const long = 240_000; // the whole page, once through

const lesson = (options: VisitOptions = {}) => visit({ query: 'index.html', ...options });
const element = (page: Page, id: string) => page.locator(`#${id} > :first-child`);
const defined = (locator: Locator) =>
  expect.poll(() => locator.evaluate((one) => one.matches(':defined') && one.shadowRoot !== null), soon).toBe(true);
const attribute = (page: Page, id: string, name: string) => element(page, id).getAttribute(name);

/** Scrolls through all of it, so that every element has been in view. */
async function walk(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('main :not(:defined)').count(), soon).toBe(0);
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 500) {
      scrollTo({ top: y, behavior: 'instant' });
      // What watches for being seen is told within two frames.
      for (let frame = 0; frame < 2; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  // What was passed by while the page above it grew.
  const waiting = await page.locator('s2s-check:has(.waiting)').elementHandles(); // by then some wait no longer
  for (const check of waiting) await check.scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.locator('s2s-check .waiting').count(), { timeout: 120_000, message: 'questions not yet asked' })
    .toBe(0);
}

test('headings go down one level at a time, and every section is in the contents', async () => {
  const { page } = await lesson();
  const levels = await page.locator('h1, h2, h3').evaluateAll((all) => all.map((one) => Number(one.localName[1])));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.slice(1).forEach((level, index) => {
    expect(level - levels[index]!).toBeLessThanOrEqual(1);
  });
  const ids = await page.locator('section[id], h3[id]').evaluateAll((all) => all.map((one) => `#${one.id}`));
  const links = await page.locator('#contents a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every moment there is stands on the page once, in its part', async () => {
  const { page } = await lesson();
  const { moments } = await import('../../web/check/moments');
  const found = await page
    .locator('s2s-check')
    .evaluateAll((all) => all.map((one) => `${one.closest('section')!.id} ${one.getAttribute('moment')}`));
  expect([...found].sort()).toEqual(moments.map(({ part, name }) => `${part} ${name}`).sort());
});

test('links inside the page lead somewhere', async () => {
  for (const query of ['index.html', 'de.html']) {
    const { page } = await visit({ query });
    const lost = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          document.getElementById((one as HTMLAnchorElement).hash.slice(1).split('?')[0]!) ? [] : [one.outerHTML],
        ),
      );
    expect(lost).toEqual([]);
  }
});

test('formulas are MathML from the start, without TeX, scripts or styles', async () => {
  const { page } = await lesson({ javaScriptEnabled: false });
  expect(await page.locator('math').count()).toBeGreaterThan(15);
  expect(await page.locator('math[display=block]').count()).toBe(5);
  const words = await page.locator('main').innerText();
  expect(words).not.toMatch(/[$\\]|\\frac|_\{|\^\{/);
  expect(await page.locator('m, merror, [style]').count()).toBe(0);
  // The energy, read as a person would.
  const energy = (await page.locator('#part-1 math[display=block]').first().textContent())!.replace(/\s|\u2061/g, '');
  expect(energy).toBe('et,i=v⊤tanh(Whhi+Wsst−1)');
  // The prose is there, and each figure says what is missing.
  expect(await page.locator('h2').count()).toBe(9);
  expect(await text(page.locator('#fig-shapes s2s-shapes'))).toContain('seq2seq lesson');
});

test('only what is near the window is loaded; the first sign of the reader brings the rest', async () => {
  const asked: string[] = [];
  const { page } = await lesson({
    prepare: async (fresh) => fresh.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  });
  const scripts = (name: string) => asked.filter((path) => path.includes(`/${name}-`)).length;
  // The first figure is asked for in the same look around as all that is near, and ready long after it.
  await phase(page.locator('#fig-start s2s-program'), 'ready');
  expect(scripts('program')).toBeGreaterThan(0);
  expect(scripts('copy')).toBe(0);
  expect(await page.locator('s2s-copy').evaluate((one) => one.matches(':defined'))).toBe(false);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('main :not(:defined)').count(), soon).toBe(0);
  expect(scripts('copy')).toBeGreaterThan(0);
});

test('the contents follow the reader, and count what was read and answered', async () => {
  const { page } = await lesson();
  const current = () =>
    page.locator('#contents a[aria-current]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).hash));
  expect(await current()).toEqual(['#start']);
  await page.locator('#contents a[href="#part-2"]').click();
  await expect.poll(current, soon).toEqual(['#part-2']);
  await page.locator('#contents a[href="#copying"]').click();
  await expect.poll(current, soon).toEqual(['#copying']);
  const summary = page.locator('#contents .summary');
  expect(await text(summary)).toMatch(/^\d of 9 sections read, 0 of 43 questions answered$/);
  await page.locator('#contents a[href="#warm-up"]').click();
  const check = page.locator('#moment-same-seed');
  await check.scrollIntoViewIfNeeded();
  await check.locator('label').first().click();
  await check.locator('.check').click();
  await expect.poll(() => text(summary), soon).toMatch(/^\d of 9 sections read, 1 of 43 questions answered$/);
  expect(await text(page.locator('#contents li[data-section=warm-up] .note'))).toBe('1/4');
  expect(await text(page.locator('#contents li[data-section=warm-up] > a'))).toContain('read, 1 of 4 answered');
  // Nothing is kept on the device unless it was asked for.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.locator('s2s-check-progress input[type=checkbox]').check();
  expect((await page.evaluate(() => Object.keys(localStorage))).length).toBeGreaterThan(0);
  await page.locator('s2s-check-progress .clear').click();
  await expect.poll(() => text(summary), soon).toMatch(/0 of 43/);
});

test('on a narrow screen the contents open over the page and close again', async () => {
  const { page } = await lesson({ viewport: { width: 390, height: 844 } });
  const nav = page.locator('#contents');
  expect(await nav.isVisible()).toBe(false);
  await page.locator('.contents-button').click();
  expect(await nav.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await nav.isVisible()).toBe(false);
  await page.locator('.contents-button').click();
  await nav.locator('a[href="#part-3"]').click();
  expect(await nav.isVisible()).toBe(false);
  await expect
    .poll(() => page.locator('#part-3').evaluate((one) => Math.abs(one.getBoundingClientRect().top)), soon)
    .toBeLessThan(80);
});

test('a link brings a figure into its state, and nothing but its own attributes', async () => {
  const { page } = await lesson({
    query:
      'index.html#fig-shapes?hidden-size=512&vocabulary=30000&embedding-size=256&onclick=alert(1)&src=https://example.org/x',
  });
  const shapes = element(page, 'fig-shapes');
  await defined(shapes);
  const total = () =>
    shapes.evaluate((one) => (one as unknown as { state: { counts: { total: number } } }).state.counts.total);
  await expect.poll(total, soon).toBe(49_786_672);
  expect(await attribute(page, 'fig-shapes', 'onclick')).toBeNull();
  expect(await attribute(page, 'fig-shapes', 'src')).toBeNull();
  await expect.poll(() => shapes.evaluate((one) => one.getBoundingClientRect().top < innerHeight), soon).toBe(true);
  // A link of the prose does the same, also when pressed once more after a change of the reader's.
  await page.evaluate(() => {
    location.hash = '#part-4';
  });
  const link = page.locator('#part-4 .claim a.run').first();
  await link.click();
  await expect.poll(() => page.evaluate(() => location.hash), soon).toContain('#fig-shapes?vocabulary=30000');
});

test.each([390, 1280])(
  '%i px: links and addresses arrive, and stay, while the page before them grows',
  async (width) => {
    const top = (page: Page, id: string) =>
      page.evaluate((name) => Math.abs(document.getElementById(name)!.getBoundingClientRect().top), id);
    for (const id of ['fig-program?epochs=1000', 'moment-softmax-paper', 'build-rules']) {
      const { page } = await lesson({ query: `index.html#${id}`, viewport: { width, height: 900 } });
      await defined(page.locator('s2s-program').first());
      await expect.poll(() => top(page, id.split('?')[0]!), soon).toBeLessThan(140);
    }
    const { page } = await lesson({ viewport: { width, height: 900 } });
    const follow = async (id: string) => {
      if (width < 1180) await page.locator('.contents-button').click();
      await page.locator(`#contents a[href="#${id}"]`).click();
      await expect.poll(() => top(page, id), soon).toBeLessThan(140);
    };
    for (const id of ['build-rules', 'scheduled-sampling', 'two-lanes']) await follow(id);
    // What moves the page otherwise ends it: a script, the scroll bar, the wheel.
    await page.evaluate(() => scrollBy({ top: 700, behavior: 'instant' }));
    await expect.poll(() => top(page, 'two-lanes'), soon).toBeGreaterThan(300);
    await follow('part-1');
    await page.mouse.move(width - 60, 450);
    await page.mouse.wheel(0, 700);
    await expect.poll(() => top(page, 'two-lanes'), soon).toBeGreaterThan(300);
  },
);

test('a link in the text brings back what the text speaks of, whatever the reader has changed', async () => {
  const { page } = await lesson();
  const forcing = element(page, 'fig-forcing');
  const rule = page.locator('a.run[href^="#fig-forcing?task=lesson"]');
  // Not by the pointer: where it would press may move while the figures above are drawn.
  const press = (figure: Locator, name: string, value: string) =>
    figure.locator(`input[name=${name}][value=${value}]`).evaluate((one) => (one as HTMLElement).click());
  for (let time = 0; time < 2; ++time) {
    await forcing.scrollIntoViewIfNeeded();
    await press(forcing, 'task', 'reverse');
    await expect.poll(() => text(forcing.locator('.frame')), soon).not.toContain('nothing: EOS comes first');
    await rule.click();
    await expect.poll(() => text(forcing.locator('.frame')), soon).toContain('nothing: EOS comes first');
  }
  const sampling = element(page, 'fig-sampling');
  await sampling.scrollIntoViewIfNeeded();
  await press(sampling, 'schedule', 'exponential');
  await expect.poll(() => text(sampling.locator('.frame')), soon).not.toContain('ε = 0.250');
  await page.locator('a.run[href^="#fig-sampling?schedule=linear"]').click();
  await expect.poll(() => text(sampling.locator('.frame')), soon).toContain('ε = 0.250');
});

const scheduleOf = (sampling: Locator) =>
  sampling.evaluate((one) => (one as unknown as { state: { settings: { kind: string } } }).state.settings.kind);

test('the way back brings back what a figure showed before a link changed it, and the way on what the link showed', async () => {
  const { page } = await lesson();
  const sampling = element(page, 'fig-sampling');
  const shapes = element(page, 'fig-shapes');
  for (const figure of [sampling, shapes]) {
    await figure.scrollIntoViewIfNeeded();
    await defined(figure);
  }
  const shown = async (): Promise<[string, unknown]> => [
    await scheduleOf(sampling),
    await shapes.evaluate((one) => (one as unknown as { state: { sizes: unknown } }).state.sizes),
  ];
  // By the reader, in the figure: none of its attributes says so.
  await sampling.locator('input[name=schedule][value=exponential]').evaluate((one) => (one as HTMLElement).click());
  await expect.poll(async () => (await shown())[0], soon).toBe('exponential');
  const begin = await shown();
  const follow = (selector: string) => page.locator(selector).first().click();
  await follow('a.run[href^="#fig-sampling?schedule=linear"]');
  await expect.poll(async () => (await shown())[0], soon).toBe('linear');
  const second = await shown();
  await follow('a.run[href^="#fig-shapes?vocabulary=30000"]');
  await expect.poll(shown, soon).not.toEqual(second);
  const third = await shown();
  await page.goBack();
  await expect.poll(shown, soon).toEqual(second);
  await page.goBack();
  await expect.poll(shown, soon).toEqual(begin);
  // The reader is where the link was pressed, and the keyboard too.
  const pressed = page.locator('a.run[href^="#fig-sampling?schedule=linear"]').first();
  expect(await pressed.evaluate((link) => link.matches(':focus'))).toBe(true);
  const top = () => pressed.evaluate((link) => link.getBoundingClientRect().top);
  await expect.poll(async () => (await top()) > 48 && (await top()) < 900, soon).toBe(true);
  await page.goForward();
  await expect.poll(shown, soon).toEqual(second);
  // Changed here, left and come back to.
  await sampling.locator('input[name=schedule][value=inverse_sigmoid]').evaluate((one) => (one as HTMLElement).click());
  await expect.poll(async () => (await shown())[0], soon).toBe('inverse_sigmoid');
  await page.goForward();
  await expect.poll(async () => (await shown())[1], soon).toEqual(third[1]);
  await page.goBack();
  await expect.poll(async () => (await shown())[0], soon).toBe('inverse_sigmoid');
  await page.evaluate(() => history.go(-1));
  await expect.poll(shown, soon).toEqual(begin);
});

test('a link that names a task brings the task’s own settings, whatever an earlier link has set', async () => {
  const { page } = await lesson({
    query: 'index.html#fig-forcing?task=lesson&source=1%202&target=4&learning-rate=0.5&stop-rule',
  });
  const forcing = element(page, 'fig-forcing');
  await defined(forcing);
  const state = () => forcing.evaluate((one) => JSON.stringify((one as unknown as { state: object }).state));
  await expect.poll(state, soon).toContain('"source":"1 2"');
  await page.locator('a[href="#fig-forcing?task=reverse"]').first().click();
  await expect.poll(state, soon).toContain('"source":"fcajedbh"');
  expect(await state()).toMatch(/"learningRate":0.004.*"stopRule":false/);
});

test('the same link once more can be taken back too', async () => {
  const { page } = await lesson();
  const sampling = element(page, 'fig-sampling');
  await sampling.scrollIntoViewIfNeeded();
  await defined(sampling);
  const schedule = () => scheduleOf(sampling);
  const link = page.locator('a.run[href^="#fig-sampling?schedule=linear"]').first();
  await link.click();
  await expect.poll(schedule, soon).toBe('linear');
  await sampling.locator('input[name=schedule][value=exponential]').evaluate((one) => (one as HTMLElement).click());
  await expect.poll(schedule, soon).toBe('exponential');
  await link.click();
  await expect.poll(schedule, soon).toBe('linear');
  await page.goBack();
  await expect.poll(schedule, soon).toBe('exponential');
});

test('each figure offers the link to the state it is in', async () => {
  const { page } = await lesson();
  const link = page.locator('#fig-start .state-link');
  await phase(page.locator('#fig-start s2s-program'), 'ready');
  await link.focus();
  expect(await link.getAttribute('href')).toBe('#fig-start?seed=99&epochs=200&learning-rate=0.001&forcing=teacher');
  await link.click();
  expect(await page.evaluate(() => location.hash)).toContain('#fig-start?seed=99');
  const shapes = element(page, 'fig-shapes');
  await shapes.scrollIntoViewIfNeeded();
  await defined(shapes);
  await shapes.evaluate((one) => one.setAttribute('batch', '3'));
  const offered = page.locator('#fig-shapes .state-link');
  await expect
    .poll(async () => {
      await offered.dispatchEvent('pointerenter');
      return offered.getAttribute('href');
    }, soon)
    .toMatch(/^#fig-shapes\?.*batch=3/);
});

test('the theme switch turns the page and its elements, and is remembered', async () => {
  const { page } = await lesson({ colorScheme: 'light' });
  await defined(element(page, 'fig-start'));
  const colours = () =>
    page.evaluate(() => {
      const inner = document.querySelector('s2s-program')!.shadowRoot!.querySelector('.frame')!;
      return [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(inner).backgroundColor];
    });
  const light = await colours();
  await page.locator('#theme input[value=dark]').check({ force: true });
  const dark = await colours();
  expect(dark[0]).not.toBe(light[0]);
  expect(dark[1]).not.toBe(light[1]);
  await page.reload();
  await page.locator('#fig-start .frame').waitFor();
  expect(await colours()).toEqual(dark);
});

const noWiderThan = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 900 });
  // Charts follow their new width a frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { ...soon, message: `at ${width} px` })
    .toBe(width);
};

// Each walk asks all 43 questions; between them the two are opened at the narrowest and at a usual width.
test.each([
  ['light', 1280, [768, 2560]],
  ['dark', 320, [390]],
] as const)(
  'the whole page, every question asked, %s theme, opened at %i px: axe-core finds nothing, nothing is wider than the window',
  async (colorScheme, width, others) => {
    const { page } = await lesson({ colorScheme, viewport: { width, height: 900 } });
    await walk(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // Sections out of sight are not laid out anew, so axe would hold what grew meanwhile against what lay there before.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('section')) one.style.contentVisibility = 'visible';
    });
    expect(await axeViolations(page, 'html')).toEqual([]);
    for (const other of others) await noWiderThan(page, other);
  },
  long,
);

test(
  'the whole page can be walked through with the Tab key alone',
  async () => {
    const { page } = await lesson();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('main :not(:defined)').count(), soon).toBe(0);
    await expect.poll(() => page.locator('s2s-check .waiting').count(), { timeout: 120_000 }).toBe(0);
    const places = new Set<string>();
    const wanted = await page
      .locator('figure[id], s2s-check[id]')
      .evaluateAll((all) => all.map((one) => one.id).sort());
    for (let count = 0; count < 900; ++count) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body ? '' : (activeElement?.closest('s2s-check[id], figure[id]')?.id ?? '-');
      });
      if (place === '') break; // past the last control: out of the page
      places.add(place);
    }
    places.delete('-');
    expect([...places].sort()).toEqual(wanted);
  },
  long,
);

test('the page trains by itself at the top, where the reader has nothing against movement', async () => {
  const { page } = await lesson({ autoplay: true });
  const program = page.locator('#fig-start s2s-program');
  await choose(program, 'pace', 'full');
  await phase(program, 'finished');
  expect(await text(program.locator('.readings .loss'))).toBe('1.4987');
});

test('two seeds end with the same words and different maps, as the text says', async () => {
  const { page } = await lesson({ query: 'index.html#two-seeds' });
  const maps = [];
  for (const seed of ['99', '7']) {
    const program = page.locator(`#seed-${seed}`);
    await program.scrollIntoViewIfNeeded();
    await phase(program, 'ready');
    await program.evaluate((one) => one.removeAttribute('controls')); // that of the pace among them
    await choose(program, 'pace', 'full');
    await program.evaluate((one) => (one as unknown as { train: () => Promise<unknown> }).train());
    const output = await program.evaluate((one) =>
      (one as unknown as { translate: (text: string) => Promise<{ text: string }> }).translate('2 5 1 3'),
    );
    expect(JSON.stringify(output)).toContain('4 6');
    const map = program.locator('s2s-part-heatmap');
    await map.locator('summary').click();
    const first = map.locator('tbody tr').first().locator('td');
    await expect.poll(async () => (await first.allInnerTexts()).filter((cell) => cell !== '').length).toBe(4);
    maps.push((await first.allInnerTexts()).map(Number));
  }
  const strongest = maps.map((row) => row.indexOf(Math.max(...row)));
  expect(strongest).toEqual([3, 1]); // EOS, and the 5
  for (const row of maps) expect(Math.max(...row)).toBeGreaterThan(0.9);
});

test(
  'all that the page asks for weighs at most 350 KB with brotli, and besides the engine’s module at most 200 with gzip',
  async () => {
    const answers = new Map<string, Promise<Buffer>>();
    const { page } = await lesson({
      viewport: { width: 390, height: 844 },
      prepare: async (fresh) => {
        fresh.on('response', (response) => {
          const { pathname } = new URL(response.url());
          if (answers.has(pathname)) return;
          const body = response.body();
          answers.set(
            pathname,
            body.catch(() => Buffer.alloc(0)),
          );
        });
      },
    });
    await walk(page);
    const files = await Promise.all([...answers].map(async ([path, body]) => ({ path, body: await body })));
    const weight = (some: typeof files, pack: (body: Buffer) => Buffer) =>
      some.reduce((sum, { body }) => sum + pack(body).length, 0);
    const [engine, rest] = [true, false].map((module) => files.filter(({ path }) => path.endsWith('.wasm') === module));
    expect(files.length).toBeGreaterThan(20);
    expect(weight(engine!, gzipSync)).toBeGreaterThan(50_000); // it was asked for, once
    expect(weight(rest!, gzipSync)).toBeGreaterThan(100_000);
    expect(weight(rest!, (body) => gzipSync(body, { level: 9 }))).toBeLessThan(200 * 1024);
    expect(weight(files, brotliCompressSync)).toBeLessThan(350 * 1024);
  },
  long,
);
