// <s2s-forcing> in a real browser: its numbers against the native command line and the engine in Node.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { type Settings, toConfiguration } from '../../web/forcing/configuration';
import { type LanesView, type PutIn, readLanes } from '../../web/forcing/lanes';
import { seq2seq } from '../cli/run';
import { axeViolations } from './axe';
import {
  fill,
  heldEngine,
  killWorkers,
  numberIn,
  phase,
  site,
  text,
  type VisitOptions,
  withAttributes,
} from './support';

const visit = site(['s2s-forcing']);
const soon = { timeout: 20_000 }; // only to end a hang
const folder = mkdtempSync(join(tmpdir(), 'seq2seq-forcing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: VisitOptions = {}, attributes: Record<string, string> = {}, tolerated = false) {
  const { page } = await visit(options, tolerated);
  const forcing = await withAttributes(page, 's2s-forcing', attributes);
  await forcing.scrollIntoViewIfNeeded();
  await phase(forcing, 'ready', 'paused', 'finished', 'failed');
  await forcing.locator('tr.target').waitFor();
  return { page, forcing };
}

/** The tokens of one row of the lanes. */
const row = (forcing: Locator, lane: 'forced' | 'free', kind: 'fed' | 'predicted') =>
  forcing.locator(`tr.${lane}.${kind} td bdi.token`).allInnerTexts();
const distances = async (forcing: Locator) =>
  (await forcing.locator('tr.apart .number').allInnerTexts()).map((shown) => numberIn(shown));
const at = (forcing: Locator) => text(forcing.locator('.place'));

/** What the element has, without what is for drawing only. */
const state = (forcing: Locator) =>
  forcing.evaluate((element) =>
    JSON.parse(JSON.stringify((element as unknown as { state: unknown }).state)),
  ) as Promise<{ lanes: LanesView } & Record<string, unknown>>;

/** Lets the weights train until they rest at the right place. */
async function trainTo(forcing: Locator, index: number) {
  await forcing.locator('#weights').evaluate((input, value) => {
    (input as HTMLInputElement).value = String(value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, index);
  await phase(forcing, 'paused', 'finished');
}

const lesson: Settings = {
  task: 'lesson',
  attention: 'bahdanau',
  seed: '99',
  length: 200,
  learningRate: 0.001,
  regime: 'teacher',
};

/** The same lanes by the engine in Node. */
async function inNode(
  settings: Settings,
  steps: number,
  pair: { source: string; target: string },
  putIns: PutIn[] = [],
) {
  const engine = await loadEngine();
  const session = engine.open(toConfiguration(settings));
  session.train({ steps });
  // The engine in Node answers at once; the page's answers later. Both have the same methods.
  const asked = [engine, session] as unknown as [Parameters<typeof readLanes>[0], Parameters<typeof readLanes>[1]];
  return { lanes: await readLanes(...asked, pair, putIns), digest: session.state().digest };
}

test('begins with the lesson’s divergence demo, on screen before the engine and the same after it', async () => {
  const held = heldEngine();
  const { page } = await visit({ prepare: held.prepare });
  const forcing = page.locator('s2s-forcing');
  await forcing.locator('tr.free').first().waitFor();
  const read = async () => ({
    forced: [await row(forcing, 'forced', 'fed'), await row(forcing, 'forced', 'predicted')],
    free: [await row(forcing, 'free', 'fed'), await row(forcing, 'free', 'predicted')],
    distances: await distances(forcing),
  });
  const before = await read();
  expect(before.forced).toEqual([
    ['BOS', '4', '6'],
    ['EOS', 'BOS', 'BOS'],
  ]);
  expect(before.free).toEqual([
    ['BOS', 'EOS', '2'],
    ['EOS', '2', 'EOS'],
  ]);
  held.release();
  await forcing.scrollIntoViewIfNeeded();
  await phase(forcing, 'ready');
  await expect.poll(read, soon).toEqual(before);
  expect(await text(forcing.locator('th.parting'))).toContain('step 2');
  expect(await text(forcing.locator('th.parting'))).toContain('the lanes part here');
});

test('the states’ distances are those of the native engine’s states', async () => {
  const { forcing } = await open();
  const states = (regime: string) => {
    const trace = JSON.parse(seq2seq(['trace', '--regime', regime, '--json']).out);
    return trace.tensors
      .filter((tensor: { name: string }) => tensor.name === 'dec.hidden')
      .map((tensor: { values: number[] }) => tensor.values) as number[][];
  };
  const [one, other] = [states('teacher'), states('free')];
  const native = one.map((state, t) => Math.hypot(...state.map((value, i) => value - other[t]![i]!)));
  const shown = await distances(forcing);
  expect(shown).toHaveLength(3);
  shown.forEach((value, step) => {
    expect(Math.abs(value - native[step]!)).toBeLessThan(0.00051);
  });
});

test('the stop rule: both outcomes are told, and steps after the stop are marked', async () => {
  const { page, forcing } = await open();
  expect(await text(forcing.locator('.writes'))).toContain(
    'with the stop rule it would write nothing: EOS comes first',
  );
  expect(await forcing.locator('td.after').count()).toBe(0);
  await forcing.locator('.play').focus();
  await page.keyboard.press('e');
  await expect.poll(() => forcing.locator('tr.free.predicted td.after').count(), soon).toBe(2);
  expect(await text(forcing.locator('.writes'))).toBe('The free run writes nothing: EOS comes first');
  await forcing.locator('input[name=stop]').click();
  await expect.poll(() => forcing.locator('td.after').count(), soon).toBe(0);
});

test('a wrong token is put in by keyboard or pointer, its cascade followed, and taken back', async () => {
  const { page, forcing } = await open({}, { seed: '7', epochs: '80', 'learning-rate': '0.01' });
  await trainTo(forcing, 8);
  const before = await row(forcing, 'free', 'predicted');
  expect(before).toEqual(['4', '6', 'EOS']);
  await forcing.locator('input[name=step][value="1"]').focus();
  await page.keyboard.press('Space');
  const list = forcing.locator('select[data-lane=free][data-step="1"]');
  await list.focus();
  await page.keyboard.press('8');
  await expect.poll(() => row(forcing, 'free', 'fed'), soon).toContain('8');
  const settings: Settings = { ...lesson, seed: '7', length: 80, learningRate: 0.01 };
  const { lanes } = await inNode(settings, 80, { source: '2 5 1 3', target: '4 6' }, [
    { lane: 'free', step: 1, token: '8' },
  ]);
  expect(await row(forcing, 'free', 'predicted')).toEqual(lanes.free.map((step) => step.prediction));
  expect(await row(forcing, 'forced', 'predicted')).toEqual(lanes.forced.map((step) => step.prediction));
  const changed = lanes.free.filter((step, t) => step.prediction !== lanes.plain.free[t]).length;
  expect(await text(forcing.locator('.cascade'))).toBe(
    changed === 0
      ? 'Free-running: 8 put in at step 2 changes no prediction.'
      : `Free-running: 8 put in at step 2 changes ${changed} of the 2 predictions from there on.`,
  );
  expect(await forcing.locator('.token.given').allInnerTexts()).toEqual(['8']);
  await page.keyboard.press('Escape');
  await forcing.locator('.take-back').click();
  await expect.poll(() => forcing.locator('.token.given').count(), soon).toBe(0);
  expect(await row(forcing, 'free', 'predicted')).toEqual(before);
});

test('two configurations that are not the defaults show the engine’s numbers at every kept weight', async () => {
  for (const [attributes, settings, pair] of [
    [
      { seed: '5', epochs: '40', 'learning-rate': '0.01', forcing: 'free' },
      { ...lesson, seed: '5', length: 40, learningRate: 0.01, regime: 'free' },
      { source: '2 5 1 3', target: '4 6' },
    ],
    [
      { task: 'reverse', attention: 'bahdanau', seed: '3', steps: '64', source: 'cab' },
      { ...lesson, task: 'reverse', seed: '3', length: 64, learningRate: 0.004 },
      { source: 'cab', target: 'bac' },
    ],
  ] as const) {
    const { forcing } = await open({}, attributes as unknown as Record<string, string>);
    await trainTo(forcing, 8);
    for (const index of [8, 4, 0]) {
      await trainTo(forcing, index);
      const steps = (settings.length * index) / 8;
      await expect.poll(() => at(forcing), soon).toContain(`after ${steps} of ${settings.length}`);
      const { lanes } = await inNode(settings, steps, pair);
      await expect.poll(async () => (await state(forcing)).lanes.distances, soon).toEqual(lanes.distances);
      expect((await state(forcing)).lanes).toEqual(JSON.parse(JSON.stringify(lanes)));
      expect(await row(forcing, 'free', 'predicted')).toEqual(lanes.free.map((step) => step.prediction));
      expect(await distances(forcing)).toEqual(lanes.distances.map((value) => Number(value.toFixed(3))));
    }
  }
});

test('accuracy by position over held-out pairs is the native command line’s', async () => {
  const { forcing } = await open({}, { task: 'reverse', seed: '11', steps: '160' });
  await trainTo(forcing, 8);
  const configuration = toConfiguration({
    ...lesson,
    task: 'reverse',
    attention: 'none',
    seed: '11',
    length: 160,
    learningRate: 0.004,
  });
  const [config, model] = [join(folder, 'reverse.json'), join(folder, 'reverse.safetensors')];
  writeFileSync(config, JSON.stringify(configuration));
  expect(seq2seq(['train', '--config', config, '--out', model]).code).toBe(0);
  const native = JSON.parse(seq2seq(['evaluate', '--model', model, '--json']).out);
  await forcing.locator('s2s-part-position-chart summary').click();
  await forcing.locator('s2s-part-position-chart tbody').waitFor(); // drawn when it is opened
  const shown = await forcing
    .locator('s2s-part-position-chart tbody tr')
    .evaluateAll((rows) => rows.map((one) => [...one.children].map((cell) => cell.textContent?.trim())));
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  expect(shown).toEqual(
    native.positions.map((one: { tokens: number; forced: number; free: number }, index: number) => [
      String(index + 1),
      percent(one.forced / one.tokens),
      percent(one.free / one.tokens),
      String(one.tokens),
    ]),
  );
  expect(await text(forcing.locator('.overall'))).toContain(percent(native.forcedAccuracy));
  expect(await text(forcing.locator('.overall'))).toContain(percent(native.freeAccuracy));
  // By keyboard the same numbers are read out.
  await forcing.locator('s2s-part-position-chart svg').focus();
  await forcing.page().keyboard.press('End');
  expect(await text(forcing.locator('s2s-part-position-chart .reading'))).toContain(`position ${shown.length}: forced`);

  await forcing.locator('.goes-wrong').click();
  await expect.poll(() => forcing.locator('tr.free .wrong').count(), soon).toBeGreaterThan(0);
});

test('training is the native engine’s, can be paused and goes on, and is told', async () => {
  const { page, forcing } = await open();
  await forcing.locator('.play').focus();
  await page.keyboard.press('p');
  await phase(forcing, 'running', 'finished');
  await page.keyboard.press('p');
  await phase(forcing, 'paused', 'finished');
  await page.evaluate(() => {
    document.addEventListener('s2s-trained', (event) => {
      document.body.dataset.digest = (event as CustomEvent).detail.digest;
    });
  });
  await trainTo(forcing, 8);
  await phase(forcing, 'finished');
  const done = seq2seq(['train', '--json']).out.trim().split('\n').at(-1)!;
  await expect.poll(() => page.evaluate(() => document.body.dataset.digest), soon).toBe(JSON.parse(done).state.digest);
  expect(await row(forcing, 'free', 'predicted')).toEqual(['4', '6', 'EOS']);
  await expect.poll(() => forcing.locator('td.parting').count(), soon).toBe(0);
});

test('the address of a state shows it again', async () => {
  const attributes = { seed: '7', epochs: '80', checkpoint: '4', wrong: 'free 2 8', 'stop-rule': '' };
  const { forcing } = await open({}, attributes);
  await expect.poll(() => at(forcing), soon).toBe('after 40 of 80 epochs');
  await expect.poll(() => forcing.locator('.token.given').allInnerTexts(), soon).toEqual(['8']);
  expect(await state(forcing)).toMatchObject({
    checkpoint: 4,
    wrong: 'free 2 8',
    stopRule: true,
    seed: '7',
    epochs: 80,
  });
});

test('what cannot be used is told in its place, and nothing is lost', async () => {
  const { forcing } = await open();
  const before = await row(forcing, 'free', 'predicted');
  for (const [field, value, told] of [
    ['seed', 'nine', /Seed is “nine”.*whole number/],
    ['length', '-3', /Epochs is “-3”.*from 1 up to/],
    ['length', 'many', /Epochs is “many”/],
    ['learningRate', '0', /Learning rate is “0”.*above 0/],
    ['source', '', /./],
    ['source', '2 77', /77/],
  ] as const) {
    await fill(forcing, field, value);
    await expect.poll(() => text(forcing.locator(`s2s-part-field.${field} .error`)), soon).toMatch(told);
    expect(await row(forcing, 'free', 'predicted')).toEqual(before);
  }
});

test('what the model reads as UNK is said where it was typed, and what it refuses too', async () => {
  const { forcing } = await open({}, { task: 'reverse', steps: '32' });
  const note = (field: string, kind: 'hint' | 'error') => forcing.locator(`s2s-part-field.${field} .${kind}`);
  await fill(forcing, 'source', 'ab cz,b');
  await expect
    .poll(async () => (await note('source', 'hint').count()) && text(note('source', 'hint')), soon)
    .toBe('Read as UNK: the blank, “z”, “,”. The model knows a b c d e f g h i j.');
  expect(await text(note('target', 'hint'))).toContain('Read as UNK: “,”, “z”, the blank.');
  await fill(forcing, 'target', 'cba');
  await note('target', 'hint').waitFor({ state: 'detached' });
  await fill(forcing, 'source', '  fcajedbh ');
  await note('source', 'hint').waitFor({ state: 'detached' });
  // The lesson's model has no UNK.
  await forcing.evaluate((one) => one.setAttribute('task', 'lesson'));
  await expect.poll(() => forcing.locator('s2s-part-field.source input').inputValue(), soon).toBe('2 5 1 EOS');
  await fill(forcing, 'target', '4 77');
  await expect
    .poll(async () => (await note('target', 'error').count()) && text(note('target', 'error')), soon)
    .toContain('77');
  expect(await note('source', 'error').count()).toBe(0);
  await fill(forcing, 'target', '4 6 EOS');
  await note('target', 'error').waitFor({ state: 'detached' });
  await fill(forcing, 'source', '');
  await expect
    .poll(async () => (await note('source', 'error').count()) && text(note('source', 'error')), soon)
    .toContain('The source is empty');
});

test('a lost engine is told with a way back', async () => {
  const { page, forcing } = await open({}, {}, true);
  await killWorkers(page);
  await phase(forcing, 'failed');
  expect(await text(forcing.locator('.failure'))).toContain('The engine has stopped');
  await forcing.locator('.failure button').click();
  await phase(forcing, 'ready');
  expect(await forcing.locator('.failure').count()).toBe(0);
});

test('right-to-left hosts and every width: nothing leaves the page', async () => {
  const { page, forcing } = await open({}, { task: 'reverse', steps: '8' });
  await trainTo(forcing, 8);
  await forcing.locator('s2s-part-position-chart summary').click();
  await forcing.locator('s2s-part-position-chart tbody').waitFor(); // drawn when it is opened
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    for (const width of [320, 390, 768, 1280, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      // The chart follows its new width a frame later.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), soon).toBe(width);
    }
  }
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme: ready, put in, trained, refused',
  async (colorScheme) => {
    const { page, forcing } = await open({ colorScheme }, { task: 'reverse', steps: '80' });
    expect(await axeViolations(page, 's2s-forcing')).toEqual([]);
    await trainTo(forcing, 8);
    await forcing.locator('.overall').waitFor();
    await forcing.locator('select[data-lane=free][data-step="2"]').selectOption('b');
    await forcing.locator('.token.given').waitFor();
    await forcing.locator('input[name=stop]').click();
    await fill(forcing, 'seed', 'nine');
    await forcing.locator('s2s-part-field.seed .error').waitFor();
    await forcing.locator('s2s-part-position-chart summary').click();
    await forcing.locator('s2s-part-position-chart tbody').waitFor(); // drawn when it is opened
    expect(await axeViolations(page, 's2s-forcing')).toEqual([]);
  },
);

test('everything is reached with the keyboard', async () => {
  const { page, forcing } = await open();
  await forcing.locator('.play').focus();
  const reached: string[] = [];
  for (let count = 0; count < 24; ++count) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return `${active?.localName} ${active?.id || active?.getAttribute('name') || active?.getAttribute('aria-label') || active?.textContent?.trim()}`;
      }),
    );
  }
  for (const wanted of [
    'button Reset',
    'input weights',
    'input task',
    'input regime',
    'input step',
    'select Free-running, step 2',
    'input stop',
  ]) {
    expect(reached.join('\n')).toContain(wanted);
  }
});

const saved = async (download: Download) => readFileSync(await download.path(), 'utf8');

test('picture and numbers can be taken along, and the tag shows the same again', async () => {
  const { page, forcing } = await open({ acceptDownloads: true }, { seed: '7', wrong: 'free 2 9' });
  const take = async (label: string) => {
    await forcing.locator('s2s-part-export-menu .open').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      forcing.locator('s2s-part-export-menu li button').filter({ hasText: label }).first().click(),
    ]);
    return saved(download);
  };
  await expect.poll(() => forcing.locator('.token.given').allInnerTexts(), soon).toEqual(['9']);
  const { lanes } = await state(forcing);
  const csv = (await take('CSV')).trim().split('\r\n');
  expect(csv.slice(1)).toEqual(
    lanes.target.map((target, step) =>
      [
        step + 1,
        target,
        lanes.forced[step]!.input,
        lanes.forced[step]!.prediction,
        lanes.distances[step],
        lanes.free[step]!.input,
        lanes.free[step]!.prediction,
      ].join(','),
    ),
  );
  const svg = await take('SVG');
  expect(svg).toMatch(/^<svg /);
  for (const token of lanes.target) expect(svg).toContain(`>${token}</text>`);
});
