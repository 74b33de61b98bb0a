// <s2s-sampling> in a real browser: its numbers against the native command line and the engine in Node.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { configuration, lengths, type Regime, type Results, regimes, type Task } from '../../web/sampling/comparison';
import { type Draws, draw, lessonTable } from '../../web/sampling/draws';
import { defaults, forcing, type Settings } from '../../web/sampling/settings';
import { jsonLines, seq2seq } from '../cli/run';
import { axeViolations } from './axe';
import { choose, heldEngine, killWorkers, numberIn, site, text, type VisitOptions, withAttributes } from './support';

const visit = site(['s2s-sampling']);
const soon = { timeout: 20_000 }; // only to end a hang
const later = { timeout: 60_000 };
const folder = mkdtempSync(join(tmpdir(), 'seq2seq-sampling-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: VisitOptions = {}, attributes: Record<string, string> = {}, tolerated = false) {
  const { page } = await visit(options, tolerated);
  const sampling = await withAttributes(page, 's2s-sampling', attributes);
  await sampling.scrollIntoViewIfNeeded();
  await sampling.locator('.strip').first().waitFor();
  return { page, sampling };
}

interface State {
  settings: Settings;
  draws: Draws;
  comparison: { phase: string; task: Task; results: Results };
  seeds: { runs: { firstSeed: string; teacherLoss: number; freeLoss: number }[]; means: Record<string, number> | null };
}
const state = (sampling: Locator) =>
  sampling.evaluate((element) =>
    JSON.parse(JSON.stringify((element as unknown as { state: unknown }).state)),
  ) as Promise<State>;

const field = (sampling: Locator, name: string) => sampling.locator(`s2s-part-field.${name} input`);
async function set(sampling: Locator, name: string, value: string) {
  await field(sampling, name).fill(value);
  await field(sampling, name).press('Enter');
}
const reading = (sampling: Locator) => text(sampling.locator('.marker output'));

/** The coins of a strip, row by row: true where the model's own word is fed. */
const coins = (sampling: Locator, coin: string) =>
  sampling
    .locator(`.strip[data-coin=${coin}] tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('.coin')].map((one) => one.classList.contains('own'))),
    );

// The engine in Node answers at once; the page's answers later. Both have the same methods.
const inNode = async (settings: Settings) => draw((await loadEngine()) as never, settings);

test('the picture before the engine has loaded is the engine’s own', async () => {
  const held = heldEngine();
  const { sampling } = await open({ prepare: held.prepare });
  const before = await state(sampling);
  expect(before.draws).toEqual(await inNode(defaults));
  expect(await reading(sampling)).toBe('Epoch 25, Linear: ε = 0.750');
  held.release();
  await set(sampling, 'seed', '98');
  await expect.poll(async () => (await state(sampling)).settings.seed, soon).toBe('98');
  await set(sampling, 'seed', '99');
  await expect.poll(async () => (await state(sampling)).draws, soon).toEqual(before.draws);
});

const others: [string, Record<string, string>, Partial<Settings>][] = [
  [
    'exponential',
    { schedule: 'exponential', 'exponential-base': '0.93', epoch: '12', seed: '-7', epochs: '60', floor: '0.1' },
    { kind: 'exponential', exponentialBase: 0.93, epoch: 12, seed: '-7', epochs: 60, floor: 0.1 },
  ],
  [
    'inverse sigmoid',
    {
      schedule: 'inverse_sigmoid',
      'sigmoid-scale': '9',
      epoch: '30',
      target: 'ein schwarzer Tee ohne Zucker bitte',
      epochs: '80',
    },
    { kind: 'inverse_sigmoid', sigmoidScale: 9, epoch: 30, target: 'ein schwarzer Tee ohne Zucker bitte', epochs: 80 },
  ],
];

test.each(others)(
  '%s: curves and coins are the engine’s, epsilon the native trainer’s',
  async (_, attributes, change) => {
    const { sampling } = await open({}, attributes);
    const settings = { ...defaults, ...change };
    await expect.poll(async () => (await state(sampling)).settings, soon).toEqual(settings);
    const expected = await inNode(settings);
    expect((await state(sampling)).draws).toEqual(expected);
    expect(await coins(sampling, 'token')).toEqual(expected.token);
    expect(await coins(sampling, 'sequence')).toEqual(expected.sequence);
    expect(new Set(expected.sequence.map((row) => row.slice(1).join())).size).toBe(2); // else nothing was compared

    const config = join(folder, `${settings.kind}.json`);
    writeFileSync(
      config,
      JSON.stringify({
        task: { kind: 'lesson' },
        training: { epochs: settings.epoch + 1, forcing: forcing(settings) },
      }),
    );
    const steps = jsonLines(seq2seq(['train', '--config', config, '--json'])).filter(({ event }) => event === 'epoch');
    expect(steps).toHaveLength(settings.epoch + 1);
    const native = steps.at(-1).report.epsilon;
    expect(await reading(sampling)).toContain(`ε = ${native.toFixed(3)}`);
    // The table has the curve's own numbers.
    await sampling.locator('.schedules summary').click();
    await sampling.locator('.schedules tbody').first().waitFor();
    const column = { exponential: 1, inverse_sigmoid: 2, linear: 0 }[settings.kind];
    const cells = await sampling.locator(`.schedules tbody tr td:nth-of-type(${column + 1})`).allInnerTexts();
    expect(cells.map(numberIn)).toEqual(expected.curves[settings.kind].map((value) => Number(value.toFixed(4))));
  },
);

test('the marker moves by slider, by key and by pointer, and every coin with it', async () => {
  const { page, sampling } = await open();
  const marker = sampling.locator('#marker');
  await marker.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => reading(sampling), soon).toBe('Epoch 26, Linear: ε = 0.740');
  expect(await marker.getAttribute('aria-valuetext')).toBe('epoch 26, ε 0.740');
  await page.keyboard.press('.');
  await expect.poll(() => reading(sampling), soon).toContain('Epoch 27');
  await page.keyboard.press(',');
  await page.keyboard.press('End');
  await expect.poll(() => reading(sampling), soon).toBe('Epoch 100, Linear: ε = 0.000');
  expect((await coins(sampling, 'token')).every((row) => row.slice(1).every((own) => own))).toBe(true);
  await page.keyboard.press('Home');
  await expect.poll(() => reading(sampling), soon).toBe('Epoch 0, Linear: ε = 1.000');
  expect((await coins(sampling, 'token')).flat()).not.toContain(true);
  const chart = sampling.locator('s2s-part-curves.epsilon svg.chart');
  const box = (await chart.boundingBox())!;
  await chart.click({ position: { x: 44 + (box.width - 60) / 2, y: 60 } });
  await expect.poll(() => reading(sampling), soon).toBe('Epoch 50, Linear: ε = 0.500');
  await choose(sampling, 'schedule', 'inverse_sigmoid');
  await expect.poll(() => reading(sampling), soon).toContain('Epoch 50, Inverse sigmoid');
  await marker.focus();
  await page.keyboard.press('r');
  await expect.poll(() => reading(sampling), soon).toBe('Epoch 25, Linear: ε = 0.750');
});

test('the lesson’s table is what the native command line prints', async () => {
  const { sampling } = await open();
  const lesson = JSON.parse(seq2seq(['lesson', '--json']).out);
  const rows = await sampling
    .locator('.plain tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent!.trim())));
  const native = lesson['slide25.epsilon'].values.map((epsilon: number, index: number) => [
    epsilon.toFixed(2),
    lesson['slide25.labels'].texts[index],
    String(lesson['slide25.true_tokens'].values[index]),
  ]);
  expect(rows.map(([, ...rest]) => rest)).toEqual(native);
  expect(rows.map(([epoch]) => epoch)).toEqual(['0', '10', '25', '50', '75', '100']);
  const table = await lessonTable((await loadEngine()) as never);
  expect(table.epsilon).toEqual(lesson['slide25.epsilon'].values);
});

test('what is not allowed is named in its field and changes nothing', async () => {
  const { sampling } = await open();
  for (const [name, typed, allowed] of [
    ['linearSteps', 'abc', 'a number'],
    ['linearSteps', '0', ''],
    ['exponentialBase', '1.5', '1'],
    ['sigmoidScale', '-2', ''],
    ['floor', '2', '1'],
    ['epochs', '0', 'from 1'],
    ['seed', 'nine', 'whole number'],
    ['seed', '99999999999999999999999', ''],
    ['target', '   ', '1 to 24 words'],
  ] as const) {
    await set(sampling, name, typed);
    const error = sampling.locator(`s2s-part-field.${name} .error`);
    await expect.poll(() => error.count(), soon).toBe(1);
    expect(await text(error), name).toContain(`Allowed:`);
    expect(await text(error), name).toContain(allowed);
    expect(await reading(sampling)).toBe('Epoch 25, Linear: ε = 0.750');
    await set(sampling, name, String(defaults[name]));
    await expect.poll(() => error.count(), soon).toBe(0);
  }
  // A run cut shorter takes the marker along.
  await set(sampling, 'epochs', '10');
  await expect.poll(() => reading(sampling), soon).toBe('Epoch 10, Linear: ε = 0.900');
});

/** The same three runs by the engine in Node, measured after so many epochs. */
async function measured(task: Task, settings: Settings, epochs: number) {
  const engine = await loadEngine();
  const one = (regime: Regime) => {
    const session = engine.open(configuration(task, regime, settings));
    const { digest } = session.state();
    session.configure('training.epochs', epochs);
    session.train();
    if (task === 'lesson') return { digest, forced: session.trace('teacher').loss, free: session.trace('free').loss };
    const { loss, freeLoss } = session.evaluate('validation');
    return { digest, forced: loss, free: freeLoss };
  };
  return Object.fromEntries(regimes.map((regime) => [regime, one(regime)])) as Record<Regime, ReturnType<typeof one>>;
}

test.each([
  [
    'lesson',
    { seed: '5', schedule: 'inverse_sigmoid', 'sigmoid-scale': '20' },
    { seed: '5', kind: 'inverse_sigmoid', sigmoidScale: 20 },
  ],
  ['reverse', { seed: '3' }, { seed: '3' }],
] as const)(
  '%s: three regimes from one start end where the engine’s do',
  async (task, attributes, change) => {
    const { sampling } = await open({}, { ...attributes, task });
    await expect.poll(async () => (await state(sampling)).settings.seed, soon).toBe(change.seed);
    expect(await text(sampling.locator('.compare .phase'))).toBe('Not run yet');
    await sampling.locator('.train').click();
    await expect.poll(() => text(sampling.locator('.compare .phase')), later).toBe('Finished');
    const { results } = (await state(sampling)).comparison;
    const early = 10;
    const expected = await measured(task, { ...defaults, ...change }, lengths[task].epochs);
    // Early the two ways of measuring differ on the toy as well; at its end they do not.
    const sooner = await measured(task, { ...defaults, ...change }, early);
    const at = (points: { x: number; y: number }[]) => points.find(({ x }) => x === early)?.y;
    expect(sooner.teacher.forced).not.toBe(sooner.teacher.free);
    for (const regime of regimes) {
      expect(results[regime].digest).toBe(expected.teacher.digest);
      expect(results[regime].forced.at(-1)?.y, regime).toBe(expected[regime].forced);
      expect(results[regime].free.at(-1)?.y, regime).toBe(expected[regime].free);
      expect(at(results[regime].forced), regime).toBe(sooner[regime].forced);
      expect(at(results[regime].free), regime).toBe(sooner[regime].free);
      expect(results[regime].forced[0]).toEqual(results.teacher.forced[0]);
    }
    expect(results.teacher.free.at(-1)?.y).not.toBe(results.free.free.at(-1)?.y);
    const shown = await sampling.locator('s2s-part-curves.free .legend .number').allInnerTexts();
    expect(shown.map(numberIn)).toEqual(regimes.map((regime) => Number(expected[regime].free.toFixed(4))));
    expect((await sampling.locator('[role=status]').allTextContents()).join()).toContain('Finished. Fed the truth:');
  },
  150_000,
);

test('what was trained stays under its own schedule’s name, and says so where the settings have moved on', async () => {
  const { sampling } = await open({}, { seed: '7' });
  const note = () => text(sampling.locator('.compare .note'));
  await sampling.locator('button.train').click();
  await sampling.locator('.compare[data-phase=finished]').waitFor(later);
  expect(await note()).not.toContain('changed since');
  await choose(sampling, 'schedule', 'exponential');
  await expect.poll(note, soon).toContain('changed since');
  expect(await note()).toContain('straight line');
  await choose(sampling, 'schedule', 'linear');
  await expect.poll(note, soon).not.toContain('changed since');
  // The mark moves along a schedule that stays: it is no setting of the run.
  await sampling.locator('.marker input').fill('40');
  await expect.poll(() => reading(sampling), soon).toContain('Epoch 40');
  expect(await note()).not.toContain('changed since');
  await set(sampling, 'seed', '8');
  await expect.poll(note, soon).toContain('changed since');
  await sampling.locator('button.train').click();
  await expect.poll(note, soon).not.toContain('changed since');
});

test('a run can be stopped: what was measured stays, and it can be started again', async () => {
  const { sampling } = await open({}, { task: 'reverse' });
  await sampling.locator('.train').focus();
  await sampling.locator('.train').press('Enter');
  await expect.poll(async () => (await state(sampling)).comparison.results.free.free.length, later).toBeGreaterThan(1);
  await sampling.locator('.train').press('Enter');
  await expect.poll(() => text(sampling.locator('.compare .phase')), soon).toBe('Stopped');
  const { results } = (await state(sampling)).comparison;
  // Seeds train on the same engine: by their end a run that went on would have measured again.
  await set(sampling, 'seedCount', '2');
  await sampling.locator('.run-seeds').click();
  await expect.poll(() => text(sampling.locator('.claim')), later).toContain('Means over 2 seeds');
  expect((await state(sampling)).comparison.results).toEqual(results);
  await choose(sampling, 'task', 'lesson');
  await sampling.locator('.train').click();
  await expect.poll(() => text(sampling.locator('.compare .phase')), later).toBe('Finished');
  expect((await state(sampling)).comparison.task).toBe('lesson');
});

test('the claim over seeds has the lesson’s means, and any others', async () => {
  const { sampling } = await open();
  const lesson = JSON.parse(seq2seq(['lesson', '--json']).out);
  await sampling.locator('.run-seeds').click();
  await expect.poll(() => text(sampling.locator('.claim')), later).toContain('Means over 20 seeds');
  const [forced, free] = lesson['slide15.final_loss'].printed.split(', ');
  expect(await text(sampling.locator('.verdict').first())).toContain(`${forced} with forcing, ${free} free-running`);
  expect(await sampling.locator('.seeds .seed').count()).toBe(20);
  const [right, runs] = lesson['slide15.right_outputs'].values;
  expect(await text(sampling.locator('.verdict').last())).toContain(`${right} of ${runs} runs`);

  await set(sampling, 'firstSeed', '7');
  await set(sampling, 'seedCount', '3');
  await sampling.locator('.run-seeds').click();
  await expect.poll(() => text(sampling.locator('.claim')), later).toContain('Means over 3 seeds');
  const engine = await loadEngine();
  expect((await state(sampling)).seeds.means).toEqual(engine.forcingComparison('7', 3));
  expect((await state(sampling)).seeds.runs.map(({ firstSeed }) => firstSeed)).toEqual(['7', '8', '9']);

  for (const [name, typed] of [
    ['firstSeed', 'x'],
    ['seedCount', '101'],
    ['seedCount', '1.5'],
  ] as const) {
    await set(sampling, name, typed);
    await sampling.locator('.run-seeds').click();
    await sampling.locator(`s2s-part-field.${name} .error`).waitFor();
    await set(sampling, name, '3');
  }
});

test('the seeds can be stopped, and what was run gets its means', async () => {
  const { sampling } = await open();
  await set(sampling, 'seedCount', '100');
  await sampling.locator('.run-seeds').click();
  await expect.poll(async () => (await state(sampling)).seeds.runs.length, later).toBeGreaterThan(1);
  await sampling.locator('.run-seeds').click();
  await expect.poll(async () => (await state(sampling)).seeds.means, later).not.toBeNull();
  const { runs, means } = (await state(sampling)).seeds;
  expect(means!.seeds).toBe(runs.length);
  expect(runs.length).toBeLessThan(100);
});

test('numbers are saved as CSV, and the tag reproduces what is on screen', async () => {
  const { page, sampling } = await open({ acceptDownloads: true }, { target: 'say "tea" & <milk>', epoch: '60' });
  await expect.poll(async () => (await state(sampling)).settings.epoch, soon).toBe(60);
  const menu = sampling.locator('s2s-part-export-menu');
  await menu.locator('.open').click();
  const download = page.waitForEvent('download');
  await menu.locator('li button').filter({ hasText: 'CSV: coin' }).click();
  const lines = readFileSync((await (await download).path())!, 'utf8')
    .trim()
    .split('\r\n');
  const { draws } = await state(sampling);
  expect(lines).toHaveLength(1 + 2 * draws.token.flat().length);
  expect(lines).toContain('token,1,0,BOS');
  const kept = await state(sampling);
  const tag = await sampling.evaluate((element) => (element as unknown as { tag: string }).tag);
  await sampling.evaluate((element, html) => {
    element.outerHTML = html;
  }, tag);
  await expect.poll(async () => (await state(page.locator('s2s-sampling'))).draws, soon).toEqual(kept.draws);
});

test.each(['light', 'dark'] as const)('axe-core finds nothing in the %s theme', async (colorScheme) => {
  const { page, sampling } = await open({ colorScheme });
  await set(sampling, 'seedCount', '2');
  await sampling.locator('.run-seeds').click();
  await expect.poll(() => text(sampling.locator('.claim')), later).toContain('Means over 2 seeds');
  await sampling.locator('.train').click();
  await expect.poll(() => text(sampling.locator('.compare .phase')), later).toBe('Finished');
  await set(sampling, 'floor', 'x');
  for (const summary of await sampling.locator('summary').all()) await summary.click();
  await sampling.locator('s2s-part-export-menu .open').click();
  expect(await axeViolations(page, 's2s-sampling')).toEqual([]);
});

test.each([
  [320, 'ltr'],
  [390, 'rtl'],
  [768, 'ltr'],
  [1280, 'rtl'],
  [2560, 'ltr'],
] as const)(
  'at %i px (%s) nothing is wider than the window, with long and right-to-left words',
  async (width, direction) => {
    const { page, sampling } = await open({ viewport: { width, height: 900 } });
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    await set(sampling, 'target', `שלום ${'Donaudampfschiff'.repeat(4)} ${'word '.repeat(18)}`);
    await expect.poll(async () => (await coins(sampling, 'token'))[0]!.length, soon).toBe(21);
    for (const summary of await sampling.locator('summary').all()) await summary.click();
    await sampling.locator('s2s-part-export-menu .open').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

test('after the worker is lost a run says so and can be started again', async () => {
  const { page, sampling } = await open({}, { task: 'reverse' }, true);
  await sampling.locator('.train').click();
  await expect.poll(async () => (await state(sampling)).comparison.results.free.free.length, later).toBeGreaterThan(0);
  await killWorkers(page);
  await sampling.locator('.compare .failure').waitFor();
  expect((await state(sampling)).comparison.results.free.free.length).toBeGreaterThan(0);
  await choose(sampling, 'task', 'lesson');
  await sampling.locator('.compare .failure button').first().click();
  await expect.poll(() => text(sampling.locator('.compare .phase')), later).toBe('Finished');
});
