// <s2s-program> in a real browser with the real engine.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { choose, fill, heldEngine, killWorkers, numberIn, phase, site, text, type Visit } from './support';

const visit = site(['s2s-program']);

interface Training {
  toy_runs: { name: string; f32: { losses: { data: number[] } } }[];
}
const fixtures = process.env.SEQ2SEQ_FIXTURES ?? fileURLToPath(new URL('../fixtures', import.meta.url));
const training = JSON.parse(readFileSync(`${fixtures}/train.json`, 'utf8')) as Training;
const pytorchLosses = training.toy_runs.find(({ name }) => name === 'adam')!.f32.losses.data;

const losses = async ({ program }: Visit) => {
  const chart = program.locator('s2s-part-line-chart');
  if ((await chart.locator('details[open]').count()) === 0) await chart.locator('summary').click();
  await chart.locator('table').waitFor();
  const epochs = await chart.locator('tbody th').allTextContents();
  const values = await chart.locator('tbody td').allTextContents();
  return new Map(epochs.map((epoch, index) => [Number(epoch), values[index]!]));
};

const matrix = async ({ program }: Visit) => {
  const map = program.locator('s2s-part-heatmap');
  if ((await map.locator('details[open]').count()) === 0) await map.locator('summary').click();
  await map.locator('table').waitFor();
  const rows = await map.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => (await row.locator('td').allInnerTexts()).map(numberIn)));
};

const lane = async ({ program }: Visit, kind: 'forced' | 'free') => ({
  fed: await program.locator(`s2s-part-token-lanes tr.${kind} .fed bdi`).allInnerTexts(),
  predicted: await program.locator(`s2s-part-token-lanes tr.${kind} .predicted bdi`).allInnerTexts(),
});

const ready = async (page: Visit) => {
  await phase(page.program, 'ready');
  return page;
};
const trained = async (page: Visit) => {
  await choose(page.program, 'pace', 'full');
  await page.program.locator('.play').click();
  await phase(page.program, 'finished');
  return page;
};

test('the page trains the toy by itself to the lesson’s numbers', async () => {
  const page = await visit({ autoplay: true });
  await phase(page.program, 'finished');
  expect(await text(page.program.locator('.readings .loss'))).toBe('1.4987');
  const table = await losses(page);
  expect([0, 1, 2].map((epoch) => table.get(epoch))).toEqual(['6.9713', '6.9338', '6.8965']);
  expect(table.get(199)).toBe('1.4987');
  // Every epoch as PyTorch has it, to the page's rounding.
  expect(table.size).toBe(200);
  pytorchLosses.forEach((loss, epoch) => {
    expect(Math.abs(numberIn(table.get(epoch)!) - loss), `epoch ${epoch}`).toBeLessThan(0.00008);
  });
  const listing = page.program.locator('s2s-part-listing');
  expect(await text(listing.locator('[data-prints=losses]'))).toContain('199 1.4987');
  expect(await text(listing.locator('[data-prints=final]'))).toContain('final loss 1.4987');
  expect(await text(listing.locator('[data-prints=words]'))).toContain('[4, 6, 3]');
  expect(await text(listing.locator('[data-prints=count]'))).toContain('1386');
});

test('the matrix has the target’s rows and the source’s columns, and its rows sum to 1 at every epoch', async () => {
  const page = await trained(await ready(await visit()));
  const map = page.program.locator('s2s-part-heatmap');
  const sums = async () => (await matrix(page)).map((row) => row.reduce((a, b) => a + b));
  for (const epoch of [200, 100, 1, 0]) {
    await page.program.locator('#scrub').fill(String(epoch));
    for (const sum of await sums()) expect(sum).toBeCloseTo(1, 3);
  }
  expect(await map.locator('thead th').allInnerTexts()).toEqual(['writes', '2', '5', '1', 'EOS']);
  expect(await map.locator('tbody th').allInnerTexts()).toEqual(['4', '6', 'EOS']);
});

test('the untrained weights write the lesson’s divergence demo, the trained ones the target', async () => {
  const page = await ready(await visit());
  expect(await lane(page, 'forced')).toEqual({ fed: ['BOS', '4', '6'], predicted: ['EOS', 'BOS', 'BOS'] });
  expect(await lane(page, 'free')).toEqual({ fed: ['BOS', 'EOS', '2'], predicted: ['EOS', '2', 'EOS'] });
  expect(await text(page.program.locator('s2s-part-token-lanes .free td').nth(1))).toContain('parts from');
  expect(await text(page.program.locator('s2s-part-token-lanes strong.decoded'))).toContain('EOS comes first');
  await trained(page);
  expect((await lane(page, 'free')).predicted).toEqual(['4', '6', 'EOS']);
  expect(await page.program.locator('s2s-part-token-lanes span.decoded bdi').allInnerTexts()).toEqual(['4', '6']);
});

test('the picture before the engine has loaded is the engine’s own', async () => {
  const held = heldEngine();
  const page = await visit({ prepare: held.prepare });
  await page.program.locator('s2s-part-heatmap svg').waitFor();
  expect(await page.program.locator('[data-phase]').getAttribute('data-phase')).toBe('loading');
  const before = { matrix: await matrix(page), loss: await text(page.program.locator('.loss')) };
  expect(before.loss).toBe('6.9713');
  const lanes = [await lane(page, 'forced'), await lane(page, 'free')];
  held.release();
  await phase(page.program, 'ready');
  expect(await matrix(page)).toEqual(before.matrix);
  expect(await text(page.program.locator('.loss'))).toBe(before.loss);
  expect([await lane(page, 'forced'), await lane(page, 'free')]).toEqual(lanes);
});

test('pause stops, step goes one epoch, going on ends at the same number, the scrubber looks back', async () => {
  const page = await visit({ autoplay: true });
  const { program } = page;
  await phase(program, 'running');
  const epoch = async () => Number(await text(program.locator('.epoch')));
  await expect.poll(epoch).toBeGreaterThan(20);
  await program.locator('.play').click();
  await phase(program, 'paused');
  const at = await epoch();
  // The worker answers this after all that came before, and has not trained on.
  await program.evaluate((one) =>
    (one as unknown as { translate: (text: string) => Promise<unknown> }).translate('2 5 1 3'),
  );
  expect(await epoch()).toBe(at);
  await program.locator('button.step').click();
  await expect.poll(epoch).toBe(at + 1);
  await choose(program, 'pace', 'full');
  await program.locator('.play').click();
  await phase(program, 'finished');
  expect(await text(program.locator('.readings .loss'))).toBe('1.4987');
  await program.locator('#scrub').fill('2');
  expect(await program.locator('#scrub').getAttribute('aria-valuetext')).toContain('after 2 epochs, loss 6.8965');
  expect(await text(program.locator('.figure h3').nth(1))).toContain('after 2 epochs');
});

test('reset and a second run give the same curve, and the first stays as a dotted line', async () => {
  const page = await trained(await ready(await visit()));
  const first = await losses(page);
  await page.program.locator('.reset').click();
  await phase(page.program, 'ready');
  expect(await page.program.locator('s2s-part-line-chart .ghost').count()).toBe(1);
  await trained(page);
  expect(await losses(page)).toEqual(first);
});

test('the three regimes differ from the second epoch on, and scheduled sampling shows its probability', async () => {
  const page = await ready(await visit());
  const curves: string[] = [];
  for (const regime of ['teacher', 'scheduled', 'free']) {
    await choose(page.program, 'regime', regime);
    await phase(page.program, 'ready');
    await trained(page);
    const table = await losses(page);
    curves.push([...table.values()].join(' '));
    const listing = await text(page.program.locator('s2s-part-listing .text'));
    expect(listing.includes('torch.rand')).toBe(regime === 'scheduled');
    expect((await text(page.program.locator('.explain'))).includes('ε')).toBe(regime === 'scheduled');
  }
  expect(new Set(curves).size).toBe(3);
});

test('refused values say what is allowed, keep what was typed and lose nothing', async () => {
  const page = await trained(await ready(await visit()));
  const { program } = page;
  const error = (field: string) => program.locator(`s2s-part-field.${field} .error`);
  for (const typed of ['0', '-1', 'NaN', '', 'fast', '1e999']) {
    await fill(program, 'learningRate', typed);
    await error('learningRate').waitFor();
    expect(await text(error('learningRate'))).toMatch(/Learning rate is .*(above 0|number)/);
    expect(await program.locator('s2s-part-field.learningRate input').inputValue()).toBe(typed);
  }
  for (const typed of ['abc', '', '1.5', '18446744073709551616']) {
    await fill(program, 'seed', typed);
    await error('seed').waitFor();
    expect(await text(error('seed'))).toMatch(/whole number/);
  }
  for (const typed of ['-3', '2.5', 'many', '99999999999999999999']) {
    await fill(program, 'epochs', typed);
    await error('epochs').waitFor();
  }
  // The run on screen is untouched.
  expect(await text(program.locator('.readings .loss'))).toBe('1.4987');
  expect((await losses(page)).size).toBe(200);
  await fill(program, 'learningRate', '0.01');
  await fill(program, 'epochs', '20');
  await fill(program, 'seed', '99');
  await expect.poll(() => program.locator('s2s-part-field .error').count()).toBe(0);
});

test('seeds are exact 64-bit numbers of which the low 32 bits count', async () => {
  const page = await ready(await visit());
  const firstLoss = async (seed: string) => {
    await fill(page.program, 'seed', seed);
    const listing = page.program.locator('s2s-part-listing .text');
    await expect.poll(async () => (await text(listing)).includes(`manual_seed(${seed})`)).toBe(true);
    return text(page.program.locator('.readings .loss'));
  };
  const one = await firstLoss('1');
  expect(await firstLoss('9007199254740993')).toBe(one);
  expect(await page.program.locator('s2s-part-field.seed input').inputValue()).toBe('9007199254740993');
  expect(await firstLoss('-1')).toBe(await firstLoss('4294967295'));
  expect(await firstLoss('2')).not.toBe(one);
});

test('a learning rate that breaks training says so and offers the last good weights', async () => {
  const page = await ready(await visit());
  const { program } = page;
  await fill(program, 'learningRate', '1e9');
  await choose(program, 'pace', 'full');
  await program.locator('.play').click();
  await phase(program, 'failed');
  const panel = program.locator('.failure');
  expect(await text(panel)).toMatch(/learning rate/i);
  await panel.locator('button', { hasText: 'last good weights' }).click();
  await phase(program, 'paused', 'ready');
  await fill(program, 'learningRate', '0.001');
  await program.locator('button.step').click();
  await phase(program, 'paused');
  await program.locator('.reset').click();
  await phase(program, 'ready');
  expect(await text(program.locator('.readings .loss'))).toBe('6.9713');
});

test('a worker that dies mid-training leaves a message, and the run can be started again', async () => {
  const page = await visit({ autoplay: true }, true);
  const { program } = page;
  await phase(program, 'running');
  await killWorkers(page.page);
  await phase(program, 'failed');
  expect(await text(program.locator('.failure'))).toMatch(/engine has stopped/i);
  await program.locator('.failure button').click();
  await phase(program, 'ready');
  await trained(page);
  expect(await text(program.locator('.readings .loss'))).toBe('1.4987');
});

test('without the .wasm file the page says so, keeps its pictures, and tries again', async () => {
  let missing = true;
  const page = await visit(
    {
      prepare: (p) =>
        p.route('**/*.wasm', (route) => (missing ? route.fulfill({ status: 404, body: 'gone' }) : route.continue())),
    },
    true,
  );
  await phase(page.program, 'failed');
  expect(await text(page.program.locator('.failure'))).toMatch(/could not be loaded[\s\S]*404/);
  expect((await matrix(page)).length).toBe(3);
  missing = false;
  await page.program.locator('.failure button').click();
  await phase(page.program, 'ready');
});

test('where a policy forbids WebAssembly the page says what is needed', async () => {
  const policy = "default-src 'self'; script-src 'self'";
  const page = await visit({ headers: { 'content-security-policy': policy } }, true);
  await phase(page.program, 'failed');
  expect(await text(page.program.locator('.failure'))).toMatch(/does not allow|WebAssembly/);
});

test('without WebAssembly the rest of the page works', async () => {
  const page = await visit(
    {
      figures: ['s2s-program', 's2s-attention'],
      prepare: (p) =>
        p.route('**/*worker*.js', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: `delete globalThis.WebAssembly;${await response.text()}` });
        }),
    },
    true,
  );
  await phase(page.program, 'failed');
  expect(await text(page.program.locator('.failure'))).toMatch(/lockdown/);
  await page.attention.locator('.next').click();
  expect(await text(page.attention.locator('[data-stage=Wh_h] td.value').first())).toBe('0.2598');
});

test('keys train, step, look back and reset, but not while typing', async () => {
  const page = await ready(await visit());
  const { program } = page;
  await program.locator('.play').focus();
  await page.page.keyboard.press('s');
  await expect.poll(() => text(program.locator('.epoch'))).toBe('1');
  await page.page.keyboard.press('s');
  await expect.poll(() => text(program.locator('.epoch'))).toBe('2');
  await page.page.keyboard.press(',');
  expect(await text(program.locator('.figure h3').nth(1))).toContain('after 1 epoch');
  await page.page.keyboard.press('.');
  expect(await text(program.locator('.figure h3').nth(1))).toContain('after 2 epochs');
  await program.locator('s2s-part-field.seed input').focus();
  await page.page.keyboard.type('s');
  expect(await text(program.locator('.epoch'))).toBe('2');
  await program.locator('.reset').focus();
  await page.page.keyboard.press('r');
  await expect.poll(() => text(program.locator('.epoch'))).toBe('0');
});

test('the matrix has a cell cursor that arrow keys move, whose reading is its name, and that Enter pins', async () => {
  const page = await ready(await visit());
  const map = page.program.locator('s2s-part-heatmap');
  const grid = map.locator('[role=grid]');
  expect(await grid.getAttribute('aria-label')).toMatch(/3 rows by 4 columns. Strongest: 4 looks at EOS, 0.267/);
  await map.locator('[data-cell="0,0"]').focus();
  await page.page.keyboard.press('ArrowDown');
  await page.page.keyboard.press('ArrowRight');
  const current = () =>
    page.page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('aria-label');
    });
  expect(await current()).toBe('6 looks at 5: 0.2369');
  await page.page.keyboard.press('End');
  expect(await current()).toBe('6 looks at EOS: 0.2661');
  await page.page.keyboard.press('Enter');
  expect(await map.locator('[aria-selected=true]').count()).toBe(1);
  await page.program.locator('.play').focus();
  expect(await text(map.locator('.reading'))).toMatch(/pinned[\s\S]*0.2661/);
});
test('the element’s methods, state and events', async () => {
  const page = await visit({
    prepare: (p) =>
      p.addInitScript(() => {
        const seen: { type: string; detail: unknown }[] = [];
        Object.assign(globalThis, { seen });
        for (const type of ['s2s-ready', 's2s-epoch', 's2s-trained', 's2s-decoded', 's2s-error']) {
          document.addEventListener(type, (event) => seen.push({ type, detail: (event as CustomEvent).detail }));
        }
      }),
  });
  await choose(page.program, 'pace', 'full');
  const result = await page.page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the element is reached as any page would
    const element = document.querySelector('s2s-program') as any;
    await customElements.whenDefined('s2s-program');
    const before = await element.ready;
    const after = await element.train();
    const translation = await element.translate('2 5 1 3');
    await element.reset();
    return { before, after, tokens: translation.tokens, state: element.state };
  });
  expect(result.before.parameterCount).toBe(1386);
  expect(result.after).toMatchObject({ epoch: 200, finished: true });
  expect(result.after.digest).toMatch(/^[0-9a-f]{16}$/);
  expect(result.tokens).toEqual(['4', '6']);
  expect(result.state).toMatchObject({ epoch: 0, digest: result.before.digest });
  const seen = await page.page.evaluate(
    () => (globalThis as unknown as { seen: { type: string; detail: { epoch: number; loss: number } }[] }).seen,
  );
  const epochs = seen.filter(({ type }) => type === 's2s-epoch');
  expect(epochs.map(({ detail }) => detail.epoch)).toEqual(Array.from({ length: 200 }, (_, epoch) => epoch));
  expect(epochs.at(-1)?.detail.loss.toFixed(4)).toBe('1.4987');
  const trainedEvents = seen.filter(({ type }) => type === 's2s-trained');
  expect(trainedEvents).toHaveLength(1);
  expect(seen.some(({ type }) => type === 's2s-decoded')).toBe(true);
  expect(seen.some(({ type }) => type === 's2s-error')).toBe(false);
});

test('attributes set the run up; bad ones are named in their field', async () => {
  const page = await visit();
  await phase(page.program, 'ready');
  await page.page.evaluate(() => {
    const add = (html: string) => document.querySelector('main')?.insertAdjacentHTML('afterbegin', html);
    add('<s2s-program id="bad" epochs="5000000000" autostart="click"></s2s-program>');
    add('<s2s-program id="none" seed="nine" epochs="-5" learning-rate="x" forcing="scheduled"></s2s-program>');
    add(
      '<s2s-program id="good" seed="7" epochs="12" learning-rate="0.01" forcing="free" controls="train step"></s2s-program>',
    );
  });
  const good = page.page.locator('#good');
  await phase(good, 'ready');
  await good.locator('.play').click();
  await phase(good, 'finished');
  expect(await text(good.locator('.epoch'))).toBe('12');
  expect(await good.locator('.settings, .pace, s2s-part-listing').count()).toBe(0);
  const bad = page.page.locator('#bad');
  await bad.scrollIntoViewIfNeeded();
  await phase(bad, 'ready');
  expect(await text(bad.locator('s2s-part-field.epochs .error'))).toMatch(/5000000000/);
  await fill(bad, 'epochs', '5');
  await bad.locator('.play').click();
  await phase(bad, 'finished');
  expect(await text(bad.locator('.epoch'))).toBe('5');
  // What is no number the engine is not asked for, and the program's text does not have it either.
  const none = page.page.locator('#none');
  await none.scrollIntoViewIfNeeded();
  await phase(none, 'ready');
  for (const [field, typed] of [
    ['seed', 'nine'],
    ['epochs', '-5'],
    ['learningRate', 'x'],
  ]) {
    expect(await text(none.locator(`s2s-part-field.${field} .error`))).toContain(`“${typed}”`);
  }
  expect(await text(none.locator('s2s-part-listing .text'))).toContain('torch.manual_seed(99)');
  expect(await text(none.locator('s2s-part-listing .text'))).toContain('range(200)');
});
