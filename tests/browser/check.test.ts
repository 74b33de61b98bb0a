// <s2s-check> in a real browser: every moment answered by keyboard, wrongly and rightly; what is computed against the
// native command line and against arithmetic done here on the numbers shown.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type Answer, type Form, kinds, type MomentName, parts } from '../../web/check/moment';
import { moments } from '../../web/check/moments';
import { check as words } from '../../web/strings/en/check';
import { seq2seq } from '../cli/run';
import { axeViolations } from './axe';
import { numberIn, site, text, type VisitOptions } from './support';

const visit = site();
const folder = mkdtempSync(join(tmpdir(), 'seq2seq-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface State {
  moment: string;
  seed: string;
  phase: string;
  form: Form | null;
  answer: Answer | null;
  right: Answer | null;
}

const tag = (name: string, attributes = '') => `<s2s-check moment="${name}" ${attributes}></s2s-check>`;

/** A careful host's page with these elements, and the answers it hears. */
async function host(body: string, options: VisitOptions = {}, tolerated = false): Promise<Page> {
  const { page } = await visit(
    {
      ...options,
      query: 'course/moments.html',
      prepare: async (fresh) => {
        await options.prepare?.(fresh);
        await fresh.addInitScript(() => {
          Object.assign(globalThis, { answers: [] });
          document.addEventListener('s2s-answer', (event) => {
            (globalThis as unknown as { answers: unknown[] }).answers.push((event as CustomEvent).detail);
          });
        });
        await fresh.route('**/course/moments.html*', (route) =>
          route.fulfill({
            contentType: 'text/html; charset=utf-8',
            headers: {
              'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:",
            },
            body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><meta name="color-scheme" content="light dark" /><title>Moments</title><link rel="icon" href="data:," /><script type="module" src="/seq2seq-lab.js"></script><main>${body}</main></html>`,
          }),
        );
      },
    },
    tolerated,
  );
  return page;
}

async function asking(check: Locator): Promise<void> {
  await check.scrollIntoViewIfNeeded();
  await check.locator('[data-phase=asking]').waitFor();
}
const state = (check: Locator) =>
  check.evaluate((element) => (element as unknown as { state: unknown }).state) as Promise<State>;
const phaseOf = async (check: Locator) => (await state(check)).phase;
const reset = (check: Locator) => check.evaluate((element) => (element as unknown as { reset(): unknown }).reset());
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { answers: unknown[] }).answers);
const spoken = (check: Locator) => text(check.locator('[role=status]').first()); // the menu has one of its own

/** Types, ticks, moves and chooses with the keyboard alone, and checks. */
async function answerByKeys(page: Page, check: Locator, form: Form, answer: Answer): Promise<void> {
  const keys = page.keyboard;
  const submit = async () => {
    await check.locator('button.check').focus();
    await keys.press('Enter');
  };
  const list = answer as number[];
  switch (form.form) {
    case 'choice': {
      await check.locator('input[type=radio]').first().focus();
      await keys.press('Space');
      for (let moves = 0; moves < (answer as number); ++moves) await keys.press('ArrowDown');
      return keys.press('Enter');
    }
    case 'several': {
      const boxes = check.locator('input[type=checkbox]');
      for (let index = 0; index < form.options.length; ++index) {
        if ((await boxes.nth(index).isChecked()) === list.includes(index)) continue;
        await boxes.nth(index).focus();
        await keys.press('Space');
      }
      return keys.press('Enter');
    }
    case 'order':
      for (const [place, item] of list.entries()) {
        const order = () =>
          check
            .locator('.move[data-by="-1"]')
            .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.item)));
        await check.locator(`.move[data-item="${item}"][data-by="-1"]`).focus();
        for (let at = (await order()).indexOf(item); at > place; --at) await keys.press('ArrowUp');
        expect((await order())[place]).toBe(item);
      }
      return submit();
    case 'match':
      for (const [index, choice] of list.entries()) {
        await check.locator('select').nth(index).focus();
        await keys.press('Home');
        for (let moves = 0; moves <= choice; ++moves) await keys.press('ArrowDown');
      }
      return submit();
    case 'aloud':
      await check.locator('textarea').focus();
      await keys.type('Attention looks back at the source.');
      await submit();
      await check.locator('[data-phase=comparing]').waitFor();
      for (const index of list) {
        await check.locator('.points input').nth(index).focus();
        await keys.press('Space');
      }
      return submit();
    default: {
      await check.locator('form input').focus();
      await keys.press('ControlOrMeta+A');
      await keys.type(Array.isArray(answer) ? `(${answer.join(', ')})` : String(answer));
      return keys.press('Enter');
    }
  }
}

function wrongAnswer(form: Form, right: Answer): Answer {
  const list = right as number[];
  switch (form.form) {
    case 'choice':
      return ((right as number) + 1) % form.options.length;
    case 'several': {
      const others = form.options.map((_, index) => index).filter((index) => !list.includes(index));
      return others.length > 0 ? others : list.slice(1);
    }
    case 'number':
      return Math.round(((right as number) + 2 * form.tolerance + 1) * 1000) / 1000;
    case 'shape':
      return [...list.slice(0, -1), list.at(-1)! + 1];
    case 'order':
      return [...list].reverse();
    case 'match':
      return list.map((choice) => (choice + 1) % form.choices.length);
    case 'fill':
      return form.allowed.find((one) => one !== right)!;
    case 'aloud':
      return list.slice(1);
  }
}

/** What is shown has no hole where a number or a word should be. */
async function expectWhole(check: Locator, name: string): Promise<void> {
  const shown = await text(check.locator('.frame'));
  expect(shown, name).not.toMatch(/undefined|\[object|null/);
  if (name !== 'all-masked') expect(shown, name).not.toMatch(/NaN/);
  expect(shown, name).not.toMatch(/[⟦⟧⟪⟫`]/);
  expect(shown, name).not.toMatch(/_\{|\bsum_[a-z]\b|\w\^\{|\\frac/); // formulas as the lesson writes them
}

test('there are moments of every kind of the lesson, in every part of it', () => {
  expect(moments.length).toBeGreaterThanOrEqual(24);
  expect(new Set(moments.map(({ name }) => name)).size).toBe(moments.length);
  expect(new Set(moments.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(new Set(moments.map(({ part }) => part))).toEqual(new Set(parts));
});

test('the guide lists every moment with its kind and title', () => {
  const guide = readFileSync(fileURLToPath(new URL('../../docs/moments.md', import.meta.url)), 'utf8');
  const listed = guide.split('\n').filter((line) => line.startsWith('| `'));
  expect(listed).toEqual(
    moments.map(({ name, kind, part }) => {
      const { kinds: names, moments: texts, parts: sections } = words;
      return `| \`${name}\` | ${names[kind]} | ${texts[name].title} | ${sections[part]} |`;
    }),
  );
});

test.each(parts)(
  'every moment of %s: a wrong answer gets its reason, the right one what ran; keys alone',
  async (part) => {
    const own = moments.filter((moment) => moment.part === part);
    const page = await host(own.map(({ name }) => tag(name, 'seed="3"')).join(''));
    for (const { name, kind } of own) {
      const check = page.locator(`s2s-check[moment=${name}]`);
      await asking(check);
      const { form, right: early } = await state(check);
      expect(early, name).toBeNull();
      await expectWhole(check, name);
      // What is right comes with the first answer; then from the beginning.
      await answerByKeys(page, check, form!, form!.form === 'aloud' ? [] : wrongAnswer(form!, starting(form!)));
      await expect.poll(() => phaseOf(check)).toMatch(/wrong|right|shown/);
      const { right } = await state(check);
      await reset(check);
      await asking(check);
      expect(await check.locator('.verdict').count()).toBe(0);

      const wrong = wrongAnswer(form!, right!);
      await answerByKeys(page, check, form!, wrong);
      const aloud = form!.form === 'aloud';
      await expect.poll(() => phaseOf(check), { message: name }).toBe(aloud ? 'shown' : 'wrong');
      expect((await text(check.locator('.verdict'))).length, name).toBeGreaterThan(aloud ? 40 : 60);
      if (!aloud) expect((await spoken(check)).length, name).toBeGreaterThan(20);
      await expectWhole(check, name);
      expect((await heard(page)).at(-1)).toEqual({ moment: name, kind, answer: wrong, right, correct: false });

      if (aloud) {
        await reset(check);
        await asking(check);
      }
      await answerByKeys(page, check, form!, right!);
      await expect.poll(() => phaseOf(check), { message: name }).toBe('right');
      expect(await text(check.locator('.verdict.right')), name).toMatch(/^✓ Right\. .{20}/);
      expect(await check.locator('.verdict.right').evaluate((verdict) => verdict.matches(':focus')), name).toBe(true);
      await expectWhole(check, name);
      expect((await heard(page)).at(-1)).toMatchObject({ moment: name, kind, correct: true });
      // The next numbers come without the focus falling out of the question.
      await check.locator('button.again').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => phaseOf(check), { message: name, timeout: 20_000 }).toBe('asking');
      expect(await check.locator('button.again').evaluate((button) => button.matches(':focus')), name).toBe(true);
    }
  },
);

/** An answer that any form has at once, to be made wrong of. */
function starting(form: Form): Answer {
  switch (form.form) {
    case 'choice':
      return 0;
    case 'several':
      return [0];
    case 'number':
      return 0;
    case 'shape':
      return [1, 1, 1];
    case 'order':
      return form.items.map((_, index) => index);
    case 'match':
      return form.items.map(() => 0);
    default:
      return '';
  }
}

// ---- Numbers against the command line and against arithmetic ---------------------------------------------------------

/** Answers wrongly, has the answer shown, and reads the table of what ran. */
async function ran(page: Page, name: MomentName): Promise<string[][]> {
  const check = page.locator(`s2s-check[moment=${name}]`);
  await asking(check);
  const { form } = await state(check);
  await answerByKeys(page, check, form!, wrongAnswer(form!, starting(form!)));
  await expect.poll(() => phaseOf(check)).toMatch(/wrong|right/);
  if ((await phaseOf(check)) === 'wrong') await check.locator('button.show').click();
  await check.locator('.ran').waitFor();
  const rows = check.locator('.ran table.plain tbody tr');
  return Promise.all((await rows.all()).map((row) => row.locator('th, td').allInnerTexts()));
}
const grid = async (check: Locator, index: number) =>
  (await check.locator('s2s-part-number-grid').nth(index).locator('td.value').allInnerTexts()).map(numberIn);

test.each(['7', '-12'])('check codes and losses of seed %s are the native engine’s', async (seed) => {
  const page = await host(tag('same-seed', `seed="${seed}"`) + tag('final-loss', `seed="${seed}"`));
  const train = (epochs: number) => {
    const config = join(folder, 'run.json');
    const model = join(folder, 'model.safetensors');
    writeFileSync(config, JSON.stringify({ training: { seed, epochs } }));
    const run = seq2seq(['train', '--config', config, '--out', model, '--json']);
    expect(run.code).toBe(0);
    const lines = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const trace = JSON.parse(
      seq2seq(['trace', '--model', model, '--source', '2 5 1 3', '--target', '4 6', '--json']).out,
    );
    return {
      digest: lines.at(-1).state.digest as string,
      losses: run.out.match(/"epochLoss":([\d.]+)/g),
      after: trace.loss,
    };
  };
  const same = await ran(page, 'same-seed');
  const epochs = Number(/, (\d+) epochs/.exec(await text(page.locator('s2s-check[moment=same-seed] .question')))![1]);
  const native = train(epochs);
  expect(same[0]![1]).toBe(native.digest);
  expect(same[1]![1]).toBe(native.digest);
  expect(same[2]![1]).not.toBe(native.digest);
  expect(numberIn(same[0]![2]!)).toBeCloseTo(native.after, 3);

  const final = await ran(page, 'final-loss');
  const trained = Number(
    /for (\d+) epochs/.exec(await text(page.locator('s2s-check[moment=final-loss] .question')))![1],
  );
  const whole = train(trained);
  expect(numberIn(final[0]![1]!)).toBeCloseTo(Number(whole.losses!.at(-1)!.split(':')[1]), 3);
  expect(numberIn(final[1]![1]!)).toBeCloseTo(whole.after, 3);
});

test('what is asked on paper comes out on paper', async () => {
  const names = [
    'alpha-largest',
    'softmax-paper',
    'energy-paper',
    'epsilon-paper',
    'mixture-paper',
    'step-loss',
  ] as const;
  const page = await host(names.map((name) => tag(name, 'seed="5"')).join(''));
  const right = async (name: MomentName) => {
    await ran(page, name);
    return (await state(page.locator(`s2s-check[moment=${name}]`))).right as number;
  };
  const of = (name: string) => page.locator(`s2s-check[moment=${name}]`);

  expect(await right('alpha-largest')).toBe(
    ((energies) => energies.indexOf(Math.max(...energies)))(await grid(of('alpha-largest'), 0)),
  );

  const weight = await right('softmax-paper');
  const energies = await grid(of('softmax-paper'), 0);
  const at = Number(/position (\d)/.exec(await text(of('softmax-paper').locator('.question')))![1]);
  const total = energies.map(Math.exp).reduce((a, b) => a + b);
  expect(weight).toBeCloseTo(Math.exp(energies[at]!) / total, 5);

  const energy = await right('energy-paper');
  const [sum, v] = [await grid(of('energy-paper'), 0), await grid(of('energy-paper'), 1)];
  expect(energy).toBeCloseTo(v[0]! * Math.tanh(sum[0]!) + v[1]! * Math.tanh(sum[1]!), 5);

  const epsilon = await right('epsilon-paper');
  const [, K, k] = /K = (\d+) .* epoch (\d+)/.exec(await text(of('epsilon-paper').locator('.question')))!;
  expect(epsilon).toBeCloseTo(Math.max(0, 1 - Number(k) / Number(K)), 6);

  const mixture = await right('mixture-paper');
  const [alpha, vocabulary] = [await grid(of('mixture-paper'), 0), await grid(of('mixture-paper'), 1)];
  const pGen = Number(/gen = (0\.\d)/.exec(await text(of('mixture-paper').locator('.question')))![1]);
  expect(mixture).toBeCloseTo(pGen * vocabulary[0]! + (1 - pGen) * alpha[0]!, 3);

  const loss = await right('step-loss');
  const p = numberIn(await text(of('step-loss').locator('.figures td').first()));
  expect(loss).toBeCloseTo(-Math.log(p), 2);
});

// ---- The frame -------------------------------------------------------------------------------------------------------

test('new numbers ask another question, the same seed the same one; an empty answer is asked for', async () => {
  const page = await host(tag('softmax-paper'));
  const check = page.locator('s2s-check');
  await asking(check);
  const first = await grid(check, 0);
  await check.locator('button.check').click();
  expect(await text(check.locator('.missing'))).toContain('Type a number first');
  await check.locator('form input').fill('a half');
  await check.locator('button.check').click();
  expect(await text(check.locator('.missing'))).toContain('“a half” is not a number');
  expect(await heard(page)).toEqual([]);
  await check.locator('button.again').click();
  await expect.poll(() => grid(check, 0)).not.toEqual(first);
  expect(await check.locator('.missing').count()).toBe(0);
  await reset(check);
  await expect.poll(() => grid(check, 0)).toEqual(first);
});

test.each([
  ['summary-row', 'abc', '“abc” does not fit there. Type a row’s number, from 0 to', '0'],
  ['free-input', 'zzz', '“zzz” does not fit there. Type one of the model’s tokens: BOS, 1, 2, EOS, 4,', '9'],
  ['watch-loss', '0.5', '“0.5” is not a whole number from 0 up', '1'],
  ['quarter', '-3', '“-3” is not a whole number from 0 up', '0'],
  ['softmax-paper', 'abc', '“abc” is not a number', '7'],
  ['encoder-shape', 'abc', 'Type a shape', '(9, 9)'],
])(
  '%s: "%s" is no answer: told in place, not counted, nor under what an answer got',
  async (name, typed, told, wrong) => {
    const page = await host(tag(name));
    const check = page.locator('s2s-check');
    await asking(check);
    const input = check.locator('form input');
    const put = async (value: string) => {
      await input.fill(value);
      await input.press('Enter');
    };
    await put(typed);
    expect(await text(check.locator('.missing'))).toContain(told);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await heard(page)).toEqual([]);
    expect(await check.locator('button.show').count()).toBe(0);
    await put(wrong);
    await check.locator('.verdict.wrong').waitFor();
    await put(typed);
    expect(await text(check.locator('.missing'))).toContain(told);
    expect(await check.locator('.verdict').count()).toBe(0);
    expect(await check.locator('button.show').count()).toBe(1);
    expect(await heard(page)).toHaveLength(1);
  },
);

test('an unknown moment names those there are; a seed that is none is told, and can be mended', async () => {
  const page = await host(tag('typo') + tag('softmax-paper', 'seed="nine"'));
  expect(await text(page.locator('s2s-check .frame').first())).toContain(
    'There is no moment “typo”. Allowed: encoder-shape,',
  );
  const check = page.locator('s2s-check').nth(1);
  await check.locator('.failure').waitFor();
  expect(await text(check.locator('.failure'))).toContain('seed');
  await check.evaluate((element) => element.setAttribute('seed', '9'));
  await asking(check);
});

test('nothing is asked of the engine before it is wanted, and the title is there without it', async () => {
  const page = await host(tag('alpha-largest', 'autostart="off"'));
  const check = page.locator('s2s-check');
  await check.locator('.start').waitFor();
  expect(await text(check.locator('h3'))).toBe('Which position wins?');
  expect(await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length)).toBe(0);
  await check.locator('.start').click();
  await asking(check);
});

test('long and right-to-left words of the reader’s own', async () => {
  const words = 'مرحبا Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen 東京 naïve';
  const names = ['mixture-paper', 'unknown-word', 'repeated-word'] as const;
  const page = await host(names.map((name) => tag(name, `tokens="${words}"`)).join(''), {
    viewport: { width: 390, height: 844 },
  });
  for (const name of names) {
    const check = page.locator(`s2s-check[moment=${name}]`);
    await asking(check);
    const { form } = await state(check);
    await answerByKeys(page, check, form!, wrongAnswer(form!, starting(form!)));
    await expect.poll(() => phaseOf(check)).toMatch(/wrong|right/);
    if ((await phaseOf(check)) === 'wrong') await check.locator('button.show').click();
    await check.locator('.ran').waitFor();
    expect(await text(check.locator('.frame'))).toMatch(/مرحبا|東京/);
    await expectWhole(check, name);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

const sample: readonly MomentName[] = [
  'what-first',
  'which-tensor',
  'wrong-weights',
  'wrong-printout',
  'longest-wins',
  'wrong-coin',
  'watch-loss',
  'fair-start',
  'attention-aloud',
  'summary-row',
];
const sampled = sample.map((name) => tag(name)).join('');

/** Half of them answered wrongly, half shown. */
async function mixed(page: Page): Promise<void> {
  for (const [index, name] of sample.entries()) {
    const check = page.locator(`s2s-check[moment=${name}]`);
    await asking(check);
    const { form } = await state(check);
    await answerByKeys(page, check, form!, form!.form === 'aloud' ? [0] : wrongAnswer(form!, starting(form!)));
    await expect.poll(() => phaseOf(check)).toMatch(/wrong|right|shown/);
    if (index % 2 === 0 && (await phaseOf(check)) === 'wrong') await check.locator('button.show').click();
  }
}

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme: asking, wrong, shown',
  async (colorScheme) => {
    const page = await host(`<h1>Moments</h1><h2>All</h2>${sampled}<s2s-check-progress></s2s-check-progress>`, {
      colorScheme,
    });
    for (const name of sample) await asking(page.locator(`s2s-check[moment=${name}]`));
    expect(await axeViolations(page, 'main')).toEqual([]);
    await mixed(page);
    expect(await axeViolations(page, 'main')).toEqual([]);
  },
);

test('nothing is wider than its page, from 320 to 2560 pixels', async () => {
  const page = await host(`${sampled}<s2s-check-progress></s2s-check-progress>`, {
    viewport: { width: 320, height: 700 },
  });
  await mixed(page);
  for (const width of [320, 390, 640, 721, 1024, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, { message: String(width) }).toBeLessThanOrEqual(0);
  }
});

test('on a very wide page the numbers stay beside their question', async () => {
  const page = await host(tag('softmax-paper'), { viewport: { width: 2560, height: 900 } });
  const check = page.locator('s2s-check');
  await asking(check);
  const [question, figures] = await Promise.all(
    ['.question', '.figures'].map((part) => check.locator(part).boundingBox()),
  );
  expect(figures!.x - (question!.x + question!.width)).toBeLessThan(240);
  expect(Math.abs(figures!.y - question!.y)).toBeLessThan(24);
  expect((await check.boundingBox())!.width).toBeLessThanOrEqual(1280);
});

// ---- Progress --------------------------------------------------------------------------------------------------------

const board = `<s2s-check-progress></s2s-check-progress>${tag('one-seed')}${tag('all-masked')}${tag('alpha-largest')}`;
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('seq2seq-lab:answers'));
const shift = async (page: Page) => {
  const check = page.locator('s2s-check[moment=all-masked]');
  await asking(check);
  await answerByKeys(page, check, (await state(check)).form!, 0);
  await expect.poll(() => phaseOf(check)).toBe('wrong');
  return check;
};

test('answers are counted; nothing is stored before it is asked for, and all is gone when it is taken back', async () => {
  const page = await host(board);
  const progress = page.locator('s2s-check-progress');
  expect(await text(progress.locator('.summary'))).toContain('No answers yet');
  const check = await shift(page);
  await expect.poll(() => text(progress.locator('.summary'))).toBe('0 right at the first try, 1 of 3 answered.');
  await answerByKeys(page, check, (await state(check)).form!, 2);
  await expect.poll(() => text(progress.locator('.frame'))).toContain('right at try 2');
  expect(await stored(page)).toBeNull();

  await progress.locator('.remember input').check();
  expect(JSON.parse((await stored(page))!)).toMatchObject([{ moment: 'all-masked', tries: 2, solved: true }]);
  await page.reload();
  await expect.poll(() => text(progress.locator('.frame'))).toContain('right at try 2');
  expect(await progress.locator('.remember input').isChecked()).toBe(true);

  await progress.locator('button.clear').click();
  await expect.poll(() => text(progress.locator('.summary'))).toContain('No answers yet');
  expect(await stored(page)).toBe('[]');
  await progress.locator('.remember input').uncheck();
  expect(await stored(page)).toBeNull();
});

test('where storing is forbidden it says so, and the answers stay for the page', async () => {
  const page = await host(board, {
    prepare: (fresh) =>
      fresh.addInitScript(() => {
        const no = () => {
          throw new DOMException('no', 'SecurityError');
        };
        Object.assign(Storage.prototype, { getItem: no, setItem: no, removeItem: no });
      }),
  });
  const progress = page.locator('s2s-check-progress');
  await shift(page);
  await progress.locator('.remember input').click();
  await progress.locator('[role=alert]').waitFor();
  expect(await text(progress.locator('[role=alert]'))).toContain('does not allow storing');
  expect(await progress.locator('.remember input').isChecked()).toBe(false);
  expect(await text(progress.locator('.summary'))).toContain('1 of 3');
});

test('what was stored by somebody else’s hand breaks nothing', async () => {
  for (const text of ['not JSON', '{"a":1}', '[1, null, {"moment":"typo"}, {"moment":"all-masked","tries":"2"}]']) {
    const page = await host(board, {
      prepare: (fresh) => fresh.addInitScript((value) => localStorage.setItem('seq2seq-lab:answers', value), text),
    });
    await page.locator('s2s-check-progress .summary').waitFor();
  }
});

test('the report has every answer, as a file and for the printer', async () => {
  const page = await host(board, {
    acceptDownloads: true,
    prepare: (fresh) =>
      fresh.addInitScript(() => {
        window.print = () => Object.assign(window.top!, { printed: document.body.innerText });
      }),
  });
  const progress = page.locator('s2s-check-progress');
  await shift(page);
  const [download] = await Promise.all([page.waitForEvent('download'), progress.locator('button.download').click()]);
  expect(download.suggestedFilename()).toBe('seq2seq-answers.html');
  const stream = await download.createReadStream();
  let report = '';
  for await (const chunk of stream) report += chunk;
  expect(report).toContain('<title>Seq2Seq: predict first, then see</title>');
  expect(report).toContain('0 right at the first try, 1 of 3 answered.');
  expect(report).toMatch(/When everything is masked.*Where does it stop working\?.*All alike.*not yet, 1 try/s);
  const reader = await page.context().newPage();
  await reader.setContent(report);
  expect(await reader.locator('table').count()).toBe(1);
  await reader.close();

  await progress.locator('button.print').click();
  const printed = () => page.evaluate(() => (globalThis as unknown as { printed: string }).printed);
  await expect.poll(printed).toContain('When everything is masked');
});

test('links lead to the moments of the page', async () => {
  const page = await host(board);
  const progress = page.locator('s2s-check-progress');
  await progress.locator('a[href="#moment-alpha-largest"]').focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => [location.hash, document.activeElement?.id])).toEqual([
    '#moment-alpha-largest',
    'moment-alpha-largest',
  ]);
});
