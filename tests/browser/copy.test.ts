// <s2s-copy> in a real browser: its numbers against the native command line.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Download, Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { seq2seq } from '../cli/run';
import { axeViolations } from './axe';
import { killWorkers, numberIn, phase, site, text, type VisitOptions, withAttributes } from './support';

const visit = site(['s2s-copy']);
const soon = { timeout: 20_000 }; // only to end a hang
const model = fileURLToPath(new URL('../../web/copy/copy-on.safetensors', import.meta.url));

async function open(options: VisitOptions = {}, attributes: Record<string, string> = {}, tolerated = false) {
  const { page } = await visit(options, tolerated);
  const copy = await withAttributes(page, 's2s-copy', attributes);
  await copy.scrollIntoViewIfNeeded();
  await copy.locator('.mixture tbody tr').first().waitFor();
  return { page, copy };
}

const sentenceField = (copy: Locator) => copy.locator('s2s-part-field.sentence input');
/** Asks for a sentence and waits for its answer. */
async function write(copy: Locator, sentence: string): Promise<void> {
  const answered = copy.evaluate(
    (element) => new Promise((resolve) => element.addEventListener('s2s-decoded', () => resolve(true), { once: true })),
  );
  await sentenceField(copy).fill(sentence);
  await sentenceField(copy).press('Enter');
  await answered;
  await copy.evaluate((element) => (element as unknown as { updateComplete: Promise<unknown> }).updateComplete);
}
const pick = (copy: Locator, step: number) => copy.locator(`.step input[value="${step - 1}"]`).check({ force: true });
const words = (copy: Locator) => copy.locator('.written .word').allInnerTexts();

interface Row {
  word: string;
  vocabulary: number | null;
  copied: number | null;
  final: number;
}
const rows = async (copy: Locator): Promise<Row[]> =>
  (
    await copy
      .locator('.mixture tbody tr')
      .evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent?.trim() ?? '')))
  ).map(([word, vocabulary, copied, final]) => ({
    word: word!,
    vocabulary: vocabulary === '–' ? null : numberIn(vocabulary!),
    copied: copied === '–' ? null : numberIn(copied!),
    final: numberIn(final!),
  }));

/** One tensor of a step of the native engine's own decode. */
function native(sentence: string) {
  const trace = JSON.parse(
    seq2seq(['trace', '--model', model, '--source', sentence, '--regime', 'free', '--json']).out,
  );
  return {
    source: trace.source as number[],
    predictions: trace.predictions as number[],
    tensor: (name: string, step: number) =>
      trace.tensors.find((one: { name: string; step: number }) => one.name === name && one.step === step)
        .values as number[],
  };
}

test('the first sentence is on the page before engine and models, and is theirs', async () => {
  const fetched: string[] = [];
  const { copy } = await open({
    prepare: async (page) => page.on('request', (request) => fetched.push(request.url())),
  });
  const everything = async () => (await text(copy.locator('.frame'))).replace(/Or one of these.*?The model reads/, '');
  const before = await everything();
  expect(before).toContain('Mira');
  expect(fetched.filter((address) => address.endsWith('.safetensors'))).toEqual([]);
  await copy.locator('.example').nth(1).click();
  await expect.poll(() => words(copy), soon).toEqual(['Zofia', 'lives', 'in', 'Kraków', 'EOS']);
  expect(fetched.filter((address) => address.endsWith('.safetensors'))).toHaveLength(2);
  await copy.locator('.example').first().click();
  await expect.poll(() => words(copy), soon).toContain('glorf');
  await expect.poll(everything, soon).toBe(before);
});

test.each(['write down 4711, 815 and Qzrtl', 'Ümit moved from Łódź to São'])(
  '“%s”: gate, attention and the three distributions are the native engine’s',
  async (sentence) => {
    const { copy } = await open();
    await write(copy, sentence);
    const { tensor, source, predictions } = native(sentence);
    const written = await words(copy);
    expect(written).toHaveLength(predictions.length);
    for (const step of [1, 2, written.length]) {
      await pick(copy, step);
      const gate = tensor('dec.p_gen', step - 1)[0]!;
      expect(await text(copy.locator('.gate output'))).toBe(gate.toFixed(3));
      const alpha = tensor('dec.alpha', step - 1);
      expect(
        (await copy.locator('.source .words .number').allInnerTexts()).map((shown) => shown.replace('α', '').trim()),
      ).toEqual(alpha.map((weight) => weight.toFixed(2)));
      const final = tensor('dec.probabilities', step - 1);
      const vocabulary = tensor('dec.p_vocabulary', step - 1);
      const copied = tensor('dec.p_copy', step - 1);
      const order = final.map((_, id) => id).sort((a, b) => final[b]! - final[a]! || a - b);
      (await rows(copy)).forEach((row, place) => {
        const id = order[place]!;
        expect(row.final).toBe(Number(final[id]!.toFixed(3)));
        expect(row.vocabulary).toBe(id < vocabulary.length ? Number(vocabulary[id]!.toFixed(3)) : null);
        expect(row.copied).toBe(source.includes(id) ? Number(copied[id]!.toFixed(3)) : null);
      });
    }
  },
);

test('p_gen by hand, by pointer and keys: 1 is the vocabulary alone, 0 the pointer alone, M gives it back', async () => {
  const { page, copy } = await open();
  await pick(copy, 1);
  const before = await rows(copy);
  const gate = copy.locator('#gate');
  await gate.focus();
  await page.keyboard.press('End');
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('1.000');
  // The vocabulary's own choice is on top, to the rounding of what is shown.
  const [top, ...others] = (await rows(copy)).map((row) => row.vocabulary ?? 0);
  expect(Math.max(...others)).toBeLessThanOrEqual(top!);
  for (const row of await rows(copy)) expect(row.final).toBe(row.vocabulary ?? 0);
  expect(await text(copy.locator('#gate-hint'))).toContain('the most likely words would be:');
  await page.keyboard.press('Home');
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('0.000');
  for (const row of await rows(copy)) expect(row.final).toBe(row.copied ?? 0);
  await page.keyboard.press(']');
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('0.050');
  // Every row is the sum that it explains, to the rounding of what is shown.
  for (const row of await rows(copy)) {
    expect(Math.abs(row.final - (0.05 * (row.vocabulary ?? 0) + 0.95 * (row.copied ?? 0)))).toBeLessThan(0.0016);
  }
  await page.keyboard.press('m');
  await expect.poll(() => rows(copy), soon).toEqual(before);
});

test('the slider can be put where its thumb seems to stand already', async () => {
  const { page, copy } = await open();
  await pick(copy, 2);
  const gate = copy.locator('#gate');
  const shown = await text(copy.locator('.gate output'));
  expect(Number(shown)).toBeGreaterThan(0.995); // and below 1, so that the thumb stands on the last notch
  expect(shown).not.toBe('1.000');
  await gate.focus();
  await page.keyboard.press('End');
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('1.000');
  await page.keyboard.press('m');
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe(shown);
  const { x, y, width, height } = (await gate.boundingBox())!;
  await page.mouse.click(x + width - 3, y + height / 2);
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('1.000');
});

test('a word that the source repeats gets the sum of its weights, and the sum is written out', async () => {
  const { page, copy } = await open();
  await pick(copy, 2);
  await copy.locator('#gate').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('0.000');
  const place = (await rows(copy)).findIndex((row) => row.word === 'Mira');
  await copy.locator('.mixture tbody tr').first().focus();
  for (let count = 0; count < place; ++count) await page.keyboard.press('ArrowDown');
  const sum = await text(copy.locator('.sum'));
  const [, first, second, all] = /\((\d\.\d+) \+ (\d\.\d+)\) = (\d\.\d+)/.exec(sum)!.map(Number);
  expect(Math.abs(first! + second! - all!)).toBeLessThan(0.0011);
  expect(sum).toContain('“Mira” stands 2 times in the source');
  expect(await copy.locator(`.mixture tr[data-row="${place}"] .final .fill.copied`).count()).toBe(2);
});

test('copying off says UNK where copying on writes the names', async () => {
  const { copy } = await open();
  await write(copy, 'Ayşe and Bo met in Oulu');
  expect(await copy.locator('.card.on .word').allInnerTexts()).toEqual(['Bo', 'met', 'Ayşe', 'in', 'Oulu']);
  expect(await copy.locator('.card.off .word').allInnerTexts()).toEqual(['UNK', 'met', 'UNK', 'in', 'UNK']);
  expect(await copy.locator('.source .word.unknown').allInnerTexts()).toEqual(['Ayşe', 'Bo', 'Oulu']);
});

test('the lesson’s pointer trace', async () => {
  const { copy } = await open();
  expect(await copy.locator('.pointer td .number').allInnerTexts()).toEqual(['0.3141', '0.2117', '0.1724', '0.3018']);
  expect(await copy.locator('.pointer th bdi').allInnerTexts()).toEqual(['the', 'customer', 'ordered', 'tea']);
  expect(await text(copy.locator('.pointer'))).toContain('Most likely copied: “the”');
});

test('attributes give sentence, step and gate; the state gives them back', async () => {
  const { copy } = await open({}, { sentence: 'book room 99 for Ada', step: '3', gate: '0.25' });
  await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('0.250');
  await expect.poll(() => words(copy), soon).toEqual(['Ada', 'stays', 'in', 'room', '99', 'EOS']);
  expect(await copy.locator('.step.picked .word').innerText()).toBe('in');
  expect(
    await copy.evaluate((element) => {
      const { sentence, step, gate } = (element as unknown as { state: Record<string, unknown> }).state;
      return { sentence, step, gate };
    }),
  ).toEqual({ sentence: 'book room 99 for Ada', step: 3, gate: 0.25 });
});

test('a sentence without words is told in its field, and what was shown stays', async () => {
  const { copy } = await open();
  const before = await words(copy);
  await sentenceField(copy).fill('   ');
  await sentenceField(copy).press('Enter');
  await copy.locator('s2s-part-field.sentence .error').waitFor();
  expect(await words(copy)).toEqual(before);
  await write(copy, 'I lost my hat in Rome');
  expect(await copy.locator('s2s-part-field.sentence .error').count()).toBe(0);
});

test('a model that cannot be fetched, and a lost engine, are told with a way back', async () => {
  const { page, copy } = await open(
    {
      figures: ['s2s-copy', 's2s-program'],
      prepare: (p) => p.route('**/*.safetensors', (route) => route.fulfill({ status: 404, body: '' })),
    },
    {},
    true,
  );
  await copy.locator('.example').nth(2).click();
  await copy.locator('.failure').waitFor();
  expect(await text(copy.locator('.failure'))).toContain('The trained model could not be loaded');
  await page.unroute('**/*.safetensors');
  await copy.locator('.failure button').click();
  await expect.poll(() => words(copy), soon).toEqual(['Velkira', 'stays', 'in', 'room', '4172', 'EOS']);
  expect(await copy.locator('.failure').count()).toBe(0);
  // The program beside it, with the same engine, says when that is lost.
  const program = page.locator('s2s-program').first();
  await program.scrollIntoViewIfNeeded();
  await phase(program, 'ready');
  await killWorkers(page);
  await phase(program, 'failed');
  await write(copy, 'book room 7 for Ada');
  expect(await words(copy)).toEqual(['Ada', 'stays', 'in', 'room', '7', 'EOS']);
});

test('words are text, never markup; long, right-to-left and strange ones stay inside at every width', async () => {
  const { page, copy } = await open();
  await write(copy, `please tell ${'x'.repeat(60)} that שלום is waiting <b>`);
  expect(await copy.locator('.strips b').count()).toBe(0);
  await copy.locator('details.table summary').click();
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    for (const width of [320, 390, 768, 1280, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme: drawn, by hand, refused',
  async (colorScheme) => {
    const { page, copy } = await open({ colorScheme });
    expect(await axeViolations(page, 's2s-copy')).toEqual([]);
    await write(copy, 'Ayşe and Bo met in Oulu');
    await copy.locator('#gate').focus();
    await page.keyboard.press('End');
    await expect.poll(() => text(copy.locator('.gate output')), soon).toBe('1.000');
    await copy.locator('.mixture tbody tr').nth(1).focus();
    await copy.locator('details.table summary').click();
    await sentenceField(copy).fill('');
    await sentenceField(copy).press('Enter');
    await copy.locator('s2s-part-field.sentence .error').waitFor();
    expect(await axeViolations(page, 's2s-copy')).toEqual([]);
  },
);

test('the words written are walked with arrow keys and read out', async () => {
  const { page, copy } = await open();
  await pick(copy, 1);
  await copy.locator('.step input').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await text(copy.locator('.mixture h3'))).toContain('step 2 comes to “did”');
  const { final } = (await rows(copy))[0]!;
  expect(await text(copy.locator('.frame + [role=status]'))).toContain(`Step 2: did, probability ${final.toFixed(3)}`);
});

const saved = async (download: Download) => readFileSync(await download.path(), 'utf8');

test('picture and numbers can be taken along', async () => {
  const { page, copy } = await open({ acceptDownloads: true });
  const take = async (label: RegExp) => {
    await copy.locator('s2s-part-export-menu .open').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      copy.locator('s2s-part-export-menu li button').filter({ hasText: label }).first().click(),
    ]);
    return saved(download);
  };
  const sentence = 'Tariq asked Mira for a glorf, but Mira said no';
  const { tensor } = native(sentence);
  const mixture = (await take(/CSV/)).trim().split('\r\n');
  expect(mixture).toHaveLength(9);
  expect(Math.fround(Number(mixture[1]!.split(',')[1]))).toBe(Math.fround(tensor('dec.p_gen', 5)[0]!));
  expect(mixture[1]).toMatch(/^a,/);
  const { final } = (await rows(copy))[0]!;
  const svg = await take(/SVG/);
  expect(svg).toMatch(/^<svg /);
  expect(svg.includes(`>${final.toFixed(3)}</text>`)).toBe(true);
});
