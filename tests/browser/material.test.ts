// <s2s-program> with own pairs and with models from files: the attributes src and model, evaluate, export, import.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { EngineSession } from '../../wasm/client-api';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import type { Program } from '../../web/elements/program';
import { choose, phase, site, text } from './support';

const visit = site([]);
let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

const good = Array.from({ length: 40 }, (_, i) => `ab${i % 20}\tb${i}a\n`);
const pairs = [...good.slice(0, 5), 'alone\n', ...good.slice(5), '\tnothing\n', 'x\ty\tz\n'].join('');
const modelOf = (configuration = {}, steps = 60, resumable = true) => {
  const session = engine.open(configuration);
  session.train({ steps });
  return { session, bytes: Buffer.from(session.exportModel({ resumable })) };
};

/** The page with one program more, with these attributes; the files are answered by the test. */
async function withProgram(
  attributes: Record<string, string>,
  files: Record<string, string | Buffer>,
  tolerated = false,
) {
  const prepare = async (page: Page) => {
    for (const [name, body] of Object.entries(files)) {
      await page.route(`**/${name}`, (route) => route.fulfill({ body, contentType: 'application/octet-stream' }));
    }
  };
  const { page } = await visit({ prepare }, tolerated);
  await page.evaluate(async (attributes) => {
    await customElements.whenDefined('s2s-program');
    const element = document.createElement('s2s-program');
    element.id = 'own';
    element.setAttribute('autostart', 'off');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.prepend(element);
  }, attributes);
  return page.locator('#own');
}

/** In the page, on the element. */
const on = <T>(program: Locator, act: (element: Program) => Promise<T>) => program.evaluate(act as never) as Promise<T>;
/** To its end, at once. */
const trained = async (program: Locator) => {
  await choose(program, 'pace', 'full');
  return on(program, (element) => element.train());
};
type Refusal = { name: string; code: string; message: string } | null;
/** The error that `ready` ends with. */
const notReady = (program: Locator) =>
  on<Refusal>(program, (element) =>
    element.ready.then(
      () => null,
      ({ name, code, message }) => ({ name, code, message }),
    ),
  );

test('own pairs: what reading them met is said before training; the lesson’s text is not shown', async () => {
  const program = await withProgram({ src: 'pairs.tsv', epochs: '2' }, { 'pairs.tsv': pairs });
  expect(await program.locator('.corpus').count()).toBe(0);
  const state = await on(program, (element) => element.ready);
  await phase(program, 'ready');
  expect(state.configuration.task).toMatchObject({ kind: 'data' });
  expect(state.step).toBe(0);
  const told = await text(program.locator('.corpus'));
  expect(told).toMatch(/Own pairs: \d+ to train on, \d+ for validation, \d+ kept for the test\. Read as UTF-8/);
  expect(told).toContain('2 rows skipped: 1 with a blank side, 1 without a second column (lines 6, 42).');
  expect(told).toContain('1 row with more than two columns');
  expect(told).toContain('20 pairs with the source of an earlier one');
  expect(await program.locator('s2s-part-listing').count()).toBe(0);
  const after = await trained(program);
  expect(after).toMatchObject({ epoch: 2, finished: true });
  const report = await on(program, (element) => element.evaluate());
  const other = await on(program, (element) => element.evaluate({ pairs: 'ab1\tb1a\n' }));
  expect(report.pairs).toBeGreaterThan(0);
  expect(other.texts.map((one) => one.target)).toEqual(['b1a']);
});

test('a model file: its settings stand in the fields, its run goes on bit for bit', async () => {
  const { session, bytes } = modelOf({ training: { seed: '17', epochs: 90, learning_rate: 0.01 } });
  const program = await withProgram({ model: 'toy.safetensors' }, { 'toy.safetensors': bytes });
  const state = await on(program, (element) => element.ready);
  expect(state).toEqual(session.state());
  expect(await text(program.locator('.number.epoch'))).toBe('60');
  const field = (name: string) => program.locator(`s2s-part-field.${name} input`).inputValue();
  expect([await field('seed'), await field('epochs'), await field('learningRate')]).toEqual(['17', '90', '0.01']);
  expect(await trained(program)).toEqual(session.train());
});

test('a model of own pairs translates and says what it lacks for more', async () => {
  const own = engine.open({ task: { kind: 'data' }, training: { epochs: 3 } }, pairs);
  own.train({ steps: 4 });
  const files = { 'own.safetensors': Buffer.from(own.exportModel({ resumable: true })), 'pairs.tsv': pairs };
  const program = await withProgram({ model: 'own.safetensors', src: 'pairs.tsv' }, files);
  expect(await on(program, (element) => element.ready)).toEqual(own.state());
  expect(await trained(program)).toEqual(own.train());
});

test('export and import: out of one element into another, refused files change nothing', async () => {
  const program = await withProgram({}, {});
  await trained(program);
  const digest = await on(program, async (element) => element.state!.digest);
  const exported = await on(program, async (element) => [...(await element.exportModel())]);
  expect(engine.load(Uint8Array.from(exported)).state().digest).toBe(digest);

  const refused = await on<Refusal>(program, (element) =>
    element.importModel(new Uint8Array([1, 2, 3])).then(
      () => null,
      ({ name, code, message }) => ({ name, code, message }),
    ),
  );
  expect(refused).toMatchObject({ name: 'EngineError', code: 'invalid_file' });
  expect(await on(program, async (element) => element.state!.digest)).toBe(digest);
  await phase(program, 'finished');

  const { session, bytes } = modelOf({ training: { seed: '23', epochs: 70 } }, 30);
  const imported = (await program.evaluate(
    (element, bytes) => (element as unknown as Program).importModel(Uint8Array.from(bytes)),
    [...bytes],
  )) as unknown as Awaited<ReturnType<EngineSession['state']>>;
  expect(imported).toEqual(session.state());
  expect(await trained(program)).toEqual(session.train());
});

test('a file that is not there, or no file of its kind: said in words, with a way back', async () => {
  const program = await withProgram({ src: 'missing.tsv' }, {}, true);
  expect(await notReady(program)).toMatchObject({ code: 'file_missing' });
  await phase(program, 'failed');
  const told = await text(program.locator('.failure'));
  expect(told).toContain('A file could not be loaded');
  expect(told).toContain('missing.tsv');

  const wrong = await withProgram({ model: 'wrong.safetensors' }, { 'wrong.safetensors': 'no model' }, true);
  expect(await notReady(wrong)).toMatchObject({ code: 'invalid_file' });
  await phase(wrong, 'failed');
  // Another address is another try.
  await wrong.evaluate((element) => element.removeAttribute('model'));
  await phase(wrong, 'ready');
});
