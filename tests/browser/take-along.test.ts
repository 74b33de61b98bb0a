// What <s2s-attention> and <s2s-check> give away in their menus: pictures, numbers, the tag and the lines that embed them.
// The other elements' menus are tested with the elements.
import type { Download, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { axeViolations } from './axe';
import { hosts } from './hosts';
import { text } from './support';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const engine = await loadEngine();

/** Opens a page with this element, whose clipboard is the test's own. */
async function opened(html: string, html_ = ''): Promise<{ page: Page; element: Locator; menu: Locator }> {
  const page = await places.open(() => `${script}${html}`, {
    html: html_,
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        Object.defineProperty(navigator.clipboard, 'writeText', {
          value: async (given: string) => {
            Object.assign(globalThis, { copied: given });
          },
        });
      }),
  });
  const element = page.locator(/<(s2s-[a-z-]+)/.exec(html)![1]!).first();
  const menu = element.locator('s2s-part-export-menu');
  await menu.locator('button.open').waitFor();
  await element.evaluate((one) => (one as unknown as { ready: Promise<unknown> }).ready);
  return { page, element, menu };
}

const read = async (download: Download) => {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), content: Buffer.concat(chunks).toString('utf8') };
};

async function taken(page: Page, menu: Locator, entry: string) {
  await menu.locator('button.open').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('button', { name: entry, exact: true }).click(),
  ]);
  return read(download);
}

async function copied(page: Page, menu: Locator, entry: string): Promise<string> {
  await menu.locator('button.open').click();
  await menu.getByRole('button', { name: entry, exact: true }).click();
  await page.waitForFunction(() => 'copied' in globalThis);
  return page.evaluate(() => {
    const { copied: found } = globalThis as unknown as { copied: string };
    Reflect.deleteProperty(globalThis, 'copied');
    return found;
  });
}

const rows = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));

test('attention: its numbers whole, stage by stage as far as they are uncovered', async () => {
  const { page, menu } = await opened(
    '<s2s-attention seed="12" kind="luong_general" temperature="2" mask="1" stages="3"></s2s-attention>',
  );
  const input = engine.attentionInput('12');
  const masked = [false, true, false];
  const steps = engine.attentionSteps({ ...input, temperature: 2, masked }, 'luong_general');
  const given = rows((await taken(page, menu, 'Numbers, CSV: Given')).content);
  expect(given[0]).toEqual(['quantity', 'row', 'column', 'value']);
  const values = (name: string, from: string[][]) =>
    from.filter(([quantity]) => quantity === name).map((row) => Number(row[3]));
  expect(values('h', given)).toEqual(input.h);
  expect(values('Wh', given)).toEqual(input.Wh);
  expect(values('v', given)).toEqual([]); // this score reads none

  const { name, content } = await taken(page, menu, 'Numbers, CSV: Computed');
  expect(name).toBe('attention-computed.csv');
  const computed = rows(content);
  expect(values('energy', computed)).toEqual(steps.energy);
  expect(values('alpha', computed)).toEqual(steps.alpha);
  expect(computed.filter(([quantity]) => quantity === 'Wh_h').map(([, row, column]) => [row, column].join())).toContain(
    '2,3',
  );
  expect(values('context', computed)).toEqual([]); // still hidden

  const scores = (await taken(page, menu, 'Numbers, CSV: The three scores on these states')).content;
  expect(scores).toContain('Luong, dot');
});

test('attention: the picture shows what is uncovered, not what is hidden; weights by hand are in both', async () => {
  const { page, element, menu } = await opened('<s2s-attention alpha="0.5 0.25 0.25" stages="6"></s2s-attention>');
  const svg = (await taken(page, menu, 'Picture, SVG')).content;
  expect(svg).toMatch(/^<svg /);
  const steps = engine.attentionSteps(engine.attentionInput('0'));
  for (const weight of steps.alpha) expect(svg).toContain(weight.toFixed(4));
  const made = engine.attentionContext({ h: engine.attentionInput('0').h, alpha: [0.5, 0.25, 0.25] });
  expect(svg).not.toContain(made.context[0]!.toFixed(4));
  await element.locator('.next').click();
  expect((await taken(page, menu, 'Picture, SVG')).content).toContain(Math.abs(made.context[0]!).toFixed(4));
  const computed = rows((await taken(page, menu, 'Numbers, CSV: Computed')).content);
  expect(computed.filter(([quantity]) => quantity === 'context by hand').map((row) => Number(row[3]))).toEqual(
    made.context,
  );
});

test('attention: what “Embed” gives shows the same state again, locked without its controls', async () => {
  const { page, menu } = await opened('<s2s-attention seed="7" kind="luong_dot" stages="2"></s2s-attention>');
  const frame = await copied(page, menu, 'Embed: frame, locked');
  const host = await places.open(() => frame);
  const there = host.frameLocator('iframe').locator('s2s-attention');
  await expect
    .poll(() => there.evaluate((one) => (one as unknown as { tag?: string }).tag))
    .toBe('<s2s-attention seed="7" stages="2" kind="luong_dot"></s2s-attention>');
  expect(await there.locator('button, input[type=range], s2s-part-export-menu').count()).toBe(0);
  expect(await there.locator('.stage.known').count()).toBe(2);
});

test('nothing is offered before it is there, and every line begins as its neighbours do', async () => {
  const { page, element, menu } = await opened('<s2s-sampling></s2s-sampling>');
  const lines = async () => {
    await menu.locator('button.open').click();
    const all = await menu.locator('li button').allInnerTexts();
    await menu.locator('button.open').click();
    return all.filter((line) => /^(Picture|Numbers)/.test(line));
  };
  const before = ['Picture, SVG: Schedule', 'Picture, PNG: Schedule', 'Picture, SVG: Coin', 'Picture, PNG: Coin'];
  expect(await lines()).toEqual([...before, 'Numbers, CSV: Schedule', 'Numbers, CSV: Coin']);
  await element.locator('.train').click();
  await expect.poll(lines, { timeout: 30_000 }).toContain('Picture, SVG: Loss');
  expect(await lines()).toContain('Numbers, CSV: Loss');
  await page.evaluate(() => (document.querySelector('s2s-sampling') as unknown as { pause(): unknown }).pause());
});

test('the menu opens where there is room: upwards at the end of a window', async () => {
  const { page, element, menu } = await opened('<s2s-attention stages="7"></s2s-attention>');
  const place = async () => {
    await menu.locator('button.open').click();
    await expect.poll(() => menu.getByRole('button', { name: /^Embed/ }).count()).toBe(5);
    const [list, button] = await Promise.all([menu.locator('ul').boundingBox(), menu.locator('.open').boundingBox()]);
    await page.keyboard.press('Escape');
    return { top: list!.y, bottom: list!.y + list!.height, button: button!.y };
  };
  const end = await element.evaluate((one) => {
    scrollTo(0, one.getBoundingClientRect().bottom + scrollY - innerHeight);
    return innerHeight;
  });
  const above = await place();
  expect(above.bottom).toBeLessThanOrEqual(above.button);
  expect(above.top).toBeGreaterThan(0);
  await element.evaluate((one) => {
    document.body.style.paddingBottom = '2000px';
    scrollTo(0, one.getBoundingClientRect().bottom + scrollY - 100);
  });
  const below = await place();
  expect(below.top).toBeGreaterThan(below.button);
  expect(below.bottom).toBeLessThanOrEqual(end);
});

test('a question: its picture and its numbers, the answer and what ran in neither before it is known', async () => {
  const { page, element, menu } = await opened('<s2s-check moment="softmax-paper" seed="3"></s2s-check>');
  await element.locator('[data-phase=asking]').waitFor();
  const svg = await taken(page, menu, 'Picture, SVG');
  expect(svg.name).toBe('check-softmax-paper.svg');
  const question = (await text(element.locator('.question'))).split(' ').slice(0, 3).join(' ');
  expect(svg.content).toContain(question);
  expect(svg.content).not.toContain('>Check<'); // buttons are no part of a picture
  const before = rows((await taken(page, menu, 'Numbers, CSV')).content);
  const shown = await element.locator('.figures td.value').allInnerTexts();
  expect(before.slice(1).map((row) => Number(row[3]).toFixed(2))).toEqual(
    shown.map((one) => Number(one.replace('−', '-')).toFixed(2)),
  );
  await element.locator('input.number').fill('99');
  await element.locator('button.check').click();
  await element.locator('button.show').click();
  await element.locator('[data-phase=shown]').waitFor();
  const after = rows((await taken(page, menu, 'Numbers, CSV')).content);
  expect(after.length).toBeGreaterThan(before.length);
});

test('a question: tag and frame ask the same numbers again, unanswered', async () => {
  const { page, element, menu } = await opened('<s2s-check moment="alpha-largest" seed="5"></s2s-check>');
  await element.locator('button.again').click();
  const seed = await element.evaluate((one) => (one as unknown as { state: { seed: string } }).state.seed);
  expect(seed).not.toBe('5');
  const tag = await copied(page, menu, 'Copy the tag for a page');
  expect(tag).toBe(`<s2s-check moment="alpha-largest" seed="${seed}"></s2s-check>`);
  const numbers = await element.locator('.figures td.value').allInnerTexts();
  const host = await places.open(() => script + tag);
  await host.locator('s2s-check [data-phase=asking]').waitFor();
  expect(await host.locator('s2s-check .figures td.value').allInnerTexts()).toEqual(numbers);
  const locked = await copied(page, menu, 'Embed: frame, locked');
  const other = await places.open(() => locked);
  const there = other.frameLocator('iframe').locator('s2s-check');
  await there.locator('[data-phase=asking]').waitFor();
  expect(await there.locator('.figures td.value').allInnerTexts()).toEqual(numbers);
  // It can still be answered; it offers no other numbers and no menu.
  expect(await there.locator('button.check').count()).toBe(1);
  expect(await there.locator('button.again, s2s-part-export-menu').count()).toBe(0);
});

test.each([
  ['en', 'light', '<s2s-attention stages="4"></s2s-attention>', 'Save from “Attention by hand”'],
  ['de', 'dark', '<s2s-attention stages="4"></s2s-attention>', 'speichern'],
  ['en', 'dark', '<s2s-check moment="alpha-largest"></s2s-check>', 'Save from “'],
  ['de', 'light', '<s2s-check moment="alpha-largest"></s2s-check>', 'speichern'],
])(
  'in %s, %s: the open menu of %s has its words, keys walk it, axe-core finds nothing',
  async (lang, scheme, html, name) => {
    const { page, element, menu } = await opened(
      html.replace('>', ` lang="${lang}" theme="${scheme}">`),
      `style="color-scheme:${scheme}"`,
    );
    await expect.poll(() => menu.locator('button.open').getAttribute('aria-label')).toContain(name);
    await menu.locator('button.open').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    const embeds = menu.getByRole('button', { name: lang === 'de' ? /^Einbetten/ : /^Embed/ });
    await expect.poll(() => embeds.count()).toBe(5);
    expect(await axeViolations(page, await element.evaluate((one) => one.localName))).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await menu.locator('ul').count()).toBe(0);
  },
);
