// The widths that other people's layouts give a figure, or ask it for.
import { expect, test } from 'vitest';
import { hosts } from './hosts';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const names = ['program', 'attention', 'forcing', 'sampling', 'copy', 'shapes'];
const figures = [
  ...names.map((name) => [name, '']),
  ['program', 'stage="update" rules'],
  ['check', 'moment="alpha-largest"'],
];
const tag = ([name, attributes]: string[]) => `<s2s-${name} ${attributes}></s2s-${name}>`;

test.each(['en', 'de'])('a column of 240 pixels: nothing reaches over its edge (%s)', async (lang) => {
  const page = await places.open(
    () => `${script}${figures.map((one) => `<div style="width:240px" lang="${lang}">${tag(one)}</div>`).join('')}`,
    { head: '<style>body { margin: 0 }</style>', viewport: { width: 500, height: 900 } },
  );
  for (const one of await page.locator('body > div > *').all()) {
    await one.evaluate((element) => element.scrollIntoView());
    await one.locator('.frame').waitFor();
    await one.evaluate((element) => (element as unknown as { ready: Promise<unknown> }).ready);
    if ((await one.getAttribute('stage')) !== null) await one.locator('s2s-part-inside .rules').first().waitFor();
    await expect.poll(() => one.evaluate((element) => [element.clientWidth, element.scrollWidth])).toEqual([240, 240]);
  }
});

const shrinking: [string, (figure: string) => string, number][] = [
  ['centred in a flex box', (figure) => `<div style="display:flex;justify-content:center">${figure}</div>`, 1200],
  [
    'beside a column, in a flex box',
    (figure) => `<div style="display:flex"><nav style="flex:none;width:200px"></nav><main>${figure}</main></div>`,
    1000,
  ],
  [
    'centred, one below the other',
    (figure) => `<div style="display:flex;flex-direction:column;align-items:center">${figure}</div>`,
    1200,
  ],
  [
    'a cell of a table',
    (figure) => `<table style="border-spacing:0"><tr><td style="padding:0">${figure}</td></tr></table>`,
    1200,
  ],
  ['a float', (figure) => `<div style="float:left">${figure}</div>`, 1200],
  ['as narrow as its content', (figure) => `<div style="width:fit-content;margin:auto">${figure}</div>`, 1200],
  [
    'a cell whose words stay on a line',
    (figure) =>
      `<table style="border-spacing:0"><tr><td style="padding:0;white-space:nowrap">${figure}</td></tr></table>`,
    1200,
  ],
  ['itself a flex box', (figure) => `<style>s2s-shapes { display: flex }</style>${figure}`, 1200],
  [
    'itself a flex box that stands upright and centres',
    (figure) => `<style>s2s-shapes { display: flex; flex-direction: column; align-items: center }</style>${figure}`,
    1200,
  ],
  ['from right to left', (figure) => `<div dir="rtl">${figure}</div>`, 1200],
  ['an inline block', (figure) => `<span style="display:inline-block">${figure}</span>`, 1200],
  [
    'one of three columns of a grid',
    (figure) => `<div style="display:grid;grid-template-columns:1fr 1fr 1fr">${figure}<p>b</p><p>c</p></div>`,
    400,
  ],
  [
    'one of three columns of a flex box',
    (figure) =>
      `<div style="display:flex"><div style="flex:1 0 0">${figure}</div><p style="flex:1 0 0">b</p><p style="flex:1 0 0">c</p></div>`,
    400,
  ],
];
test.each(shrinking)('asked how wide it likes to be: %s', async (_, around, width) => {
  const page = await places.open(() => script + around('<s2s-shapes></s2s-shapes>'), {
    head: '<style>body { margin: 0 }</style>',
    viewport: { width: 1200, height: 900 },
  });
  const shapes = page.locator('s2s-shapes');
  await shapes.locator('.frame').waitFor();
  const found = () =>
    shapes.evaluate((element) => [
      element.shadowRoot!.querySelector('.root')!.clientWidth,
      document.documentElement.scrollWidth,
    ]);
  await expect.poll(found).toEqual([width, 1200]);
  // On a phone there is no more, and nothing sticks out.
  await page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(async () => (await found())[1]).toBe(400);
  expect((await found())[0]).toBeGreaterThan(100);
});

test('in a box as wide as its content likes to be, a figure likes no more than the window has', async () => {
  const page = await places.open(() => `${script}<div style="width:max-content"><s2s-shapes></s2s-shapes></div>`, {
    head: '<style>body { margin: 0 }</style>',
    viewport: { width: 400, height: 800 },
  });
  await page.locator('s2s-shapes .frame').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(420);
});
