// The HTML that "Embed" gives: put into another page it shows the element in the same state.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { de as german } from '../../web/strings/de';
import { embed as germanFrame } from '../../web/strings/de/embed';
import { hosts } from './hosts';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const kept = (from: string) => fileURLToPath(new URL(`../../dist/widget/${from}`, import.meta.url));

/** What an element's menu copies for an entry, as it stands when `before` is done. */
async function copiedFrom(tag: string, entry: string, before = async (_element: Locator) => {}): Promise<string> {
  const page = await places.open(() => `${script}${tag}`, {
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        Object.defineProperty(navigator.clipboard, 'writeText', {
          value: async (text: string) => {
            Object.assign(globalThis, { copied: text });
          },
        });
      }),
  });
  const element = page.locator(/s2s-[a-z]+/.exec(tag)![0]);
  await element.locator('s2s-part-export-menu button.open').first().waitFor();
  await element.evaluate((one) => (one as unknown as { ready: Promise<void> }).ready);
  await before(element);
  // The element's own menu: parts within it have theirs.
  await element.evaluate((one) => one.shadowRoot!.querySelector('s2s-part-export-menu')!.setAttribute('data-own', ''));
  const menu = element.locator('[data-own]');
  await menu.locator('button.open').click();
  await menu.getByRole('button', { name: entry, exact: true }).click();
  await page.waitForFunction(() => 'copied' in globalThis);
  expect(await element.count()).toBe(1); // no twin stays
  return page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
}

const copied = (entry: string) => copiedFrom('<s2s-shapes batch="2" hidden-size="16"></s2s-shapes>', entry);
const queryOf = (html: string) => {
  const address = /src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  return Object.fromEntries(new URL(address).searchParams);
};

/** Both sizes of the element on the page that the snippet was put into. */
const sizes = (scope: { locator: (selector: string) => Locator }) =>
  scope.locator('s2s-shapes').evaluate((element) => {
    const { sizes: found } = (element as unknown as { state: { sizes: { B: number; H: number } } }).state;
    return [found.B, found.H];
  });

test('script and tag: with the integrity of the script that lies there; a link remains without scripts (C73)', async () => {
  const html = await copied('Embed: script and tag');
  const { integrity } = JSON.parse(readFileSync(kept('seq2seq-lab.json'), 'utf8'));
  expect(html).toContain(`integrity="${integrity}"`);
  expect(html).toMatch(/<s2s-shapes [^>]*batch="2"[^>]*><a href="[^"]*embed\.html\?[^"]*">[^<]+<\/a><\/s2s-shapes>/);
  const page = await places.open(() => html);
  await page.locator('s2s-shapes .frame').waitFor();
  await expect.poll(() => sizes(page)).toEqual([2, 16]);
});

test('frame, locked: a plain iframe, alone (C72), and no control in it', async () => {
  const html = await copied('Embed: frame, locked');
  expect(html).toMatch(/^<iframe [^>]*><\/iframe>$/);
  expect(html).toContain('autostart=visible'); // there is nothing to press
  const page = await places.open(() => html);
  const frame = page.frameLocator('iframe');
  await frame.locator('s2s-shapes .frame').waitFor();
  await expect.poll(() => sizes(frame)).toEqual([2, 16]);
  expect(await frame.locator('s2s-shapes input').count()).toBe(0);
});

test.each([
  ['attention', '<s2s-attention numbers="h[0, 1] = 2"></s2s-attention>'],
  ['sampling', '<s2s-sampling epoch="40" task="reverse"></s2s-sampling>'],
  ['program', '<s2s-program rules notation="paper" stage="loss"></s2s-program>'],
  ['copy', '<s2s-copy></s2s-copy>'],
  ['copy', '<s2s-copy sentence="my name is Xälvor and I live in Óbidos" gate="0.5"></s2s-copy>'],
  ['forcing', '<s2s-forcing checkpoint="0"></s2s-forcing>'],
])(
  '%s, locked: the frame is as high as the figure then is, with something in it and nothing to press',
  async (name, tag) => {
    const html = await copiedFrom(tag, 'Embed: frame, locked', async (element) => {
      if (name === 'program') await element.locator('s2s-part-inside .rules').first().waitFor();
    });
    const height = Number(/height="(\d+)"/.exec(html)![1]);
    const query = queryOf(html);
    for (const idle of ['rules', 'notation', 'stage']) expect(query).not.toHaveProperty(idle);
    const page = await places.open(() => html);
    const frame = page.frameLocator('iframe');
    const element = frame.locator(`s2s-${name}`);
    await element.locator('.frame').waitFor();
    await element.evaluate((one) => (one as unknown as { ready: Promise<void> }).ready);
    const own = () => element.evaluate((one) => one.getBoundingClientRect().height);
    // As wide as in the page that the snippet came from, to the pixels of a body's margin.
    await expect.poll(async () => Math.abs((await own()) - height)).toBeLessThan(48);
    expect(await own()).toBeGreaterThan(600);
    const pressed = 'button:not(.latest), select, input:not([type=range], [type=radio]), s2s-part-export-menu';
    expect(await element.locator(pressed).count()).toBe(0);
  },
);

test('sampling, locked: by itself it trains the three regimes as they were trained where the snippet was made', async () => {
  const results = (element: Locator) =>
    element.evaluate((one) => {
      const { phase, results: found } = (
        one as unknown as { state: { comparison: { phase: string; results: unknown } } }
      ).state.comparison;
      return phase === 'finished' ? found : null;
    });
  let made: unknown = null;
  const tag = '<s2s-sampling seed="7" schedule="exponential" exponential-base="0.9"></s2s-sampling>';
  const html = await copiedFrom(tag, 'Embed: frame, locked', async (element) => {
    await element.evaluate((one) => (one as unknown as { train(): Promise<void> }).train());
    made = await results(element);
  });
  expect(made).toMatchObject({ free: { digest: expect.stringMatching(/^[0-9a-f]{16}$/) } });
  const page = await places.open(() => html);
  const element = page.frameLocator('iframe').locator('s2s-sampling');
  await element.locator('.compare[data-phase=finished]').waitFor();
  expect(await results(element)).toEqual(made);
  expect(await element.locator('.chart path').count()).toBeGreaterThan(5);
  const height = Number(/height="(\d+)"/.exec(html)![1]);
  expect(Math.abs((await element.evaluate((one) => one.getBoundingClientRect().height)) - height)).toBeLessThan(48);
  expect(await element.locator('button, input, s2s-part-export-menu').count()).toBe(0);
});

test('a question, locked: the frame is as high as with the numbers on screen, not with the first', async () => {
  const html = await copiedFrom('<s2s-check moment="alpha-largest" seed="101"></s2s-check>', 'Embed: frame, locked');
  const page = await places.open(() => html);
  const element = page.frameLocator('iframe').locator('s2s-check');
  await element.locator('[data-phase=asking]').waitFor();
  const own = () => element.evaluate((one) => one.getBoundingClientRect().height);
  const height = Number(/height="(\d+)"/.exec(html)![1]);
  await expect.poll(async () => Math.abs((await own()) - height)).toBeLessThan(24);
});

test('the unseen twin whose height is taken is heard of by nobody, and does not train', async () => {
  const tag = '<s2s-forcing checkpoint="2"></s2s-forcing>';
  let heard = async (): Promise<unknown> => [];
  const html = await copiedFrom(tag, 'Embed: frame, locked', async (element) => {
    await element.locator('[data-phase=paused]').waitFor();
    await element.evaluate((one) => {
      const found: string[] = [];
      Object.assign(globalThis, { found });
      for (const name of ['ready', 'trained', 'decoded', 'computed', 'epoch', 'error'])
        document.addEventListener(`s2s-${name}`, ({ target }) => target !== one && found.push(name), true);
      new MutationObserver(() => {
        const twin = document.querySelector('[inert] s2s-forcing') as
          | (Element & { state?: { checkpoint: number } })
          | null;
        if (twin) Object.assign(globalThis, { checkpoint: () => twin.state?.checkpoint });
      }).observe(document.body, { childList: true });
    });
    heard = () =>
      element.page().evaluate(() => {
        const { found, checkpoint } = globalThis as unknown as { found: string[]; checkpoint: () => number };
        return { found, checkpoint: checkpoint() };
      });
  });
  expect(await heard()).toEqual({ found: [], checkpoint: 0 });
  expect(queryOf(html)).toMatchObject({ checkpoint: '2' });
});

test('a German page’s frame is German, and says in German what it cannot show', async () => {
  const html = await copiedFrom('<s2s-shapes lang="de"></s2s-shapes>', 'Einbetten: Rahmen');
  expect(queryOf(html)).toMatchObject({ element: 'shapes', lang: 'de' });
  const page = await places.open(() => html + html.replace('element=shapes', 'element=nothing'));
  await expect
    .poll(() => page.frameLocator('iframe').first().locator('s2s-shapes .frame').getAttribute('aria-label'))
    .toBe(german.shapes.name);
  const other = page.frameLocator('iframe').nth(1);
  await expect.poll(() => other.locator('main').innerText()).toBe(germanFrame.noSuchElement);
  expect(await other.locator('html').getAttribute('lang')).toBe('de');
});

test('picture with a link: no script, no frame', async () => {
  const html = await copied('Embed: the picture with a link');
  expect(html).toMatch(
    /^<a href="[^"]*embed\.html\?element=shapes&amp;[^"]*"><img src="shapes\.svg" alt="[^"]+"><\/a>$/,
  );
});

test('a script that was changed is refused by its integrity', async () => {
  const html = (await copied('Embed: script and tag')).replace(/sha384-.{4}/, 'sha384-AAAA');
  const page = await places.open(() => html, {
    tolerated: true,
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        addEventListener(
          'error',
          ({ target }) => {
            if (target instanceof HTMLScriptElement) Object.assign(globalThis, { refused: true });
          },
          true,
        );
      }),
  });
  await page.waitForFunction(() => 'refused' in globalThis);
  expect(await page.evaluate(() => customElements.get('s2s-shapes') === undefined)).toBe(true);
});

test('the program in training: the frame’s address holds seed, epochs, learning rate and feeding', async () => {
  const html = await copiedFrom('<s2s-program seed="7" epochs="30" forcing="free"></s2s-program>', 'Embed: frame');
  expect(queryOf(html)).toMatchObject({ element: 'program', seed: '7', epochs: '30', forcing: 'free' });
});
