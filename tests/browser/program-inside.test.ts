// <s2s-program> from within: the next training step in its stages, the build rules, the symbols. Numbers are held against
// the engine in Node.
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Configuration, Engine, EngineSession } from '../../wasm/client';
import { type LocalEngine, loadEngine, type Session } from '../../wasm/node';
import { indexOf, weightNamed } from '../../web/lib/place';
import { defaults, forPairs, type Settings, toConfiguration } from '../../web/program/configuration';
import { listing } from '../../web/program/listing-text';
import { annotated, notations } from '../../web/program/notation';
import { measureRules } from '../../web/program/rules';
import { type ShownStep, scientific, shownStep } from '../../web/program/stage-view';
import { inside as german } from '../../web/strings/de/inside';
import { inside as english } from '../../web/strings/en/inside';
import { axeViolations } from './axe';
import { choose, numberIn, phase, site, text, withAttributes } from './support';

const visit = site(['s2s-program']);
let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

const pairs = Array.from({ length: 40 }, (_, i) => `${'abc'.slice(0, 1 + (i % 3))}${i}\t${i}x\n`).join('');

const files = { 'pairs.tsv': pairs, 'rtl.tsv': 'שלום עולם\tعالم\nאב\tجد\nגד\tهو\n' };

/** The element alone on its page, with these attributes. */
async function opened(attributes: Record<string, string> = {}, options: Parameters<typeof visit>[0] = {}) {
  const { page } = await visit({
    ...options,
    prepare: async (p) => {
      for (const [name, body] of Object.entries(files)) {
        await p.route(`**/${name}`, (route) => route.fulfill({ body, contentType: 'text/plain; charset=utf-8' }));
      }
    },
  });
  const program = await withAttributes(page, 's2s-program', attributes);
  await program.scrollIntoViewIfNeeded();
  await phase(program, 'ready');
  return { page, program, inside: program.locator('s2s-part-inside') };
}

const at = (inside: Locator, stage: string, step: number) =>
  inside.locator(`.stages-panel[data-stage=${stage}][data-step="${step}"]`).waitFor();
const cells = async (rows: Locator, column: string) =>
  Promise.all((await rows.all()).map((row) => text(row.locator(column))));
const focusFrame = (program: Locator) => program.locator('button.step').focus();
const said = (program: Locator) => text(program.locator('> .root > [role=status], .root > [role=status]').last());

/** What the forward stage shows of its pair. */
async function forwardShown(inside: Locator) {
  const rows = inside.locator('table.steps tbody tr');
  return {
    fed: await cells(rows, '.fed bdi'),
    own: await rows.evaluateAll((all) => all.map((row) => row.querySelector('.fed .own') !== null)),
    truth: await cells(rows, 'td:nth-of-type(2) bdi'),
    probability: await cells(rows, 'td.end:nth-last-of-type(2)'),
  };
}
const forwardOf = ({ rows }: ShownStep, pair = 0) => ({
  fed: rows[pair]!.steps.map(({ input }) => input),
  own: rows[pair]!.steps.map(({ own }) => own),
  truth: rows[pair]!.steps.map(({ truth }) => truth),
  probability: rows[pair]!.steps.map(({ probability }) => probability.toFixed(4)),
});

const gradients = async (inside: Locator) =>
  Object.fromEntries(
    await inside
      .locator('table.tensors tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('th .number')!.textContent!.trim(),
          row.querySelector('td.end')!.textContent!.trim(),
        ]),
      ),
  );
const gradientsOf = ({ tensors }: ShownStep) =>
  Object.fromEntries(tensors.map(({ name, gradient }) => [name, scientific(gradient)]));

test('keys walk through the very next step, and then it is the step that training takes', async () => {
  const { page, program, inside } = await opened();
  const session = engine.open(toConfiguration(defaults));
  await focusFrame(program);
  for (const step of [0, 1]) {
    const next = shownStep(session.nextStep());
    await page.keyboard.press('n');
    await at(inside, 'forward', step);
    expect(await forwardShown(inside)).toEqual(forwardOf(next));
    await page.keyboard.press('n');
    await at(inside, 'loss', step);
    const rows = inside.locator('table.losses tbody tr');
    expect(await cells(rows, 'td:nth-of-type(3)')).toEqual(next.rows[0]!.steps.map(({ loss }) => loss.toFixed(4)));
    expect(await text(inside.locator('.totals dd'))).toBe(next.report.lossSum.toFixed(4));
    await page.keyboard.press('n');
    await at(inside, 'backward', step);
    expect(await gradients(inside)).toEqual(gradientsOf(next));
    expect(await text(inside.locator('.totals dd'))).toBe(scientific(next.report.gradientNorm));
    expect(await text(inside.locator('.clipping'))).toContain('Clipping is off');
    await page.keyboard.press('b');
    await at(inside, 'loss', step);
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await at(inside, 'update', step);
    expect(await text(inside.locator('.digest'))).toBe(next.digest);
    expect(await text(program.locator('.readings .epoch'))).toBe(String(step)); // nothing has changed so far
    await page.keyboard.press('n');
    await at(inside, 'forward', step + 1);
    const { digest } = session.train({ steps: 1 });
    expect(digest).toBe(next.digest);
    expect(await program.evaluate((one) => (one as unknown as { state: { digest: string } }).state.digest)).toBe(
      digest,
    );
    expect(await text(inside.locator('.note'))).toContain(`check code is ${digest}, as foretold`);
    expect(await text(program.locator('.readings .epoch'))).toBe(String(step + 1));
    await page.keyboard.press('b'); // closed again
    await expect.poll(() => inside.locator('.stages-panel').count()).toBe(0);
  }
});

const others: [string, Record<string, string>, Settings, number][] = [
  [
    'scheduled sampling',
    { seed: '7', epochs: '20', 'learning-rate': '0.01', forcing: 'scheduled' },
    { seed: '7', epochs: 20, learningRate: 0.01, regime: 'scheduled' },
    12,
  ],
  [
    'free running',
    { seed: '-3', 'learning-rate': '0.05', forcing: 'free' },
    { seed: '-3', epochs: 200, learningRate: 0.05, regime: 'free' },
    3,
  ],
];

test.each(others)(
  '%s: fed, lost, gradients, one weight and the rules are the engine’s',
  async (_, attributes, settings, steps) => {
    const { program, inside } = await opened({
      ...attributes,
      stage: 'forward',
      weight: 'dec.gru.weight_ih_l0[5, 13]',
    });
    const session = engine.open(toConfiguration(settings));
    session.train({ steps });
    await at(inside, 'forward', 0);
    for (let step = 1; step <= steps; step += 1) {
      await program.locator('button.step').click();
      await at(inside, 'forward', step); // another Step takes the panel along
    }
    const next = shownStep(session.nextStep({ tensor: 'dec.gru.weight_ih_l0', index: 5 * 14 + 13 }));
    expect(await forwardShown(inside)).toEqual(forwardOf(next));
    await inside.locator('.stage', { hasText: 'Backward' }).click();
    expect(await gradients(inside)).toEqual(gradientsOf(next));
    await inside.locator('.next').click();
    await at(inside, 'update', steps);
    const rows = inside.locator('table.weight tbody tr');
    const values = await cells(rows, 'td.end');
    expect(values.map(numberIn)[0]).toBeCloseTo(next.weight.before, 8);
    expect(values[1]).toBe(scientific(next.weight.gradient));
    expect(values[2]).toBe(scientific(next.weight.first));
    expect(values[3]).toBe(scientific(next.weight.second));
    expect(values.map(numberIn)[4]).toBeCloseTo(next.weight.after, 8);
    expect(await text(inside.locator('.rate'))).toContain(`^${steps + 1}) = ${scientific(next.stepSize)}`);
    const moves = await inside
      .locator('table.tensors tbody tr')
      .evaluateAll((all) => all.map((row) => row.querySelectorAll('td.end')[1]!.textContent!.trim()));
    expect(moves).toEqual(next.tensors.map(({ change }) => scientific(change)));

    await inside.locator('.open-rules').click();
    await inside.locator('table.rules').waitFor();
    const trace = session.trace('teacher');
    const h = [...trace.tensors.find(({ name }) => name === 'enc.out')!.values];
    const sums = trace.tensors
      .filter(({ name }) => name === 'dec.alpha')
      .map(({ values: alpha }) => engine.attentionContext({ h, alpha: [...alpha] }).alphaSum);
    const shown = await inside.locator('[data-rule=sum] li').allInnerTexts();
    expect(shown).toHaveLength(3);
    sums.forEach((sum, step) => {
      expect(shown[step]).toContain(sum.toFixed(8));
      const off = Math.abs(Math.fround(sum) - 1); // the sum arrives in the fewest digits that give the same float32
      expect(shown[step]).toContain(off === 0 ? 'exactly' : `off by ${scientific(off)}`);
    });
    expect(await inside.locator('[data-holds=false]').count()).toBe(0);
    expect(await inside.locator('[data-rule=seed]').count()).toBe(settings.regime === 'scheduled' ? 0 : 1);
  },
);

test('own pairs: a batch is a mean, and every pair of it can be looked at', async () => {
  const { inside } = await opened({ src: 'pairs.tsv', stage: 'forward', seed: '5' });
  const session = engine.open(forPairs({ ...defaults, seed: '5' }), pairs);
  const next = shownStep(session.nextStep());
  await at(inside, 'forward', 0);
  expect(next.rows).toHaveLength(16);
  for (const pair of [0, 1, 2]) {
    expect(await text(inside.locator('.where'))).toBe(`Pair ${pair + 1} of 16`);
    expect(await forwardShown(inside)).toEqual(forwardOf(next, pair));
    await inside.locator('.choose button').last().click();
  }
  expect(await text(inside.locator('h4 small'))).toBe(`B = 16, S = ${next.sourceLength}, T = ${next.targetLength}`);
  expect(await text(inside.locator('.shapes'))).toContain(`(16, ${next.sourceLength}, 64)`);
  await inside.locator('.next').click();
  await at(inside, 'loss', 0);
  expect(await inside.locator('.totals dd').allInnerTexts()).toEqual([
    next.report.lossSum.toFixed(4),
    next.report.loss.toFixed(4),
  ]);
  expect(await text(inside.locator('.totals'))).toContain(`/ ${next.report.tokens}`);
});

test('a model whose gradients are clipped says by how much', async () => {
  const session = engine.open({ training: { clip_norm: 0.25, optimizer: 'sgd', momentum: 0.5, learning_rate: 0.1 } });
  session.train({ steps: 4 });
  const bytes = Buffer.from(session.exportModel({ resumable: true }));
  const { page } = await visit({
    prepare: (p) => p.route('**/clipped.safetensors', (route) => route.fulfill({ body: bytes })),
  });
  const program = await withAttributes(page, 's2s-program', { model: 'clipped.safetensors', stage: 'backward' });
  const inside = program.locator('s2s-part-inside');
  await at(inside, 'backward', 4);
  const next = shownStep(session.nextStep());
  expect(next.clipFactor).toBeLessThan(1);
  expect(await text(inside.locator('.clipping'))).toBe(
    `Clipping at 0.25: every gradient is multiplied by ${scientific(next.clipFactor)}. The norm is then ${scientific(next.clippedNorm)}.`,
  );
  await inside.locator('.next').click();
  await at(inside, 'update', 4);
  expect(await cells(inside.locator('table.weight tbody tr'), 'th')).toEqual([
    'weight before',
    'gradient',
    'gradient after clipping',
    'momentum buffer',
    'weight after',
  ]);
  await inside.locator('.next').click();
  await expect.poll(() => text(inside.locator('.note'))).toContain(session.train({ steps: 1 }).digest);
});

test('the reader follows any weight; a place that there is not is named', async () => {
  const { program, inside } = await opened({ stage: 'update' });
  const session = engine.open(toConfiguration(defaults));
  await at(inside, 'update', 0);
  const caption = () => text(inside.locator('table.weight caption .number'));
  const largest = session.nextStep().weight;
  expect(await caption()).toContain(`${largest.tensor}[`);
  await inside.locator('select').selectOption('dec.fc.weight');
  await expect.poll(caption).toBe('dec.fc.weight[0, 0]');
  const place = inside.locator('s2s-part-field.place input');
  await place.fill('4, 2');
  await place.press('Enter');
  await expect.poll(caption).toBe('dec.fc.weight[4, 2]');
  const { weight } = shownStep(session.nextStep({ tensor: 'dec.fc.weight', index: 4 * 16 + 2 }));
  expect(numberIn(await text(inside.locator('table.weight tbody td.end').first()))).toBeCloseTo(weight.before, 8);
  await place.fill('10, 0');
  await place.press('Enter');
  await expect.poll(() => text(inside.locator('.place .error'))).toContain('“10, 0” is no place');
  expect(await caption()).toBe('dec.fc.weight[4, 2]');
  expect(await program.evaluate((one) => (one as unknown as { tag: string }).tag)).toContain(
    'weight="dec.fc.weight[4, 2]"',
  );
  await inside.locator('button', { hasText: 'largest gradient' }).click();
  await expect.poll(caption).toContain(largest.tensor);
  // Typing the select's own letters is not walking through stages.
  await inside.locator('select').press('n');
  await at(inside, 'update', 0);
});

test('while it trains, and when it is finished, it says why there is no step to see', async () => {
  const { program, inside } = await opened({ epochs: '60', stage: 'forward' });
  await at(inside, 'forward', 0);
  await choose(program, 'pace', 'slow');
  await program.locator('.play').click();
  await expect.poll(() => text(inside.locator('.waiting'))).toContain('Pause it');
  await program.locator('.play').click();
  await phase(program, 'paused');
  await inside.locator('table.steps').waitFor();
  await choose(program, 'pace', 'full');
  await program.locator('.play').click();
  await phase(program, 'finished');
  await expect.poll(() => text(inside.locator('.waiting'))).toContain('finished');
  expect(await inside.locator('.next').getAttribute('aria-disabled')).toBe('false');
  await inside.locator('.open-rules').click();
  await inside.locator('[data-rule=seed][data-holds=true]').waitFor();
  expect(await text(inside.locator('[data-rule=seed]'))).toContain('seed 99 drawn anew, 60 steps');
});

test('the symbols of text and tables change together, and Copy leaves them out', async () => {
  const { page, program, inside } = await opened({ stage: 'backward', rules: '' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at(inside, 'backward', 0);
  const listed = () => text(program.locator('s2s-part-listing .text'));
  const row = () => text(inside.locator('table.tensors tr', { hasText: 'dec.attn.Wh.weight' }));
  expect(await listed()).toContain('# Wh hi + Ws st−1');
  expect(await row()).toContain('Wh (8, 8)');
  await choose(inside, 'notation', 'paper');
  await expect.poll(listed).toContain('# eij = vaᵀ tanh(Wa si−1 + Ua hj)');
  expect(await row()).toContain('Ua (8, 8)');
  expect(await text(inside.locator('.hint'))).toContain('Bahdanau, Cho and Bengio 2014');
  await choose(inside, 'notation', 'pytorch');
  await expect.poll(listed).toContain('# dec.attn.Wh, dec.attn.Ws: (B, S, H)');
  expect(await inside.locator('table.tensors .math').count()).toBe(0);
  await program.locator('s2s-part-listing button', { hasText: 'Copy' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('both = self.Wh(h) + self.Ws(s)');
  expect(await copied()).not.toContain('dec.attn');
});

test('a link opens the state it names, and the element’s tag says it again', async () => {
  const { page } = await visit({
    query: 'index.html#fig-program?stage=update&rules&notation=paper&weight=dec.fc.bias%5B4%5D&seed=12',
  });
  const program = page.locator('#fig-program s2s-program');
  const inside = program.locator('s2s-part-inside');
  await at(inside, 'update', 0);
  await inside.locator('table.rules').waitFor();
  expect(await text(inside.locator('table.weight caption .number'))).toBe('dec.fc.bias[4]');
  expect(await inside.locator('input[name=notation][value=paper]').isChecked()).toBe(true);
  const tag = await program.evaluate((one) => (one as unknown as { tag: string }).tag);
  expect(tag).toContain('seed="12"');
  expect(tag).toContain('stage="update" weight="dec.fc.bias[4]" rules notation="paper"');
  const link = page.locator('#fig-program .state-link');
  await link.hover();
  expect(await link.getAttribute('href')).toContain('stage=update&weight=dec.fc.bias%5B4%5D&rules&notation=paper');
  // The figure at the top has no such controls: nothing is fetched for it.
  expect(await page.locator('#fig-start s2s-part-inside').count()).toBe(0);
});

test('each stage is said aloud in a sentence, the taken step and the rules as well', async () => {
  const { page, program, inside } = await opened();
  await focusFrame(program);
  await page.keyboard.press('n');
  await expect.poll(() => said(program)).toMatch(/^Forward: 1 pair\. 3 decoder steps; the first should say 4/);
  await page.keyboard.press('n');
  await expect.poll(() => said(program)).toBe('Loss: 6.9713, over 3 tokens.');
  await page.keyboard.press('n');
  await expect.poll(() => said(program)).toMatch(/^Backward: the gradient’s norm is 2\.488/);
  await page.keyboard.press('n');
  await expect.poll(() => said(program)).toMatch(/^Update: .* goes from/);
  await page.keyboard.press('n');
  await expect.poll(() => said(program)).toMatch(/^Step 1 is taken.* Forward:/);
  await inside.locator('.open-rules').click();
  await expect.poll(() => said(program)).toBe('Build rules: 10 rules hold.');
});

test('the numbers come as CSV, whole, and the pictures as SVG', async () => {
  const { page, inside } = await opened({ stage: 'backward', rules: '' });
  await at(inside, 'backward', 0);
  await inside.locator('table.rules').waitFor();
  const take = async (item: string) => {
    await inside.locator('s2s-part-export-menu .open').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      inside.locator('s2s-part-export-menu li button', { hasText: item }).click(),
    ]);
    return readFileSync((await download.path())!, 'utf8');
  };
  const next = shownStep(engine.open(toConfiguration(defaults)).nextStep());
  const tensors = (await take('CSV: tensors')).trim().split('\r\n');
  expect(tensors).toEqual([
    'tensor,shape,weight_norm,gradient_norm,update_norm',
    ...next.tensors.map(({ name, shape, weight, gradient, change }) =>
      [name, shape.join(' '), weight, gradient, change].join(','),
    ),
  ]);
  const tokens = (await take('CSV: tokens')).trim().split('\r\n');
  expect(tokens[1]).toBe(
    [
      '1,1,BOS,0,4',
      next.rows[0]!.steps[0]!.prediction,
      next.rows[0]!.steps[0]!.logit,
      next.rows[0]!.steps[0]!.probability,
      next.rows[0]!.steps[0]!.loss,
    ].join(','),
  );
  expect(await take('CSV: rules')).toContain('mask,,0 ');
  expect((await take('SVG: Backward')).slice(0, 4)).toBe('<svg');
});

test.each(['light', 'dark'] as const)('axe finds nothing in any stage, nor in the rules: %s', async (colorScheme) => {
  const { page, program, inside } = await opened({ rules: '', notation: 'paper' }, { colorScheme });
  await inside.locator('table.rules').waitFor();
  expect(await axeViolations(page, 's2s-program')).toEqual([]);
  for (const stage of ['forward', 'loss', 'backward', 'update']) {
    await program.evaluate((one, value) => one.setAttribute('stage', value), stage);
    await at(inside, stage, 0);
    expect(await axeViolations(page, 's2s-program')).toEqual([]);
  }
});

test.each([320, 390, 768, 1280, 2560])('at %i px nothing is wider than the window', async (width) => {
  const { page, program, inside } = await opened({ rules: '' }, { viewport: { width, height: 900 } });
  await inside.locator('table.rules').waitFor();
  for (const stage of ['forward', 'loss', 'backward', 'update']) {
    await program.evaluate((one, value) => one.setAttribute('stage', value), stage);
    await at(inside, stage, 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), stage).toBeLessThanOrEqual(0);
  }
});

test('German, and texts from right to left', async () => {
  const { inside } = await opened({ lang: 'de', stage: 'loss', rules: '' });
  await at(inside, 'loss', 0);
  await expect.poll(() => text(inside.locator('.inside'))).toContain('Ein Trainingsschritt, zerlegt');
  await expect.poll(() => text(inside.locator('.verdict'))).toBe('10 Regeln gelten.');
  const rtl = await opened({ src: 'rtl.tsv', stage: 'forward' });
  await at(rtl.inside, 'forward', 0);
  for (const chip of await rtl.inside.locator('.token').all()) {
    expect(await chip.evaluate((one) => one.localName)).toBe('bdi'); // each keeps its own direction
  }
});

describe('apart from the page', () => {
  /** Node's engine as a page sees one: every call answers later, and so do the sessions that it opens. */
  const later = <Wanted>(of: object, wrong: object = {}): Wanted =>
    new Proxy(of, {
      get: (_, name) => {
        if (name === 'then') return undefined; // it is no promise itself
        const call = (Reflect.get(wrong, name) ?? Reflect.get(of, name)) as (...given: unknown[]) => unknown;
        return async (...given: unknown[]) => {
          const found = call.apply(of, given);
          return name === 'open' ? later(found as object) : found;
        };
      },
    }) as Wanted;
  const asked = (session: Session, wrong: Partial<LocalEngine> = {}) =>
    measureRules(later<Engine>(engine, wrong), later<EngineSession>(session), session.state(), true);

  test.each([
    {},
    { model: { attention: 'luong_general' } },
    { model: { attention: 'none' } },
    {
      task: { kind: 'names', examples: 12 },
      model: { copy: 'pointer_generator', hidden_size: 9, embedding_size: 5 },
      training: { epochs: 1 },
    },
  ] as Configuration[])('all rules hold in %o', async (configuration) => {
    const session = engine.open(configuration);
    session.train({ steps: 5 });
    const { rules, shapes } = await asked(session);
    expect(rules.filter(({ holds }) => !holds)).toEqual([]);
    expect(rules.length).toBeGreaterThanOrEqual(4);
    expect(shapes.length).toBeGreaterThan(12);
  });

  test('a rule that is broken is told: sums, the count, and the seed', async () => {
    const session = engine.open();
    session.train({ steps: 2 });
    const broken = async (wrong: Partial<LocalEngine>) =>
      (await asked(session, wrong)).rules.filter(({ holds }) => !holds).map(({ name }) => name);
    expect(await broken({})).toEqual([]);
    expect(
      await broken({ attentionContext: (input) => ({ ...engine.attentionContext(input), alphaSum: 1.0001 }) }),
    ).toEqual(['sum']);
    expect(await broken({ parameterCounts: () => ({ modules: [], encoder: 1, decoder: 2, total: 3 }) })).toEqual([
      'count',
    ]);
    expect(await broken({ open: () => engine.open({ training: { seed: '4' } }) })).toEqual(['seed']);
  });

  test('places in a tensor, as they are typed and as a link names them', () => {
    expect(indexOf('4, 2', [10, 16])).toBe(66);
    expect(indexOf(' 4  2 ', [10, 16])).toBe(66);
    expect(indexOf('9', [10])).toBe(9);
    for (const [typed, shape] of [
      ['10', [10]],
      ['4', [10, 16]],
      ['4, 16', [10, 16]],
      ['-1', [10]],
      ['1.5', [10]],
      ['', [10]],
    ] as const) {
      expect(indexOf(typed, shape), typed).toBeNull();
    }
    const tensors = [{ name: 'dec.fc.bias', shape: [10] }];
    expect(weightNamed('dec.fc.bias[4]', tensors)).toEqual({ tensor: 'dec.fc.bias', index: 4 });
    for (const wrong of ['dec.fc.bias', 'dec.fc.bias[10]', 'dec.none[0]', '"><img>[0]']) {
      expect(weightNamed(wrong, tensors), wrong).toBeNull();
    }
  });

  test('every annotated line is one of the program’s text', () => {
    const sections = (['teacher', 'scheduled', 'free'] as const).flatMap((regime) => listing({ ...defaults, regime }));
    const known = new Set(
      sections.flatMap(({ name, lines }) => lines.map((line) => `${name}: ${line.text.replace(/ +#.*$/, '').trim()}`)),
    );
    const mine = Object.entries(annotated).flatMap(([name, lines]) =>
      Object.keys(lines).map((line) => `${name}: ${line}`),
    );
    expect(mine.filter((line) => !known.has(line))).toEqual([]);
    expect(notations).toHaveLength(3);
  });

  test('both languages have the same words, and the German ones are German', () => {
    const names = (value: unknown, path = ''): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => names(inner, `${path}.${name}`))
        : [`${path} ${typeof value}${typeof value === 'function' ? value.length : ''}`];
    expect(names(german).sort()).toEqual(names(english).sort());
    const texts = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : typeof value === 'object' && value
          ? Object.values(value).flatMap(texts)
          : [];
    expect(texts(german).filter((one) => /\b(the|of|with|which|and|each|is)\b/i.test(one))).toEqual([]);
  });
});
